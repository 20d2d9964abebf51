import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal } from '../../../../../test/harness/portal.ts';
import { CONNECTOR_FIELDS } from '../../../../contract/api/connector-fields.ts';
import { GENERIC_PRESETS } from '../../../../contract/api/connector-presets.ts';
import { smppSettings } from '../../../../contract/api/connector-settings.ts';
import {
  genericSettings,
  httpSettings,
} from '../../../../contract/api/connector-generic-settings.ts';
import { publishConfig } from '../../../core/dispatch/routing/config-version.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { writeStates } from '../../carriers/nodes.store.ts';
import { showOutstanding } from '../../carriers/link-counts.store.ts';

const db = await createTestDatabase();
const { call, add, database } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const client = await add('client', 'CLIENT', root);
const at = (path: string) => `/v1/portal/jasmin/${path}`;
const ask = (
  method: string,
  path: string,
  body: Record<string, unknown> = {},
  token = support.token,
) => call(method, at(path), { token, body });
const publish = () => database.run(systemScope(), (tx) => publishConfig(tx, null));

// Every key of an SMPP connector: its default, values that are accepted, values that are refused.
// The last column explains a default other than Jasmin's.
const SMPP: [
  field: string,
  standard: unknown,
  taken: unknown[],
  refused: unknown[],
  why?: string,
][] = [
  [
    'host',
    '127.0.0.1',
    ['smsc.carrier.co.ke', '10.1.2.3', '2001:db8::1'],
    ['', 'a b', 'x'.repeat(254)],
  ],
  ['port', 2775, [1, 65_535], [0, 65_536, 2775.5, 'x']],
  ['ssl', false, [true], ['yes', 1]],
  ['ssl_verify', true, [false], ['no'], 'certificates are checked'],
  ['username', 'smppclient', ['a', 'x'.repeat(15)], ['x'.repeat(16), 'é']],
  ['systype', '', ['VMA'], ['x'.repeat(13)]],
  ['bind', 'transceiver', ['transmitter', 'receiver'], ['both']],
  ['bind_to', 30, [1, 0.5 + 1], [0, -1]],
  ['elink_interval', 30, [0, 60], [-1]],
  ['trx_to', 300, [0, 86_400], [86_401]],
  ['res_to', 120, [1, 60], [0]],
  ['pdu_red_to', 10, [0], [-1]],
  ['con_loss_retry', true, [false], ['no']],
  ['con_loss_delay', 10, [0.1, 30], [0]],
  ['con_fail_retry', true, [false], ['no']],
  ['con_fail_delay', 10, [0.1, 30], [0]],
  ['bind_ton', 0, [1, 2, 3, 4, 5, 6], [7, -1]],
  ['bind_npi', 0, [1, 3, 4, 6, 8, 9, 10, 14, 18], [2, 5, 19]],
  ['addr_range', '', ['^2547'], ['x'.repeat(41)]],
  ['src_addr', '', ['TUMA', '22456'], ['x'.repeat(21)]],
  [
    'src_ton',
    undefined,
    [0, 5],
    [7],
    'one type cannot be right for names, short codes and numbers',
  ],
  ['src_npi', undefined, [0, 1], [2], 'as for the type'],
  ['dst_ton', 1, [0, 2], [7]],
  ['dst_npi', 1, [0, 8], [2]],
  ['proto_id', undefined, [0, 127], [256]],
  ['priority', 0, [1, 2, 3], [4, -1]],
  ['validity', undefined, [1, 1440], [0, 10_081]],
  ['ripf', 0, [1], [2]],
  ['def_msg_id', 0, [254], [256]],
  ['service_type', '', ['CMT'], ['123456']],
  ['coding', 0, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14], [11, 12, 15]],
  ['submit_throughput', 0, [1, 0.5, 1000], [-1], 'no limit until a carrier asks for one'],
  ['window', 10, [1, 1000], [0, 1001, 2.5], 'one at a time is twenty a second'],
  ['requeue_delay', 120, [0, 5], [-1]],
  [
    'retry_rules',
    'ESME_RSYSERR,30,10;ESME_RX_T_APPN,30,10',
    [
      'none',
      'ESME_RSYSERR,1,1',
      'ESME_RSYSERR,1,1,next;0x8,2,2, final',
      '0x401,86400,1000',
      'ESME_RSUBMITFAIL, 5, 2; 0x8, 1, 1',
    ],
    [
      '',
      'ESME_RSYSERR',
      'ESME_RSYSERR,0,1',
      'ESME_RSYSERR,1,0',
      'ESME_RSYSERR,1,1,first',
      'X,1,1',
      '8,1,1',
      'ESME_ROK,1,1;ESME_ROK,2,1',
    ],
    'a passing fault of a carrier must not reject messages',
  ],
  [
    'final_codes',
    'none',
    ['ESME_RSUBMITFAIL', '0x421; ESME_RX_P_APPN'],
    ['', '8', 'ESME_RSUBMITFAIL,1', '0x421;0x00000421'],
  ],
  ['dlr_expiry', 86_400, [1, 604_800], [0]],
  ['dlr_msgid', 0, [1, 2], [3]],
  [
    'custom_tlvs',
    'none',
    [
      '0x1400,COctetString,21,required,1101234567890123456',
      '5120,Int2,-;0x1401,OctetString,4,optional',
      '5120,Int2,-,required,65535;0x1401,OctetString,4,optional,0x01020304',
      '0x1400,Int8,8,required,18446744073709551615',
    ],
    [
      'x',
      '0x1400,Int3,-',
      '0x1400,Int1',
      '0x1400,COctetString,21,required',
      '0x1400,COctetString,4,required,1234',
      '0x1400,Int1,-,required,256',
      '0x0424,OctetString,-,optional,x',
      '65536,Int1,-',
      '0x1400,Int1,-;5120,Int1,-',
      '',
    ],
    'messages bring no such parameters, so the connector has their values',
  ],
  ['logprivacy', false, [true], ['no']],
  ['concatenation', 'udh8', ['udh16', 'sar', 'payload'], ['none']],
  ['hold_time', 1800, [60, 604_800], [59, 604_801], 'customers wait for their units'],
  ['ambiguity', 'by class', ['hold', 'send again'], ['resend']],
  [
    'status_map',
    {},
    [{ DeliveredToTerminal: 'DELIVERED', 4: 'SUBMITTED' }],
    [{ X: 'NOTHING' }, { '': 'DELIVERED' }],
  ],
  ['cost', 0, [0.8, 12], [-1]],
];

describe("an SMPP connector's settings", () => {
  test('have a description for the form', () => {
    const names = Object.keys(smppSettings.shape);
    expect(SMPP.map(([field]) => field).sort()).toEqual([...names].sort());
    expect(CONNECTOR_FIELDS.SMPP.map(({ name }) => name).sort()).toEqual(
      [...names, 'password'].sort(),
    );
    expect(CONNECTOR_FIELDS.HTTP.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(httpSettings.shape), 'signing_secret'].sort(),
    );
    expect(CONNECTOR_FIELDS.GENERIC.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(genericSettings.shape), 'secret'].sort(),
    );
  });
  test.each(SMPP)('%s defaults to %j', (field, standard, taken, refused) => {
    const parse = (value: unknown) => z.safeParse(smppSettings, { [field]: value });
    expect((z.parse(smppSettings, {}) as Record<string, unknown>)[field]).toEqual(standard);
    expect(taken.filter((value) => !parse(value).success)).toEqual([]);
    expect(refused.filter((value) => parse(value).success)).toEqual([]);
  });
  test("the form's limits are enforced", () => {
    for (const { name, minimum, maximum } of CONNECTOR_FIELDS.SMPP) {
      for (const [bound, beyond] of [
        [minimum, -1],
        [maximum, 1],
      ] as const) {
        if (bound === undefined) continue;
        expect([
          name,
          z.safeParse(smppSettings, { [name]: bound }).success,
          z.safeParse(smppSettings, { [name]: bound + beyond }).success,
        ]).toEqual([name, true, false]);
      }
    }
  });
});

test('a connector needs only a name, its password is encrypted and never shown, and a used name changes nothing', async () => {
  const made = await ask('POST', 'smpp-connectors', { cid: 'safaricom', password: 'p4ssw0rd!' });
  expect(made).toMatchObject({
    status: 200,
    body: {
      cid: 'safaricom',
      draft: 'NEW',
      wanted: 'STARTED',
      state: 'CLOSED',
      usedBy: [],
      settings: { host: '127.0.0.1', window: 10, submit_throughput: 0 },
    },
  });
  expect(
    JSON.stringify([
      made.body,
      await db.query("select encode(secret, 'escape') as s, settings from connector"),
      await db.query('select * from audit_entry'),
    ]),
  ).not.toContain('p4ssw0rd!');
  expect(
    await ask('POST', 'http-connectors', { cid: 'safaricom', url: 'https://customer.example/' }),
  ).toMatchObject({ status: 409, body: { error: 'TAKEN', details: [{ field: 'cid' }] } });
  expect((await ask('GET', 'smpp-connectors/safaricom')).body['settings'].host).toBe('127.0.0.1');
  expect(await ask('POST', 'smpp-connectors', { cid: 'ab' })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'cid' }] },
  });
  expect(
    await ask('POST', 'smpp-connectors', { cid: 'abc', window: 0, port: 99_999 }),
  ).toMatchObject({
    status: 400,
    body: {
      details: expect.arrayContaining([
        expect.objectContaining({ field: 'window' }),
        expect.objectContaining({ field: 'port' }),
      ]),
    },
  });
  expect((await ask('GET', 'smpp-connectors', {}, client.token)).status).toBe(403);
});

test('a change is a draft until a reload; omitted fields stay, and null restores the default', async () => {
  await ask('POST', 'smpp-connectors', { cid: 'airtel', host: 'smsc.airtel.example', src_ton: 5 });
  await publish();
  expect((await ask('GET', 'smpp-connectors/airtel')).body['draft']).toBe('IN_FORCE');
  expect(
    (await ask('PATCH', 'smpp-connectors/airtel', { window: 50, src_ton: null, host: null })).body,
  ).toMatchObject({ draft: 'CHANGED', settings: { window: 50, host: '127.0.0.1' } });
  expect((await ask('GET', 'smpp-connectors/airtel')).body['settings']).not.toHaveProperty(
    'src_ton',
  );
  await publish();
  expect((await ask('PATCH', 'smpp-connectors/airtel', { password: 'other' })).body['draft']).toBe(
    'CHANGED',
  );
  expect((await ask('PATCH', 'smpp-connectors/airtel', { cid: 'other', bogus: 1 })).status).toBe(
    400,
  );
  expect(
    (await ask('GET', 'smpp-connectors', { 'filter.query': 'AIR' })).body[
      'jasminSmppConnectors'
    ].map(({ cid }: { cid: string }) => cid),
  ).toEqual(['airtel']);
});

test('a connector in use by a route is not deleted, and the answer names the route', async () => {
  await ask('POST', 'smpp-connectors', { cid: 'used' });
  const [row] = await db.query<{ id: number }>(`select id from connector where cid = 'used'`);
  await db.query(
    `insert into route (direction, "order", type, connector_ids) values ('MT', 77, 'StaticMTRoute', array[$1::int])`,
    [row!.id],
  );
  expect(await ask('DELETE', 'smpp-connectors/used')).toMatchObject({
    status: 409,
    body: { error: 'IN_USE', message: expect.stringContaining('MT 77') },
  });
  await db.query(`delete from route where "order" = 77`);
  expect((await ask('DELETE', 'smpp-connectors/used')).status).toBe(200);
  expect((await ask('GET', 'smpp-connectors/used')).status).toBe(404);
});

test('two connectors with the same bind share ids and receipts; another has its own', async () => {
  for (const [cid, username] of [
    ['bind-one', 'tuma'],
    ['bind-two', 'tuma'],
    ['bind-three', 'other'],
  ])
    await ask('POST', 'smpp-connectors', { cid, host: 'smsc.example', username });
  const accounts = (
    await db.query<{ account: number }>(
      `select carrier_account_id as account from connector where cid like 'bind-%' order by id`,
    )
  ).map(({ account }) => account);
  expect([accounts[0] === accounts[1], accounts[0] === accounts[2]]).toEqual([true, false]);
});

test('a bind that is deleted and made again gets the receipts of its messages', async () => {
  const make = (cid: string, host: string) =>
    ask('POST', 'smpp-connectors', { cid, host, username: 'again', password: 'secret' });
  const accountOf = async (cid: string) =>
    (
      await db.query<{ account: number }>(
        'select carrier_account_id as account from connector where cid = $1',
        [cid],
      )
    )[0]!.account;
  expect((await make('again-1', 'again.example')).status).toBe(200);
  const before = await accountOf('again-1');
  await publish();
  // A gateway has leased it, and submitted messages under its account.
  await db.query(
    `insert into connector_lease (connector_id, carrier_account_id, epoch) select id, carrier_account_id, 1 from connector where cid = 'again-1'`,
  );
  expect((await ask('DELETE', 'smpp-connectors/again-1')).status).toBe(200);
  await publish();
  expect((await make('again-2', 'again.example')).status).toBe(200);
  expect((await make('again-3', 'elsewhere.example')).status).toBe(200);
  expect(await accountOf('again-2')).toBe(before);
  expect(await accountOf('again-3')).not.toBe(before);
});

test("start, stop and restart apply at once, and show the connector's state", async () => {
  await ask('POST', 'smpp-connectors', { cid: 'ordered', started: false });
  expect((await ask('GET', 'connectors/ordered/live', { minutes: 5 })).body).toMatchObject({
    wanted: 'STOPPED',
    state: 'CLOSED',
    history: [],
    queueLength: 0,
  });
  expect((await ask('POST', 'connectors/ordered:start')).body['wanted']).toBe('STARTED');
  expect((await ask('POST', 'connectors/ordered:stop')).body['wanted']).toBe('STOPPED');
  expect((await ask('POST', 'connectors/ordered:restart')).body['wanted']).toBe('STARTED');
  expect(await db.query(`select started, restarts from connector where cid = 'ordered'`)).toEqual([
    { started: true, restarts: 1 },
  ]);
  expect(
    (
      await db.query(`select action from audit_entry where action like 'CONNECTOR_%' order by id`)
    ).map(({ action }) => action),
  ).toEqual(['CONNECTOR_STARTED', 'CONNECTOR_STOPPED', 'CONNECTOR_RESTARTED']);
});

test('a list has the chosen states in natural order, and counts pending receipts', async () => {
  for (const cid of ['s-bound', 's-lost', 's-stopped'])
    await ask('POST', 'smpp-connectors', { cid, started: cid !== 's-stopped' });
  await publish();
  await ask('POST', 'smpp-connectors', { cid: 's-new' });
  const ids = new Map(
    (await db.query<{ cid: string; id: number }>(`select cid, id from connector`)).map(
      ({ cid, id }) => [cid, id],
    ),
  );
  const status = {
    since: new Date(),
    lastError: null,
    tries: 0,
    epoch: 1n,
    window: 10,
    inWindow: 0,
    submittedPerSecond: 0,
    slowestTickMs: 0,
  };
  await database.run(systemScope(), async (tx) => {
    await writeStates(tx, 'here', [
      { connectorId: ids.get('s-bound')!, state: 'BOUND', ...status },
      { connectorId: ids.get('s-stopped')!, state: 'CLOSED', ...status },
    ]);
    await showOutstanding(tx, [ids.get('s-bound')!]);
  });
  const list = async (states: string[]) =>
    (await ask('GET', 'smpp-connectors', { 'filter.query': 's-', 'filter.states': states })).body;
  const names = async (...states: string[]) =>
    (await list(states))['jasminSmppConnectors'].map(({ cid }: { cid: string }) => cid);
  expect(await names()).toEqual(['s-new', 's-stopped', 's-lost', 's-bound']);
  expect(await names('BOUND')).toEqual(['s-bound']);
  expect(await names('CLOSED')).toEqual(['s-lost']);
  expect(await names('STOPPED', 'DRAFT')).toEqual(['s-new', 's-stopped']);
  // None is a figure, and not one that is missing.
  expect(await list(['BOUND'])).toMatchObject({
    collectionCount: 1,
    jasminSmppConnectors: [{ receiptsOutstanding: 0 }],
  });
});

describe('a generic connector', () => {
  test.each(Object.entries(GENERIC_PRESETS))('is made from the preset %s', async (name, preset) => {
    const made = await ask('POST', 'generic-connectors', {
      ...preset,
      cid: `preset-${name}`.slice(0, 25),
      secret: 'k3y-of-account',
      username: 'tuma',
    });
    expect(made).toMatchObject({
      status: 200,
      body: {
        hasSecret: true,
        callbackPath: expect.stringMatching(/^\/callbacks\/preset-[\w-]+\/[\w-]{24}$/),
      },
    });
    expect(JSON.stringify(made.body)).not.toContain('k3y-of-account');
  });
  test.each([
    ['url', { url: 'http://127.0.0.1/send' }],
    ['url', { url: 'https://169.254.169.254/', allow_private: true }],
    ['url', { url: 'https://{{destination}}.example/' }],
    ['body', { body: '{"to":{{destination}}' }],
    ['body', { body: '{"x":"{{nonsense}}"}' }],
    ['success_expression', { success_expression: 'result.matches("(a+)+")' }],
    ['success_expression', { success_expression: 'result..' }],
    ['id_pattern', { id_pattern: '(' }],
    ['token_url', { auth: 'oauth' }],
    ['batch_size', { batch_size: 10 }],
    ['success_values', { success_pointer: '/code' }],
    ['headers', { headers: { 'X-A': '{{nope}}' } }],
  ])('with a wrong %s is refused at that field', async (field, settings) => {
    expect(
      await ask('POST', 'generic-connectors', {
        cid: 'wrong',
        url: 'https://provider.example/',
        ...settings,
      }),
    ).toMatchObject({
      status: 400,
      body: { details: expect.arrayContaining([expect.objectContaining({ field })]) },
    });
  });
  test('keeps omitted secrets, and renews the one for callbacks on request', async () => {
    const { callbackSecret } = (
      await ask('POST', 'generic-connectors', {
        cid: 'keeps',
        url: 'https://provider.example/',
        secret: 'one',
      })
    ).body;
    expect((await ask('PATCH', 'generic-connectors/keeps', { timeout: 5 })).body).toMatchObject({
      callbackSecret,
      hasSecret: true,
      settings: { timeout: 5 },
    });
    expect(
      (await ask('PATCH', 'generic-connectors/keeps', { newCallbackSecret: true })).body[
        'callbackSecret'
      ],
    ).not.toBe(callbackSecret);
  });
});

test('reading the last PDUs starts their recording, hides texts on request, and a test message needs a connector in force', async () => {
  await ask('POST', 'smpp-connectors', { cid: 'looked-at' });
  expect((await ask('GET', 'connectors/looked-at/pdus')).body).toEqual({
    watching: false,
    pdus: [],
  });
  await db.query(
    `update connector_trace set pdus = '[{"timestamp":1,"direction":"OUT","command":"submit_sm","fields":{"sequence":1},"text":"Your code is 123"}]'`,
  );
  expect((await ask('GET', 'connectors/looked-at/pdus')).body).toMatchObject({
    watching: true,
    pdus: [{ text: 'Your code is 123' }],
  });
  await ask('PATCH', 'smpp-connectors/looked-at', { logprivacy: true });
  expect((await ask('GET', 'connectors/looked-at/pdus')).body['pdus'][0].text).toBe(
    '•••• •••• •• •••',
  );
  const send = () =>
    ask('POST', 'connectors/looked-at:testSend', {
      to: '0712345678',
      sender: 'TUMA',
      text: 'Test',
    });
  expect((await send()).status).toBe(409);
  await publish();
  const { messageId } = (await send()).body;
  const [row] = await db.query<{ id: number }>(`select id from connector where cid = 'looked-at'`);
  expect(
    await db.query(
      `select route_id, units::int as units, destination, client_id from message where id = $1`,
      [messageId],
    ),
  ).toEqual([
    { route_id: -row!.id, units: 0, destination: '254712345678', client_id: root.clientId },
  ]);
});
