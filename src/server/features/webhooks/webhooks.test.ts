import { pino } from 'pino';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { until } from '../../../../test/harness/pipeline.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';
import { FAST, startReceiver, verify } from '../../../../test/scenarios/webhooks/scenario.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { publish } from '../../core/dispatch/events/notifications.ts';
import type { EventFacts } from '../../core/dispatch/events/events.ts';
import { forwardToNext } from '../../gateway/incoming/incoming-routing.ts';
import { newId } from '../../infra/ids.ts';
import { Outbound } from '../../infra/http/outbound.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { startWebhooks, tidyWebhooks } from './webhooks.jobs.ts';
import { PACE } from './webhooks.rules.ts';

const db = await createTestDatabase();
const { call, add, database, stepUp, enter } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const client = await add('client', 'CLIENT', root);
const other = await add('other', 'COMPANY', root);
for (const { token } of [client, other]) await stepUp(token);
const outbound = new Outbound();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => outbound.close());

const log = pino({ level: 'silent' });
function work(pace = FAST) {
  const courier = startWebhooks({
    database,
    secretKey: { bytes: Buffer.alloc(32, 9) },
    outbound,
    log,
    vouched: { all: false, hosts: new Set(['127.0.0.1']) },
    pace,
  });
  stops.push(() => courier.stop());
  return courier;
}
async function receive(...manner: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...manner);
  stops.push(() => receiver.stop());
  return receiver;
}
const api = (
  method: string,
  path: string,
  body: Record<string, unknown> = {},
  by: Person = client,
) => call(method, `/v1/portal/webhooks${path}`, { token: by.token, body });
async function subscribe(
  url: string,
  events = ['message.delivered', 'message.submitted'],
  by: Person = client,
): Promise<{ webhookId: string; secret: string }> {
  const { status, body } = await api('POST', '', { url, events }, by);
  expect(status).toBe(200);
  return { webhookId: body['webhook'].webhookId, secret: body['secret'] };
}
/** Publishes events of messages as the pipeline does, in one transaction. */
const happens = (...news: (Partial<EventFacts> & { status: EventFacts['status'] })[]) =>
  database.run(systemScope(), (tx) =>
    publish(
      tx,
      news.map((one) => ({
        messageId: newId(),
        clientId: client.clientId,
        clientReference: 'order 7',
        from: 'TUMA',
        to: '254700000001',
        errorCode: null,
        carrierStatus: null,
        connectorCid: 'secret-carrier',
        carrierId: 'x',
        segments: 2,
        submittedAt: '2026-11-21T10:00:00.000Z',
        doneAt: null,
        callback: null,
        subscribed: true,
        ...one,
      })),
    ),
  );
const deliveries = async (query: Record<string, unknown> = {}, by: Person = client) =>
  (await api('GET', '/deliveries', { pageSize: 200, ...query }, by)).body['deliveries'];

test('a webhook receives its events, signed with its secret, and logs them', async () => {
  const receiver = await receive();
  const { webhookId, secret } = await subscribe(receiver.url);
  expect(secret).toMatch(/^whsec_[\w-]{43}$/);
  expect(
    JSON.stringify([
      await db.query('select * from webhook'),
      await db.query('select * from audit_entry'),
      (await api('GET', '')).body,
    ]),
  ).not.toContain(secret.slice(10));
  work().wake();
  const messageId = newId();
  await happens(
    { messageId, status: 'SUBMITTED' },
    { messageId, status: 'EXPIRED' },
    {
      messageId,
      status: 'DELIVERED',
      doneAt: '2026-11-21T10:00:05.000Z',
      carrierStatus: 'DELIVRD',
    },
  );
  await until('two events', () => receiver.arrivals.length === 2);
  const [first, second] = receiver.arrivals;
  expect(JSON.parse(first!.body)).toEqual({
    id: expect.any(String),
    type: 'message.submitted',
    createdTimestamp: expect.any(Number),
    data: {
      messageId,
      clientReference: 'order 7',
      from: 'TUMA',
      to: '+254700000001',
      status: 'SUBMITTED',
      final: false,
      errorCode: null,
      carrierStatus: null,
      segments: 2,
      submitTimestamp: 1_795_255_200,
      doneTimestamp: null,
    },
  });
  expect(JSON.parse(second!.body)).toMatchObject({
    type: 'message.delivered',
    data: { final: true, doneTimestamp: 1_795_255_205, carrierStatus: 'DELIVRD' },
  });
  for (const { headers, body } of receiver.arrivals) {
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'tuma-event-id': JSON.parse(body).id,
      'tuma-event': JSON.parse(body).type,
      'tuma-attempt': '1',
    });
    expect(verify(String(headers['tuma-signature']), secret, body)).toBe(true);
    expect(verify(String(headers['tuma-signature']), secret, `${body} `)).toBe(false);
    expect(verify(String(headers['tuma-signature']), secret, body, Date.now() + 600_000)).toBe(
      false,
    );
  }
  const shown = await until('the log', async () => {
    const rows = await deliveries({ 'filter.webhookIds': webhookId });
    return rows.every((row: { status: string }) => row.status === 'DELIVERED') && rows;
  });
  expect(
    shown.map((row: Record<string, unknown>) => [
      row['event'],
      row['messageId'],
      row['attempts'],
      row['lastStatus'],
    ]),
  ).toEqual([
    ['message.delivered', messageId, 1, 200],
    ['message.submitted', messageId, 1, 200],
  ]);
  const { body: detail } = await api('GET', `/deliveries/${shown[0].deliveryId}`);
  expect(detail).toMatchObject({
    body: second!.body,
    answer: expect.stringMatching(/^HTTP 200\n[^]*answer 200$/),
    request: expect.stringContaining(`POST ${receiver.url}\n`),
    tries: [{ status: 200, error: null }],
  });
  expect(detail['request']).not.toContain(secret);
  expect((await api('GET', `/deliveries/${shown[0].deliveryId}`, {}, other)).status).toBe(404);
  expect(
    await deliveries({ 'filter.messageIds': messageId, 'filter.deliveryStatuses': 'FAILED' }),
  ).toEqual([]);
  await api('DELETE', `/${webhookId}`);
});

test('retries in the order of each message, fails at last, and replays with the same id', async () => {
  const receiver = await receive(({ body }) =>
    JSON.parse(body).data.clientReference === 'never'
      ? 500
      : receiver.arrivals.length % 3 === 0
        ? 200
        : 503,
  );
  const { webhookId } = await subscribe(receiver.url);
  work({ ...FAST, waits: [0.02, 0.02, 0.02, 0.02, 0.02], opensAfter: 1000 }).wake();
  const messages = Array.from({ length: 8 }, () => newId());
  await happens(
    ...messages.flatMap((messageId): Parameters<typeof happens> => [
      { messageId, status: 'SUBMITTED' },
      { messageId, status: 'DELIVERED' },
    ]),
    { status: 'DELIVERED', clientReference: 'never' },
  );
  const rows = await until('all ended', async () => {
    const all = await deliveries({ 'filter.webhookIds': webhookId });
    return (
      all.length === 17 && all.every((row: { status: string }) => row.status !== 'PENDING') && all
    );
  });
  const dead = rows.filter((row: { status: string; event: string }) => row.status === 'FAILED');
  expect(dead.length).toBeGreaterThan(0);
  expect(
    dead.every(
      (row: Record<string, unknown>) =>
        row['attempts'] === 6 && /^HTTP 50[03]$/.test(String(row['lastError'])),
    ),
  ).toBe(true);
  for (const messageId of messages) {
    const of = receiver.arrivals
      .filter(({ body }) => JSON.parse(body).data.messageId === messageId)
      .map(({ body }) => JSON.parse(body).data.status);
    expect(of).toEqual(
      of.toSorted((a, b) => MESSAGE_STATUS[a as 'SUBMITTED'] - MESSAGE_STATUS[b as 'SUBMITTED']),
    );
  }
  expect((await api('GET', '')).body['webhooks'][0]).toMatchObject({
    failedCount: dead.length,
    pendingCount: 0,
  });

  receiver.behave(() => 204);
  receiver.arrivals.length = 0;
  const [one, ...others] = dead;
  expect((await api('POST', ':replay', { deliveryId: one.deliveryId })).body).toMatchObject({
    status: 'PENDING',
    replays: 1,
    attempts: 0,
    eventId: one.eventId,
  });
  await until('it went again', () =>
    receiver.arrivals.some(({ headers }) => headers['tuma-event-id'] === one.eventId),
  );
  expect((await api('POST', ':replay', { deliveryId: one.deliveryId }, other)).status).toBe(404);
  expect(
    (await api('POST', ':replayFailed', { webhookId, sinceTimestamp: Date.now() / 1000 + 60 }))
      .body,
  ).toEqual({ count: 0, more: false });
  expect(
    (await api('POST', ':replayFailed', { webhookId, sinceTimestamp: Date.now() / 1000 - 3600 }))
      .body,
  ).toEqual({ count: others.length, more: false });
  await until(
    'none is left',
    async () =>
      (await deliveries({ 'filter.webhookIds': webhookId, 'filter.deliveryStatuses': 'FAILED' }))
        .length === 0 &&
      (await deliveries({ 'filter.webhookIds': webhookId, 'filter.deliveryStatuses': 'PENDING' }))
        .length === 0,
  );
  expect((await api('GET', '')).body['webhooks'][0]).toMatchObject({
    failingSinceTimestamp: null,
    failedCount: 0,
    breaker: null,
  });
  await api('DELETE', `/${webhookId}`);
});

test('a later event of a message follows as soon as the earlier one is accepted', async () => {
  const receiver = await receive(() => (receiver.arrivals.length === 0 ? 500 : 200));
  const { webhookId } = await subscribe(receiver.url);
  work({ ...FAST, waits: [0.3], leaseSeconds: 600, timeoutMilliseconds: 5000 }).wake();
  const messageId = newId();
  await happens({ messageId, status: 'SUBMITTED' });
  await until('the first try', () => receiver.arrivals.length === 1);
  await happens({ messageId, status: 'DELIVERED' });
  await until('both were taken', () => receiver.arrivals.length === 3);
  expect(receiver.arrivals.map(({ headers }) => headers['tuma-event'])).toEqual([
    'message.submitted',
    'message.submitted',
    'message.delivered',
  ]);
  await api('DELETE', `/${webhookId}`);
});

test('a host that is down is suspended, however much waits for it, and others are not affected', async () => {
  const [down, well] = [await receive(() => 'cut'), await receive()];
  const bad = await subscribe(down.url);
  const good = await subscribe(well.url, undefined, other);
  work({ ...FAST, opensAfter: 5, probeSeconds: 0.3, longestProbeSeconds: 0.3 }).wake();
  await happens(
    ...Array.from({ length: 120 }, () => ({ status: 'DELIVERED' as const })),
    ...Array.from({ length: 40 }, () => ({
      status: 'DELIVERED' as const,
      clientId: other.clientId,
    })),
  );
  await until('the other has all', () => well.arrivals.length === 40);
  await until('open', async () => (await api('GET', '')).body['webhooks'][0].breaker !== null);
  expect((await api('GET', '')).body['webhooks'][0]).toMatchObject({
    webhookId: bad.webhookId,
    breaker: { openTimestamp: expect.any(Number), probeTimestamp: expect.any(Number) },
    failingSinceTimestamp: expect.any(Number),
    pendingCount: 120,
  });
  const before = down.arrivals.length;
  expect(before).toBeLessThan(60);
  // From here on one at a time.
  await until(
    'probes, and pauses between them',
    () =>
      down.arrivals.length >= before + 2 &&
      down.arrivals.at(-1)!.at - down.arrivals.at(-2)!.at > 150,
  );
  down.behave(() => 200);
  await until(
    'all came',
    () =>
      new Set(
        down.arrivals
          .filter(({ answered }) => answered === 200)
          .map(({ headers }) => headers['tuma-event-id']),
      ).size === 120,
  );
  await until('closed', async () => (await api('GET', '')).body['webhooks'][0].breaker === null);
  await api('DELETE', `/${bad.webhookId}`);
  await api('DELETE', `/${good.webhookId}`, {}, other);
});

test('nothing is delivered for a blocked account; what happens meanwhile waits until it is let in again', async () => {
  const receiver = await receive();
  const { webhookId } = await subscribe(receiver.url, undefined, other);
  const set = (verb: string) =>
    call('POST', `/v1/portal/clients:${verb}`, {
      token: root.token,
      body: { clientId: other.clientId },
    });
  expect((await set('blockClient')).status).toBe(200);
  work().wake();
  const delivered = { status: 'DELIVERED' as const, clientId: other.clientId };
  await happens(delivered, { status: 'DELIVERED' });
  const waiting = () =>
    db.query(`select status from webhook_delivery where webhook_id = $1`, [webhookId]);
  await until('it waits', async () => (await waiting()).length === 1);
  // Another account's delivery, made later, has come by then.
  const well = await receive();
  const mine = await subscribe(well.url);
  await happens({ status: 'DELIVERED' });
  await until('the one of another', () => well.arrivals.length === 1);
  expect([receiver.arrivals, await waiting()]).toEqual([[], [{ status: 'PENDING' }]]);
  expect((await set('unblockClient')).status).toBe(200);
  await until('it came', () => receiver.arrivals.length === 1);
  await api('DELETE', `/${mine.webhookId}`);
  await db.query('delete from webhook where id = $1', [webhookId]);
  other.token = await enter(other.clientId);
  await stepUp(other.token);
});

test("one account's failures at a host suspend no delivery of another account to it", async () => {
  const shared = await receive(({ path }) => (path === '/bad' ? 500 : 200));
  const bad = await subscribe(`${shared.host}/bad`);
  const good = await subscribe(`${shared.host}/good`, undefined, other);
  work({ ...FAST, opensAfter: 5 }).wake();
  await happens(...Array.from({ length: 30 }, () => ({ status: 'DELIVERED' as const })));
  const breaker = async (by: Person) => (await api('GET', '', {}, by)).body['webhooks'][0].breaker;
  await until('open', async () => (await breaker(client)) !== null);
  expect(await breaker(other)).toBeNull();
  await happens(
    ...Array.from({ length: 40 }, () => ({
      status: 'DELIVERED' as const,
      clientId: other.clientId,
    })),
  );
  const came = () => shared.arrivals.filter(({ path }) => path === '/good').length;
  await until('the other has all', () => came() === 40);
  // Deliveries of others that get through are no sign for the account that fails.
  expect(await breaker(client)).not.toBeNull();
  const probed = shared.arrivals.length;
  await until('a probe', () => shared.arrivals.length > probed);
  await api('DELETE', `/${bad.webhookId}`);
  await api('DELETE', `/${good.webhookId}`, {}, other);
});

test("a delivery that waits for a suspended host shows the host's next attempt as its own", async () => {
  const { webhookId } = await subscribe('http://127.0.0.1:9/paused');
  await db.query(
    `insert into webhook_host (host, failures, last_error, opened_at, probe_at) values ('http://127.0.0.1:9 ' || $1, 5, 'refused', now(), now() + interval '20 minutes')
     on conflict (host) do update set opened_at = excluded.opened_at, probe_at = excluded.probe_at`,
    [client.clientId],
  );
  await db.query(
    `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, body, status, next_at, expires_at)
     select id, client_id, url, 'http://127.0.0.1:9', gen_random_uuid(), 'message.delivered', '{}', 'PENDING', now() - interval '18 minutes', now() + interval '1 day'
     from webhook where id = $1`,
    [webhookId],
  );
  const [hook] = (await api('GET', '')).body['webhooks'];
  const [row] = (await api('GET', '/deliveries', { 'filter.webhookIds': webhookId })).body[
    'deliveries'
  ];
  expect(row.nextTimestamp).toBe(hook.breaker.probeTimestamp);
  await api('DELETE', `/${webhookId}`);
});

test('a rotated secret signs for a day beside the new one', async () => {
  const receiver = await receive();
  const { webhookId, secret: old } = await subscribe(receiver.url);
  const {
    body: { secret, webhook },
  } = await api('POST', ':rotateSecret', { webhookId });
  expect(webhook.oldSecretUntilTimestamp - Date.now() / 1000).toBeGreaterThan(86_000);
  expect((await api('POST', ':sendTest', { webhookId })).body).toMatchObject({
    event: 'webhook.test',
    status: 'DELIVERED',
    lastStatus: 200,
    attempts: 1,
  });
  const [{ headers, body }] = receiver.arrivals as [(typeof receiver.arrivals)[0]];
  const header = String(headers['tuma-signature']);
  expect([verify(header, secret, body), verify(header, old, body)]).toEqual([true, true]);
  await db.query(
    `update webhook set old_secret_until = now() - interval '1 second' where id = $1`,
    [webhookId],
  );
  await api('POST', ':sendTest', { webhookId });
  const later = receiver.arrivals[1]!;
  expect([
    verify(String(later.headers['tuma-signature']), secret, later.body),
    verify(String(later.headers['tuma-signature']), old, later.body),
  ]).toEqual([true, false]);
  receiver.behave(() => 404);
  expect((await api('POST', ':sendTest', { webhookId })).body).toMatchObject({
    status: 'FAILED',
    lastStatus: 404,
    lastError: 'HTTP 404',
    tries: [{ status: 404 }],
    answer: expect.stringContaining('answer 404'),
  });
  for (let more = 0; more < 7; more++) await api('POST', ':sendTest', { webhookId });
  expect((await api('POST', ':sendTest', { webhookId })).status).toBe(429);
  await api('DELETE', `/${webhookId}`);
});

test("a message's own address receives its events, signed with the client's secret for callbacks", async () => {
  const receiver = await receive();
  const {
    body: { webhook, secret },
  } = await api('POST', ':createCallbacks', {}, other);
  expect(webhook).toMatchObject({ url: null, enabled: true });
  expect((await api('POST', ':createCallbacks', {}, other)).status).toBe(409);
  work().wake();
  const callback = { kind: 'WEBHOOK' as const, url: `${receiver.host}/orders/7` };
  await happens(
    {
      clientId: other.clientId,
      status: 'REJECTED',
      callback,
      subscribed: false,
      errorCode: 'ESME_RINVDSTADR',
    },
    { status: 'DELIVERED', callback, subscribed: false },
  );
  await until('both', () => receiver.arrivals.length === 2);
  const mine = receiver.arrivals.find(({ body }) => JSON.parse(body).type === 'message.rejected')!;
  expect(mine.path).toBe('/orders/7');
  expect(verify(String(mine.headers['tuma-signature']), secret, mine.body)).toBe(true);
  // A client that made no secret has one all the same, and can make another that it knows.
  const own = (await api('GET', '')).body['webhooks'].find(
    ({ url }: { url: string | null }) => url === null,
  );
  expect(own).toBeDefined();
  expect((await api('POST', ':rotateSecret', { webhookId: own.webhookId })).body['secret']).toMatch(
    /^whsec_/,
  );
  await happens({
    status: 'DELIVERED',
    callback: { kind: 'WEBHOOK', url: 'https://10.0.0.1/x' },
    subscribed: false,
  });
  const refused = await until(
    'it was not sent',
    async () =>
      (
        await deliveries({
          'filter.deliveryStatuses': 'FAILED',
          'filter.webhookIds': own.webhookId,
        })
      )[0],
  );
  expect(refused).toMatchObject({ lastError: expect.stringContaining('not allowed'), attempts: 1 });
});

test('incoming messages arrive once at subscribed webhooks, and otherwise at the next target', async () => {
  const receiver = await receive();
  const { webhookId, secret } = await subscribe(receiver.url, ['mo.received']);
  const mo = {
    id: newId(),
    from: '254700000001',
    to: '22456',
    originConnector: 'carrier',
    text: 'Habari ✓',
    coding: 8,
    binary: '',
    at: 1_795_255_200_000,
  };
  const targets = (clientId: string) => [
    { kind: 'WEBHOOK' as const, clientId },
    { kind: 'SMPP_USER' as const, username: 'shop' },
  ];
  work().wake();
  await database.run(systemScope(), async (tx) => {
    await forwardToNext(tx, { mo, next: targets(client.clientId) }, undefined);
    await forwardToNext(
      tx,
      { mo, next: [{ kind: 'WEBHOOK', clientId: client.clientId }] },
      undefined,
    );
    await forwardToNext(
      tx,
      { mo: { ...mo, id: newId() }, next: targets(root.clientId) },
      undefined,
    );
  });
  await until('it came', () => receiver.arrivals.length === 1);
  const [{ headers, body }] = receiver.arrivals as [(typeof receiver.arrivals)[0]];
  expect(JSON.parse(body)).toEqual({
    id: mo.id,
    type: 'mo.received',
    createdTimestamp: 1_795_255_200,
    data: {
      messageId: mo.id,
      from: '+254700000001',
      to: '22456',
      text: 'Habari ✓',
      receiveTimestamp: 1_795_255_200,
    },
  });
  expect(verify(String(headers['tuma-signature']), secret, body)).toBe(true);
  const [next] = await until('the next target', async () => {
    const rows = await db.query(
      `select target, payload from outbox where kind = 'SMPP_USER' and done_at is null`,
    );
    return rows.length > 0 && rows;
  });
  expect(next).toMatchObject({ target: 'shop', payload: { next: [] } });
  expect(receiver.arrivals).toHaveLength(1);
  await api('DELETE', `/${webhookId}`);
});

test.each([
  'http://customer.example/',
  'https://10.1/',
  'https://169.254.169.254/latest/',
  'https://localhost/',
  'https://customer.example:22/',
  'nonsense',
])('%s is refused with the remedy', async (url) => {
  const { status, body } = await api('POST', '', { url, events: ['message.delivered'] });
  expect([status, body['error'], body['details'][0].field]).toEqual([400, 'BAD_INPUT', 'url']);
  expect(body['details'][0].message.length).toBeGreaterThan(20);
});

test("a paused webhook resumes where it stopped, a changed address takes waiting events along, and a day's waiting fails", async () => {
  const [first, second] = [await receive(() => 500), await receive()];
  const { webhookId } = await subscribe(first.url, ['message.delivered']);
  work({ ...FAST, opensAfter: 1000, timeoutMilliseconds: 500 }).wake();
  await happens({ status: 'DELIVERED' });
  await until('it is tried', () => first.arrivals.length > 0);
  expect((await api('PATCH', `/${webhookId}`, { enabled: false })).body['enabled']).toBe(false);
  await api('PATCH', `/${webhookId}`, { url: second.url, description: 'moved' });
  expect(
    await db.query(
      `select 1 from audit_entry where action = 'WEBHOOK_UPDATED' and client_id = $1`,
      [client.clientId],
    ),
  ).toHaveLength(2);
  expect(second.arrivals).toHaveLength(0);
  await api('PATCH', `/${webhookId}`, { enabled: true });
  await until('it came and was answered', async () => {
    const ended = { 'filter.webhookIds': webhookId, 'filter.deliveryStatuses': 'DELIVERED' };
    return (await deliveries(ended)).length === 1;
  });
  expect(second.arrivals).toHaveLength(1);
  second.behave(() => 'hang');
  await happens({ status: 'DELIVERED' });
  await until(
    'it waits',
    async () =>
      (
        await db.query(
          `update webhook_delivery set expires_at = now() - interval '1 second' where webhook_id = $1 and status = 'PENDING' returning id`,
          [webhookId],
        )
      ).length === 1,
  );
  await until('it is given up', async () => {
    await tidyWebhooks({ database, pace: FAST });
    return (
      (await deliveries({ 'filter.webhookIds': webhookId, 'filter.deliveryStatuses': 'FAILED' }))
        .length === 1
    );
  });
  await api('DELETE', `/${webhookId}`);
});

test('an account has at most 20 webhooks and 10 tests a minute, also where several come at once', async () => {
  const busy = await add('busy', 'CLIENT', root);
  await stepUp(busy.token);
  const { webhookId } = await subscribe('https://example.test/1', ['message.delivered'], busy);
  await db.query(
    `insert into webhook (id, client_id, url, description, events, secret)
     select gen_random_uuid(), client_id, url || n, description, events, secret from webhook cross join generate_series(1, 17) n where id = $1`,
    [webhookId],
  );
  const statuses = async (calls: number, one: () => Promise<{ status: number }>) =>
    (await Promise.all(Array.from({ length: calls }, one))).map(({ status }) => status).toSorted();
  const create = { url: 'https://example.test/2', events: ['message.delivered'] };
  expect(await statuses(8, () => api('POST', '', create, busy))).toEqual([
    200,
    200,
    ...Array<number>(6).fill(409),
  ]);
  const tests = await statuses(13, () => api('POST', ':sendTest', { webhookId }, busy));
  expect(tests.filter((status) => status === 429)).toHaveLength(3);
});

test('a changed address moves what waits in steps, and what comes to an earlier address goes to the present one', async () => {
  const dead = 'https://dead.example';
  const receiver = await receive();
  const { webhookId } = await subscribe(`${dead}/`, ['message.delivered']);
  const store = (count: number) =>
    db.query(
      `insert into webhook_delivery (webhook_id, client_id, url, host, event_id, event, body, next_at, expires_at)
       select $1, $2, $3 || '/', $3, gen_random_uuid(), 'message.delivered', '{}', now() + interval '1 hour', now() + interval '1 day' from generate_series(1, $4::int)`,
      [webhookId, client.clientId, dead, count],
    );
  const left = async () =>
    (
      await db.query<{ count: number }>(
        `select count(*)::int as count from webhook_delivery where webhook_id = $1 and host = $2`,
        [webhookId, dead],
      )
    )[0]!.count;
  await store(12_000);
  expect((await api('PATCH', `/${webhookId}`, { url: receiver.url })).status).toBe(200);
  expect(await left()).toBe(7_000);
  await tidyWebhooks({ database, pace: PACE });
  expect(await left()).toBe(0);
  // As an event whose delivery was made beside the change.
  await store(1);
  await db.query(`update webhook_delivery set next_at = now() where host = $1`, [dead]);
  work().wake();
  await until('it came', () => receiver.arrivals.length === 1);
  expect(await left()).toBe(0);
  await api('DELETE', `/${webhookId}`);
  await tidyWebhooks({ database, pace: PACE });
  expect(
    await db.query(`select from webhook_delivery where webhook_id = $1 and status = 'PENDING'`, [
      webhookId,
    ]),
  ).toEqual([]);
});
