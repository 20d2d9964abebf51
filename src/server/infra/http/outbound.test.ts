import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Outbound, OutboundFailure } from './outbound.ts';
import { whyUrlBlocked } from './outbound-addresses.ts';
import type { Resolver } from './outbound-addresses.ts';

// A server of this machine that must not be reached, however its address is written; it counts who comes.
let connections = 0;
let requests = 0;
const server = createServer((request, response) => {
  requests++;
  if (request.url === '/redirect')
    response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end();
  else if (request.url === '/long') response.end('x'.repeat(2 * 1024 * 1024));
  else if (request.url === '/slow') response.flushHeaders(); // and no more
  else if (request.url === '/cut') request.socket.destroy();
  else response.end('ok');
});
server.on('connection', () => {
  connections++;
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const says = (...answers: string[][]): Resolver => {
  let at = 0;
  return (_hostname, _options, found) =>
    found(
      null,
      (answers[Math.min(at++, answers.length - 1)] ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      })),
    );
};

test.each([
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '0177.0.0.1',
  '127.0.0.1.',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  '10.0.0.1',
  '172.16.5.4',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fc00::1]',
  '0xa9fea9fe',
  '2852039166',
  '[::ffff:169.254.169.254]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '224.0.0.1',
  '255.255.255.255',
  '192.0.2.1',
  '198.18.0.1',
  '①②⑦.⓪.⓪.①',
  'user@127.0.0.1',
  '127.0.0.1%2f.example.com',
])('http://%s is not called', async (host) => {
  const before = connections;
  const outbound = new Outbound();
  await expect(
    outbound.call({ method: 'GET', url: `http://${host}:${port}/`, timeoutMs: 20_000 }),
  ).rejects.toMatchObject({ sent: false });
  expect(connections).toBe(before);
  outbound.close();
});

test.each([
  [['127.0.0.1']],
  [['10.1.2.3']],
  [['93.184.215.14', '127.0.0.1']],
  [['::1']],
  [['::ffff:192.168.0.1']],
  [['169.254.169.254']],
  [[]],
])('a name that resolves to %j is not called', async (addresses) => {
  const before = connections;
  const outbound = new Outbound(undefined, says(addresses));
  await expect(
    outbound.call({
      method: 'POST',
      url: `http://customer.example:${port}/`,
      body: 'x',
      timeoutMs: 20_000,
    }),
  ).rejects.toBeInstanceOf(OutboundFailure);
  await expect(
    outbound.reach(`http://customer.example:${port}/`, { timeoutMs: 20_000 }),
  ).rejects.toBeInstanceOf(OutboundFailure);
  expect(connections).toBe(before);
  outbound.close();
});

test('a name is resolved once for a connection, so that a second answer changes nothing', async () => {
  const before = connections;
  let asked = 0;
  const outbound = new Outbound(undefined, (hostname, options, found) => {
    asked++;
    says(asked === 1 ? ['203.0.114.1'] : ['127.0.0.1'])(hostname, options, found);
  });
  // 203.0.114.1 is nobody's here; whether it refuses or is silent, nothing of this machine is called.
  await expect(
    outbound.call({ method: 'GET', url: `http://rebinding.example:${port}/`, timeoutMs: 300 }),
  ).rejects.toBeInstanceOf(OutboundFailure);
  expect([asked, connections]).toEqual([1, before]);
  outbound.close();
});

test('a redirect is an answer and is not followed', async () => {
  const outbound = new Outbound();
  const before = requests;
  expect(
    (
      await outbound.call({
        method: 'GET',
        url: `http://127.0.0.1:${port}/redirect`,
        timeoutMs: 20_000,
        allowPrivate: true,
      })
    ).status,
  ).toBe(302);
  expect(requests).toBe(before + 1);
  outbound.close();
});

test('an operator may allow a private host, never a link-local one, and its connections serve no other host', async () => {
  const outbound = new Outbound(undefined, says(['127.0.0.1']));
  for (let turn = 0; turn < 3; turn++)
    expect(
      await outbound.call({
        method: 'GET',
        url: `http://inside.example:${port}/`,
        timeoutMs: 20_000,
        allowPrivate: true,
      }),
    ).toMatchObject({ status: 200, body: 'ok' });
  await expect(
    outbound.call({ method: 'GET', url: `http://inside.example:${port}/`, timeoutMs: 20_000 }),
  ).rejects.toMatchObject({ sent: false });
  await expect(
    outbound.call({
      method: 'GET',
      url: 'http://169.254.169.254/',
      timeoutMs: 20_000,
      allowPrivate: true,
    }),
  ).rejects.toMatchObject({ sent: false });
  outbound.close();
});

test('a request that may have arrived is distinguished from one that did not', async () => {
  const outbound = new Outbound();
  const call = (path: string, timeoutMs = 20_000, at = port) =>
    outbound.call({
      method: 'POST',
      url: `http://127.0.0.1:${at}${path}`,
      body: 'x',
      timeoutMs,
      allowPrivate: true,
    });
  await expect(call('/slow', 1000)).rejects.toMatchObject({ sent: true });
  await expect(call('/cut')).rejects.toMatchObject({ sent: true });
  await expect(call('/long')).rejects.toMatchObject({ sent: true });
  const closed = createServer();
  await new Promise<void>((resolve) => {
    closed.listen(0, '127.0.0.1', resolve);
  });
  const free = (closed.address() as AddressInfo).port;
  await new Promise((resolve) => {
    closed.close(resolve);
  });
  await expect(call('/', 20_000, free)).rejects.toMatchObject({ sent: false });
  outbound.close();
});

test('only the beginning of a longer answer is read', async () => {
  const outbound = new Outbound();
  expect(
    await outbound.call({
      method: 'POST',
      url: `http://127.0.0.1:${port}/long`,
      body: 'x',
      timeoutMs: 20_000,
      keep: 4096,
      allowPrivate: true,
    }),
  ).toMatchObject({ status: 200, body: 'x'.repeat(4096) });
  outbound.close();
});

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com',
  'nonsense',
  'http://',
])('%s is not a valid address', (url) => {
  expect(whyUrlBlocked(url, true)).toBeDefined();
});
