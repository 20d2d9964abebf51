import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addRoute } from '../../../../test/harness/pipeline.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';
import { aggregate } from '../campaigns/progress/aggregate.jobs.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { playScripts } from '../../core/dispatch/scripted.store.ts';
import { newId } from '../../infra/ids.ts';
import { purchase } from '../../core/ledger/ledger.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import { systemScope } from '../../infra/database/scope.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);

beforeAll(async () => {
  await portal.database.run(systemScope(), async (tx) => {
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [connector!.id]);
    await publishConfig(tx, null);
  });
});

let shops = 0;
/** A client with units, a sender ID that is ready, and a key. */
async function openShop(
  units = 100_0000n,
  how: Parameters<typeof portal.keyOf>[1] = {},
): Promise<{ person: Person; key: string; from: string }> {
  const person = await portal.add(`shop${++shops}`, 'COMPANY', root);
  if (units > 0n)
    await portal.database.run(systemScope(), (tx) =>
      purchase(tx, {
        clientId: person.clientId,
        units,
        idempotencyKey: `start:${person.clientId}`,
      }),
    );
  const from = `SHOP${shops}`;
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING')`,
    [newId(), from, person.clientId],
  );
  return { person, key: await portal.keyOf(person.clientId, how), from };
}

const send = (key: string, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  portal.call('POST', '/v1/messages', { token: key, body, headers });
const balance = async (key: string) =>
  (await portal.call('GET', '/v1/balance', { token: key })).body;

test('traffic of a key is shown to its owner and to operators, refusals by code', async () => {
  const { key, from, person } = await openShop();
  const stranger = await portal.add('stranger', 'COMPANY', root);
  const message = { from, to: '0712345678', text: 'Habari' };
  await send(key, message);
  await send(key, { ...message, to: '12' });
  await send(key, { messages: [message, { ...message, from: 'NOBODY' }, { ...message, to: '1' }] });
  await send(key, { ...message, text: '' });
  await balance(key);
  // A call is counted once its answer is sent.
  const countCalls = async () => {
    await portal.counter.write(portal.database);
    const [row] = await db.query<{ calls: number }>(
      'select calls + calls_before as calls from software_use where client_id = $1',
      [person.clientId],
    );
    return row?.calls;
  };
  await expect.poll(countCalls).toBe(5);
  const use = {
    source: 'REST',
    lastCallTimestamp: expect.any(Number),
    callsPerMinute: expect.any(Number),
    callsLastMinute: expect.any(Number),
    acceptedCount: 2,
    refused: [
      { code: 'NUMBER_REFUSED', count: 2 },
      { code: 'BAD_INPUT', count: 1 },
      { code: 'SENDER_NOT_READY', count: 1 },
    ],
  };
  const ask = async (path: string, { token }: Person, body = {}) =>
    (await portal.call('GET', `/v1/portal/${path}`, { token, body })).body;
  expect((await ask('apikeys', person))['apiKeys']).toMatchObject([{ use }]);
  const list = (clientId: string) =>
    ask('jasmin/software-use', root, { 'filter.clientIds': clientId });
  expect((await list(person.clientId))['credentials']).toEqual([
    {
      ...use,
      clientId: person.clientId,
      clientName: expect.any(String),
      name: expect.any(String),
      keyPrefix: key.slice(0, 14),
    },
  ]);
  expect((await list(person.clientId))['total']).toEqual({
    acceptedCount: use.acceptedCount,
    refused: use.refused,
  });
  expect(await list(stranger.clientId)).toMatchObject({
    credentials: [],
    total: { acceptedCount: 0, refused: [] },
  });
  expect(
    (await portal.call('GET', '/v1/portal/jasmin/software-use', { token: person.token })).status,
  ).toBe(403);
});

test('one message: answer, status and balance', async () => {
  const { key, from, person } = await openShop();
  const sent = await send(key, {
    from,
    to: '0712 345 678',
    text: 'Habari',
    clientReference: 'order 7',
    validitySeconds: 600,
    callbackUrl: 'https://shop.example/told',
  });
  expect(sent).toMatchObject({
    status: 200,
    body: {
      messageId: expect.any(String),
      clientReference: 'order 7',
      from,
      to: '+254712345678',
      segments: 1,
      encoding: 'GSM7',
      units: 1,
      test: false,
    },
  });
  expect(
    await portal.call('GET', `/v1/messages/${sent.body['messageId']}`, { token: key }),
  ).toMatchObject({
    status: 200,
    body: {
      status: 'QUEUED',
      text: 'Habari',
      country: 'KE',
      clientReference: 'order 7',
      unitsHeld: 1,
      unitsCharged: 0,
      unitsRefunded: 0,
      doneTimestamp: null,
    },
  });
  expect(await balance(key)).toEqual({ units: 99, heldUnits: 1, creditLimitUnits: 0 });
  expect(
    await db.query(
      'select source, callback, extract(epoch from expires_at - to_timestamp(($2)::float8))::int as validity from message where client_id = $1',
      [
        person.clientId,
        parseInt(String(sent.body['messageId']).replaceAll('-', '').slice(0, 12), 16) / 1000,
      ],
    ),
  ).toEqual([
    {
      source: 'REST',
      callback: { kind: 'WEBHOOK', url: 'https://shop.example/told' },
      validity: expect.toSatisfy((seconds: number) => seconds >= 600 && seconds <= 602),
    },
  ]);
});

test('many messages: each has its own outcome in order, and no refusal affects another', async () => {
  const { key, from } = await openShop(20_000n);
  const { from: anothers } = await openShop(20_000n);
  const { body, status } = await send(key, {
    messages: [
      { from, to: '+254712000001', text: 'a' },
      { from, to: '0201234567', text: 'b', clientReference: 'fixed line' },
      { from: anothers, to: '+254712000003', text: 'c' },
      { from, to: '+254712000004', text: 'd' },
      { from, to: '+254712000005', text: 'e' },
    ],
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    acceptedCount: 2,
    refusedCount: 3,
    units: 2,
    messages: [
      { to: '+254712000001' },
      { error: 'NUMBER_REFUSED', clientReference: 'fixed line' },
      { error: 'SENDER_NOT_READY' },
      { to: '+254712000004' },
      { error: 'NO_UNITS', message: expect.stringContaining('1') },
    ],
  });
});

test('an invalid message is refused by field and row, and nothing is accepted', async () => {
  const { key, from } = await openShop();
  const message = { from, to: '+254712000001', text: 'a' };
  const refused = async (body: Record<string, unknown>) => {
    const answer = await send(key, body);
    return [
      answer.status,
      ...(answer.body['details'] ?? []).map(({ field }: { field: string }) => field),
    ];
  };
  expect(
    await refused({ messages: [message, message, message, { ...message, to: 7, txt: 'x' }] }),
  ).toEqual([
    400,
    expect.stringMatching(/^messages\[3\]/),
    expect.stringMatching(/^messages\[3\]/),
  ]);
  expect(await refused({ messages: Array.from({ length: 1001 }, () => message) })).toEqual([
    400,
    'messages',
  ]);
  expect(await refused({ from, to: '+254712000001' })).toEqual([400, 'text']);
  expect(await refused({ ...message, messages: [message] })).toEqual([400, 'messages']);
  expect(await refused({ ...message, callbackUrl: 'javascript:alert(1)' })).toEqual([
    400,
    'callbackUrl',
  ]);
  expect(await refused({ ...message, scheduleTimestamp: Date.now() / 1000 + 40 * 86_400 })).toEqual(
    [422],
  );
  expect(await refused({ ...message, text: 'a\0b' })).toEqual([400, 'text']);
  expect(await refused({ ...message, clientReference: 'a\0' })).toEqual([400, 'clientReference']);
  expect(
    await portal.call('GET', '/v1/messages', {
      token: key,
      body: { 'filter.clientReferences': 'a\0' },
    }),
  ).toMatchObject({ status: 400 });
  expect(
    await portal.call('POST', '/v1/messages', {
      token: key,
      body: '{"from":' as never,
      headers: { 'content-type': 'application/json' },
    }),
  ).toMatchObject({ status: 400, body: { error: 'BAD_INPUT' } });
  expect(await balance(key)).toMatchObject({ units: 100, heldUnits: 0 });
});

test('a call with a key runs once, and may be repeated after a refusal for low balance', async () => {
  const { key, from, person } = await openShop(10_000n);
  const body = { from, to: '+254712000001', text: 'once' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => send(key, body, { 'idempotency-key': 'order 1' })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body['messageId'])).size).toBe(1);
  expect(
    await send(key, { ...body, text: 'other' }, { 'idempotency-key': 'order 1' }),
  ).toMatchObject({ status: 409, body: { error: 'IDEMPOTENCY_KEY_REUSED' } });
  expect(await send(key, body, { 'idempotency-key': 'order 2' })).toMatchObject({
    status: 422,
    body: { error: 'NO_UNITS' },
  });
  await portal.database.run(systemScope(), (tx) =>
    purchase(tx, { clientId: person.clientId, units: 10_000n, idempotencyKey: newId() }),
  );
  expect(await send(key, body, { 'idempotency-key': 'order 2' })).toMatchObject({ status: 200 });
  expect(await balance(key)).toMatchObject({ units: 0, heldUnits: 2 });
});

test('a key of a try does not stand for the real call: test and live keys have keys of their own', async () => {
  const { key, from, person } = await openShop(10_000n);
  const testKey = await portal.keyOf(person.clientId, { test: true });
  const body = { from, to: '+254712000001', text: 'order 1001 is on its way' };
  const headers = { 'idempotency-key': 'order 1001' };
  const tried = await send(testKey, body, headers);
  expect(tried).toMatchObject({ status: 200, body: { test: true } });
  const sent = await send(key, body, headers);
  expect(sent).toMatchObject({ status: 200, body: { test: false } });
  expect(sent.body['messageId']).not.toBe(tried.body['messageId']);
  expect(await balance(key)).toMatchObject({ units: 0, heldUnits: 1 });
  for (const [by, first] of [
    [testKey, tried],
    [key, sent],
  ] as const)
    expect((await send(by, body, headers)).body['messageId']).toBe(first.body['messageId']);
});

test('a text or a name of a field that cannot be stored is refused at its field, whatever the scope of the call', async () => {
  const { key, from } = await openShop();
  const refused = async (path: string, body: Record<string, unknown>) => {
    const answer = await portal.call('POST', path, { token: key, body });
    return [
      answer.status,
      ...(answer.body['details'] ?? []).map(
        ({ field, message }: { field: string; message: string }) => [field, message.length > 20],
      ),
    ];
  };
  for (const broken of ['a\0', '\ud83d']) {
    expect(await refused('/v1/templates', { name: 'Broken', text: broken })).toEqual([
      400,
      ['text', true],
    ]);
    expect(
      await refused('/v1/campaigns', { from, text: broken, recipients: ['+254712000001'] }),
    ).toEqual([400, ['text', true]]);
    const fields = { [broken]: 'x' };
    expect(
      await refused('/v1/campaigns', {
        from,
        text: 'Sale',
        recipients: ['+254712000002', { to: '+254712000001', fields }],
      }),
    ).toEqual([400, [expect.stringMatching(/^recipients\[1\]\.fields\./), true]]);
  }
  expect(await refused('/v1/verifications', { to: '+254712000001', brand: 'Duka \ud83d' })).toEqual(
    [400, ['brand', true]],
  );
});

test("lists show the account's own messages, by reference and by time", async () => {
  const { key, from } = await openShop();
  const other = await openShop();
  await send(other.key, {
    from: other.from,
    to: '+254712000001',
    text: 'not mine',
    clientReference: 'r2',
  });
  for (let each = 1; each <= 5; each++)
    await send(key, {
      from,
      to: `+25471200000${each}`,
      text: 'x',
      clientReference: `r${each % 3}`,
    });
  const list = async (query: Record<string, unknown>) =>
    (await portal.call('GET', '/v1/messages', { token: key, body: query })).body;
  const first = await list({ pageSize: 3 });
  expect(first).toMatchObject({ collectionCount: 5, nextPageToken: expect.stringMatching(/./) });
  const second = await list({ pageSize: 3, pageToken: first['nextPageToken'] });
  expect(
    [...first['messages'], ...second['messages']]
      .map(({ to }: { to: string }) => to.at(-1))
      .join(''),
  ).toBe('54321');
  expect(
    (await list({ 'filter.clientReferences': 'r2' }))['messages']
      .map(({ to }: { to: string }) => to.at(-1))
      .join(''),
  ).toBe('52');
  expect(await list({ 'filter.endTimestamp': Date.now() / 1000 - 60 })).toMatchObject({
    messages: [],
    collectionCount: 0,
  });
});

test('a test key gets scripted outcomes, is not charged or counted, and sees only test messages', async () => {
  const { key, person } = await openShop(0n, { test: true });
  const live = await portal.keyOf(person.clientId);
  const numbers = [
    '+254712000000',
    '+254712000001',
    '+254712000005',
    '+254712000008',
    '+254712000090',
    '+254712000092',
  ];
  await db.query(
    `insert into webhook (id, client_id, url, events, secret) values ($1, $2, 'https://shop.example/told', '{message.submitted,message.delivered,message.rejected}', '\\x00')`,
    [newId(), person.clientId],
  );
  const { body } = await send(key, {
    messages: numbers.map((to) => ({ from: 'ANYTHING', to, text: 'try' })),
  });
  expect(body).toMatchObject({
    acceptedCount: 4,
    refusedCount: 2,
    messages: [{ test: true, units: 1 }, {}, {}, {}, { error: 'NO_UNITS' }, { error: 'OPTED_OUT' }],
  });
  const play = () => portal.database.run(systemScope(), (tx) => playScripts(tx, 100));
  const statuses = async () =>
    (await portal.call('GET', '/v1/messages', { token: key, body: { pageSize: 200 } })).body[
      'messages'
    ]
      .map(({ status, errorCode }: { status: string; errorCode: string | null }) =>
        errorCode === null ? status : `${status} ${errorCode}`,
      )
      .toReversed();
  // Their two seconds are over when the test says so.
  await db.query(
    `update scripted_message set end_at = end_at + interval '1 hour' where not submitted and end_at > due_at`,
  );
  await play();
  expect(await statuses()).toEqual([
    'SUBMITTED',
    'SUBMITTED',
    'REJECTED ESME_RINVDSTADR',
    'SUBMITTED',
  ]);
  const shift = `interval '1 hour 2 seconds'`;
  await db.query(
    `update scripted_message set due_at = due_at - ${shift}, end_at = end_at - ${shift}`,
  );
  await play();
  expect(await statuses()).toEqual([
    'DELIVERED',
    'UNDELIVERABLE 027',
    'REJECTED ESME_RINVDSTADR',
    'SUBMITTED',
  ]);
  // Its events are those of a real message, and say that it is a test.
  const told = await db.query(
    `select payload #>> '{event,status}' as status, payload #>> '{event,test}' as test from outbox where client_id = $1 order by id`,
    [person.clientId],
  );
  expect(told.map(({ status }) => status)).toEqual([
    'SUBMITTED',
    'SUBMITTED',
    'SUBMITTED',
    'REJECTED',
    'DELIVERED',
  ]);
  expect(new Set(told.map(({ test }) => test))).toEqual(new Set(['true']));
  expect((await portal.call('GET', '/v1/messages', { token: live })).body).toMatchObject({
    messages: [],
    collectionCount: 0,
  });
  expect(
    (await portal.call('GET', `/v1/messages/${body['messages'][0].messageId}`, { token: live }))
      .status,
  ).toBe(404);
  expect(
    (
      await portal.call('GET', '/v1/portal/sms/mt', {
        token: person.token,
        body: { 'filter.destinations': '+254712000001' },
      })
    ).body,
  ).toMatchObject({ mtMessages: [], collectionCount: 0 });
  expect(
    await db.query('select from campaign_delta where client_id = $1', [person.clientId]),
  ).toEqual([]);
  expect(await db.query('select from chunk where client_id = $1', [person.clientId])).toEqual([]);
  expect(
    await portal.call('POST', '/v1/campaigns', {
      token: key,
      body: { from: 'X', text: 'x', recipients: ['+254712000001'] },
    }),
  ).toMatchObject({ status: 403, body: { error: 'KEY_IS_TEST' } });
});

test('a campaign by software: prepared, launched once, queried, cancelled', async () => {
  const { key, from } = await openShop();
  const body = { from, text: 'Sale', recipients: ['+254712000001', '0712000002', 'nonsense'] };
  const made = await portal.call('POST', '/v1/campaigns', {
    token: key,
    body,
    headers: { 'idempotency-key': 'sale' },
  });
  expect(made).toMatchObject({
    status: 200,
    body: { campaignId: expect.any(String), summary: expect.objectContaining({}) },
  });
  expect(
    (
      await portal.call('POST', '/v1/campaigns', {
        token: key,
        body,
        headers: { 'idempotency-key': 'sale' },
      })
    ).body['campaignId'],
  ).toBe(made.body['campaignId']);
  const path = `/v1/campaigns/${made.body['campaignId']}`;
  const launches = await Promise.all(
    ['l', 'l'].map((each) =>
      portal.call('POST', `${path}:launch`, { token: key, headers: { 'idempotency-key': each } }),
    ),
  );
  for (const launch of launches)
    expect(launch).toMatchObject({ status: 200, body: { status: 'QUEUED', recipientCount: 2 } });
  expect(await balance(key)).toMatchObject({ units: 98, heldUnits: 2 });
  expect(await portal.call('POST', `${path}:cancel`, { token: key })).toMatchObject({
    status: 200,
    body: { status: 'CANCELLED' },
  });
  expect(await portal.call('GET', path, { token: key })).toMatchObject({
    status: 200,
    body: { status: 'CANCELLED' },
  });
  expect(await portal.database.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test('a message that waits is cancelled once, with its units given back; one that a carrier has stays', async () => {
  const { key, from } = await openShop();
  const later = Math.floor(Date.now() / 1000) + 3600;
  const sent = await send(key, { from, to: '0712345678', text: 'a', scheduleTimestamp: later });
  const path = `/v1/messages/${sent.body['messageId']}`;
  const cancel = () => portal.call('POST', `${path}:cancel`, { token: key });
  expect(await balance(key)).toMatchObject({ units: 99, heldUnits: 1 });

  const { key: stranger } = await openShop();
  expect(await portal.call('POST', `${path}:cancel`, { token: stranger })).toMatchObject({
    status: 404,
  });
  const cancelled = await cancel();
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  expect(await cancel()).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
  await aggregate(portal.database);
  expect(await balance(key)).toMatchObject({ units: 100, heldUnits: 0 });
  expect((await portal.call('GET', path, { token: key })).body).toMatchObject({
    unitsHeld: 0,
    unitsCharged: 0,
    unitsRefunded: 1,
  });
});

test('a test key cancels a test message before its script submits it, and not afterwards', async () => {
  const { person, from } = await openShop(0n);
  const key = await portal.keyOf(person.clientId, { test: true });
  const one = await send(key, { from, to: '0712345678', text: 'a' });
  const other = await send(key, { from, to: '0712345678', text: 'b' });
  const cancel = ({ body }: typeof one) =>
    portal.call('POST', `/v1/messages/${body['messageId']}:cancel`, { token: key });
  expect(await cancel(one)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  await db.query(`update scripted_message set due_at = now() - interval '1 second'`);
  await portal.database.run(systemScope(), (tx) => playScripts(tx, 100));
  expect(await cancel(other)).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
});

test('software lists the messages from phones to its account alone', async () => {
  const { key, person } = await openShop(0n);
  const { person: neighbour } = await openShop(0n);
  for (const [clientId, source] of [
    [person.clientId, '254712000001'],
    [person.clientId, '254712000002'],
    [neighbour.clientId, '254712000003'],
  ])
    await db.query(
      `insert into incoming_message (id, client_id, source, destination, text, encoding, carrier_account_id, connector_id, hash) values ($1, $2, $3, '22141', 'Yes', 0, 1, 1, sha256(convert_to($3, 'UTF8')))`,
      [newId(), clientId, source],
    );
  const list = await portal.call('GET', '/v1/incoming', { token: key });
  expect(list).toMatchObject({
    status: 200,
    body: {
      incoming: [
        { from: '+254712000002', to: '22141', text: 'Yes', encoding: 'GSM7' },
        { from: '+254712000001' },
      ],
      collectionCount: 2,
    },
  });
  expect(
    (
      await portal.call('GET', '/v1/incoming', {
        token: key,
        body: { 'filter.phones': '0712000001' },
      })
    ).body,
  ).toMatchObject({ incoming: [{ from: '+254712000001' }], collectionCount: 1 });
  const { messageId } = (list.body['incoming'] as [{ messageId: string }])[0];
  expect(await portal.call('GET', `/v1/incoming/${messageId}`, { token: key })).toMatchObject({
    status: 200,
    body: { messageId },
  });
  const strangers = await portal.keyOf(neighbour.clientId);
  expect(await portal.call('GET', `/v1/incoming/${messageId}`, { token: strangers })).toMatchObject(
    { status: 404 },
  );
});

test('a campaign by software greets each recipient by its own fields, else by the contact, and leaves out who has neither', async () => {
  const { key, from, person } = await openShop(100_0000n, {
    scopes: ['send', 'read', 'contacts'],
  });
  const { groupId } = (
    await portal.call('POST', '/v1/contactgroups', { token: key, body: { groupName: 'Members' } })
  ).body;
  for (const [phone, firstName, groupIds] of [
    ['+254712000002', 'Juma', []],
    ['+254712000004', 'Neema', [groupId]],
  ])
    await portal.call('POST', '/v1/contacts', {
      token: key,
      body: { phone, firstName, groupIds },
    });
  const compose = (body: Record<string, unknown>) =>
    portal.call('POST', '/v1/campaigns', { token: key, body: { from, ...body } });
  const made = await compose({
    text: 'Habari #firstName#',
    recipients: [
      { to: '0712000001', fields: { firstName: 'Amina' } },
      '0712000002',
      '0712000003',
      { to: '0712000002', fields: {} },
    ],
    groupIds: [groupId],
  });
  expect(made).toMatchObject({ status: 200 });
  expect(
    await db.query(
      `select destination, fields from recipient where campaign_id = $1 order by row_no`,
      [made.body['campaignId']],
    ),
  ).toMatchObject([
    { destination: '254712000001', fields: ['Amina'] },
    { destination: '254712000002', fields: ['Juma'] },
    { destination: '254712000004', fields: ['Neema'] },
  ]);

  const code = {
    text: 'Code #code#',
    recipients: [{ to: '0712000001', fields: { code: '4821' } }],
  };
  expect(await compose(code)).toMatchObject({ status: 200 });
  expect(await compose({ ...code, recipients: ['0712000001'] })).toMatchObject({
    status: 422,
    body: { error: 'UNKNOWN_PLACEHOLDER' },
  });
  for (const [body, field] of [
    [{ recipients: ['0712000001'] }, 'text'],
    [{ text: 'Sale' }, 'recipients'],
  ] as const)
    expect(await compose(body)).toMatchObject({
      status: 400,
      body: { error: 'BAD_INPUT', details: [{ field }] },
    });

  const listed = await portal.call('GET', '/v1/campaigns', {
    token: key,
    body: { 'filter.campaignStatuses': 'PENDING' },
  });
  expect(listed.body).toMatchObject({ collectionCount: 2 });
  await db.query('update campaign_audience set recipients = recipients where client_id = $1', [
    person.clientId,
  ]);
  expect(
    await db.query(
      'select from campaign_audience where client_id = $1 and recipient_fields is not null',
      [person.clientId],
    ),
    'what came with a number goes with it',
  ).toEqual([]);
});
