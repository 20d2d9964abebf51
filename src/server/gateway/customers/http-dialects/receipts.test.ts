import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { ALL_DIALECTS, openShops, PASSWORD } from '../../../../../test/harness/shops.ts';
import { addConnector, testKey, until } from '../../../../../test/harness/pipeline.ts';
import { open } from '../../../../../test/harness/wallets.ts';
import { startSmsc } from '../../../../sim/smsc/smsc.ts';
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import type { MessageEvent } from '../../../core/dispatch/events/events.ts';
import { Outbound } from '../../../infra/http/outbound.ts';
import { run } from '../../../processes/gateway.ts';
import { startReceipts } from './receipts.jobs.ts';
import { isTaken, receiptRequest } from './receipts.rules.ts';
import type { UrlCallback } from '../../../core/dispatch/events/events.ts';

const event = (status: MessageStatus, more: Partial<MessageEvent> = {}): MessageEvent => ({
  eventId: 'e',
  messageId: '019aa000-0000-7000-8000-000000000001',
  clientId: 'c',
  clientReference: null,
  from: 'SHOP',
  to: '254712345678',
  status,
  final: status !== 'SUBMITTED',
  errorCode: null,
  carrierStatus: null,
  connectorCid: 'carrier-1',
  carrierId: 'A1',
  segments: 1,
  submittedAt: '2026-11-21T10:00:00.000Z',
  doneAt: status === 'SUBMITTED' ? null : '2026-11-21T10:01:00.000Z',
  at: '2026-11-21T10:01:02.000Z',
  ...more,
});
const callback = (
  dialect: UrlCallback['dialect'],
  level: number,
  more: Partial<UrlCallback> = {},
): UrlCallback => ({
  kind: 'URL',
  dialect,
  url: 'http://shop.example/dlr?a=1',
  method: 'POST',
  level,
  ...more,
});
const told = (of: UrlCallback, about: MessageEvent, attempt = 1) => {
  const request = receiptRequest(of, about, attempt);
  return (
    request && {
      ...request,
      body:
        request.body &&
        (request.body.startsWith('{')
          ? (JSON.parse(request.body) as unknown)
          : Object.fromEntries(new URLSearchParams(request.body))),
    }
  );
};
const id = '019aa000-0000-7000-8000-000000000001';
const level2 = {
  id,
  connector: '',
  level: '2',
  id_smsc: id,
  subdate: '2611211000',
  donedate: '2611211001',
  sub: '001',
  dlvrd: '000',
  err: '000',
  text: 'ND',
};

test.each<[string, number, MessageEvent, Record<string, string> | undefined]>([
  [
    'taken by the carrier',
    1,
    event('SUBMITTED'),
    { id, connector: '', level: '1', message_status: 'ESME_ROK' },
  ],
  [
    'taken by the carrier',
    3,
    event('SUBMITTED'),
    { id, connector: '', level: '1', message_status: 'ESME_ROK' },
  ],
  [
    'refused by the carrier',
    3,
    event('REJECTED', { submittedAt: null, errorCode: 'ESME_RINVDSTADR' }),
    { id, connector: '', level: '1', message_status: 'ESME_RINVDSTADR' },
  ],
  [
    'expired here',
    1,
    event('EXPIRED', { submittedAt: null, errorCode: 'QUEUE_EXPIRED' }),
    { id, connector: '', level: '1', message_status: 'ESME_RSUBMITFAIL' },
  ],
  [
    'refused by the carrier, who asked for the end alone',
    2,
    event('REJECTED', { submittedAt: null, carrierId: null, errorCode: 'ESME_RINVDSTADR' }),
    { ...level2, message_status: 'REJECTD', id_smsc: '', subdate: 'ND', err: 'ESME_RINVDSTADR' },
  ],
  ['delivered', 2, event('DELIVERED'), { ...level2, message_status: 'DELIVRD', dlvrd: '001' }],
  [
    'not delivered',
    3,
    event('UNDELIVERABLE', { errorCode: '27' }),
    { ...level2, message_status: 'UNDELIV', err: '027' },
  ],
  ['expired', 3, event('EXPIRED'), { ...level2, message_status: 'EXPIRED' }],
  ['cancelled', 3, event('CANCELLED'), { ...level2, message_status: 'DELETED' }],
  ['nothing heard', 3, event('UNKNOWN'), { ...level2, message_status: 'UNKNOWN' }],
  ["not delivered, who asked for the carrier's answer alone", 1, event('UNDELIVERABLE'), undefined],
])("Jasmin's receipt: %s, level %i", (_name, level, about, fields) => {
  expect(told(callback('JASMIN', level), about)?.body).toEqual(fields);
});

test("Jasmin's receipt by GET joins the address's own query", () => {
  expect(receiptRequest(callback('JASMIN', 1, { method: 'GET' }), event('SUBMITTED'), 1)).toEqual({
    method: 'GET',
    url: `http://shop.example/dlr?a=1&id=${id}&connector=&level=1&message_status=ESME_ROK`,
    headers: { accept: 'text/plain' },
  });
});

test.each<[MessageStatus, string]>([
  ['SUBMITTED', '8'],
  ['DELIVERED', '1'],
  ['UNDELIVERABLE', '2'],
  ['EXPIRED', '2'],
  ['REJECTED', '16'],
  ['FAILED', '2'],
])("Kannel's receipt of %s is %s", (status, type) => {
  expect(
    receiptRequest(
      callback('KANNEL', 31, { url: 'http://shop.example/dlr?id=7&type=%d' }),
      event(status),
      1,
    )?.url,
  ).toBe(`http://shop.example/dlr?id=7&type=${type}`);
});

test("Kannel's escape codes, beside percent-encoded octets of the address", () => {
  const url =
    'http://shop.example/dlr?p=%p&P=%P&t=%t&T=%T&F=%F&I=%I&i=%i&A=%A&own=%C3%A9&all=100%%&z=%z';
  expect(
    receiptRequest(callback('KANNEL', 31, { url }), event('DELIVERED', { from: 'MY SHOP' }), 1)
      ?.url,
  ).toBe(
    `http://shop.example/dlr?p=254712345678&P=MY%20SHOP&t=2026-11-21+10:01&T=1795255262&F=${id}&I=${id}&i=&A=${encodeURIComponent(`id:${id} sub:001 dlvrd:001 submit date:2611211000 done date:2611211001 stat:DELIVRD err:000 text:`)}&own=%C3%A9&all=100%25&z=%z`,
  );
});

test.each<[MessageStatus, Record<string, string> | undefined]>([
  ['SUBMITTED', { status: 'Submitted' }],
  ['DELIVERED', { status: 'Success' }],
  ['UNDELIVERABLE', { status: 'Failed', failureReason: 'DeliveryFailure' }],
  ['REJECTED', { status: 'Rejected', failureReason: 'DeliveryFailure' }],
  ['UNKNOWN', undefined],
])("Africa's Talking's report of %s", (status, fields) => {
  expect(told(callback('AFRICASTALKING', 0), event(status), 2)?.body).toEqual(
    fields && { id, phoneNumber: '+254712345678', retryCount: '1', ...fields },
  );
});

test("the sendsms API's report", () => {
  expect(told(callback('SENDSMS', 0), event('DELIVERED'))?.body).toMatchObject({
    'response-code': 200,
    'message-id': id,
    'delivery-description': 'DeliveredToTerminal',
    'delivery-tat': '00:01:00',
    'delivery-time': '2026-11-21 10:01:00',
    mobile: '254712345678',
  });
});

test.each([
  ['JASMIN', 200, 'ACK/Jasmin', true],
  ['JASMIN', 200, ' ACK/Jasmin\r\n', true],
  ['JASMIN', 302, 'ACK/Jasmin', true],
  ['JASMIN', 200, 'OK', false],
  ['JASMIN', 404, 'ACK/Jasmin', false],
  ['KANNEL', 200, '', true],
  ['KANNEL', 302, '', false],
  ['AFRICASTALKING', 204, '', true],
  ['SENDSMS', 500, '', false],
] as const)('%s: %i with %j counts as accepted: %s', (dialect, status, body, taken) => {
  expect(isTaken(dialect, { status, body })).toBe(taken);
});

// --- from a customer's request to its receipts, over a carrier --------------------------------------------------------

const db = await createTestDatabase();
const database = open(db);
const log = pino({ level: 'silent' });
const came: { method: string; url: string; body: string }[] = [];
let refuse = 0;
const customer = createServer((request, response) => {
  void (async () => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    if (refuse-- > 0) return response.writeHead(200).end('not yet');
    came.push({ method: request.method ?? '', url: request.url ?? '', body });
    return response.end('ACK/Jasmin');
  })();
});
const outbound = new Outbound();
let gateway: Awaited<ReturnType<typeof run>>;
let smsc: Awaited<ReturnType<typeof startSmsc>>;
let receipts: ReturnType<typeof startReceipts>;
let server = '';
let shops: Awaited<ReturnType<typeof openShops>>;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    customer.listen(0, '127.0.0.1', resolve);
  });
  server = `http://127.0.0.1:${(customer.address() as AddressInfo).port}`;
  smsc = await startSmsc({ record: 100, behaviour: { receiptDelay: 20 } });
  const { connectorId } = await addConnector(
    database,
    1,
    {
      host: '127.0.0.1',
      port: smsc.port,
      username: 'tuma',
      custom_tlvs: '0x1400,COctetString,21,optional',
    },
    1,
  );
  shops = await openShops(db, connectorId);
  await shops.addShop('shop', { cred: { defaultvalue: { dlr_url: `${server}/own` } } });
  gateway = await run({
    database: { connectionString: db.url },
    secretKey: testKey,
    log,
    config: {
      httpApiPort: 0,
      httpDialects: ALL_DIALECTS,
      smppPort: 0,
      smppTls: undefined,
      host: '127.0.0.1',
      trustedProxies: ['127.0.0.1'],
      connectionsPerAddress: 256,
      privateHosts: ['127.0.0.1'],
      sandbox: false,
      webhookHosts: ['127.0.0.1'],
    },
  });
  receipts = startReceipts({ database, outbound, log, allowPrivate: () => true });
});
afterAll(async () => {
  await receipts?.stop();
  await gateway?.stop();
  await smsc?.stop();
  outbound.close();
  customer.closeAllConnections();
  customer.close();
});
beforeEach(() => {
  came.length = 0;
  refuse = 0;
});

const ask = async (
  path: string,
  values: Record<string, string>,
  headers: Record<string, string> = {},
) =>
  (
    await fetch(`http://127.0.0.1:${gateway.httpPort}${path}`, {
      method: 'POST',
      body: new URLSearchParams(values),
      headers,
    })
  ).text();
/** Woken repeatedly, because these tests have no notifications. */
const receiptsCome = (what: string, check: () => boolean) =>
  until(what, () => {
    receipts.wake();
    return check();
  });
// A receipt of an earlier test may come late, or a second time, so each test looks at its own address.
const cameTo = (path: string) => came.filter(({ url }) => url.startsWith(path));
const forms = (path: string) =>
  cameTo(path).map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

test("a message's own TLVs reach the carrier, at once or out of the queue", async () => {
  // A user with a quota is never accepted straight into a link.
  await shops.addShop('metered', { cred: { quota: { sms_count: 10 } } });
  for (const [username, to] of [
    ['shop', '254712345671'],
    ['metered', '254712345672'],
  ] as const) {
    const values = { username, password: PASSWORD, to, from: 'SHOP', content: 'Habari' };
    await ask('/send', { ...values, custom_tlvs: '[[5120,null,"COctetString","ref-42"]]' });
    const parametersOf = () =>
      [...smsc.received()].find(({ destination }) => destination === to)?.parts[0]?.parameters;
    await until('the message', () => parametersOf() !== undefined);
    expect(parametersOf()).toEqual([{ tag: 0x1400, value: '7265662d343200' }]);
  }
});

// The carrier sends no receipt for numbers that end in 07, so that only its answer is reported. For
// the others, answer and receipt may be stored together, and only the final status is then
// reported.
const SILENT = '254712345607';

test("from Jasmin's /send to its receipts, repeated until accepted", async () => {
  refuse = 1;
  const send = async (to: string) =>
    /^Success "(.*)"$/.exec(
      await ask('/send', {
        username: 'shop',
        password: PASSWORD,
        to,
        from: 'SHOP',
        content: 'Habari',
        'dlr-level': '3',
        'dlr-url': `${server}/dlr`,
      }),
    )![1];
  const first = await send(SILENT);
  await until('refused once', async () => {
    receipts.wake();
    return (
      (
        await db.query(
          `select from outbox where kind = 'RECEIPT_URL' and last_error = 'the answer is not ACK/Jasmin'`,
        )
      ).length === 1
    );
  });
  expect(cameTo('/dlr')).toEqual([]);
  await db.query(
    `update outbox set not_before = now() where kind = 'RECEIPT_URL' and done_at is null`,
  );
  await receiptsCome('level 1', () => cameTo('/dlr').length === 1);
  expect(forms('/dlr')).toEqual([
    { id: first, connector: '', level: '1', message_status: 'ESME_ROK' },
  ]);
  const second = await send('254712345600');
  const level2 = () => forms('/dlr').find(({ level }) => level === '2');
  await receiptsCome('level 2', () => level2() !== undefined);
  expect(level2()).toMatchObject({
    id: second,
    level: '2',
    message_status: 'DELIVRD',
    dlvrd: '001',
    connector: '',
  });
});

test("from Kannel's sendsms to the receipts of its mask", async () => {
  expect(
    await ask('/cgi-bin/sendsms', {
      username: 'shop',
      password: PASSWORD,
      to: '254712345632',
      from: 'SHOP',
      text: 'Habari',
      'dlr-mask': '3',
      'dlr-url': `${server}/kannel?id=7&type=%d&to=%p`,
    }),
  ).toBe('0: Accepted for delivery');
  await receiptsCome('delivered', () => cameTo('/kannel').length > 0);
  expect(cameTo('/kannel')).toEqual([
    { method: 'GET', url: '/kannel?id=7&type=1&to=254712345632', body: '' },
  ]);
});

test("from Africa's Talking and from sendsms to the address of the user", async () => {
  const send = async (to: string) =>
    (
      JSON.parse(
        await ask(
          '/version1/messaging',
          { username: 'shop', to, message: 'Habari', from: 'SHOP' },
          { apikey: PASSWORD, accept: 'application/json' },
        ),
      ) as { SMSMessageData: { Recipients: [{ messageId: string }] } }
    ).SMSMessageData.Recipients[0].messageId;
  const first = await send(SILENT);
  await receiptsCome('submitted', () => cameTo('/own').length === 1);
  expect(forms('/own')).toEqual([
    { id: first, status: 'Submitted', phoneNumber: `+${SILENT}`, retryCount: '0' },
  ]);
  const second = await send('0712345640');
  const success = () => forms('/own').find(({ status }) => status === 'Success');
  await receiptsCome('success', () => success() !== undefined);
  expect(success()).toMatchObject({ id: second, phoneNumber: '+254712345640' });
  const {
    responses: [one],
  } = JSON.parse(
    await ask('/api/services/sendsms', {
      partnerID: 'shop',
      apikey: PASSWORD,
      mobile: '0712345641',
      message: 'Habari',
      shortcode: 'SHOP',
    }),
  ) as { responses: [{ messageid: string }] };
  const delivered = () => cameTo('/own').find(({ body }) => body.includes(one.messageid));
  await receiptsCome('delivered', () => delivered() !== undefined);
  expect(delivered()).toMatchObject({ method: 'POST', url: '/own' });
  expect(JSON.parse(delivered()!.body)).toMatchObject({
    'delivery-description': 'DeliveredToTerminal',
  });
});

test("from Twilio's Messages to its status callback, and from Beem's request to its report", async () => {
  const basic = `Basic ${Buffer.from(`shop:${PASSWORD}`).toString('base64')}`;
  const { sid } = JSON.parse(
    await ask(
      '/2010-04-01/Accounts/shop/Messages.json',
      { To: '+254712345643', From: 'SHOP', Body: 'Habari', StatusCallback: `${server}/status` },
      { authorization: basic },
    ),
  ) as { sid: string };
  await receiptsCome('delivered', () =>
    forms('/status').some(
      (form) => form['MessageSid'] === sid && form['MessageStatus'] === 'delivered',
    ),
  );
  const answer = await fetch(`http://127.0.0.1:${gateway.httpPort}/v1/send`, {
    method: 'POST',
    headers: { authorization: basic, 'content-type': 'application/json' },
    body: JSON.stringify({
      source_addr: 'SHOP',
      encoding: 0,
      message: 'Habari',
      recipients: [{ recipient_id: 7, dest_addr: '254712345644' }],
    }),
  });
  const { request_id: request } = (await answer.json()) as { request_id: number };
  // Twilio's callbacks of the message before may come among them, also a second time.
  const report = () => came.find(({ body }) => body.includes('request_id'));
  await receiptsCome('the report', () => report() !== undefined);
  expect(JSON.parse(report()!.body)).toEqual({
    request_id: String(request),
    recipient_id: '7',
    dest_addr: '254712345644',
    Status: 'DELIVERED',
    status: 'DELIVERED',
  });
});

test('a private address is not called in a real installation', async () => {
  const real = startReceipts({ database, outbound, log, allowPrivate: () => false });
  await receipts.stop();
  const answer = await ask('/send', {
    username: 'shop',
    password: PASSWORD,
    to: '254712345623',
    from: 'SHOP',
    content: 'Habari',
    'dlr-url': `${server}/dlr`,
  });
  await until('not called', async () => {
    real.wake();
    return (
      (
        await db.query(
          `select from outbox where kind = 'RECEIPT_URL' and last_error = 'the address is loopback'`,
        )
      ).length === 1
    );
  });
  await real.stop();
  const [, message] = /^Success "(.*)"$/.exec(answer)!;
  expect(came.filter(({ url, body }) => `${url} ${body}`.includes(message!))).toEqual([]);
});
