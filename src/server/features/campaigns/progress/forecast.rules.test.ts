import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareByRoutes, timeFor } from './forecast.rules.ts';

const at = new Date(0);
/** Even numbers by the first route, odd ones by the second, a seven by none. */
const route = ({ destination }: { destination: string }) => ({
  routeId: destination.endsWith('7') ? null : Number(destination) % 2 === 0 ? 1 : 2,
  connectorIds: [],
  tried: [],
});

test('shares of routes add up to the whole, whatever the sample', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          country: fc.constantFrom('KE', 'UG'),
          network: fc.integer({ min: 0, max: 3 }),
          messages: fc.integer({ min: 1, max: 1_000_000 }),
          segments: fc.integer({ min: 1, max: 3_000_000 }),
          units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
        }),
        { maxLength: 8 },
      ),
      fc.array(
        fc.record({
          country: fc.constantFrom('KE', 'UG'),
          network: fc.integer({ min: 0, max: 3 }),
          destination: fc.integer({ min: 0, max: 99 }).map(String),
          text: fc.constant('x'),
          sender: fc.constant('TUMA'),
        }),
      ),
      (groups, samples) => {
        const shares = shareByRoutes(groups, samples, route, at);
        for (const name of ['messages', 'segments'] as const) {
          expect(shares.reduce((sum, share) => sum + share[name], 0)).toBe(
            groups.reduce((sum, group) => sum + group[name], 0),
          );
          expect(shares.every((share) => share[name] >= 0)).toBe(true);
        }
        expect(shares.reduce((sum, share) => sum + share.units, 0n)).toBe(
          groups.reduce((sum, group) => sum + group.units, 0n),
        );
      },
    ),
  );
});

test('a group is routed like its samples', () => {
  const group = { country: 'KE', network: 1, messages: 100, segments: 200, units: 1_000_000n };
  const samples = ['2', '4', '6', '1', '7'].map((destination) => ({
    country: 'KE',
    network: 1,
    destination,
    text: 'x',
    sender: 'TUMA',
  }));
  expect(
    shareByRoutes([group], samples, route, at).map(({ routeId, messages, segments }) => [
      routeId,
      messages,
      segments,
    ]),
  ).toEqual([
    [1, 60, 120],
    [2, 20, 40],
    [null, 20, 40],
  ]);
});

const connector = (id: number, limit = 0) => ({
  id,
  cid: `c${id}`,
  kind: 'SMPP' as const,
  carrierAccountId: 1,
  settings: { submit_throughput: limit },
  secret: null,
});
const routeOf = (id: number, ...connectorIds: number[]) => ({
  id,
  direction: 'MT' as const,
  order: id,
  type: connectorIds.length > 1 ? 'RandomRoundrobinMTRoute' : 'StaticMTRoute',
  filterIds: [],
  connectorIds,
  targets: [],
  weights: null,
  enabled: true,
});

test('a failover is estimated on its first connector', () => {
  const config = {
    routes: [{ ...routeOf(1, 1, 2), type: 'FailoverMTRoute' }],
    connectors: [connector(1), connector(2, 50)],
  };
  expect(timeFor(config, new Map([[1, 1000]]), new Map([[1, 100]]))).toEqual({
    seconds: 10,
    partsPerSecond: 100,
  });
});

test.each<[string, ReturnType<typeof routeOf>[], [number, number][], number | undefined]>([
  ['one connector at its measured pace', [routeOf(1, 1)], [[1, 1000]], 10],
  ['not more than it may', [routeOf(1, 2)], [[1, 1000]], 20],
  ['never measured: what it may', [routeOf(1, 3)], [[1, 1000]], 100],
  ['never measured and not limited', [routeOf(1, 4)], [[1, 1000]], undefined],
  ['two connectors of a route', [routeOf(1, 1, 2)], [[1, 1500]], 10],
  [
    'two routes over one connector',
    [routeOf(1, 1), routeOf(2, 1)],
    [
      [1, 1000],
      [2, 500],
    ],
    15,
  ],
  [
    'routes apart: the slower one',
    [routeOf(1, 1), routeOf(2, 2)],
    [
      [1, 1000],
      [2, 1000],
    ],
    20,
  ],
  [
    'routes that a third brings together',
    [routeOf(1, 1), routeOf(2, 2), routeOf(3, 1, 2)],
    [
      [1, 500],
      [2, 500],
      [3, 500],
    ],
    10,
  ],
  ['an unknown one that gets nothing', [routeOf(1, 1), routeOf(2, 4)], [[1, 1000]], 10],
])('%s', (_what, routes, loads, seconds) => {
  const config = {
    routes,
    connectors: [connector(1), connector(2, 50), connector(3, 10), connector(4)],
  };
  expect(
    timeFor(
      config,
      new Map(loads),
      new Map([
        [1, 100],
        [2, 80],
      ]),
    )?.seconds,
  ).toBe(seconds);
});
