import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { ALL_DIALECTS, openShops, PASSWORD } from '../../../../../test/harness/shops.ts';
import { metricsText } from './jasmin-metrics.rules.ts';

const db = await createTestDatabase();
const shops = await openShops(db);
const app = await shops.mountHttpDialects();
const guarded = await shops.mountHttpDialects(ALL_DIALECTS, 'a-token-of-the-operator');
afterAll(() => Promise.all([app.close(), guarded.close()]));
beforeAll(async () => {
  await shops.addShop('shop');
});

test("the page has Jasmin's names and sums", () => {
  const text = metricsText({
    dialects: [
      { labels: { dialect: 'jasmin', outcome: 'ACCEPTED' }, value: 7 },
      { labels: { dialect: 'kannel', outcome: 'ACCEPTED' }, value: 2 },
      { labels: { dialect: 'kannel', outcome: 'NO_ROUTE' }, value: 1 },
      { labels: { dialect: 'jasmin', outcome: 'UNAUTHENTICATED' }, value: 3 },
    ],
    parts: [
      { labels: { connector: 'mtn', outcome: 'submitted' }, value: 5 },
      { labels: { connector: 'mtn', outcome: 'receipts' }, value: 4 },
      { labels: { connector: 'mtn', outcome: 'received' }, value: 1 },
      { labels: { connector: 'airtel', outcome: 'throttled' }, value: 6 },
    ],
    answers: [
      { labels: { command: 'submit_sm', status: 'ESME_ROK' }, value: 8 },
      { labels: { command: 'submit_sm', status: 'ESME_RSYSERR' }, value: 1 },
      { labels: { command: 'bind', status: 'ESME_ROK' }, value: 9 },
    ],
  });
  expect(text).toMatch(/^# TYPE httpapi_request_count counter\n# HELP httpapi_request_count /);
  const values = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  expect(values).toEqual(
    expect.arrayContaining([
      'httpapi_request_count 13',
      'httpapi_success_count 9',
      'httpapi_route_error_count 1',
      'httpapi_auth_error_count 3',
      'httpapi_charging_error_count 0',
      'smppc_submit_sm_request_count{cid="mtn"} 5',
      'smppc_deliver_sm_count{cid="mtn"} 5',
      'smppc_throttling_error_count{cid="airtel"} 6',
      'smppsapi_submit_sm_request_count 9',
      'smppsapi_submit_sm_count 8',
      'smppsapi_other_submit_error_count 1',
    ]),
  );
});

test('messages of customers are counted for every dialect', async () => {
  const count = async () =>
    Number(/^httpapi_success_count (\d+)$/m.exec((await app.inject('/metrics')).body)?.[1]);
  const before = await count();
  const values = { username: 'shop', password: PASSWORD, to: '254712345678', from: 'SHOP' };
  await app.inject(`/send?${new URLSearchParams({ ...values, content: 'x' }).toString()}`);
  await app.inject(`/cgi-bin/sendsms?${new URLSearchParams({ ...values, text: 'x' }).toString()}`);
  expect(await count()).toBe(before + 2);
});

test("the page is the operator's: of this machine, or with the token", async () => {
  const status = async (
    on: typeof app,
    headers: Record<string, string> = {},
    remoteAddress = '127.0.0.1',
  ) => (await on.inject({ url: '/metrics', headers, remoteAddress })).statusCode;
  const bearer = { authorization: 'Bearer a-token-of-the-operator' };
  expect([
    await status(app),
    await status(app, {}, '198.51.100.1'),
    await status(app, { 'x-forwarded-for': '198.51.100.1' }),
    await status(guarded),
    await status(guarded, bearer, '198.51.100.1'),
    await status(guarded, { authorization: 'Bearer wrong' }),
  ]).toEqual([200, 404, 404, 404, 200, 404]);
});
