// The stored explanation: from its version and what was stored of it, a message goes where it went, whenever it is asked.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileMoRoutes, compileRoutes, firstWord, servingNow } from './routing.rules.ts';
import type { RoutingFacts } from './routing.rules.ts';
import type { FilterConfig, GatewayConfig, MoTargetConfig, RouteConfig } from './gateway-config.ts';

const filter = fc.oneof(
  fc.constant(['TransparentFilter', {}] as const),
  fc
    .constantFrom('^254', '2547[0-2]', '(a+)+$', '.*', '255')
    .map((destination_addr) => ['DestinationAddrFilter', { destination_addr }] as const),
  fc
    .constantFrom('^SHOP', 'T', '.*')
    .map((source_addr) => ['SourceAddrFilter', { source_addr }] as const),
  fc
    .constantFrom('(?i)promo', 'a{2,5}')
    .map((short_message) => ['ShortMessageFilter', { short_message }] as const),
  fc.constantFrom('u1', 'u2').map((uid) => ['UserFilter', { uid }] as const),
  fc.constantFrom('g1', 'g2').map((gid) => ['GroupFilter', { gid }] as const),
  fc.constantFrom('vip', '7').map((tag) => ['TagFilter', { tag }] as const),
  fc
    .constantFrom('2026-11-01;2026-11-30', '2027-01-01;2027-12-31')
    .map((dateInterval) => ['DateIntervalFilter', { dateInterval }] as const),
  fc
    .constantFrom('22:00:00;06:00:00', '08:00:00;17:00:00')
    .map((timeInterval) => ['TimeIntervalFilter', { timeInterval }] as const),
  fc
    .constantFrom(
      'hour >= 8 && hour < 20',
      '"vip" in tags || user == "u1"',
      'text.matches("(?i)sale") && size(text) > 3',
    )
    .map((expression) => ['ExpressionFilter', { expression }] as const),
);
const config = fc
  .record({
    filters: fc.array(filter, { minLength: 1, maxLength: 8 }),
    routes: fc.uniqueArray(
      fc.record({
        order: fc.integer({ min: 1, max: 50 }),
        use: fc.array(fc.nat(7), { maxLength: 3 }),
        enabled: fc.boolean(),
        kind: fc.constantFrom(
          'StaticMTRoute',
          'RandomRoundrobinMTRoute',
          'FailoverMTRoute',
          'LeastCostMTRoute',
        ),
      }),
      { selector: ({ order }) => order, maxLength: 8 },
    ),
    fallback: fc.boolean(),
  })
  .map(({ filters, routes, fallback }): GatewayConfig => ({
    version: 1,
    connectors: [1, 2, 3].map((id) => ({
      id,
      cid: `carrier-${id}`,
      kind: 'SMPP',
      carrierAccountId: id,
      settings: { cost: 4 - id },
      secret: null,
    })),
    filters: filters.map(([type, parameters], at): FilterConfig => ({
      id: at + 1,
      fid: `f${at}`,
      type,
      parameters,
    })),
    routes: [
      ...routes.map(({ order, use, enabled, kind }): RouteConfig => ({
        id: order + 100,
        direction: 'MT',
        order,
        type: kind,
        filterIds: use.map((each) => 1 + (each % filters.length)),
        connectorIds: kind === 'StaticMTRoute' ? [1] : [1, 2, 3],
        targets: [],
        weights: null,
        enabled,
      })),
      ...(fallback
        ? [
            {
              id: 100,
              direction: 'MT' as const,
              order: 0,
              type: 'DefaultRoute',
              filterIds: [],
              connectorIds: [2],
              targets: [],
              weights: null,
              enabled: true,
            },
          ]
        : []),
    ],
  }));
const facts = fc.record({
  sender: fc.constantFrom('SHOP', 'TUMA', '22141'),
  destination: fc.constantFrom('254712345678', '254112345678', '255712345678'),
  text: fc.constantFrom('Promo: sale', 'aaaa', 'Habari', ''),
  userId: fc.constantFrom('u1', 'u3', null),
  groupId: fc.constantFrom('g1', null),
  tags: fc.subarray(['vip', '7']),
  at: fc.date({ min: new Date('2026-11-20'), max: new Date('2027-02-01'), noInvalidDate: true }),
});

/** As the message's row keeps it: numbers and texts, through JSON. */
function throughTheRow({
  sender,
  destination,
  text,
  userId,
  groupId,
  tags,
  at,
}: RoutingFacts): RoutingFacts {
  const stored: { at: number; user?: string; group?: string; tags?: string[] } = JSON.parse(
    JSON.stringify({
      at: at.getTime(),
      user: userId ?? undefined,
      group: groupId ?? undefined,
      tags,
    }),
  );
  return {
    sender,
    destination,
    text,
    userId: stored.user ?? null,
    groupId: stored.group ?? null,
    tags: stored.tags ?? [],
    at: new Date(stored.at),
  };
}

test('the stored facts give the same route and explanation from the stored version', () => {
  fc.assert(
    fc.property(config, fc.array(facts, { minLength: 1, maxLength: 10 }), (version, messages) => {
      const route = compileRoutes(version);
      const again = compileRoutes(JSON.parse(JSON.stringify(version)) as GatewayConfig);
      for (const message of messages) {
        const routing = route(message);
        expect(again(throughTheRow(message))).toEqual(routing);
        // The explanation is true: all that were tried said no, but the one that took it, and none that is off was tried.
        const { tried, routeId } = routing;
        expect(
          tried.filter(({ refusedBy }) => refusedBy === null).map((each) => each.routeId),
        ).toEqual(routeId === null ? [] : [routeId]);
        expect(tried.map(({ order }) => order)).toEqual(
          tried.map(({ order }) => order).toSorted((a, b) => b - a),
        );
        expect(
          tried.every((each) => version.routes.find(({ id }) => id === each.routeId)?.enabled),
        ).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('a round robin of incoming messages selects by the message, in the given shares', () => {
  const targets: MoTargetConfig[] = [
    { kind: 'INBOX', clientId: 'a' },
    { kind: 'INBOX', clientId: 'b' },
  ];
  const route = compileMoRoutes({
    connectors: [],
    filters: [],
    routes: [
      {
        id: 1,
        direction: 'MO',
        order: 1,
        type: 'RandomRoundrobinMORoute',
        filterIds: [],
        connectorIds: [],
        targets,
        weights: [3, 1],
        enabled: true,
      },
    ],
  });
  const where = (lot: number) =>
    route(
      {
        sender: '254',
        destination: '1',
        text: '',
        userId: null,
        groupId: null,
        tags: [],
        at: new Date(0),
      },
      lot,
    ).targets;
  expect(
    Array.from({ length: 400 }, (_, lot) => where(lot)[0]).filter(
      (target) => target === targets[0],
    ),
  ).toHaveLength(300);
  fc.assert(
    fc.property(fc.nat(), (lot) => {
      expect(where(lot)).toEqual(where(lot));
    }),
  );
});

test.each([
  ['  INFO please', 'info'],
  ['Ínfo', 'ínfo'],
  ['', ''],
  ['one\ntwo', 'one'],
])('the first word of %j is %j', (text, word) => expect(firstWord(text)).toBe(word));

const route = (type: string, weights: number[] | null = null): RouteConfig => ({
  id: 1,
  direction: 'MT',
  order: 1,
  type,
  filterIds: [],
  connectorIds: [1, 2, 3],
  targets: [],
  weights,
  enabled: true,
});
const connectors = new Map([1, 2, 3].map((id) => [id, { settings: { cost: 4 - id } }]));
test.each<[string, RouteConfig, number[], [number, number][]]>([
  ['the first that lives', route('FailoverMTRoute'), [2, 3], [[2, 1]]],
  ['nobody: it waits', route('FailoverMTRoute'), [], []],
  ['the cheapest that lives', route('LeastCostMTRoute'), [1, 2], [[2, 1]]],
  [
    'all that live, alike',
    route('RandomRoundrobinMTRoute'),
    [1, 3],
    [
      [1, 0.5],
      [3, 0.5],
    ],
  ],
  [
    'all that live, by weight',
    route('RandomRoundrobinMTRoute', [1, 2, 3]),
    [1, 3],
    [
      [1, 0.25],
      [3, 0.75],
    ],
  ],
])('%s: %j with %j', (_what, of, live, expected) => {
  expect(
    servingNow(of, connectors, (id) => live.includes(id)).map(({ connectorId, share }) => [
      connectorId,
      share,
    ]),
  ).toEqual(expected);
});
