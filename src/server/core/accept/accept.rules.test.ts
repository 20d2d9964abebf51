import { expect, test } from 'vitest';
import { mtMessagingCred, smppsCred } from '../../../contract/api/gateway-credentials.ts';
import type { UserRow } from '../gateway-users/gateway-users.store.ts';
import { Refusal } from '../../infra/errors.ts';
import { buildPriceTable } from '../ledger/prices.rules.ts';
import { APPROVAL_LIMITS, NO_RULES } from '../../../contract/api/platform-settings.ts';
import { openRules } from './approval.rules.ts';
import { compileGuard } from '../guard/guard.rules.ts';
import { decideRequest } from './accept.rules.ts';
import { type AcceptanceContext, type MessageRequest, type Submitter } from './types.ts';
import { chooseSender, type SenderFacts } from './sender.rules.ts';

const now = new Date('2026-11-21T10:00:30.500Z');
const rate = (regionName: string, prefix: string, costPrice: string) => ({
  rateId: regionName,
  clientId: 'root',
  regionName,
  regionFilters: [prefix],
  costPrice,
  currency: 'KES',
});
const sender = (more: Partial<SenderFacts> = {}): SenderFacts => ({
  id: 's',
  sender: 'SHOP',
  clientId: 'c',
  kind: 'TRANSACTIONAL',
  country: 'KE',
  status: 'READY_FOR_SENDING',
  isGeneric: false,
  delegatedTo: [],
  unregistered: [],
  standIn: null,
  ...more,
});
const user = (cred: object = {}, more: Partial<UserRow> = {}): UserRow => ({
  id: 7,
  uid: 'shop-1',
  gid: 'shops',
  username: 'shop',
  clientId: 'c',
  clientName: 'Shop',
  enabled: true,
  groupEnabled: true,
  clientStatus: 'ACTIVE',
  hasPassword: true,
  mtMessagingCred: mtMessagingCred.parse(cred),
  smppsCred: smppsCred.parse({}),
  createdAt: now,
  ...more,
});
const party = (more: Partial<Submitter> = {}): Submitter => ({
  source: 'REST',
  clientId: 'c',
  user: null,
  test: false,
  ...more,
});
const offer = (more: Partial<MessageRequest> = {}): MessageRequest => ({
  from: 'SHOP',
  to: '0712345678',
  content: { text: 'Habari' },
  ...more,
});
const grounds = (more: Partial<AcceptanceContext> = {}): AcceptanceContext => ({
  now,
  client: {
    clientId: 'c',
    country: 'KE',
    status: 'ACTIVE',
    limited: false,
    timezone: 'Africa/Nairobi',
    uid: 'first',
    gid: 'first-group',
    approvalRule: null,
    unapprovedNumbers: null,
    allowanceOf: 'c',
    demandsConsent: null,
  },
  user: undefined,
  prices: buildPriceTable([
    {
      clientId: 'root',
      country: 'KE',
      rates: [rate('Kenya', '254', '0.8'), rate('Tanzania', '255', '1.2')],
    },
  ]),
  sendersNamed: (name) => (name === 'SHOP' ? [sender()] : []),
  windows: [],
  clauses: { byPlace: { 'KE/1': 'STOP *456*9*5#' }, link: { base: 'x.test/s/', length: 6 } },
  guard: compileGuard([]),
  route: () => ({ routeId: 3, connectorIds: [1], tried: [] }),
  configVersion: 9,
  approval: openRules(NO_RULES, APPROVAL_LIMITS),
  approvedTexts: undefined,
  consentDemanded: false,
  ...more,
});

const read = (
  p: Partial<Submitter>,
  o: Partial<MessageRequest>,
  g: Partial<AcceptanceContext> = {},
) => decideRequest(party(p), offer(o), grounds({ ...(p.user && { user: p.user }), ...g }));
const code = (result: ReturnType<typeof read>) =>
  result instanceof Refusal ? [result.code, ...Object.values(result.values)].join(' ') : 'taken';

test('a queued message has sender, destination, price and expiry', () => {
  expect(read({}, { clientReference: 'r', priority: 2, tags: ['vip'] })).toMatchObject({
    encoding: 'GSM7',
    isLimited: false,
    message: {
      clientId: 'c',
      destination: '254712345678',
      sender: 'SHOP',
      text: 'Habari',
      segments: 1,
      units: 10_000n,
      routeId: 3,
      configVersion: 9,
      country: 'KE',
      class: 'BULK',
      priority: 3,
      notBefore: null,
      expiresAt: new Date('2026-11-22T10:01:00Z'),
      source: 'REST',
      clientReference: 'r',
      facts: { user: 'first', group: 'first-group', tags: ['vip'] },
      gatewayUserId: null,
      test: false,
    },
  });
});

test.each<[string, Partial<MessageRequest>, Partial<AcceptanceContext>, string]>([
  [
    'an account that is blocked',
    {},
    { client: { ...grounds().client!, status: 'BLOCKED' } },
    'ACCOUNT_NOT_ACTIVE',
  ],
  ['an account that is gone', {}, { client: undefined }, 'ACCOUNT_NOT_ACTIVE'],
  ['a fixed line', { to: '0201234567' }, {}, 'NUMBER_REFUSED 0201234567 NOT_MOBILE'],
  ['no number', { to: 'mum' }, {}, 'NUMBER_REFUSED mum NOT_A_NUMBER'],
  ['a sender that nobody has', { from: 'OTHER' }, {}, 'SENDER_NOT_READY OTHER'],
  [
    'a sender that is not ready',
    {},
    { sendersNamed: () => [sender({ status: 'WAITING_SETUP' })] },
    'SENDER_NOT_READY SHOP',
  ],
  [
    "another's sender",
    {},
    { sendersNamed: () => [sender({ clientId: 'x' })] },
    'SENDER_NOT_READY SHOP',
  ],
  [
    "another's sender, delegated",
    {},
    { sendersNamed: () => [sender({ clientId: 'x', delegatedTo: ['c'] })] },
    'taken',
  ],
  [
    "the platform's sender",
    {},
    { sendersNamed: () => [sender({ clientId: 'x', isGeneric: true })] },
    'taken',
  ],
  ['no sender at all', { from: null }, {}, 'SENDER_MISSING'],
  ['no text', { content: { text: ' \n' } }, {}, 'TEXT_EMPTY'],
  [
    'a text of more parts than a header can count',
    { content: { text: 'x'.repeat(153 * 255 + 1) } },
    {},
    'TEXT_TOO_LONG 256 255',
  ],
  [
    'octets of more than a part',
    { content: { octets: Buffer.alloc(141), dataCoding: 4, esmClass: 0 } },
    {},
    'TEXT_TOO_LONG 2 1',
  ],
  ['a country that nobody sells', { to: '+27821234567' }, {}, 'NO_RATE ZA'],
  ['no prices', {}, { prices: undefined }, 'NO_RATE KE'],
  ['no route', {}, { route: () => ({ routeId: null, connectorIds: [], tried: [] }) }, 'NO_ROUTE'],
  ['no configuration', {}, { route: undefined }, 'NO_ROUTE'],
  [
    'what no text can hold',
    {
      clientReference: 'a\0b',
      tags: ['\ud800'],
      callback: { kind: 'WEBHOOK', url: 'https://x.example/\0' },
    },
    {},
    'BAD_INPUT clientReference, tags, callbackUrl',
  ],
  ['a number of broken characters', { to: '\ud83d\0x' }, {}, 'NUMBER_REFUSED \ufffdx NOT_A_NUMBER'],
  [
    'a schedule too far ahead',
    { scheduleAt: new Date(now.getTime() + 31 * 86_400_000) },
    {},
    'TIME_OUT_OF_BOUNDS scheduleTimestamp -3600 2592000',
  ],
  [
    'a schedule of yesterday',
    { scheduleAt: new Date(now.getTime() - 86_400_000) },
    {},
    'TIME_OUT_OF_BOUNDS scheduleTimestamp -3600 2592000',
  ],
  ['a schedule that has just passed', { scheduleAt: new Date(now.getTime() - 5000) }, {}, 'taken'],
])('%s', (_what, of, on, expected) => {
  expect(code(read({}, of, on))).toBe(expected);
});

test('outside sending hours a message is refused with the next opening', () => {
  const windows = [
    {
      kind: 'PROMOTIONAL',
      country: 'KE',
      opens: 480,
      closes: 720,
      days: [1, 2, 3, 4, 5, 6, 7],
      timezone: 'Africa/Nairobi',
    },
  ];
  const promotional = { sendersNamed: () => [sender({ kind: 'PROMOTIONAL' })], windows };
  expect(code(read({}, {}, promotional))).toMatch(/^OUTSIDE_WINDOW Kenya 2026-11-22 08:00/);
  expect(code(read({}, { scheduleAt: new Date('2026-11-22T06:00:00Z') }, promotional))).toBe(
    'taken',
  );
  expect(code(read({}, {}, { windows }))).toBe('taken');
});

test("a promotional sender's text ends in the clause, counted and priced; octets and the clause already there stay", () => {
  const promotional = { sendersNamed: () => [sender({ kind: 'PROMOTIONAL' })] };
  expect(read({}, { content: { text: 'x'.repeat(150) } }, promotional)).toMatchObject({
    message: { segments: 2, units: 20_000n, text: expect.stringMatching(/x\nSTOP \*456\*9\*5#$/) },
  });
  expect(read({}, { content: { text: 'Hi STOP*456*9*5#' } }, promotional)).toMatchObject({
    message: { text: 'Hi STOP*456*9*5#' },
  });
  expect(
    read(
      {},
      {
        content: {
          octets: Buffer.from('0605040b8423f0', 'hex'),
          dataCoding: 4,
          esmClass: 0x43,
          text: 'wap',
        },
      },
      promotional,
    ),
  ).toMatchObject({
    encoding: 'BINARY',
    message: { text: 'wap', encoding: 4, segments: 1, payload: { dataCoding: 4, esmClass: 0x40 } },
  });
});

test('time: a validity within its bounds counts from when it is sent', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  expect(read({}, { scheduleAt: at, validitySeconds: 90 })).toMatchObject({
    message: { notBefore: at, expiresAt: new Date('2026-11-21T12:01:30Z') },
  });
  expect(read({}, { validitySeconds: 1 })).toMatchObject({
    message: { expiresAt: new Date('2026-11-21T10:01:31Z') },
  });
  expect(read({}, { validitySeconds: 1e9 })).toMatchObject({
    message: { expiresAt: new Date('2026-11-28T10:00:31Z') },
  });
});

const off = (...rights: string[]) =>
  user({ authorization: Object.fromEntries(rights.map((right) => [right, false])) });
const octets = { content: { octets: Buffer.from([1]), dataCoding: 4, esmClass: 0 } } as const;
const url = {
  kind: 'URL',
  dialect: 'JASMIN',
  url: 'http://x.example/',
  method: 'GET',
  level: 1,
} as const;
const long = { content: { text: 'x'.repeat(161) } };

test.each<[Submitter['source'], UserRow, Partial<MessageRequest>, string]>([
  ['HTTP', user(), {}, 'taken'],
  ['HTTP', off('http_send'), {}, 'USER_MAY_NOT http_send'],
  ['SMPP', off('http_send'), {}, 'taken'],
  ['SMPP', off('smpps_send'), {}, 'USER_MAY_NOT smpps_send'],
  ['HTTP', off('src_addr'), {}, 'USER_MAY_NOT src_addr'],
  ['SMPP', off('src_addr'), {}, 'USER_MAY_NOT src_addr'],
  ['HTTP', off('priority'), {}, 'taken'],
  ['HTTP', off('priority'), { priority: 0 }, 'USER_MAY_NOT priority'],
  ['SMPP', off('priority'), { priority: 0 }, 'taken'],
  ['SMPP', off('priority'), { priority: 1 }, 'USER_MAY_NOT priority'],
  ['HTTP', off('validity_period'), { validitySeconds: 600 }, 'USER_MAY_NOT validity_period'],
  ['SMPP', off('validity_period'), { validitySeconds: 600 }, 'taken'],
  [
    'HTTP',
    off('schedule_delivery_time'),
    { scheduleAt: new Date(now.getTime() + 60_000) },
    'USER_MAY_NOT schedule_delivery_time',
  ],
  [
    'SMPP',
    off('schedule_delivery_time'),
    { scheduleAt: new Date(now.getTime() + 60_000) },
    'taken',
  ],
  ['HTTP', off('hex_content'), octets, 'USER_MAY_NOT hex_content'],
  ['SMPP', off('hex_content'), octets, 'taken'],
  ['HTTP', off('http_long_content'), long, 'USER_MAY_NOT http_long_content'],
  ['SMPP', off('http_long_content'), long, 'taken'],
  ['HTTP', off('dlr_level'), { callback: url }, 'USER_MAY_NOT dlr_level'],
  ['HTTP', off('http_dlr_method'), { callback: url }, 'USER_MAY_NOT http_dlr_method'],
  ['HTTP', off('dlr_level', 'http_dlr_method'), {}, 'taken'],
  ['HTTP', user({ valuefilter: { dst_addr: '^2557' } }), {}, 'VALUE_FILTERED dst_addr'],
  ['HTTP', user({ valuefilter: { dst_addr: '2547' } }), { to: '+254 712 345 678' }, 'taken'],
  ['HTTP', user({ valuefilter: { src_addr: '^BANK' } }), {}, 'VALUE_FILTERED src_addr'],
  [
    'HTTP',
    user({ valuefilter: { src_addr: '^BANK' }, defaultvalue: { src_addr: 'SHOP' } }),
    { from: null },
    'taken',
  ],
  [
    'SMPP',
    user({ valuefilter: { src_addr: '^BANK' }, defaultvalue: { src_addr: 'SHOP' } }),
    { from: null },
    'VALUE_FILTERED src_addr',
  ],
  [
    'HTTP',
    user({ valuefilter: { priority: '^[01]$' } }),
    { priority: 3 },
    'VALUE_FILTERED priority',
  ],
  ['HTTP', user({ valuefilter: { validity_period: '^10$' } }), { validitySeconds: 600 }, 'taken'],
  [
    'HTTP',
    user({ valuefilter: { validity_period: '^10$' } }),
    { validitySeconds: 660 },
    'VALUE_FILTERED validity_period',
  ],
  [
    'HTTP',
    user({ valuefilter: { content: '^(a+)+$' } }),
    { content: { text: `${'a'.repeat(60)}!` } },
    'VALUE_FILTERED content',
  ],
  ['HTTP', user({ valuefilter: { content: 'nothing' } }), octets, 'taken'],
  ['HTTP', user({}, { enabled: false }), {}, 'ACCOUNT_NOT_ACTIVE'],
  ['SMPP', user({}, { groupEnabled: false }), {}, 'ACCOUNT_NOT_ACTIVE'],
])('a user by %s', (source, of, asked, expected) => {
  const result = read({ source, user: of }, asked);
  expect(code(result)).toBe(expected);
  if (!(result instanceof Refusal))
    expect(result.message).toMatchObject({
      gatewayUserId: 7,
      facts: { user: 'shop-1', group: 'shops' },
    });
});

test("a user's choice for lost answers goes with its messages, and none where it has none", () => {
  const chosen = read(
    { source: 'HTTP', user: user({ defaultvalue: { ambiguity: 'send again' } }) },
    {},
  );
  expect(chosen).toMatchObject({ message: { facts: { ambiguity: 'send again' } } });
  const plain = read({ source: 'HTTP', user: user({}) }, {});
  expect(plain).not.toHaveProperty('message.facts.ambiguity');
});

test('a test key needs no sender ID, price or route; its number selects the outcome', () => {
  const bare = { prices: undefined, route: undefined, sendersNamed: () => [] };
  expect(read({ test: true }, { from: 'ANY' }, bare)).toMatchObject({
    message: { sender: 'ANY', units: 0n, routeId: 0, test: true },
  });
  expect(code(read({ test: true }, { to: '+254712345690' }))).toMatch(/^NO_UNITS/);
  expect(code(read({ test: true }, { to: '+254712345691' }))).toBe('NO_ROUTE');
  expect(code(read({ test: true }, { content: { text: '' } }, bare))).toBe('TEXT_EMPTY');
});

test("among sender IDs of one name the country's is used, then the client's own", () => {
  const senders = [
    sender({ id: 'own TZ', country: 'TZ' }),
    sender({ id: 'generic KE', clientId: 'x', isGeneric: true }),
    sender({ id: 'own KE' }),
  ];
  expect(chooseSender(senders, 'c', 'KE')?.id).toBe('own KE');
  expect(chooseSender(senders, 'c', 'TZ')?.id).toBe('own TZ');
  expect(chooseSender(senders, 'c', 'UG')?.id).toBe('own TZ');
  expect(chooseSender(senders, 'd', 'TZ')?.id).toBe('generic KE');
});
