import { expect, test } from 'vitest';
import type { ConfigChange } from '../../../../contract/api/gateway-config.ts';
import { filterOf, laneChanges, placeAt, withRemoved } from './laneChanges.ts';

const change = (
  entity: ConfigChange['entity'],
  id: string,
  kind: ConfigChange['change'],
  fields: Record<string, [unknown, unknown]>,
): ConfigChange => ({
  entity,
  id,
  label: id,
  change: kind,
  fields: Object.entries(fields).map(([field, [before, after]]) => ({ field, before, after })),
  edits: [{ actorId: null, actorName: 'Amina', timestamp: 7 }],
});

test('a difference is sorted by what the lanes of its direction show', () => {
  const edited = { by: 'Amina', at: 7 };
  const found = laneChanges(
    [
      change('MT_ROUTE', '1', 'ADDED', { order: [null, 10] }),
      change('MT_ROUTE', '2', 'CHANGED', { order: [20, 30], filters: [['a'], []] }),
      change('MT_ROUTE', '3', 'REMOVED', {
        order: [40, null],
        type: ['StaticMTRoute', null],
        connectors: [['north'], null],
        weights: [null, null],
      }),
      change('MO_ROUTE', '4', 'ADDED', { order: [null, 10] }),
      change('FILTER', 'kenya', 'ADDED', { type: [null, 'TransparentFilter'] }),
      change('FILTER', 'uganda', 'CHANGED', { destination_addr: ['^25', '^256'] }),
      change('CONNECTOR', 'north', 'ADDED', { kind: [null, 'SMPP'] }),
      change('CONNECTOR', 'south', 'CHANGED', { cost: [1, 2] }),
    ],
    'MT',
  );
  expect([...found.routes]).toEqual([
    [1, { change: 'ADDED', edited }],
    [2, { change: 'CHANGED', was: { order: 20, filters: ['a'] }, edited }],
  ]);
  expect(found.removed).toEqual([
    {
      routeId: 3,
      order: 40,
      type: 'StaticMTRoute',
      filters: [],
      connectors: ['north'],
      targets: [],
      weights: null,
      enabled: true,
      edited,
    },
  ]);
  expect([...found.filters]).toEqual([
    ['kenya', null],
    ['uganda', { type: '', parameters: { destination_addr: '^25' } }],
  ]);
  expect([...found.newConnectors]).toEqual(['north']);
});

test.each([
  ['only its value changed', { p: ['^1', '^2'] }, { type: 'A', parameters: { p: '^1' } }],
  [
    'its type changed',
    { type: ['B', 'A'], q: ['x', null], p: [null, '^2'] },
    { type: 'B', parameters: { q: 'x' } },
  ],
] as const)('a filter as it was where %s', (_name, fields, wanted) => {
  const of = change('FILTER', 'f', 'CHANGED', fields as never);
  expect(filterOf(of, 'before', { type: 'A', parameters: { p: '^2' } })).toEqual(wanted);
});

test('a deleted route keeps its place among the others', () => {
  const gone = laneChanges([change('MT_ROUTE', '9', 'REMOVED', { order: [20, null] })], 'MT');
  expect(
    withRemoved([{ order: 30 }, { order: 20 }, { order: 0 }], gone.removed).map((each) =>
      'routeId' in each ? `deleted ${each.order}` : each.order,
    ),
  ).toEqual([30, 20, 'deleted 20', 0]);
});

test.each([
  [0, 10, 0],
  [0, 29, 0],
  [0, 31, 1],
  [0, 500, 3],
  [3, -50, 0],
  [3, 45, 2],
  [2, 69, 2],
])('lane %i dragged to %i takes place %i', (dragged, height, place) => {
  expect(placeAt([10, 30, 50, 70, 90], dragged, height, 3)).toBe(place);
});
