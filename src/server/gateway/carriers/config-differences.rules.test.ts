import { expect, test } from 'vitest';
import type { ConfigRows } from '../../core/dispatch/routing/config-version.store.ts';
import type { RouteConfig } from '../../core/dispatch/routing/gateway-config.ts';
import { differences } from './config-differences.rules.ts';
import { lint } from './lint.rules.ts';
import type { Around } from './lint.rules.ts';

const connectors: ConfigRows['connectors'] = [1, 2].map((id) => ({
  id,
  cid: `carrier-${id}`,
  kind: 'SMPP',
  carrierAccountId: id,
  settings: { window: 10, host: 'a' },
  secret: 'one',
}));
const pattern = (id: number, destination_addr: string) => ({
  id,
  fid: `f${id}`,
  type: 'DestinationAddrFilter',
  parameters: { destination_addr },
});
const route = (
  order: number,
  filterIds: number[],
  more: Partial<RouteConfig> = {},
): RouteConfig => ({
  id: order + 1,
  direction: 'MT',
  order,
  type: order === 0 ? 'DefaultRoute' : 'StaticMTRoute',
  filterIds,
  connectorIds: [1],
  targets: [],
  weights: null,
  enabled: true,
  ...more,
});
const around: Around = {
  stopped: new Set(),
  drafts: new Set(),
  usernames: new Set(),
  uids: new Set(),
  gids: new Set(),
  clientIds: new Set(),
  today: '2026-11-21',
};
const codes = (config: ConfigRows, more: Partial<Around> = {}) =>
  lint(config, { ...around, ...more }, 'en').map(({ code, label }) =>
    `${code} ${label ?? ''}`.trim(),
  );

test.each<[string, number[], number[], boolean]>([
  ['the same filter', [1], [1], true],
  ['a wider prefix', [1], [2], true],
  ['a narrower prefix', [2], [1], false],
  ['one filter of the two', [1], [2, 4], true],
  ['two filters for one', [1, 4], [2], false],
  ['everything', [5], [4], true],
  ['no filter at all', [], [4], true],
  ['a pattern that is no prefix', [3], [2], false],
])('a route under one with %s', (_what, above, below, shadowed) => {
  const filters = [
    pattern(1, '^254'),
    pattern(2, '^2547.*'),
    pattern(3, '25[45]'),
    { id: 4, fid: 'f4', type: 'TagFilter', parameters: { tag: 'vip' } },
    { id: 5, fid: 'f5', type: 'TransparentFilter', parameters: {} },
  ];
  const found = codes({ connectors, filters, routes: [route(20, above), route(10, below)] });
  expect(found.includes('UNREACHABLE 10 StaticMTRoute')).toBe(shadowed);
});

test('keywords match only at the beginning', () => {
  const keyword = (order: number, word: string) =>
    route(order, [], {
      direction: 'MO',
      type: 'StaticMORoute',
      connectorIds: [],
      targets: [{ kind: 'KEYWORD', keyword: word, clientId: 'c' }],
    });
  const found = (...routes: RouteConfig[]) =>
    codes({ connectors: [], filters: [], routes }, { clientIds: new Set(['c']) });
  expect(found(keyword(20, 'Info'), keyword(10, 'Win'))).toEqual([
    'NO_DEFAULT_ROUTE',
    'NO_DEFAULT_ROUTE',
  ]);
  expect(found(keyword(20, 'Info'), keyword(10, 'INFO'))).toContain('UNREACHABLE 10 StaticMORoute');
});

test('reports missing, stopped, unused, expired and dangling objects', () => {
  const filters = [
    {
      id: 1,
      fid: 'gone',
      type: 'DateIntervalFilter',
      parameters: { dateInterval: '2026-01-01;2026-11-20' },
    },
    { id: 2, fid: 'who', type: 'UserFilter', parameters: { uid: 'u9' } },
    pattern(3, '('),
    pattern(4, '^255'),
  ];
  const config: ConfigRows = {
    connectors,
    filters,
    routes: [
      route(30, [1, 2], { connectorIds: [7] }),
      route(20, [1], {}),
      route(10, [], { enabled: false, connectorIds: [2] }),
      route(5, [2], { direction: 'MO', type: 'StaticMORoute' }),
    ],
  };
  const found = codes(config, { stopped: new Set([1]) });
  expect(found.slice(0, 3)).toEqual(
    expect.arrayContaining([
      'INVALID f3',
      'CONNECTOR_MISSING 30 StaticMTRoute',
      'INVALID 5 StaticMORoute',
    ]),
  );
  expect(found).toEqual(
    expect.arrayContaining([
      'DATES_PAST gone',
      'FILTER_NAMES_NOBODY who',
      'FILTER_UNUSED f4',
      'CONNECTOR_STOPPED 20 StaticMTRoute',
      'CONNECTOR_UNREACHED carrier-2',
      'NO_DEFAULT_ROUTE',
    ]),
  );
  expect(lint(config, around, 'pt').find(({ code }) => code === 'FILTER_UNUSED')!.message).toBe(
    'Nenhuma rota usa este filtro.',
  );
});

test('the only connector of a route is called a draft before a reload puts it into force', () => {
  const config: ConfigRows = { connectors, filters: [], routes: [route(0, [])] };
  const said = (drafts: number[]) =>
    lint(config, { ...around, stopped: new Set([1]), drafts: new Set(drafts) }, 'en').find(
      ({ code }) => code === 'CONNECTOR_STOPPED',
    )!.message;
  expect(said([1])).toBe('Connector carrier-1 is a draft that is not started: messages wait.');
  expect(said([2])).toBe('Connector carrier-1 is stopped: messages wait.');
});

test('differences name the changed fields, and for a secret only the fact', () => {
  const before: ConfigRows = {
    connectors,
    filters: [pattern(1, '^254')],
    routes: [route(10, [1])],
  };
  const after: ConfigRows = {
    connectors: [{ ...connectors[0]!, settings: { host: 'a', window: 20 }, secret: 'two' }],
    filters: [pattern(1, '^254'), pattern(2, '^255')],
    routes: [route(10, [1, 2], { order: 15 })],
  };
  expect(differences(before, before)).toEqual([]);
  expect(differences(before, after)).toEqual([
    {
      entity: 'CONNECTOR',
      id: 'carrier-1',
      label: 'carrier-1',
      change: 'CHANGED',
      fields: [
        { field: 'window', before: 10, after: 20 },
        { field: 'secret', before: '***', after: '***' },
      ],
    },
    expect.objectContaining({ entity: 'CONNECTOR', id: 'carrier-2', change: 'REMOVED' }),
    {
      entity: 'MT_ROUTE',
      id: '11',
      label: '15 StaticMTRoute',
      change: 'CHANGED',
      fields: [
        { field: 'order', before: 10, after: 15 },
        { field: 'filters', before: ['f1'], after: ['f1', 'f2'] },
      ],
    },
    expect.objectContaining({ entity: 'FILTER', id: 'f2', change: 'ADDED' }),
  ]);
});
