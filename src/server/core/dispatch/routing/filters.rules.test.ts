import { describe, expect, test } from 'vitest';
import { FILTER_TYPES } from '../../../../contract/api/route-filters.ts';
import type { FilterType } from '../../../../contract/api/route-filters.ts';
import { compileFilter, describeFilter, filterFields, mayFilter } from './filters.rules.ts';
import { createReading } from './routing-facts.ts';
import type { RoutingFacts } from './routing-facts.ts';

const facts: RoutingFacts = {
  sender: 'SHOP',
  destination: '254712345678',
  text: 'Habari yako',
  userId: 'u1',
  groupId: 'g1',
  tags: ['vip', '22'],
  at: new Date('2026-11-21T23:59:59Z'),
  connector: 'north',
};
const name = (type: FilterType) =>
  filterFields().find((field) => field.type === type)!.parameters[0]?.name ?? '';
const compiled = (type: FilterType, value: string) =>
  compileFilter({ fid: 'f', type, parameters: name(type) === '' ? {} : { [name(type)]: value } });

test('eleven types, each with its form fields and a valid example', () => {
  const fields = filterFields();
  expect(fields.map(({ type }) => type)).toEqual([...FILTER_TYPES]);
  for (const { type, parameters } of fields)
    for (const { name: parameter, example, maxLength } of parameters) {
      expect(example.length).toBeLessThanOrEqual(maxLength);
      compileFilter({ fid: 'f', type, parameters: { [parameter]: example } });
    }
});

test.each<[FilterType, boolean, boolean]>([
  ['TransparentFilter', true, true],
  ['ConnectorFilter', false, true],
  ['UserFilter', true, false],
  ['GroupFilter', true, false],
  ['SourceAddrFilter', true, true],
  ['DestinationAddrFilter', true, true],
  ['ShortMessageFilter', true, true],
  ['DateIntervalFilter', true, true],
  ['TimeIntervalFilter', true, true],
  ['TagFilter', true, true],
  ['ExpressionFilter', true, true],
])('%s may filter messages to phones: %s, from phones: %s', (type, mt, mo) => {
  expect([mayFilter(type, 'MT'), mayFilter(type, 'MO')]).toEqual([mt, mo]);
});

describe('matching', () => {
  test.each<[FilterType, string, boolean]>([
    ['TransparentFilter', '', true],
    ['ConnectorFilter', 'north', true],
    ['ConnectorFilter', 'nor', false],
    ['UserFilter', 'u1', true],
    ['UserFilter', 'U1', false],
    ['GroupFilter', 'g1', true],
    ['SourceAddrFilter', '^SHOP$', true],
    ['SourceAddrFilter', 'HOP', false],
    ['DestinationAddrFilter', '2547(1|2)', true],
    ['DestinationAddrFilter', '\\+254', false],
    ['ShortMessageFilter', '(?i)HABARI', true],
    ['ShortMessageFilter', 'yako', false],
    ['ShortMessageFilter', '.*yako$', true],
    ['DateIntervalFilter', '2026-11-21;2026-11-21', true],
    ['DateIntervalFilter', '2026-11-01;2026-11-20', false],
    ['TimeIntervalFilter', '23:59:59;23:59:59', true],
    ['TimeIntervalFilter', '22:00:00;06:00:00', true],
    ['TimeIntervalFilter', '00:00:00;23:59:58', false],
    ['TagFilter', 'vip', true],
    ['TagFilter', '22', true],
    ['TagFilter', 'v', false],
    [
      'ExpressionFilter',
      'from == "SHOP" && to.startsWith("2547") && "vip" in tags && hour == 23 && weekday == 6',
      true,
    ],
    ['ExpressionFilter', 'tags.all(t, t.matches("v.p"))', false],
    [
      'ExpressionFilter',
      'direction == "MO" || connector != "north" || date > "2026-11-21" || group != "g1"',
      false,
    ],
  ])('%s %s: %s', (type, value, expected) => {
    expect(compiled(type, value).matches(createReading(facts, 'MT'))).toBe(expected);
  });
  test('a message without a source, a user or tags is evaluated like any other', () => {
    const bare = createReading(
      {
        sender: '',
        destination: '254',
        text: '',
        userId: null,
        groupId: null,
        tags: [],
        at: new Date(0),
      },
      'MT',
    );
    expect([
      compiled('SourceAddrFilter', 'x').matches(bare),
      compiled('UserFilter', 'u1').matches(bare),
      compiled('TagFilter', 'vip').matches(bare),
      compiled('ExpressionFilter', 'user == ""').matches(bare),
    ]).toEqual([false, false, false, true]);
  });
});

test.each<[FilterType, string]>([
  ['ConnectorFilter', 'ab'],
  ['UserFilter', 'x'.repeat(17)],
  ['GroupFilter', ''],
  ['SourceAddrFilter', '('],
  ['SourceAddrFilter', 'x'.repeat(201)],
  ['DestinationAddrFilter', 'a{1000}{1000}'],
  ['ShortMessageFilter', '(?=x)'],
  ['DateIntervalFilter', '2026-11-21'],
  ['DateIntervalFilter', '2026-11-22;2026-11-21'],
  ['DateIntervalFilter', '2026-02-30;2026-03-01'],
  ['TimeIntervalFilter', '24:00:00;01:00:00'],
  ['TimeIntervalFilter', '8:00;9:00'],
  ['TagFilter', 'two words'],
  ['ExpressionFilter', ''],
  ['ExpressionFilter', 'text'],
  ['ExpressionFilter', 'nothing == 1'],
  ['ExpressionFilter', 'text /* . */.matches("(a+)+$")'],
  ['ExpressionFilter', 'text // a.b\n.matches("a")'],
  ['ExpressionFilter', 'text.matchesLinear("a")'],
])('%s refuses %j', (type, value) => {
  expect(() => compiled(type, value)).toThrow(/^filter f: /);
});

test('a type accepts its own parameter and no other', () => {
  expect(() =>
    compileFilter({ fid: 'f', type: 'TransparentFilter', parameters: { tag: 'x' } }),
  ).toThrow('TransparentFilter has no tag');
  expect(() => compileFilter({ fid: 'f', type: 'TagFilter', parameters: {} })).toThrow(
    'tag is missing',
  );
  expect(() => compileFilter({ fid: 'f', type: 'EvalPyFilter', parameters: {} })).toThrow(
    'no type EvalPyFilter',
  );
});

test.each([
  ['TransparentFilter', {}, '<T>'],
  ['UserFilter', { uid: 'u1' }, '<U (uid=u1)>'],
  ['SourceAddrFilter', { source_addr: '^BANK' }, '<SA (src_addr=^BANK)>'],
  ['DestinationAddrFilter', { destination_addr: '^254' }, '<DA (dst_addr=^254)>'],
  ['ShortMessageFilter', { short_message: 'win' }, '<SM (msg=win)>'],
  ['TagFilter', { tag: 'vip' }, '<TG (tag=vip)>'],
  ['DateIntervalFilter', { dateInterval: '2026-01-01;2026-02-01' }, '<DI (2026-01-01,2026-02-01)>'],
])('lists show a filter as those of Jasmin do: %s', (type, parameters, listed) => {
  expect(describeFilter({ type, parameters })).toBe(listed);
});
