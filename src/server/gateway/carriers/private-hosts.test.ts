import { createServer as createHttp } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import { PrivateHosts } from '../../infra/http/private-hosts.ts';
import { guardedWire } from './ports.ts';

const db = await createTestDatabase();
const { call, add } = await openPortal(db); // 127.0.0.1 is its only private host
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const ask = (path: string, body: Record<string, unknown>) =>
  call('POST', `/v1/portal/jasmin/${path}`, { token: support.token, body });

let connections = 0;
const inner: Server = createServer((socket) => {
  connections++;
  socket.destroy();
});
const pages = createHttp((_request, response) => {
  response.end('inner page');
});
const portOf = (server: Server) => (server.address() as AddressInfo).port;
for (const server of [inner, pages]) {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  afterAll(() => server.close());
}

test.each([
  ['http-connectors', 'url', { url: 'http://10.0.0.1/', allow_private: true }],
  ['http-connectors', 'url', { url: 'http://[::1]:8080/metrics', allow_private: true }],
  ['http-connectors', 'url', { url: 'http://127.0.0.1/' }],
  ['generic-connectors', 'url', { url: 'http://192.168.1.1/', allow_private: true }],
  [
    'generic-connectors',
    'token_url',
    {
      url: 'https://provider.example/',
      auth: 'oauth',
      token_url: 'http://10.0.0.1/',
      allow_private: true,
    },
  ],
  ['smpp-connectors', 'host', { host: '10.0.0.1' }],
  ['smpp-connectors', 'host', { host: '169.254.169.254' }],
])("%s: a %s outside the operator's list is refused", async (kind, field, settings) => {
  expect(await ask(kind, { cid: 'inner', ...settings })).toMatchObject({
    status: 400,
    body: { details: [{ field, message: expect.stringMatching(/PRIVATE_HOSTS/) }] },
  });
});

test('the page of a listed private service is not shown', async () => {
  const url = `http://127.0.0.1:${portOf(pages)}/`;
  expect((await ask('http-connectors', { cid: 'mine', url, allow_private: true })).status).toBe(
    200,
  );
  expect((await ask('connectors/mine:testPost', {})).body).toMatchObject({
    status: 200,
    answer: null,
  });
});

test.each([
  ['an address', '127.0.0.1', []],
  ['a name', 'localhost', []],
  ['an address with another port', '127.0.0.1', ['127.0.0.1:1']],
])('SMPP does not connect to the unlisted %s', async (_what, host, hosts) => {
  const reason = await new Promise<unknown>((resolve) => {
    guardedWire(new PrivateHosts(hosts))(
      {
        host,
        port: portOf(inner),
        bind: { command: 'bind_transceiver', system_id: 'x', password: 'x' },
      },
      { outcomes() {}, requests() {}, closed: resolve },
    );
  });
  expect(reason).toMatchObject({ kind: 'connection', error: expect.stringMatching(/is loopback/) });
  expect(connections).toBe(0);
});

test('SMPP connects to a listed address', async () => {
  const before = connections;
  await new Promise<unknown>((resolve) => {
    guardedWire(new PrivateHosts([`127.0.0.1:${portOf(inner)}`]))(
      {
        host: '127.0.0.1',
        port: portOf(inner),
        bind: { command: 'bind_transceiver', system_id: 'x', password: 'x' },
      },
      { outcomes() {}, requests() {}, closed: resolve },
    );
  });
  expect(connections).toBe(before + 1);
});
