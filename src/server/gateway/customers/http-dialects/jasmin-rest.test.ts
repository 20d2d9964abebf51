// Jasmin's REST API. Requests are those of its documentation (misc/doc/sources/apis/rest/index.rst of
// github.com/jookies/jasmin), with numbers and sender IDs of this platform.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { ALL_DIALECTS, openShops, PASSWORD } from '../../../../../test/harness/shops.ts';
import { SoftwareCounter } from '../../../core/software-use/software-use.ts';
import { readUses } from '../../../core/software-use/software-use.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { reportRequest } from './receipts.rules.ts';
import type { Report } from './receipts.rules.ts';

const db = await createTestDatabase();
const shops = await openShops(db);
const counter = new SoftwareCounter();
const app = await shops.mountHttpDialects(ALL_DIALECTS, undefined, counter);
afterAll(() => app.close());
beforeAll(async () => {
  await shops.addShop('foo');
  await shops.addShop('shy', { cred: { authorization: { http_rate: false, hex_content: false } } });
  await db.query(`update client set timezone = 'Africa/Nairobi'`);
});

// Each request from an address of its own, so that wrong credentials slow no other down.
let address = 0;
const basicOf = (user: string, password = PASSWORD) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
});
/** The documented calls of curl have the type of a form. */
async function call(url: string, body?: unknown, headers: Record<string, string> = basicOf('foo')) {
  const response = await app.inject({
    method: body === undefined ? 'GET' : 'POST',
    url,
    remoteAddress: `198.51.${100 + (++address >> 8)}.${address & 255}`,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  expect(response.headers['content-type']).toBe('application/json');
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}
const SUCCESS = /^Success "[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

test('a single message, with its parameters in either spelling', async () => {
  const { status, body } = await call('/secure/send', {
    to: 254712345678,
    from: 'SHOP',
    content: 'Hello',
    dlr: 'yes',
    'dlr-url': 'http://192.168.202.54/dlr_receiver.php',
    dlr_level: 3,
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: { data: expect.stringMatching(SUCCESS) },
  });
  const [message] = await db.query('select * from message where id = $1', [
    String(body['data']).slice('Success "'.length),
  ]);
  expect(message).toMatchObject({
    destination: '254712345678',
    sender: 'SHOP',
    text: 'Hello',
    source: 'HTTP',
    callback: {
      kind: 'URL',
      dialect: 'JASMIN',
      url: 'http://192.168.202.54/dlr_receiver.php',
      method: 'POST',
      level: 3,
    },
  });
});

test('a binary message of coding 8', async () => {
  const { status } = await call('/secure/send', {
    to: 254712345678,
    from: 'SHOP',
    coding: 8,
    hex_content: '0623063106460628',
  });
  expect(status).toBe(200);
  expect(
    (await db.query('select text, encoding from message order by id desc limit 1'))[0],
  ).toEqual({ text: 'أرنب', encoding: 8 });
});

test('balance, rate and ping', async () => {
  expect(await call('/secure/balance')).toEqual({
    status: 200,
    body: { data: { balance: expect.any(Number), sms_count: 'ND' } },
  });
  expect(await call('/secure/rate?to=254712345678&from=SHOP')).toEqual({
    status: 200,
    body: { data: { submit_sm_count: 1, unit_rate: 1 } },
  });
  expect(await call('/ping', undefined, { accept: 'application/json' })).toEqual({
    status: 200,
    body: { data: 'Jasmin/PONG' },
  });
});

test.each<[string, string, unknown, Record<string, string>, number, unknown]>([
  [
    'no credentials',
    '/secure/send',
    {},
    {},
    401,
    {
      title: 'Authentication required',
      description: 'Please provide a valid Basic auth token',
    },
  ],
  [
    'a wrong password',
    '/secure/balance',
    undefined,
    basicOf('foo', 'wrong'),
    403,
    { message: 'Authentication failure for username:foo' },
  ],
  [
    'a wrong password of a batch',
    '/secure/sendbatch',
    { messages: [] },
    basicOf('foo', 'wrong'),
    412,
    { title: 'Authentication failed', description: 'Authentication failed for user: foo' },
  ],
  [
    'a batch of too many messages',
    '/secure/sendbatch',
    { messages: [{ to: Array(10_001).fill(1), content: 'Hello' }] },
    basicOf('foo'),
    412,
    {
      title: 'Batch is too large',
      description: 'A batch has at most 10000 messages, one for each number.',
    },
  ],
  [
    'no JSON',
    '/secure/send',
    '{"to": 1',
    basicOf('foo'),
    412,
    { title: 'Cannot parse JSON data', description: 'Unparseable JSON data: {"to": 1' },
  ],
  [
    'no number',
    '/secure/send',
    { content: 'Hello' },
    basicOf('foo'),
    400,
    { message: 'Error "Mandatory argument [to] is not found.' },
  ],
  [
    'an argument that Jasmin does not know',
    '/secure/send',
    { to: 254712345678, content: 'Hello', nothing: 1 },
    basicOf('foo'),
    400,
    { message: 'Error "Argument [nothing] is unknown.' },
  ],
  [
    'a right that is missing',
    '/secure/rate?to=254712345678',
    undefined,
    basicOf('shy'),
    400,
    { message: 'Authorization failed for user [shy] (Cannot check rate).' },
  ],
  [
    'a time that is past',
    '/secure/sendbatch',
    { batch_config: { schedule_at: '2020-01-01 00:00:00' }, messages: [] },
    basicOf('foo'),
    412,
    {
      title: 'Cannot schedule batch in past date',
      description: 'Invalid past date given: 2020-01-01 00:00:00',
    },
  ],
  [
    'a time that is none',
    '/secure/sendbatch',
    { batch_config: { schedule_at: 'tomorrow' }, messages: [] },
    basicOf('foo'),
    412,
    expect.objectContaining({ title: 'Cannot parse scheduled_at value' }),
  ],
])('refuses %s', async (_what, url, body, headers, status, answer) => {
  expect(await call(url, body, headers)).toEqual({ status, body: answer });
});

const batch = async (body: Record<string, unknown>) => {
  const answer = await call('/secure/sendbatch', body);
  expect(answer.status).toBe(200);
  return answer.body['data'] as { batchId: string; messageCount: number; scheduled?: string };
};
const messagesOf = (batchId: string) =>
  db.query<Record<string, unknown>>(
    'select destination, sender, text, scheduled_at, callback from message where client_reference = $1 order by destination',
    [batchId],
  );

test('a batch: different messages, globals, and numbers in lists', async () => {
  const { batchId, messageCount } = await batch({
    globals: { from: 'SHOP', 'dlr-level': 3, dlr: 'yes', 'dlr-url': 'http://some.fancy/url' },
    messages: [
      { to: ['254712345601', '254712345602'], content: 'Message 1 goes to 2 numbers' },
      { to: '254712345603', hex_content: '0623063106460628', coding: 8, 'dlr-level': 1 },
      { to: '254712345604' },
      { content: 'to nobody' },
      'nonsense',
    ],
  });
  expect(messageCount).toBe(3);
  expect(await messagesOf(batchId)).toMatchObject([
    {
      destination: '254712345601',
      sender: 'SHOP',
      text: 'Message 1 goes to 2 numbers',
      scheduled_at: null,
      callback: { dialect: 'JASMIN', url: 'http://some.fancy/url', level: 3 },
    },
    { destination: '254712345602', text: 'Message 1 goes to 2 numbers' },
    { destination: '254712345603', text: 'أرنب', callback: { level: 1 } },
  ]);
});

test('a batch goes at its time, in seconds or by the clock of the client', async () => {
  const messages = [{ to: '254712345605', from: 'SHOP', content: 'Later' }];
  const inAnHour = await batch({ batch_config: { schedule_at: '3600s' }, messages });
  expect(inAnHour).toMatchObject({ messageCount: 1, scheduled: '3600s' });
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const byClock = await batch({ batch_config: { schedule_at: `${day} 09:30:00` }, messages });
  const [first] = await messagesOf(inAnHour.batchId);
  const [second] = await messagesOf(byClock.batchId);
  const left = (first!['scheduled_at'] as Date).getTime() - Date.now();
  expect([left > 3_590_000, left <= 3_600_000]).toEqual([true, true]);
  const planned = (second!['scheduled_at'] as Date).getTime();
  expect(Math.abs(planned - Date.parse(`${day}T06:30:00Z`))).toBeLessThan(1500);
});

test('each message of a batch is reported: to one address what was accepted, to the other what was not', async () => {
  const { batchId, messageCount } = await batch({
    batch_config: {
      callback_url: 'http://127.0.0.1:7877/successful_batch?of=me',
      errback_url: 'http://127.0.0.1:7877/errored_batch',
    },
    globals: { from: 'SHOP' },
    messages: [
      { to: ['254712345606', '12\0'], content: 'Hello world !' },
      { to: '254712345607', content: 'Hello', coding: 99 },
    ],
  });
  expect(messageCount).toBe(3);
  const rows = await db.query<{ payload: Report }>(
    `select payload from outbox where kind = 'RECEIPT_URL' and payload -> 'batch' ->> 'batchId' = $1 order by id`,
    [batchId],
  );
  const urls = rows.map(({ payload }) => new URL(reportRequest(payload, 1)!.url));
  expect(urls.map(({ pathname }) => pathname)).toEqual([
    '/successful_batch',
    '/errored_batch',
    '/errored_batch',
  ]);
  expect(urls.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    {
      of: 'me',
      batchId,
      to: '254712345606',
      status: '1',
      statusText: expect.stringMatching(/^Success "[0-9a-f-]{36}"$/),
    },
    {
      batchId,
      to: '12',
      status: '0',
      statusText: 'HTTPAPI error: Error "Argument [to] has an invalid value: [12].',
    },
    {
      batchId,
      to: '254712345607',
      status: '0',
      statusText: 'HTTPAPI error: Error "Argument [coding] has an invalid value: [99].',
    },
  ]);
});

/** Makes every other insert of such a row fail, as a database that goes away for a moment. */
const failAtFirst = (table: 'message' | 'outbox', condition: string) =>
  db.query(`
    create sequence ${table}_tries;
    create function ${table}_fails() returns trigger language plpgsql security definer as $$
    begin
      if nextval('public.${table}_tries') % 2 = 1 then raise exception 'a moment'; end if;
      return new;
    end $$;
    create trigger fails_at_first before insert on ${table} for each row when (${condition}) execute function ${table}_fails();`);

test('a batch whose slices and callbacks fail at first is accepted and reported once', async () => {
  await failAtFirst('message', `new.destination in ('254712310998', '254712399999')`);
  await failAtFirst(
    'outbox',
    `new.payload -> 'batch' ->> 'to' in ('254712310000', '254712399999')`,
  );
  await shops.addShop('wholesale', {
    units: 100_000_000n,
    cred: { quota: { http_throughput: 1000 } },
  });
  const { status, body } = await call(
    '/secure/sendbatch',
    {
      batch_config: { callback_url: 'http://127.0.0.1:7877/moment' },
      globals: { from: 'SHOP', content: 'Hello' },
      messages: [
        { to: '1'.repeat(90_000) },
        { to: Array.from({ length: 999 }, (_, at) => `2547123${10_000 + at}`) },
        { to: '254712399999' },
      ],
    },
    basicOf('wholesale'),
  );
  const { batchId, messageCount } = body['data'] as { batchId: string; messageCount: number };
  expect({ status, messageCount }).toEqual({ status: 200, messageCount: 1001 });
  const numbers = (await messagesOf(batchId)).map(({ destination }) => destination);
  expect([numbers.length, new Set(numbers).size, numbers.at(-1)]).toEqual([
    1000,
    1000,
    '254712399999',
  ]);
  const reports = await db.query(
    `select count(*)::int as count, count(distinct payload -> 'batch' ->> 'to')::int as numbers from outbox where payload -> 'batch' ->> 'batchId' = $1`,
    [batchId],
  );
  expect(reports).toEqual([{ count: 1000, numbers: 1000 }]);
  expect(
    await db.query(`select from idempotency_key where key like 'jasmin batch ' || $1 || ' %'`, [
      batchId,
    ]),
  ).toHaveLength(2);
  expect(await db.query('select last_value::int from message_tries')).toEqual([{ last_value: 4 }]);
});

test('a slice that fails for good is reported as not sent, and a batch of which nothing was accepted is a fault', async () => {
  await db.query(`
    create function lasting_fails() returns trigger language plpgsql security definer as $$ begin raise exception 'for good'; end $$;
    create trigger fails_for_good before insert on message for each row when (new.destination in ('254712345698', '254712345699')) execute function lasting_fails();`);
  const batch_config = {
    callback_url: 'http://127.0.0.1:7877/sent',
    errback_url: 'http://127.0.0.1:7877/not-sent',
  };
  const globals = { from: 'SHOP', content: 'Hello' };
  // A slice has a thousand messages.
  const wrong = { to: Array.from({ length: 999 }, () => '1') };
  const [some, nothing] = await Promise.all([
    call('/secure/sendbatch', {
      batch_config,
      globals,
      messages: [{ to: '254712345697' }, wrong, { to: '254712345698' }],
    }),
    call('/secure/sendbatch', { batch_config, globals, messages: [{ to: '254712345699' }] }),
  ]);
  const { batchId, messageCount } = some.body['data'] as { batchId: string; messageCount: number };
  expect([some.status, messageCount]).toEqual([200, 1001]);
  expect(nothing).toEqual({ status: 500, body: { message: 'Error "Unknown error"' } });
  expect(await messagesOf(batchId)).toMatchObject([{ destination: '254712345697' }]);
  const reports = await db.query<{ payload: Report }>(
    `select payload from outbox where payload -> 'batch' ->> 'to' between '254712345697' and '254712345699' order by id`,
  );
  expect(
    reports.map(({ payload }) => {
      const { pathname, searchParams } = new URL(reportRequest(payload, 1)!.url);
      return [pathname, searchParams.get('to'), searchParams.get('statusText')];
    }),
  ).toEqual([
    ['/sent', '254712345697', expect.stringMatching(/^Success "[0-9a-f-]{36}"$/)],
    ['/not-sent', '254712345698', 'HTTPAPI error: Error "Unknown error'],
  ]);
  await db.query('drop trigger fails_for_good on message');
});

test('calls and messages are counted by user, refusals by code', async () => {
  await shops.addShop('counted', { cred: { authorization: { http_balance: false } } });
  const [user] = await db.query<{ id: number }>(
    `select id from gateway_user where username = 'counted'`,
  );
  const message = { from: 'SHOP', content: 'Hello' };
  const by = basicOf('counted');
  await call('/secure/send', { ...message, to: '254712345678' }, by);
  await call('/secure/send', { ...message, to: '254' }, by);
  await call('/secure/sendbatch', { messages: [{ ...message, to: ['254712345678', '1'] }] }, by);
  await call('/secure/balance', undefined, by);
  await call('/secure/balance', undefined, basicOf('counted', 'wrong'));
  await call('/secure/balance', undefined, basicOf('nobody', 'wrong'));
  await counter.write(shops.portal);
  await counter.write(shops.portal);
  const read = () => shops.portal.run(systemScope(), (tx) => readUses(tx, 'userId', [user!.id]));
  const [use, ...others] = (await read()).get(user!.id)!;
  expect(others).toEqual([]);
  expect(use).toEqual({
    source: 'HTTP',
    lastCallTimestamp: expect.any(Number),
    callsPerMinute: expect.any(Number),
    callsLastMinute: expect.any(Number),
    acceptedCount: 2,
    refused: [
      { code: 'NUMBER_REFUSED', count: 2 },
      { code: 'BAD_INPUT', count: 1 },
      { code: 'WRONG_PASSWORD', count: 1 },
    ],
  });
  const [row] = await db.query(
    'select calls + calls_before as calls from software_use where gateway_user_id = $1',
    [user!.id],
  );
  expect(row).toEqual({ calls: 5 });
});
