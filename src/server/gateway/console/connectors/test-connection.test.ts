import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal } from '../../../../../test/harness/portal.ts';
import { STATUS } from '../../../../smpp/pdus.ts';
import { listen, type SmppServer } from '../../../../smpp/socket.ts';

const db = await createTestDatabase();
const { call, add } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const post = (path: string, body: Record<string, unknown>) =>
  call('POST', `/v1/portal/jasmin/${path}`, { token: support.token, body });

/** The commands that the carrier received, in order. */
const received: string[] = [];
let carrier: SmppServer<undefined>;
let carrierPort: number;
const pages = createServer((request, response) => {
  requests.push(`${request.method} ${request.url} ${String(request.headers['authorization'])}`);
  response.writeHead(Number(/\d+/.exec(request.url ?? '')?.[0] ?? 200)).end();
});
const requests: string[] = [];
let pagesPort: number;

beforeAll(async () => {
  carrier = await listen<undefined>({ port: 0, host: '127.0.0.1' }, (link) => ({
    requests(batch) {
      for (const pdu of batch) {
        received.push(pdu.command);
        if (pdu.command === 'bind_transceiver')
          link.respond(pdu, {
            command: 'bind_transceiver_resp',
            command_status: pdu.password === 'right' ? STATUS.ESME_ROK : STATUS.ESME_RINVPASWD,
            system_id: 'carrier',
          });
      }
    },
    outcomes() {},
    closed: () => {
      received.push('closed');
    },
  }));
  carrierPort = carrier.port;
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  pagesPort = (pages.address() as AddressInfo).port;
});
afterAll(async () => {
  await carrier.close();
  pages.close();
});

const smpp = (more: Record<string, unknown> = {}) =>
  post('smpp-connectors:test', {
    host: '127.0.0.1',
    port: carrierPort,
    username: 'tuma',
    password: 'right',
    ...more,
  });

test('a test binds once with the settings of the form, unbinds, and saves nothing', async () => {
  expect((await smpp()).body).toMatchObject({
    verdict: 'OK',
    step: 'BIND',
    address: `127.0.0.1:${carrierPort}`,
    error: null,
  });
  await expect.poll(() => received).toContain('closed');
  expect(received[0]).toBe('bind_transceiver');
  expect(await db.query('select cid from connector')).toEqual([]);
  expect(await db.query(`select after from audit_entry where action = 'CONNECTOR_TESTED'`)).toEqual(
    [{ after: { address: `127.0.0.1:${carrierPort}` } }],
  );
});

test('a wrong password, a closed port and a private network are each named', async () => {
  expect((await smpp({ password: 'wrong' })).body).toMatchObject({
    verdict: 'FAILED',
    step: 'BIND',
    error: 'bind refused: ESME_RINVPASWD',
  });
  const closed = createServer();
  closed.listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  expect((await smpp({ port })).body).toMatchObject({
    verdict: 'FAILED',
    step: 'CONNECTION',
    error: expect.stringContaining('ECONNREFUSED'),
  });
  for (const [path, settings] of [
    ['smpp-connectors:test', { host: '10.1.2.3', password: 'right' }],
    ['http-connectors:test', { url: 'http://10.1.2.3/' }],
    ['generic-connectors:test', { url: 'http://10.1.2.3/', allow_private: true }],
  ] as const)
    expect((await post(path, settings)).status, path).toBe(400);
});

test('the saved password is used for its own account alone', async () => {
  await post('smpp-connectors', {
    cid: 'saved',
    host: '127.0.0.1',
    port: carrierPort,
    username: 'tuma',
    password: 'right',
  });
  const without = { cid: 'saved', password: undefined };
  expect((await smpp(without)).body).toMatchObject({ verdict: 'OK', step: 'BIND' });
  const elsewhere = await smpp({ ...without, username: 'other' });
  expect(elsewhere.status).toBe(400);
  expect(JSON.stringify(elsewhere.body)).toContain('password');
  expect((await smpp({ cid: 'new-one', password: undefined })).status).toBe(400);
});

test('a connector that is bound now keeps its link: only the connection is tested', async () => {
  await db.query(
    `insert into connector_state (connector_id, holder, state, since, window_size, in_window, submitted_per_s, slowest_tick_ms)
     select id, 'x', 'BOUND', now(), 1, 0, 0, 0 from connector where cid = 'saved'`,
  );
  received.length = 0;
  expect((await smpp({ cid: 'saved', password: undefined })).body).toMatchObject({
    verdict: 'OK',
    step: 'CONNECTION',
  });
  expect(received).not.toContain('bind_transceiver');
});

test.each([
  [200, 'OK'],
  [401, 'OK'],
  [405, 'OK'],
  [404, 'UNSURE'],
  [410, 'UNSURE'],
  [503, 'UNSURE'],
])(
  'an address that answers HTTP %i is %s, and gets neither secret nor message',
  async (status, verdict) => {
    requests.length = 0;
    const url = `http://127.0.0.1:${pagesPort}/${status}/`;
    const settings = { allow_private: true, method: 'GET' };
    const expected = { verdict, step: 'ANSWER', status, address: `http://127.0.0.1:${pagesPort}` };
    expect(
      (await post('http-connectors:test', { ...settings, url, signing_secret: 's3cret' })).body,
    ).toMatchObject(expected);
    expect(
      (
        await post('generic-connectors:test', {
          ...settings,
          url: `${url}{{destination}}`,
          auth: 'bearer',
          secret: 's3cret',
        })
      ).body,
    ).toMatchObject(expected);
    expect(requests).toEqual([`HEAD /${status}/ undefined`, `HEAD /${status}/x undefined`]);
  },
);
