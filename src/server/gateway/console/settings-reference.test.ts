// Settings of groups, users, HTTP connectors and routes, row by row: the default, values that are accepted, values that
// are refused. SMPP connectors have their table in connectors/connectors.test.ts, filters theirs in
// core/dispatch/routing/filters.rules.test.ts. The last column explains a default other than Jasmin's.
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { cid } from '../../../contract/api/connector-settings.ts';
import { httpSettings } from '../../../contract/api/connector-generic-settings.ts';
import { gatewayPassword, gatewayUsername, shortId } from '../../../contract/api/gateway-names.ts';
import { moTarget, mtRoutes } from '../../../contract/api/routes.ts';
import { mtMessagingCred, smppsCred } from '../../../contract/api/gateway-credentials.ts';
import { routeFault } from '../../core/dispatch/routing/routing.rules.ts';
import type { RouteConfig } from '../../core/dispatch/routing/gateway-config.ts';

test.each<[string, z.ZodMiniType, unknown[], unknown[]]>([
  [
    'gid, uid, fid',
    shortId,
    ['a', 'Retail_1-x', 'x'.repeat(16)],
    ['', 'x'.repeat(17), 'a b', 'é', 'a.b'],
  ],
  ['username', gatewayUsername, ['a', 'x'.repeat(15)], ['', 'x'.repeat(16), 'a b']],
  [
    'password',
    gatewayPassword,
    ['a', 'p4ss w0rd!', 'x'.repeat(16)],
    ['', 'x'.repeat(17), 'é', 'a\nb'],
  ],
  ['cid', cid, ['abc', 'x'.repeat(25)], ['ab', 'x'.repeat(26), 'a b c']],
])('%s', (_name, type, taken, refused) => {
  expect(taken.filter((value) => !z.safeParse(type, value).success)).toEqual([]);
  expect(refused.filter((value) => z.safeParse(type, value).success)).toEqual([]);
});

type Row = [path: string, standard: unknown, taken: unknown[], refused: unknown[], why?: string];
const right = (name: string, standard = true): Row => [
  `authorization.${name}`,
  standard,
  [true, false],
  ['yes', 1, null],
];
const pattern = (name: string, standard: string): Row => [
  `valuefilter.${name}`,
  standard,
  ['^254', 'x'.repeat(200)],
  ['', 'x'.repeat(201), null],
];
const CREDENTIALS: Row[] = [
  ...[
    'http_send',
    'http_balance',
    'http_rate',
    'smpps_send',
    'http_long_content',
    'dlr_level',
    'http_dlr_method',
    'src_addr',
    'priority',
    'validity_period',
    'hex_content',
    'schedule_delivery_time',
  ].map((name) => right(name)),
  right('http_bulk', false),
  pattern('dst_addr', '.*'),
  pattern('src_addr', '.*'),
  pattern('priority', '^[0-3]$'),
  pattern('validity_period', '^\\d+$'),
  pattern('content', '.*'),
  ['defaultvalue.src_addr', null, [null, 'TUMA'], ['', 'x'.repeat(21)]],
  [
    'defaultvalue.dlr_url',
    null,
    [null, 'https://shop.example/receipts?from=sms'],
    ['', 'ftp://shop.example', 'https://a b'],
  ],
  [
    'defaultvalue.ambiguity',
    null,
    [null, 'hold', 'send again'],
    ['by class', true],
    'a lost answer is handled as the connector says, until the user says otherwise',
  ],
  ['quota.early_percent', null, [null, 1, 50.5, 100], [0, 101]],
  ['quota.sms_count', null, [null, 0, 10], [-1, 1.5]],
  ['quota.http_throughput', null, [null, 0, 0.5, 100], [-1]],
  ['quota.smpps_throughput', null, [null, 0, 0.5, 100], [-1]],
];
const SMPPS: Row[] = [
  right('bind'),
  [
    'authorization.ip',
    [],
    [['10.0.0.0/8'], ['2001:db8::1']],
    ['10.0.0.1', ['anywhere']],
    'no address is named until one is: 0.0.0.0/0 would shut out IPv6',
  ],
  ['quota.max_bindings', null, [null, 0, 5], [-1, 1.5]],
];
const paths = (whole: object, before = ''): string[] =>
  Object.entries(whole).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? paths(value, `${before}${name}.`)
      : [`${before}${name}`],
  );
const nest = (path: string, value: unknown): unknown =>
  path.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);

describe.each([
  ['mt_messaging_cred', mtMessagingCred, CREDENTIALS],
  ['smpps_cred', smppsCred, SMPPS],
  [
    'HTTP connector',
    httpSettings,
    [
      [
        'url',
        undefined,
        [
          'https://a.example/mo',
          'http://localhost:8080',
          'http://10.0.0.1/x?y=1',
          'http://[2001:db8::1]:80/',
        ],
        ['', 'ftp://a.example', 'a.example', 'https://u:p@a.example/'],
      ],
      ['method', 'GET', ['POST'], ['PUT', 'get']],
      ['expect', 'ack', ['any'], ['ACK/Jasmin']],
      ['timeout', 30, [1, 120], [0, 121]],
      ['retry_delay', 30, [1, 3600], [0]],
      [
        'max_retries',
        24,
        [0, 3, 100],
        [-1, 101, 1.5],
        "a customer's server may be away for a night",
      ],
      ['allow_private', false, [true], ['no']],
    ] as Row[],
  ],
] as [string, z.ZodMiniType, Row[]][])('%s', (name, type, rows) => {
  const base = name === 'HTTP connector' ? { url: 'https://a.example/' } : {};
  const whole = z.parse(type, base) as object;
  test('has these fields and no other', () =>
    expect(rows.map(([path]) => path).sort()).toEqual(paths(whole).sort()));
  test.each(rows)('%s defaults to %j', (path, standard, taken, refused) => {
    const found = path
      .split('.')
      .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], whole);
    if (standard !== undefined) expect(found).toEqual(standard);
    const fits = (value: unknown) =>
      z.safeParse(type, { ...base, ...(nest(path, value) as object) }).success;
    expect(taken.filter((value) => !fits(value))).toEqual([]);
    expect(refused.filter(fits)).toEqual([]);
  });
});

// Connectors 1 and 2 speak SMPP, 3 is generic, 4 takes messages from phones by HTTP; filter 1 is for both
// tables, 2 for MT, 3 for MO.
const connectors = ['SMPP', 'SMPP', 'GENERIC', 'HTTP'] as const;
const filters = ['TransparentFilter', 'UserFilter', 'ConnectorFilter'];
const has = {
  filter: (id: number) =>
    filters[id - 1] === undefined ? undefined : { fid: `f${id}`, type: filters[id - 1]! },
  connector: (id: number) =>
    connectors[id - 1] === undefined ? undefined : { cid: `c${id}`, kind: connectors[id - 1]! },
};
const mt = (
  type: string,
  order: number,
  connectorIds: number[],
  more: Partial<RouteConfig> = {},
): RouteConfig => ({
  id: 1,
  direction: 'MT',
  order,
  type,
  filterIds: [],
  connectorIds,
  targets: [],
  weights: null,
  enabled: true,
  ...more,
});
const hook = { kind: 'HTTP' as const, connectorId: 4 };
const inbox = { kind: 'INBOX' as const, clientId: 'a' };
const user = { kind: 'SMPP_USER' as const, username: 'shop' };
const mo = (
  type: string,
  order: number,
  targets: RouteConfig['targets'],
  more: Partial<RouteConfig> = {},
) => mt(type, order, [], { direction: 'MO', targets, ...more });

test.each<[RouteConfig, string | undefined]>([
  [mt('DefaultRoute', 0, [1]), undefined],
  [mt('DefaultRoute', 1, [1]), 'order'],
  [mt('DefaultRoute', 0, [1], { filterIds: [1] }), 'filters'],
  [mt('DefaultRoute', 0, [1, 2]), 'connectors'],
  [mt('StaticMTRoute', 1, [3], { filterIds: [1, 2] }), undefined],
  [mt('StaticMTRoute', 0, [1]), 'order'],
  [mt('StaticMTRoute', 1, []), 'connectors'],
  [mt('StaticMTRoute', 1, [1], { filterIds: [3] }), 'filters'],
  [mt('StaticMTRoute', 1, [1], { filterIds: [9] }), 'filters'],
  [mt('StaticMTRoute', 1, [4]), 'connectors'],
  [mt('StaticMTRoute', 1, [9]), 'connectors'],
  [mt('RandomRoundrobinMTRoute', 1, [1, 2], { weights: [3, 1] }), undefined],
  [mt('RandomRoundrobinMTRoute', 1, [1]), 'connectors'],
  [mt('RandomRoundrobinMTRoute', 1, [1, 1]), 'connectors'],
  [mt('RandomRoundrobinMTRoute', 1, [1, 2], { weights: [1] }), 'weights'],
  [mt('FailoverMTRoute', 1, [1, 2, 3]), undefined],
  [mt('FailoverMTRoute', 1, [1]), 'connectors'],
  [mt('FailoverMTRoute', 1, [1, 2], { weights: [1, 1] }), 'weights'],
  [mt('LeastCostMTRoute', 1, [2, 3]), undefined],
  [mt('LeastCostMTRoute', 1, [2]), 'connectors'],
  [mt('BestQualityMTRoute', 1, [1]), 'type'],
  [mt('StaticMORoute', 1, [1]), 'type'],
  [mo('DefaultRoute', 0, [hook]), undefined],
  [mo('DefaultRoute', 2, [hook]), 'order'],
  [mo('StaticMORoute', 1, [user], { filterIds: [1, 3] }), undefined],
  [mo('StaticMORoute', 1, [hook], { filterIds: [2] }), 'filters'],
  [mo('StaticMORoute', 1, [{ ...hook, connectorId: 1 }]), 'targets'],
  [mo('RandomRoundrobinMORoute', 1, [hook, user, inbox]), undefined],
  [mo('RandomRoundrobinMORoute', 1, [hook]), 'targets'],
  [mo('FailoverMORoute', 1, [user, { ...user, username: 'other' }]), undefined],
  [mo('FailoverMORoute', 1, [hook, user]), 'targets'],
])('a route as %j is refused at %s', (route, field) =>
  expect(routeFault(route, has)?.field).toBe(field),
);

test('an order is a whole number from 0 to a million; a target names where it leads', () => {
  const fits = (order: unknown) =>
    z.safeParse(mtRoutes.create.input, { type: 'StaticMTRoute', connectors: ['abc'], order })
      .success;
  expect([0, 1, 1_000_000, -1, 1.5, 1_000_001].map(fits)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(
    [
      { kind: 'HTTP', cid: 'abc' },
      { kind: 'SMPP_USER', username: 'a' },
      { kind: 'SMPPC', cid: 'abc' },
      { kind: 'KEYWORD', keyword: 'two words', clientId: 'x' },
    ].map((target) => z.safeParse(moTarget, target).success),
  ).toEqual([true, true, false, false]);
});
