import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openShops, PASSWORD } from '../../../../../test/harness/shops.ts';
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import { accountSidOf } from '../../../../contract/shared/http-dialects.ts';
import type { MessageEvent } from '../../../core/dispatch/events/events.ts';
import { receiptRequest } from './receipts.rules.ts';
import { messageIdOf, messageSidOf, usernameOf } from './twilio.rules.ts';

const db = await createTestDatabase();
const shops = await openShops(db);
const app = await shops.mountHttpDialects();
afterAll(() => app.close());
const ACCOUNT = accountSidOf('shop');
beforeAll(async () => {
  await shops.addShop('shop');
  await shops.addShop('poor', { units: 5_000n });
  await shops.addShop('slow', { cred: { quota: { http_throughput: 1 } } });
  await shops.addShop('mute', { cred: { authorization: { http_send: false } } });
  await shops.addShop('narrow', {
    cred: { valuefilter: { dst_addr: '^2547', src_addr: '^SHOP$', content: '^Hello' } },
  });
  await shops.addShop('quiet', { cred: { authorization: { dlr_level: false } } });
  await shops.addShop('kept', { cred: { defaultvalue: { dlr_url: 'https://shop.example/all' } } });
});

// Each request from an address of its own, so that wrong credentials slow no other down.
let address = 0;
async function call(
  url: string,
  {
    user = 'shop',
    password = PASSWORD,
    form,
    method = form ? 'POST' : 'GET',
  }: {
    user?: string;
    password?: string;
    form?: Record<string, string>;
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  } = {},
) {
  const response = await app.inject({
    method,
    url: `/2010-04-01/Accounts/${url}`,
    remoteAddress: `198.51.${100 + (++address >> 8)}.${address & 255}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(form && { payload: new URLSearchParams(form).toString() }),
  });
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    text: response.body,
  };
}
const base = { To: '+254712345678', From: 'SHOP', Body: 'Habari' };
/** Sends as Twilio's clients do: the account SID is the name of Basic too. */
const send = async (form: Record<string, string>, username = 'shop') => {
  const account = accountSidOf(username);
  const { status, text, type } = await call(`${account}/Messages.json`, { user: account, form });
  expect(type).toBe('application/json');
  return { status, body: JSON.parse(text) as Record<string, unknown> };
};
const stored = async (sid: unknown) =>
  (await db.query('select * from message where id = $1', [messageIdOf(String(sid))]))[0]!;

test('a SID is the name of a user, and the id of a message, in the form that Twilio documents', () => {
  expect(ACCOUNT).toBe('AC73686f70000000000000000000000000');
  for (const name of ['shop', 'a', 'ACshop', 'x'.repeat(15), '_-_'])
    expect([accountSidOf(name).length, usernameOf(accountSidOf(name)), usernameOf(name)]).toEqual([
      34,
      name,
      name,
    ]);
  const id = '019aa7c3-5b1e-7000-8f3a-2d6c1e9b7a40';
  expect(messageSidOf(id)).toBe('SM019aa7c35b1e70008f3a2d6c1e9b7a40');
  expect(messageIdOf(messageSidOf(id))).toBe(id);
  expect(messageIdOf('SM00000000000000000000000000000000')).toBeUndefined();
});

test('a message is accepted and answered as the resource that Twilio documents', async () => {
  const { status, body } = await send({ ...base, StatusCallback: 'https://shop.example/s?a=1' });
  const uri = `/2010-04-01/Accounts/${ACCOUNT}/Messages/${String(body['sid'])}`;
  expect({ status, body }).toEqual({
    status: 201,
    body: {
      account_sid: ACCOUNT,
      api_version: '2010-04-01',
      body: 'Habari',
      date_created: expect.stringMatching(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000$/),
      date_sent: null,
      date_updated: expect.any(String),
      direction: 'outbound-api',
      error_code: null,
      error_message: null,
      from: 'SHOP',
      messaging_service_sid: null,
      num_media: '0',
      num_segments: '1',
      price: null,
      price_unit: null,
      sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
      status: 'queued',
      subresource_uris: { media: `${uri}/Media.json` },
      to: '+254712345678',
      uri: `${uri}.json`,
    },
  });
  expect(await stored(body['sid'])).toMatchObject({
    destination: '254712345678',
    sender: 'SHOP',
    text: 'Habari',
    source: 'HTTP',
    callback: {
      kind: 'URL',
      dialect: 'TWILIO',
      url: 'https://shop.example/s?a=1',
      method: 'POST',
      account: ACCOUNT,
    },
  });
});

test.each<[string, Record<string, string>, Record<string, unknown>]>([
  ['blanks around a text are kept', { Body: ' Habari ' }, { text: ' Habari ' }],
  ['a long text is split', { Body: 'x'.repeat(400) }, { segments: 3 }],
  ['a text beyond GSM is UCS-2', { Body: 'Olá, ção' }, { encoding: 8 }],
  [
    'a messaging service chooses the sender',
    { From: '', MessagingServiceSid: 'MG1' },
    { sender: 'SHOP' },
  ],
  [
    'parameters without a use here',
    { Attempt: '1', SmartEncoded: 'true', RiskCheck: 'enable' },
    {},
  ],
  ['retention as it is anyway', { ContentRetention: 'retain', MaxPrice: '' }, {}],
])('accepts it: %s', async (_name, form, row) => {
  const { status, body } = await send({ ...base, ...form });
  expect({ status, body }).toMatchObject({ status: 201 });
  expect(await stored(body['sid'])).toMatchObject(row);
});

test('validity counts in seconds, and a fixed time schedules the message', async () => {
  const at = new Date(Date.now() + 3_600_000);
  const { body } = await send({
    ...base,
    ValidityPeriod: '600',
    ScheduleType: 'fixed',
    SendAt: at.toISOString(),
  });
  expect(body['status']).toBe('scheduled');
  const row = (await stored(body['sid'])) as { scheduled_at: Date; expires_at: Date };
  expect(row.scheduled_at.getTime()).toBe(at.getTime());
  expect(Math.abs(row.expires_at.getTime() - at.getTime() - 600_000)).toBeLessThan(10_000);
});

test.each<[string, Record<string, string>, number, number, string?]>([
  ['no number', { To: '' }, 400, 21604],
  ['a number that nobody has', { To: '+12' }, 400, 21211],
  ['another channel', { To: 'whatsapp:+254712345678' }, 400, 63007],
  ['no text', { Body: '' }, 400, 21619],
  ['a blank text', { Body: '  ' }, 400, 21619],
  ['too long a text', { Body: 'x'.repeat(40_000) }, 400, 21617],
  ['a picture', { MediaUrl: 'https://shop.example/a.png' }, 400, 21620],
  ['a template of theirs', { ContentSid: 'HX1' }, 400, 21655],
  ['a highest price', { MaxPrice: '0.01' }, 400, 20001],
  ['a text that is not kept', { ContentRetention: 'discard' }, 400, 20001],
  ['no sender', { From: '' }, 400, 21603],
  ["a sender that is not the client's", { From: 'OTHER' }, 400, 21606],
  ['an address that is none', { StatusCallback: 'ftp://shop.example' }, 400, 21609],
  ['a validity of nothing', { ValidityPeriod: '0' }, 400, 20001],
  ['a validity of a day', { ValidityPeriod: '86400' }, 400, 20001],
  ['a time without its kind', { SendAt: '2030-01-01T00:00:00Z' }, 400, 35114],
  ['a time that is none', { ScheduleType: 'fixed', SendAt: 'soon' }, 400, 35114],
  ['a time years ahead', { ScheduleType: 'fixed', SendAt: '2090-01-01T00:00:00Z' }, 400, 35114],
  [
    'a day that no month has',
    { ScheduleType: 'fixed', SendAt: '2026-02-30T00:00:00Z' },
    400,
    35114,
  ],
  ['too few units', {}, 403, 20005, 'poor'],
  ['who may not send', {}, 403, 20006, 'mute'],
  ['who may not ask for receipts', { StatusCallback: 'https://shop.example' }, 403, 20006, 'quiet'],
  ['the filter of numbers', { To: '+255712345678' }, 400, 21408, 'narrow'],
  ['the filter of senders', { From: 'OTHER' }, 400, 21606, 'narrow'],
  ['the filter of texts', {}, 400, 20001, 'narrow'],
])("refuses it in Twilio's form: %s", async (_name, form, status, code, username) => {
  expect(await send({ ...base, ...form }, username)).toEqual({
    status,
    body: {
      code,
      message: expect.stringMatching(/./),
      more_info: `https://www.twilio.com/docs/errors/${code}`,
      status,
    },
  });
});

test("a user's rate is a limit of Twilio's kind, which its clients retry", async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => send(base, 'slow')));
  expect(all.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  expect(all.find(({ status }) => status === 429)).toMatchObject({ body: { code: 20429 } });
});

test.each<[string, string, Parameters<typeof call>[1]]>([
  ['a wrong password', ACCOUNT, { password: 'wrong' }],
  ['no such user', accountSidOf('nobody'), { user: accountSidOf('nobody') }],
  ["another's account", accountSidOf('poor'), {}],
  ['an account that is none', 'ACnothing', {}],
])('answers 20003 to %s', async (_name, account, how) => {
  const { status, text } = await call(`${account}/Messages.json`, { ...how, form: base });
  expect([status, JSON.parse(text)]).toEqual([
    401,
    {
      code: 20003,
      message: 'Authenticate',
      more_info: 'https://www.twilio.com/docs/errors/20003',
      status: 401,
    },
  ]);
});

test('a user may name itself by its own name, as an API key does', async () => {
  for (const account of [ACCOUNT, 'shop'])
    expect(await call(`${account}/Messages.json`, { form: base })).toMatchObject({ status: 201 });
});

test('a message is found with its state, and by its own client alone', async () => {
  const { body } = await send(base);
  const sid = String(body['sid']);
  await db.query(
    `update message set status = 11, submitted_at = '2026-11-21 10:00:00Z', done_at = '2026-11-21 10:00:06Z' where id = $1`,
    [messageIdOf(sid)],
  );
  const found = await call(`${ACCOUNT}/Messages/${sid}.json`, { user: ACCOUNT });
  expect([found.status, JSON.parse(found.text)]).toEqual([
    200,
    {
      ...body,
      status: 'undelivered',
      error_code: 30003,
      error_message: 'Unreachable destination handset',
      date_sent: 'Sat, 21 Nov 2026 10:00:00 +0000',
      date_updated: 'Sat, 21 Nov 2026 10:00:06 +0000',
    },
  ]);
  for (const [user, asked] of [
    ['poor', sid],
    ['shop', 'SM00000000000000000000000000000000'],
    ['shop', 'nothing'],
  ] as const) {
    const account = accountSidOf(user);
    const { status, text } = await call(`${account}/Messages/${asked}.json`, { user: account });
    expect([status, JSON.parse(text)]).toMatchObject([404, { code: 20404 }]);
  }
});

test('without .json the answers are XML', async () => {
  const sent = await call(`${ACCOUNT}/Messages`, { form: { ...base, Body: 'a < b & "c"' } });
  expect(sent).toMatchObject({ status: 201, type: 'application/xml' });
  expect(sent.text).toContain('<TwilioResponse><Message><AccountSid>');
  expect(sent.text).toContain('<Body>a &lt; b &amp; &quot;c&quot;</Body>');
  expect(sent.text).toContain('<DateSent/>');
  const [, sid = ''] = /<Sid>(SM\w+)<\/Sid>/.exec(sent.text) ?? [];
  expect((await call(`${ACCOUNT}/Messages/${sid}`)).text).toContain(`<Sid>${sid}</Sid>`);
  expect((await call(`${ACCOUNT}/Messages`, { form: { ...base, To: '' } })).text).toBe(
    `<?xml version="1.0" encoding="UTF-8"?>\n<TwilioResponse><RestException><Code>21604</Code><Message>A &apos;To&apos; phone number is required.</Message><MoreInfo>https://www.twilio.com/docs/errors/21604</MoreInfo><Status>400</Status></RestException></TwilioResponse>`,
  );
});

test.each<[string, 'GET' | 'POST' | 'DELETE', number, number]>([
  ['the list of messages', 'GET', 405, 20004],
  ['a message to delete', 'DELETE', 405, 20004],
  ['another resource', 'GET', 404, 20404],
])('refuses %s', async (name, method, status, code) => {
  const path = name.startsWith('the list')
    ? 'Messages.json'
    : name.startsWith('another')
      ? 'Calls.json'
      : 'Messages/SM019aa7c35b1e70008f3a2d6c1e9b7a40.json';
  const answer = await call(`${ACCOUNT}/${path}`, { method });
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { code }]);
});

test('a scheduled message is cancelled until a carrier has it, by its own client alone', async () => {
  const SendAt = new Date(Date.now() + 3_600_000).toISOString();
  const { body } = await send({ ...base, ScheduleType: 'fixed', SendAt });
  const change = async (form: Record<string, string>, user = 'shop', sid = body['sid']) => {
    const account = accountSidOf(user);
    const url = `${account}/Messages/${String(sid)}.json`;
    const { status, text } = await call(url, { user: account, form });
    return [status, JSON.parse(text)] as const;
  };
  expect(await change({ Body: '' })).toMatchObject([400, { code: 20001 }]);
  expect(await change({ Status: 'canceled' }, 'poor')).toMatchObject([404, { code: 20404 }]);
  expect(await change({ Status: 'canceled' }, 'shop', 'SM1')).toMatchObject([404, { code: 20404 }]);
  expect(await change({ Status: 'canceled' })).toMatchObject([200, { status: 'canceled' }]);
  expect(await change({ Status: 'canceled' })).toMatchObject([409, { code: 30409 }]);
  const sent = await send(base);
  await db.query('update message set status = 10 where id = $1', [
    messageIdOf(String(sent.body['sid'])),
  ]);
  expect(await change({ Status: 'canceled' }, 'shop', sent.body['sid'])).toMatchObject([
    409,
    { code: 30409 },
  ]);
});

test("a user's own address gets the callbacks of messages that name none", async () => {
  const { body } = await send(base, 'kept');
  expect(await stored(body['sid'])).toMatchObject({
    callback: { dialect: 'TWILIO', url: 'https://shop.example/all', account: accountSidOf('kept') },
  });
});

const event = (status: MessageStatus): MessageEvent => ({
  eventId: 'e1',
  messageId: '019aa000-0000-7000-8000-000000000001',
  clientId: 'c',
  clientReference: null,
  from: 'SHOP',
  to: '254712345678',
  status,
  final: status !== 'SUBMITTED',
  errorCode: '27',
  carrierStatus: null,
  connectorCid: 'carrier-1',
  carrierId: 'A1',
  segments: 1,
  submittedAt: '2026-11-21T10:00:00.000Z',
  doneAt: status === 'SUBMITTED' ? null : '2026-11-21T10:01:00.000Z',
  at: '2026-11-21T10:01:02.000Z',
});
test.each<[MessageStatus, Record<string, string> | undefined]>([
  ['SUBMITTED', { MessageStatus: 'sent' }],
  ['DELIVERED', { MessageStatus: 'delivered', RawDlrDoneDate: '2611211001' }],
  [
    'UNDELIVERABLE',
    { MessageStatus: 'undelivered', ErrorCode: '30003', RawDlrDoneDate: '2611211001' },
  ],
  ['EXPIRED', { MessageStatus: 'undelivered', ErrorCode: '30036' }],
  ['REJECTED', { MessageStatus: 'failed', ErrorCode: '30007' }],
  ['FAILED', { MessageStatus: 'failed', ErrorCode: '30008' }],
  ['CANCELLED', { MessageStatus: 'canceled' }],
  ['UNKNOWN', undefined],
])('the status callback of %s', (status, fields) => {
  const request = receiptRequest(
    {
      kind: 'URL',
      dialect: 'TWILIO',
      url: 'https://shop.example/s?a=1',
      method: 'POST',
      level: 0,
      account: ACCOUNT,
    },
    event(status),
    1,
  );
  const sid = 'SM019aa000000070008000000000000001';
  expect(
    request && { ...request, body: Object.fromEntries(new URLSearchParams(request.body)) },
  ).toEqual(
    fields && {
      method: 'POST',
      url: 'https://shop.example/s?a=1',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'i-twilio-idempotency-token': 'e1',
      },
      body: {
        AccountSid: ACCOUNT,
        ApiVersion: '2010-04-01',
        From: 'SHOP',
        MessageSid: sid,
        SmsSid: sid,
        SmsStatus: fields['MessageStatus'],
        To: '+254712345678',
        ...fields,
      },
    },
  );
});
