import { expect, test } from 'vitest';
import { newId } from '../../../infra/ids.ts';
import type { ConnectorConfig, RouteConfig } from './gateway-config.ts';
import { Reliefs } from './relief.rules.ts';

const connectors = [1, 2, 3].map((id): ConnectorConfig => ({
  id,
  cid: `c${id}`,
  kind: 'SMPP',
  carrierAccountId: id,
  // The last is the cheapest but one.
  settings: { cost: ['0.1', '0.9', '0.5'][id - 1] },
  secret: null,
}));
const routeOf = (type: string, weights: number[] | null = null): RouteConfig => ({
  id: 7,
  direction: 'MT',
  order: 10,
  type,
  filterIds: [],
  connectorIds: [1, 2, 3],
  targets: [],
  weights,
  enabled: true,
});
const relieved = (connectorId: number, keep = 0) => ({ routeId: 7, connectorId, network: 1, keep });

/** How many of 20,000 messages go to whom in place of the first connector; 0 is the first itself. */
function takers(route: RouteConfig, reliefs: ReturnType<typeof relieved>[], dead: number[] = []) {
  const asked = new Reliefs(reliefs, { routes: [route], connectors }, (id) => !dead.includes(id));
  const counts = new Map<number, number>();
  for (let at = 0; at < 20_000; at++) {
    const taker = asked.takerOf(7, 1, { id: newId(), network: 1 }) ?? 0;
    counts.set(taker, (counts.get(taker) ?? 0) + 1);
  }
  return Object.fromEntries(
    [...counts].sort(([a], [b]) => a - b).map(([id, count]) => [id, Math.round(count / 200)]),
  );
}

test('a round robin shares what it moves by the weights of the others', () => {
  const shares = takers(routeOf('RandomRoundrobinMTRoute', [5, 3, 1]), [relieved(1, 0.1)]);
  expect(shares[0]).toBeGreaterThan(7);
  expect(shares[0]).toBeLessThan(13);
  expect(shares[2]! / shares[3]!).toBeGreaterThan(2.5);
  expect(shares[2]! / shares[3]!).toBeLessThan(3.6);
});

test.each([
  ['a failover moves to the next', 'FailoverMTRoute', [relieved(1)], [], { 2: 100 }],
  ['a failover passes over what cannot send', 'FailoverMTRoute', [relieved(1)], [2], { 3: 100 }],
  ['the least cost moves to the next cheapest', 'LeastCostMTRoute', [relieved(1)], [], { 3: 100 }],
  [
    'none goes to one that is relieved too',
    'FailoverMTRoute',
    [relieved(1), relieved(2)],
    [],
    { 3: 100 },
  ],
  ['without another everything stays', 'FailoverMTRoute', [relieved(1)], [2, 3], { 0: 100 }],
  ['nothing moves without a relief', 'FailoverMTRoute', [relieved(2)], [], { 0: 100 }],
] as const)('%s', (_name, type, reliefs, dead, shares) => {
  expect(takers(routeOf(type), [...reliefs], [...dead])).toEqual(shares);
});

test('another network stays, and a message is always drawn alike', () => {
  const asked = new Reliefs(
    [relieved(1, 0.5)],
    { routes: [routeOf('FailoverMTRoute')], connectors },
    () => true,
  );
  expect(asked.routesOf(1)).toEqual(new Set([7]));
  expect(asked.routesOf(2)).toEqual(new Set());
  for (let at = 0; at < 100; at++) {
    const id = newId();
    expect(asked.takerOf(7, 1, { id, network: 2 })).toBeUndefined();
    expect(asked.takerOf(7, 1, { id, network: 1 })).toBe(asked.takerOf(7, 1, { id, network: 1 }));
  }
});
