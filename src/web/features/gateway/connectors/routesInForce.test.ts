import { expect, test } from 'vitest';
import type { ConfigChange } from '../../../../contract/api/gateway-config.ts';
import { usesOf } from './routesInForce.ts';

const change = (
  what: ConfigChange['change'],
  label: string,
  fields: Record<string, [before: unknown, after: unknown]>,
): ConfigChange => ({
  entity: 'MT_ROUTE',
  id: label,
  label,
  change: what,
  fields: Object.entries(fields).map(([field, [before, after]]) => ({ field, before, after })),
  edits: [],
});
const mt = (...orders: number[]) =>
  orders.map((order) => ({ direction: 'MT' as const, order, type: 'StaticMTRoute' }));
const ordersOf = (usedBy: ReturnType<typeof mt>, ...changes: ConfigChange[]) => {
  const { inForce, added, removed } = usesOf({ cid: 'sandbox', usedBy }, changes);
  return [inForce, added, removed].map((routes) => routes.map(({ order }) => order));
};

test('a new route to a connector is not in force before the reload', () => {
  expect(
    ordersOf(
      mt(30, 20, 0),
      change('ADDED', '30 FailoverMTRoute', { connectors: [null, ['sandbox']] }),
    ),
  ).toEqual([[20, 0], [30], []]);
});

test('a deleted route, and one that leads elsewhere, are in force until the reload', () => {
  expect(
    ordersOf(
      mt(0),
      change('REMOVED', '20 StaticMTRoute', { connectors: [['sandbox'], null] }),
      change('CHANGED', '10 StaticMTRoute', { connectors: [['sandbox'], ['second']] }),
    ),
  ).toEqual([[0, 20, 10], [], [20, 10]]);
});

test('a route that takes another order is in force under the one it had', () => {
  expect(ordersOf(mt(40, 0), change('CHANGED', '40 StaticMTRoute', { order: [20, 40] }))).toEqual([
    [0, 20],
    [],
    [],
  ]);
});
