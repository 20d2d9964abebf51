import { describe, expect, test } from 'vitest';
import { compileRoutes, routeRates } from './routing.rules.ts';
import type { RoutingFacts } from './routing.rules.ts';
import type { FilterConfig, GatewayConfig, RouteConfig } from './gateway-config.ts';

const filter = (
  id: number,
  type: string,
  parameters: Record<string, unknown> = {},
): FilterConfig => ({ id, fid: `f${id}`, type, parameters });
const route = (
  id: number,
  order: number,
  filterIds: number[],
  connectorIds = [id],
  more: Partial<RouteConfig> = {},
): RouteConfig => ({
  id,
  direction: 'MT',
  order,
  type: order === 0 ? 'DefaultRoute' : 'StaticMTRoute',
  filterIds,
  connectorIds,
  targets: [],
  weights: null,
  enabled: true,
  ...more,
});
const config = (filters: FilterConfig[], routes: RouteConfig[]): GatewayConfig => ({
  version: 1,
  filters,
  routes,
  connectors: [1, 2, 3].map((id) => ({
    id,
    cid: `c${id}`,
    kind: 'SMPP',
    carrierAccountId: id,
    settings: { submit_throughput: id === 1 ? 0 : id * 10 },
    secret: null,
  })),
});
const facts: RoutingFacts = {
  sender: 'TUMA',
  destination: '254712345678',
  text: 'Habari',
  userId: 'u1',
  groupId: 'g1',
  tags: ['vip'],
  at: new Date('2026-11-21T23:30:00Z'),
};

describe('routing', () => {
  test('evaluates from the highest order down, requires every filter, and gives the reason', () => {
    const routing = compileRoutes(
      config(
        [
          filter(1, 'DestinationAddrFilter', { destination_addr: '2547[0-2]' }),
          filter(2, 'SourceAddrFilter', { source_addr: 'SHOP' }),
        ],
        [route(1, 0, []), route(2, 10, [1]), route(3, 20, [1, 2])],
      ),
    )(facts);
    expect(routing).toEqual({
      routeId: 2,
      connectorIds: [2],
      tried: [
        { routeId: 3, order: 20, type: 'StaticMTRoute', refusedBy: 'f2' },
        { routeId: 2, order: 10, type: 'StaticMTRoute', refusedBy: null },
      ],
    });
  });
  test('without a match or a default there is no route', () => {
    const routing = compileRoutes(
      config([filter(1, 'TagFilter', { tag: 'none' })], [route(2, 10, [1])]),
    )(facts);
    expect(routing.routeId).toBeNull();
    expect(routing.tried).toHaveLength(1);
  });
  test('skips disabled routes and routes of incoming messages', () => {
    const routing = compileRoutes(
      config(
        [],
        [
          route(1, 0, []),
          route(2, 10, [], [2], { enabled: false }),
          route(3, 10, [], [3], { direction: 'MO', type: 'StaticMORoute' }),
        ],
      ),
    )(facts);
    expect(routing.routeId).toBe(1);
  });

  const matches = (type: string, parameters: Record<string, unknown>) =>
    compileRoutes(config([filter(1, type, parameters)], [route(1, 1, [1])]))(facts).routeId === 1;
  test.each([
    ['TransparentFilter', {}, true],
    ['DestinationAddrFilter', { destination_addr: '254' }, true],
    ['DestinationAddrFilter', { destination_addr: '712' }, false], // from the start
    ['SourceAddrFilter', { source_addr: 'TU.A$' }, true],
    ['ShortMessageFilter', { short_message: '(?i)habari' }, true],
    ['UserFilter', { uid: 'u1' }, true],
    ['GroupFilter', { gid: 'g2' }, false],
    ['TagFilter', { tag: 'vip' }, true],
    ['DateIntervalFilter', { dateInterval: '2026-11-21;2026-11-21' }, true],
    ['DateIntervalFilter', { dateInterval: '2026-11-22;2026-12-01' }, false],
    ['TimeIntervalFilter', { timeInterval: '23:00:00;01:00:00' }, true], // past midnight
    ['TimeIntervalFilter', { timeInterval: '08:00:00;17:00:00' }, false],
  ])('%s %j: %s', (type, parameters, expected) => {
    expect(matches(type, parameters)).toBe(expected);
  });
  test('a pattern that stops other engines does not stop this one', () => {
    const route_ = compileRoutes(
      config([filter(1, 'ShortMessageFilter', { short_message: '(a+)+$' })], [route(1, 1, [1])]),
    );
    expect(route_({ ...facts, text: `${'a'.repeat(20_000)}!` }).routeId).toBeNull();
  });
  test.each([
    [filter(1, 'EvalPyFilter'), 'filter f1: There is no type EvalPyFilter'],
    [
      filter(1, 'DestinationAddrFilter', { destination_addr: 'x'.repeat(201) }),
      'filter f1: A pattern has 1 to 200 characters',
    ],
    [
      filter(1, 'DateIntervalFilter', { dateInterval: 'tomorrow' }),
      'filter f1: Two values joined by a semicolon',
    ],
  ])('unusable connectors are named: %j', (broken, message) => {
    expect(() => compileRoutes(config([broken], [route(1, 1, [1])]))).toThrow(message);
  });
  test('a route has a speed if every one of its connectors has a limit', () => {
    const whole = config([], [route(1, 0, [], [1, 2]), route(2, 1, [], [2, 3])]);
    expect(routeRates(whole)).toEqual(new Map([[2, 50]]));
  });
});
