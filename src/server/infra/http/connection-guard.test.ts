import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint, nothing } from '../../../contract/endpoint.ts';
import { CONNECTION_LIMITS } from './connection-guard.ts';
import type { ConnectionLimits } from './connection-guard.ts';
import { openHttpPort } from '../../gateway/customers/http-server.ts';
import { answer } from './http.ts';
import { createServer } from './server.ts';

const LIMITS: ConnectionLimits = {
  headersMs: 600,
  bodyLeastOctets: 1000,
  bodyWindowMs: 600,
  keepAliveMs: 700,
  perAddress: 4,
};
const things = {
  load: endpoint({
    method: 'POST',
    path: '/v1/load',
    who: 'public',
    upload: true,
    summary: '',
    input: nothing,
    output: z.object({ octets: z.number() }),
  }),
  make: endpoint({
    method: 'POST',
    path: '/v1/make',
    who: 'public',
    summary: '',
    input: nothing,
    output: nothing,
  }),
  open: endpoint({
    method: 'GET',
    path: '/v1/open',
    who: 'public',
    summary: '',
    input: nothing,
    output: nothing,
  }),
};
const faults: unknown[] = [];

async function openPortal(trustProxy: string[], connections = LIMITS) {
  const app = await createServer({
    routes: answer(things, {
      async load(_input, { file }) {
        let octets = 0;
        for await (const piece of file.stream) octets += (piece as Buffer).length;
        return { octets };
      },
      make: async () => ({}),
      open: async () => ({}),
    }),
    authenticate: async () => undefined,
    authenticateKey: async () => undefined,
    requireStepUp: async () => {},
    onActed: async () => {},
    onFault: (error) => faults.push(error),
    secure: false,
    trustProxy,
    connections,
  });
  afterAll(() => app.close());
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** A connection that records what is written to it, and when it was closed. */
function dial(port: number, localAddress = '127.0.0.1') {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1');
  });
  socket.on('error', () => {}); // a reset is a way of being closed
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(heard));
  });
  afterAll(() => socket.destroy());
  return { socket, closed, heard: () => heard };
}

/** Writes single octets until the connection goes. */
async function drip(socket: Socket, octet: string, everyMs: number): Promise<void> {
  for (; !socket.destroyed && socket.writable; await sleep(everyMs)) socket.write(octet);
}

const generous = await openPortal(['127.0.0.1']);
const strict = await openPortal([]);
const gateway = await openHttpPort({
  port: 0,
  host: '127.0.0.1',
  trustedProxies: [],
  find: () => undefined,
  log: pino({ level: 'silent' }),
  connections: LIMITS,
});
afterAll(() => gateway.close());

const JSON_HEAD = 'Host: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';

describe.each([
  ['the portal', generous, '/v1/make'],
  ['the gateway', gateway.port, '/callbacks/a/b'],
])('%s closes', (_name, port, path) => {
  test('a silent connection', async () => {
    expect(await dial(port).closed).toMatch(/^(HTTP\/1.1 408 |$)/);
  });

  test('headers that do not end', async () => {
    const { socket, closed } = dial(port);
    socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nX-Slow: `);
    void drip(socket, 'a', 100);
    expect(await closed).toMatch(/^HTTP\/1.1 408 /);
  });

  test('headers without the body that they announce', async () => {
    const { socket, closed } = dial(port);
    socket.write(`POST ${path} HTTP/1.1\r\n${JSON_HEAD}`);
    expect(await closed).toMatch(/^HTTP\/1.1 408 /);
  });

  test('a body sent octet by octet', async () => {
    const { socket, closed } = dial(port);
    socket.write(`POST ${path} HTTP/1.1\r\n${JSON_HEAD}`);
    void drip(socket, ' ', 100);
    expect(await closed).toMatch(/^HTTP\/1.1 408 /);
  });

  test('an idle connection after its answer', async () => {
    const { socket, closed } = dial(port);
    socket.write('GET /v1/open HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await closed).toMatch(/^HTTP\/1.1 (200|404) /);
  });
});

test('a slow body that progresses is accepted, long after every window', async () => {
  const { socket, heard } = dial(generous);
  const pieces = 80;
  const piece = 'a'.repeat(256 * 1024);
  const [head, tail] = [
    '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n',
    '\r\n--edge--\r\n',
  ];
  socket.write(
    [
      'POST /v1/load HTTP/1.1',
      'Host: x',
      'Content-Type: multipart/form-data; boundary=edge',
      `Content-Length: ${head.length + pieces * piece.length + tail.length}`,
      '',
      head,
    ].join('\r\n'),
  );
  for (let at = 0; at < pieces; at++) {
    socket.write(piece);
    await sleep(40);
  }
  socket.write(tail);
  await expect.poll(heard, { timeout: 180_000 }).toContain(`{"octets":${pieces * piece.length}}`);
});

test("a stalled upload ends as the sender's fault, not as ours", async () => {
  const { socket, closed } = dial(generous);
  socket.write(
    'POST /v1/load HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=edge\r\nContent-Length: 9000\r\n\r\n--edge\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc',
  );
  expect(await closed).toMatch(/^HTTP\/1.1 408 /);
  expect(faults).toEqual([]);
});

describe.each([
  ['the portal', strict],
  ['the gateway', gateway.port],
])('%s', (_name, port) => {
  test('refuses an address one connection too many, and no other address', async () => {
    const few = Array.from({ length: LIMITS.perAddress }, () => dial(port, '127.0.0.7'));
    await Promise.all(
      few.map(
        ({ socket }) =>
          new Promise((resolve) => {
            socket.once('connect', resolve);
          }),
      ),
    );
    expect(await dial(port, '127.0.0.7').closed).toMatch(/^HTTP\/1.1 503 [^]*retry-after: 10/i);
    const other = dial(port, '127.0.0.8');
    other.socket.write('GET /v1/open HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(other.heard).toMatch(/^HTTP\/1.1 (200|404) /);
    for (const { socket } of few) socket.destroy();
    await expect
      .poll(async () => {
        const again = dial(port, '127.0.0.7');
        again.socket.write('GET /v1/open HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
        return again.closed;
      })
      .toMatch(/^HTTP\/1.1 (200|404) /);
  });
});

test('a trusted proxy has no limit of connections', async () => {
  const many = Array.from({ length: LIMITS.perAddress * 3 }, () => dial(generous));
  for (const { socket } of many) socket.write('GET /v1/open HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect
    .poll(() => many.filter(({ heard }) => heard().startsWith('HTTP/1.1 200')).length)
    .toBe(many.length);
});

test('the standard limits outlast the idle time of proxies', () => {
  expect(CONNECTION_LIMITS.keepAliveMs).toBeGreaterThan(60_000); // nginx's keepalive_timeout
});
