import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openShops, PASSWORD } from '../../../../../test/harness/shops.ts';
import type { MessageStatus } from '../../../../contract/api/messages.ts';
import type { MessageEvent } from '../../../core/dispatch/events/events.ts';
import { receiptRequest } from './receipts.rules.ts';

const db = await createTestDatabase();
const shops = await openShops(db);
const app = await shops.mountHttpDialects();
afterAll(() => app.close());
beforeAll(async () => {
  await shops.addShop('shop', { cred: { defaultvalue: { dlr_url: 'https://shop.example/dlr' } } });
  await shops.addShop('poor', { units: 5_000n });
  await shops.addShop('slow', { cred: { quota: { http_throughput: 1 } } });
  await shops.addShop('mute', {
    cred: { authorization: { http_send: false, http_balance: false } },
  });
  await shops.addShop('narrow', {
    cred: { valuefilter: { dst_addr: '^2547', src_addr: '^SHOP$', content: '^Hello' } },
  });
});

// Each request from an address of its own, so that wrong credentials slow no other down.
let address = 0;
async function call(url: string, user = 'shop', payload?: unknown, password = PASSWORD) {
  const response = await app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url,
    remoteAddress: `198.51.${100 + (++address >> 8)}.${address & 255}`,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload: JSON.stringify(payload) }),
  });
  expect(response.headers['content-type']).toBe('application/json');
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}
const base = {
  source_addr: 'SHOP',
  schedule_time: '',
  encoding: 0,
  message: 'Habari',
  recipients: [{ recipient_id: '1', dest_addr: '254712345678' }] as unknown[],
};
const send = (more: Record<string, unknown> = {}, user = 'shop') =>
  call('/v1/send', user, { ...base, ...more });

test('a request is answered with its number and with how many recipients were valid', async () => {
  const { status, body } = await send({
    message: 'Olá, ção',
    recipients: [
      { recipient_id: 1, dest_addr: '254712345601' },
      { recipient_id: '2', dest_addr: '+254712345602' },
      { recipient_id: 3, dest_addr: '254712345601' },
      { recipient_id: 4, dest_addr: '12' },
    ],
  });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      successful: true,
      request_id: expect.any(Number),
      code: 100,
      message: 'Message Submitted Successfully',
      valid: 2,
      invalid: 1,
      duplicates: 1,
    },
  });
  const rows = await db.query(
    `select destination, sender, text, source, client_reference, callback from message where client_reference like $1 order by destination`,
    [`${String(body['request_id'])}:%`],
  );
  expect(rows).toMatchObject(
    ['1', '2'].map((id) => ({
      destination: `25471234560${id}`,
      sender: 'SHOP',
      text: 'Olá, ção',
      source: 'HTTP',
      client_reference: `${String(body['request_id'])}:${id}`,
      callback: { kind: 'URL', dialect: 'BEEM', url: 'https://shop.example/dlr' },
    })),
  );
  const next = await send();
  expect(Number(next.body['request_id'])).toBeGreaterThan(Number(body['request_id']));
});

test('a scheduled time is in GMT', async () => {
  const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 3_600_000);
  const { body } = await send({ schedule_time: at.toISOString().slice(0, 16).replace('T', ' ') });
  const [row] = await db.query<{ at: Date }>(
    `select scheduled_at as at from message where client_reference = $1`,
    [`${String(body['request_id'])}:1`],
  );
  expect(row!.at.getTime()).toBe(at.getTime());
});

test.each<[string, Record<string, unknown>, number, number, string?]>([
  ['no recipients', { recipients: [] }, 400, 119],
  ['recipients that are no list', { recipients: '254712345678' }, 400, 119],
  ['a recipient without an address', { recipients: [{ recipient_id: 1 }] }, 400, 115],
  ['a recipient that is none', { recipients: [null] }, 400, 115],
  ['too many', { recipients: Array.from({ length: 1001 }, () => ({ dest_addr: '1' })) }, 400, 114],
  ['a number that nobody has', { recipients: [{ dest_addr: '12' }] }, 400, 101],
  ['no text', { message: undefined }, 400, 104],
  ['an empty text', { message: '' }, 400, 109],
  ['an encoding that is none', { encoding: 3 }, 400, 118],
  ['a time that is none', { schedule_time: 'soon' }, 400, 117],
  ['a day that no month has', { schedule_time: '2090-02-30 10:00' }, 400, 117],
  ['an hour that no day has', { schedule_time: '2090-01-01 24:00' }, 400, 117],
  ['a past time', { schedule_time: '2020-01-01 10:00' }, 400, 112],
  ['a time years ahead', { schedule_time: '2090-01-01 10:00' }, 400, 112],
  ["a sender that is not the client's", { source_addr: 'OTHER' }, 400, 111],
  ['no sender', { source_addr: '' }, 400, 111],
  ['too few units', {}, 400, 102, 'poor'],
  ['who may not send', {}, 403, 120, 'mute'],
  ['the filter of numbers', { recipients: [{ dest_addr: '255712345678' }] }, 400, 101, 'narrow'],
  ['the filter of senders', { source_addr: 'OTHER' }, 400, 111, 'narrow'],
  ['the filter of texts', {}, 400, 109, 'narrow'],
])("refuses it in Beem's form: %s", async (_name, more, status, code, user) => {
  expect(await send(more, user)).toEqual({
    status,
    body: { code, message: expect.stringMatching(/./) },
  });
});

test('wrong credentials, and none, are 120', async () => {
  for (const [user, password] of [
    ['shop', 'wrong'],
    ['nobody', PASSWORD],
    ['', ''],
  ] as const)
    expect(await call('/v1/send', user, base, password)).toEqual({
      status: 401,
      body: { code: 120, message: 'Invalid api_key and/or secret_id' },
    });
});

test("a user's rate is refused as temporary", async () => {
  const all = await Promise.all(Array.from({ length: 3 }, () => send({}, 'slow')));
  expect(all.find(({ status }) => status === 429)).toMatchObject({ body: { code: 103 } });
});

test('a delivery report is shown to its own client only', async () => {
  const { body } = await send();
  const id = String(body['request_id']);
  const report = (number: string, user = 'shop', request = id) =>
    call(`/public/v1/delivery-reports?dest_addr=${number}&request_id=${request}`, user);
  expect(await report('254712345678')).toEqual({
    status: 200,
    body: [{ dest_addr: '254712345678', status: 'PENDING', request_id: id }],
  });
  for (const [status, word] of [
    [10, 'DELIVERED'],
    [11, 'UNDELIVERED'],
    [12, 'UNDELIVERED'],
  ] as const) {
    await db.query(`update message set status = $2 where client_reference = $1`, [
      `${id}:1`,
      status,
    ]);
    expect((await report('0712345678')).body).toMatchObject([{ status: word }]);
  }
  for (const [number, user, request, code] of [
    ['254712345678', 'poor', id, 116],
    ['254712345679', 'shop', id, 116],
    ['254712345678', 'shop', id.slice(0, -1), 116],
    ['254712345678', 'shop', 'x', 116],
    ['', 'shop', id, 115],
  ] as const)
    expect((await report(number, user, request)).body).toMatchObject({ code });
});

test('the balance', async () => {
  expect(await call('/public/v1/vendors/balance', 'poor')).toEqual({
    status: 200,
    body: { data: { credit_balance: 0.5 } },
  });
  expect(await call('/public/v1/vendors/balance', 'mute')).toMatchObject({ status: 403 });
});

test.each<[MessageStatus, string | undefined]>([
  ['DELIVERED', 'DELIVERED'],
  ['UNDELIVERABLE', 'UNDELIVERED'],
  ['EXPIRED', 'UNDELIVERED'],
  ['REJECTED', 'UNDELIVERED'],
  ['UNKNOWN', undefined],
])('the delivery report of %s', (status, word) => {
  const event: MessageEvent = {
    eventId: 'e1',
    messageId: '019aa000-0000-7000-8000-000000000001',
    clientId: 'c',
    clientReference: '10000001:my:id',
    from: 'SHOP',
    to: '254712345678',
    status,
    final: true,
    errorCode: null,
    carrierStatus: null,
    connectorCid: 'carrier-1',
    carrierId: 'A1',
    segments: 1,
    submittedAt: '2026-11-21T10:00:00.000Z',
    doneAt: '2026-11-21T10:01:00.000Z',
    at: '2026-11-21T10:01:02.000Z',
  };
  const request = receiptRequest(
    { kind: 'URL', dialect: 'BEEM', url: 'https://shop.example/dlr', method: 'POST', level: 0 },
    event,
    1,
  );
  expect(request && { ...request, body: JSON.parse(request.body!) as unknown }).toEqual(
    word && {
      method: 'POST',
      url: 'https://shop.example/dlr',
      headers: { 'content-type': 'application/json' },
      body: {
        request_id: '10000001',
        recipient_id: 'my:id',
        dest_addr: '254712345678',
        Status: word,
        status: word,
      },
    },
  );
});
