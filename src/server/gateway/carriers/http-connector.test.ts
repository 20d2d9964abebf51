import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { testKey, until } from '../../../../test/harness/pipeline.ts';
import { httpSettings } from '../../../contract/api/connector-generic-settings.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { Outbound } from '../../infra/http/outbound.ts';
import { PrivateHosts } from '../../infra/http/private-hosts.ts';
import { addToOutbox } from '../../core/background/outbox.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { encryptSecret } from '../../infra/secrets.ts';
import { startMoHandover } from './http-connector.jobs.ts';
import { postMo } from './http-connector.ts';
import { secretPurpose } from './connector.rules.ts';

// A customer's server that records requests and answers as instructed.
let answer: { status: number; body: string } | 'cut' = { status: 200, body: 'ACK/Jasmin\n' };
const came: {
  method: string;
  path: string;
  parameters: Record<string, string>;
  raw: string;
  signature: string | undefined;
}[] = [];
const customer = createServer((request, response) => {
  void (async () => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    const url = new URL(request.url ?? '/', 'http://customer');
    const raw = request.method === 'GET' ? url.search.slice(1) : body;
    came.push({
      method: request.method ?? '',
      path: url.pathname,
      parameters: Object.fromEntries(new URLSearchParams(raw)),
      raw,
      signature: request.headers['x-tuma-signature'] as string | undefined,
    });
    if (answer === 'cut') request.socket.destroy();
    else response.writeHead(answer.status).end(answer.body);
  })();
});
let base = '';
const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
const outbound = new Outbound(new PrivateHosts(['127.0.0.1']));
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    customer.listen(0, '127.0.0.1', resolve);
  });
  base = `http://127.0.0.1:${(customer.address() as AddressInfo).port}`;
});
afterAll(async () => {
  outbound.close();
  customer.closeAllConnections();
  customer.close();
  await database.close();
});
beforeEach(() => {
  came.length = 0;
});

const mo = {
  id: '019a0000-0000-7000-8000-000000000001',
  from: '254712345678',
  to: '22456',
  originConnector: 'carrier-1',
  coding: 0,
  // Ndiyo & "€" @1 in the GSM alphabet
  binary: '4e6469796f202620221b6522200031',
};
const settings = (more: Record<string, unknown> = {}) =>
  httpSettings.parse({ url: `${base}/mo?token=1`, allow_private: true, ...more });

test.each(['GET', 'POST'])(
  "is delivered by %s with Jasmin's parameters, signed if a secret is set",
  async (method) => {
    expect(
      await postMo(outbound, { settings: settings({ method }), secret: 's3cret' }, mo),
    ).toMatchObject({ ok: true, status: 200 });
    const [one] = came;
    expect(one).toMatchObject({
      method,
      path: '/mo',
      parameters: {
        id: mo.id,
        from: mo.from,
        to: mo.to,
        'origin-connector': 'carrier-1',
        coding: '0',
        binary: mo.binary,
      },
    });
    const [, content] = /&content=([^&]*)$/.exec(one!.raw)!;
    expect(content).toBe('%4e%64%69%79%6f%20%26%20%22%1b%65%22%20%00%31');
    const [, seconds, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(one!.signature ?? '')!;
    expect(signature).toBe(
      createHmac('sha256', 's3cret')
        .update(`${seconds}.${one!.raw.replace(/^token=1&/, '')}`)
        .digest('hex'),
    );
    await postMo(outbound, { settings: settings({ method }), secret: '' }, mo);
    expect(came[1]!.signature).toBeUndefined();
  },
);

test.each([
  [{ status: 200, body: ' ACK/Jasmin ' }, 'ack', true],
  [{ status: 200, body: 'OK' }, 'ack', false],
  [{ status: 204, body: '' }, 'any', true],
  [{ status: 200, body: 'OK' }, 'any', true],
  [{ status: 500, body: 'ACK/Jasmin' }, 'ack', false],
  [{ status: 302, body: 'ACK/Jasmin' }, 'any', false],
  [{ status: 404, body: '' }, 'any', false],
  ['cut', 'any', false],
] as const)('an answer %j counts with expect %s: %s', async (given, expect_, ok) => {
  answer = given;
  expect(
    (await postMo(outbound, { settings: settings({ expect: expect_ }), secret: '' }, mo)).ok,
  ).toBe(ok);
  answer = { status: 200, body: 'ACK/Jasmin' };
});

test('a private address is not called unless the operator allows it', async () => {
  expect(
    await postMo(outbound, { settings: settings({ allow_private: false }), secret: '' }, mo),
  ).toMatchObject({ ok: false, status: null, error: 'the address is loopback' });
  expect(came).toEqual([]);
});

test('waiting messages are delivered, retried after a refusal, passed to the next target, and kept while it is stopped', async () => {
  const add = async (cid: string, path: string, more: Record<string, unknown> = {}) =>
    (
      await db.query<{ id: number }>(
        `insert into connector (cid, kind, carrier_account_id, settings, secret) values ($1, 'HTTP', 1, $2, $3) returning id`,
        [
          cid,
          JSON.stringify({
            url: `${base}${path}`,
            allow_private: true,
            retry_delay: 1,
            max_retries: 1,
            ...more,
          }),
          encryptSecret(testKey, secretPurpose(cid), ''),
        ],
      )
    )[0]!.id;
  await add('first', '/first');
  const second = await add('second', '/second');
  const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
    database.run(systemScope(), work);
  await system((tx) => publishConfig(tx, null));
  const put = (target: string, next: unknown[] = []) =>
    system((tx) =>
      addToOutbox(tx, {
        clientId: null,
        kind: 'HTTP_CONNECTOR',
        target,
        payload: { mo: { ...mo, at: 0 }, next },
      }),
    );
  const open = async () =>
    (
      await db.query<{ open: number }>(
        `select count(*)::int as open from outbox where done_at is null`,
      )
    )[0]!.open;
  const handover = startMoHandover({
    database,
    secretKey: testKey,
    outbound,
    log: pino({ level: 'silent' }),
  });
  try {
    await put('first');
    handover.wake();
    await until('taken', async () => (await open()) === 0);
    expect(came.map(({ path }) => path)).toEqual(['/first']);

    answer = { status: 500, body: '' };
    await put('first');
    handover.wake();
    await until('refused once', () => came.length === 2);
    answer = { status: 200, body: 'ACK/Jasmin' };
    await until('taken the second time', async () => (await open()) === 0);
    expect(came.map(({ path }) => path)).toEqual(['/first', '/first', '/first']);

    await put('gone', [{ kind: 'HTTP', connectorId: second }]);
    handover.wake();
    await until('taken by the next', async () => (await open()) === 0);
    expect(came.at(-1)!.path).toBe('/second');

    await db.query(`update connector set started = false where cid = 'second'`);
    await put('second');
    handover.wake();
    await until(
      'left alone',
      async () =>
        (await db.query(`select 1 from outbox where last_error = 'the connector is stopped'`))
          .length === 1,
    );
    expect(came).toHaveLength(4);
  } finally {
    await handover.stop();
  }
});
