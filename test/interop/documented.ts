/**
 * The requests of Jasmin's and Kannel's own documentation, by the clients that it names: python3's
 * urllib and curl. Address, credentials, numbers and sender IDs are this run's; all else is as
 * documented. The last line is one JSON object; it fails when a step did not go as documented.
 *
 *   npm run check -- interop-documented
 *
 * Sources, read on 2026-11-27: misc/doc/sources/apis/ja-http/ of github.com/jookies/jasmin
 * (example_send_gsm0338.py, example_send_misc.py, example_send_dlr2.py, example_rate.py, example_balance.py,
 * index.rst) and misc/doc/sources/apis/rest/index.rst; Kannel 1.4.5 User's Guide, "Using the HTTP interface
 * to send SMS messages" and "Delivery Reports", of Debian's package kannel-docs.
 */
import { spawnSync } from 'node:child_process';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { openDatabase } from '../../src/server/infra/database/db.ts';
import { systemScope } from '../../src/server/infra/database/scope.ts';
import { startReceipts } from '../../src/server/gateway/customers/http-dialects/receipts.jobs.ts';
import { Outbound } from '../../src/server/infra/http/outbound.ts';
import { run } from '../../src/server/processes/gateway.ts';
import { startSmsc } from '../../src/sim/smsc/smsc.ts';
import { curl, openWithPython } from '../harness/outside/http-clients.ts';
import type { Answer, Value } from '../harness/outside/http-clients.ts';
import { addConnector, testKey, until } from '../harness/pipeline.ts';
import { commit, startDatabase } from '../harness/processes/processes.ts';
import { addCustomer } from '../harness/outside/smpp-customers.ts';
import { same } from './documented/same.ts';
import { tryJasminRest } from './documented/jasmin-rest.ts';
import { addClient } from '../harness/wallets.ts';

const missing = ['python3', 'curl'].filter(
  (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status !== 0,
);
if (missing.length > 0) {
  console.log(
    JSON.stringify({
      test: 'interop:documented',
      commit: await commit(),
      notRun: `${missing.join(' and ')} cannot be found here`,
    }),
  );
  process.exit(0);
}

const server = await startDatabase();
const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
  max: 6,
  name: 'test',
  onLost: () => {},
});
const smsc = await startSmsc({ record: 100, behaviour: { receiptDelay: 20, rules: false } });
await addConnector(database, 0, { host: '127.0.0.1', port: smsc.port, username: 'tuma' }, 1);

const reports: Record<string, string>[] = [];
const customer = createHttpServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    reports.push({
      ...Object.fromEntries(searchParams),
      ...Object.fromEntries(new URLSearchParams(body)),
      path: pathname,
    });
    response.end('ACK/Jasmin');
  });
});
await new Promise<void>((resolve) => {
  customer.listen(0, '127.0.0.1', resolve);
});
const customerUrl = `http://127.0.0.1:${(customer.address() as AddressInfo).port}`;
const rootId = await addClient(database, { parentId: null });
const who = await addCustomer(database, rootId);
// Kannel's guide presumes a sender in the configuration (global-sender): here it is the user's own.
const sendsmsUser = await addCustomer(database, rootId);
await database.run(systemScope(), (tx) =>
  tx.query(
    `update gateway_user set mt_messaging_cred = jsonb_set(mt_messaging_cred, '{defaultvalue,src_addr}', to_jsonb($2::text)) where id = $1`,
    [sendsmsUser.userId, sendsmsUser.sender],
  ),
);
const gateway = await run({
  database: { connectionString: server.url },
  secretKey: testKey,
  log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  config: {
    httpApiPort: 0,
    httpDialects: new Map([
      ['jasmin', ''],
      ['kannel', '/cgi-bin/sendsms'],
    ]),
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
const address = `http://127.0.0.1:${gateway.httpPort}`;
const outbound = new Outbound();
// The worker's part: callbacks of batches.
const callbacks = startReceipts({
  database,
  outbound,
  log: pino({ level: 'silent' }),
  allowPrivate: () => true,
});

/** Steps that did not go as expected, a line each. */
const open: string[] = [];
let tried = 0;
async function step(name: string, work: () => Promise<void>): Promise<void> {
  tried++;
  await work().catch((error: unknown) => open.push(`${name}: ${String(error)}`));
}
const arrives = (destination: string, text: string) =>
  until(
    `"${text}" at ${destination}`,
    () =>
      [...smsc.received()].some((each) => each.destination === destination && each.text === text),
    30,
  );
const reported = (what: string, fits: (report: Record<string, string>) => boolean) =>
  until(what, () => reports.some(fits), 30);

try {
  await tryJasmin();
  await tryJasminRest({ address, customerUrl, user: sendsmsUser, step, arrives, reported });
  await tryKannel();
  console.log(
    JSON.stringify({
      test: 'interop:documented',
      commit: await commit(),
      tried,
      held: tried - open.length,
      open,
      reports: reports.length,
    }),
  );
} finally {
  await callbacks.stop();
  outbound.close();
  customer.closeAllConnections();
  customer.close();
  await gateway.stop();
  await smsc.stop();
  await database.close();
  await server.stop();
}
process.exit(open.length > 0 ? 1 : 0);

function python(path: string, parameters: Record<string, Value>): Promise<Answer> {
  return openWithPython(`${address}${path}`, parameters);
}

async function tryJasmin(): Promise<void> {
  const credentials = { username: who.username, password: who.password };
  const to = (n: number) => `+25471100000${n}`;
  const success = ({ status, body }: Answer) =>
    same([status, /^Success "[0-9a-f-]{36}"$/.test(body)], [200, true]);
  await step('jasmin: minimal parameters', async () => {
    success(await python('/send', { ...credentials, to: to(1), content: 'Hello' }));
    await arrives('254711000001', 'Hello');
  });
  await step('jasmin: an originating address', async () => {
    success(
      await python('/send', { ...credentials, to: to(2), content: 'Hello', from: who.sender }),
    );
    await arrives('254711000002', 'Hello');
  });
  await step('jasmin: long content', async () => {
    const content = `Very long message ${'.'.repeat(180)}`;
    success(await python('/send', { ...credentials, to: to(3), content }));
    await arrives('254711000003', content);
  });
  await step('jasmin: octets of UTF-16', async () => {
    const content = { hex: '0623063106460628' };
    success(await python('/send', { ...credentials, to: to(4), content, coding: 8 }));
    await arrives('254711000004', 'أرنب');
  });
  await step('jasmin: a receipt of the phone', async () => {
    const answer = await python('/send', {
      ...credentials,
      to: to(5),
      content: 'Hello',
      dlr: 'yes',
      'dlr-url': `${customerUrl}/acknowledgement`,
      'dlr-level': 2,
      'dlr-method': 'GET',
    });
    success(answer);
    const id = answer.body.slice('Success "'.length, -1);
    await reported(
      'the receipt',
      (each) =>
        each['path'] === '/acknowledgement' &&
        each['id'] === id &&
        each['message_status'] === 'DELIVRD' &&
        each['level'] === '2',
    );
  });
  await step('jasmin: rate', async () => {
    const { status, body } = await python('/rate', { ...credentials, to: to(1).slice(1) });
    const { unit_rate: rate, submit_sm_count: parts } = JSON.parse(body) as Record<string, number>;
    same([status, typeof rate, parts], [200, 'number', 1]);
  });
  await step('jasmin: balance', async () => {
    const { status, body } = await python('/balance', credentials);
    const { balance, sms_count: left } = JSON.parse(body) as Record<string, unknown>;
    same([status, Number(balance) > 0, left], [200, true, 'ND']);
  });
  await step('jasmin: a form by POST', async () => {
    const form = new URLSearchParams({ ...credentials, to: to(6), content: 'Hello world !' });
    success(await curl('-d', form.toString(), `${address}/send`));
    await arrives('254711000006', 'Hello world !');
  });
  await step('jasmin: errors', async () => {
    same(
      await python('/send', { ...credentials, password: 'wrong', to: to(1), content: 'Hello' }),
      {
        status: 403,
        body: `Error "Authentication failure for username:${who.username}"`,
      },
    );
    same(await python('/send', { ...credentials, content: 'Hello' }), {
      status: 400,
      body: 'Error "Mandatory argument [to] is not found."',
    });
  });
}

async function tryKannel(): Promise<void> {
  const sendsms = `${address}/cgi-bin/sendsms?username=${sendsmsUser.username}&password=${sendsmsUser.password}`;
  const accepted = (answer: Answer) =>
    same([answer.status, answer.body.trim()], [202, '0: Accepted for delivery']);
  await step('kannel: the URL of the guide', async () => {
    accepted(await curl(`${sendsms}&to=0711000011&text=Hello+world`));
    await arrives('254711000011', 'Hello world');
  });
  await step('kannel: several receivers', async () => {
    accepted(await curl(`${sendsms}&to=0711000012+0711000013&text=Hello+world`));
    await arrives('254711000012', 'Hello world');
    await arrives('254711000013', 'Hello world');
  });
  await step('kannel: the short names of user and password', async () => {
    const short = `${address}/cgi-bin/sendsms?user=${sendsmsUser.username}&pass=${sendsmsUser.password}`;
    accepted(await curl(`${short}&from=${sendsmsUser.sender}&to=0711000014&text=Hello+world`));
    await arrives('254711000014', 'Hello world');
  });
  await step('kannel: UCS-2', async () => {
    accepted(
      await curl(`${sendsms}&to=0711000015&coding=2&charset=UTF-8&text=%D8%A3%D8%B1%D9%86%D8%A8`),
    );
    await arrives('254711000015', 'أرنب');
  });
  await step('kannel: delivery reports', async () => {
    const url = encodeURIComponent(`${customerUrl}/cgi/dlr.php?myId=123456&type=%d`);
    accepted(await curl(`${sendsms}&to=0711000016&text=Hello+world&dlr-mask=7&dlr-url=${url}`));
    await reported(
      'the delivery report',
      (each) =>
        each['path'] === '/cgi/dlr.php' && each['myId'] === '123456' && each['type'] === '1',
    );
  });
  await step('kannel: a text with headers by POST', async () => {
    const header = (name: string, value: string) => ['-H', `X-Kannel-${name}: ${value}`];
    accepted(
      await curl(
        ...header('Username', sendsmsUser.username),
        ...header('Password', sendsmsUser.password),
        ...header('From', sendsmsUser.sender),
        ...header('To', '0711000017'),
        '-H',
        'Content-Type: text/plain',
        '--data',
        'Hello world',
        `${address}/cgi-bin/sendsms`,
      ),
    );
    await arrives('254711000017', 'Hello world');
  });
  await step('kannel: no sender, and none in the configuration', async () => {
    const without = `${address}/cgi-bin/sendsms?username=${who.username}&password=${who.password}`;
    same(await curl(`${without}&to=0711000011&text=Hello+world`), {
      status: 400,
      body: 'Sender missing and no global set, rejected',
    });
  });
  await step('kannel: a wrong password', async () => {
    const wrong = `${address}/cgi-bin/sendsms?username=${sendsmsUser.username}&password=bar`;
    const { status, body } = await curl(`${wrong}&to=0711000011&text=Hello+world`);
    same([status >= 400 && status < 500, body.includes('Authorization failed')], [true, true]);
  });
}
