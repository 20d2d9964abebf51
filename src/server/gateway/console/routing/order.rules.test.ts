import { expect, test } from 'vitest';
import { placeRoute } from './order.rules.ts';

const routes = [
  { id: 4, order: 40 },
  { id: 3, order: 30 },
  { id: 2, order: 20 },
  { id: 1, order: 10 },
];
const tight = [
  { id: 3, order: 3 },
  { id: 2, order: 2 },
  { id: 1, order: 1 },
];

test.each([
  ['exchanges with the next one above', routes, 2, 'UP', undefined, { 2: 30, 3: 20 }],
  ['exchanges with the next one below', routes, 2, 'DOWN', undefined, { 2: 10, 1: 20 }],
  ['takes a free order between two', routes, 1, 'UP', 2, { 1: 25 }],
  [
    'takes a round order where one is free',
    [{ id: 9, order: 100 }, ...routes],
    1,
    'UP',
    4,
    { 1: 70 },
  ],
  ['goes above the top', routes, 1, 'UP', 4, { 1: 50 }],
  ['goes below the lowest, above the default route', routes, 4, 'DOWN', 1, { 4: 5 }],
  ['shifts those that it passes where no order is free', tight, 1, 'UP', 2, { 1: 2, 2: 1 }],
  ['shifts all where the lowest is 1', tight, 3, 'DOWN', 1, { 3: 1, 1: 2, 2: 3 }],
  [
    'shifts where the top is taken',
    [{ id: 8, order: 1_000_000 }, ...tight],
    2,
    'UP',
    8,
    { 2: 1_000_000, 8: 3, 3: 2 },
  ],
] as const)('%s', (_name, list, id, towards, past, orders) => {
  const placed = placeRoute(list, id, towards, past);
  expect(Object.fromEntries(placed!.map((each) => [each.id, each.order]))).toEqual(orders);
  // No order is given twice, and the sequence is the one that was asked for.
  const after = list.map((each) => placed!.find((moved) => moved.id === each.id) ?? each);
  expect(new Set(after.map(({ order }) => order)).size).toBe(list.length);
});

test.each([
  ['the top one has none above', 4, 'UP', undefined],
  ['the last one has none below', 1, 'DOWN', undefined],
  ['a route is not past itself', 2, 'UP', 2],
  ['the other one lies the other way', 2, 'UP', 1],
  ['the other one does not exist', 2, 'UP', 77],
  ['it does not exist itself', 77, 'UP', undefined],
] as const)('moves nothing where %s', (_name, id, towards, past) => {
  expect(placeRoute(routes, id, towards, past)).toBeUndefined();
});
