/**
 * The published SDKs of Twilio and Africa's Talking, unchanged, as customers' software: their own
 * addresses are led to our gateway by name, over TLS with a certificate that this run makes. The
 * SDKs are installed from npm for the run alone. The last line is one JSON object; it fails when a
 * step did not go as the SDK's own documentation has it.
 *
 *   npm run check -- interop-sdks
 */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { pino } from 'pino';
import { accountSidOf } from '../../src/contract/shared/http-dialects.ts';
import { openDatabase } from '../../src/server/infra/database/db.ts';
import { run } from '../../src/server/processes/gateway.ts';
import { startSmsc } from '../../src/sim/smsc/smsc.ts';
import { leadNames, trustedCertificate } from '../harness/outside/led-names.ts';
import { addConnector, testKey, until } from '../harness/pipeline.ts';
import { commit, startDatabase } from '../harness/processes/processes.ts';
import { addCustomer } from '../harness/outside/smpp-customers.ts';
import { makeTemporaryFolder } from '../harness/temporary.ts';
import { addClient } from '../harness/wallets.ts';

const SDKS = ['twilio@6.2.0', 'africastalking@0.8.3'];
const NAMES = ['api.twilio.com', 'api.africastalking.com'];

const folder = makeTemporaryFolder('sdks');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, 'package.json'), '{"private":true}');
const installed = spawnSync(
  'npm',
  ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...SDKS],
  { cwd: folder, stdio: 'ignore', timeout: 300_000 },
);
if (installed.status !== 0) {
  console.log(
    JSON.stringify({
      test: 'interop:sdks',
      commit: await commit(),
      notRun: 'the SDKs cannot be installed here',
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

const callbacks: Record<string, string>[] = [];
const customer = createHttpServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    callbacks.push(Object.fromEntries(new URLSearchParams(body)));
    response.end();
  });
});
const callbackUrl = await listen(customer);
const rootId = await addClient(database, { parentId: null });
const who = await addCustomer(database, rootId, {
  mt: { defaultvalue: { src_addr: null, dlr_url: `${callbackUrl}/reports` } },
});
const gateway = await run({
  database: { connectionString: server.url },
  secretKey: testKey,
  log: pino({ level: process.env['TEST_LOG'] ?? 'silent' }),
  config: {
    httpApiPort: 0,
    httpDialects: new Map([
      ['twilio', '/2010-04-01'],
      ['africastalking', '/version1'],
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
const front = createTlsServer(trustedCertificate(folder, NAMES), (inside) => {
  const outside = connect(gateway.httpPort!, '127.0.0.1');
  inside.pipe(outside).pipe(inside);
  for (const socket of [inside, outside])
    socket.on('error', () => {
      inside.destroy();
      outside.destroy();
    });
});
const frontPort = Number(new URL(await listen(front)).port);
leadNames(NAMES, frontPort);

/** Steps that did not go as expected, a line each. */
const open: string[] = [];
let tried = 0;
async function step(name: string, work: () => Promise<void>): Promise<void> {
  tried++;
  await work().catch((error: unknown) => open.push(`${name}: ${String(error)}`));
}
function same(found: unknown, wanted: unknown): void {
  if (JSON.stringify(found) !== JSON.stringify(wanted))
    throw new Error(`${JSON.stringify(found)} in place of ${JSON.stringify(wanted)}`);
}

try {
  const load = createRequire(join(folder, 'package.json'));
  await tryTwilio(load('twilio') as TwilioSdk);
  await tryAfricasTalking(load('africastalking') as AfricasTalkingSdk);
  console.log(
    JSON.stringify({
      test: 'interop:sdks',
      commit: await commit(),
      sdks: SDKS,
      tried,
      held: tried - open.length,
      open,
      callbacks: callbacks.length,
    }),
  );
} finally {
  front.close();
  customer.closeAllConnections();
  customer.close();
  await gateway.stop();
  await smsc.stop();
  await database.close();
  await server.stop();
}
process.exit(open.length > 0 ? 1 : 0);

// --- the SDKs, as far as they are used --------------------------------------------------------------------------------

type TwilioMessage = {
  sid: string;
  status: string;
  to: string;
  dateCreated: Date;
  errorCode: number;
};
type TwilioClient = {
  messages: {
    create(of: Record<string, unknown>): Promise<TwilioMessage>;
    list(): Promise<unknown>;
  } & ((sid: string) => {
    fetch(): Promise<TwilioMessage>;
    update(to: { status: 'canceled' }): Promise<TwilioMessage>;
  });
};
type TwilioSdk = (
  username: string,
  password: string,
  options?: { accountSid: string },
) => TwilioClient;
type AfricasTalkingSdk = (of: { username: string; apiKey: string }) => {
  SMS: {
    send(of: Record<string, unknown>): Promise<{
      SMSMessageData: { Recipients: { statusCode: number; number: string; messageId: string }[] };
    }>;
  };
};

async function tryTwilio(sdk: TwilioSdk): Promise<void> {
  const account = accountSidOf(who.username);
  const client = sdk(account, who.password);
  const message = {
    to: '+254711000001',
    from: who.sender,
    body: 'Olá, não é nada',
    statusCallback: `${callbackUrl}/status`,
  };
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => [],
      (error: { status: number; code: number }) => [error.status, error.code],
    );
  let sid = '';
  await step('twilio: create', async () => {
    const created = await client.messages.create({ ...message, validityPeriod: 600 });
    sid = created.sid;
    same(
      [created.status, created.to, /^SM[0-9a-f]{32}$/.test(sid)],
      ['queued', '+254711000001', true],
    );
    same(Math.abs(created.dateCreated.getTime() - Date.now()) < 60_000, true);
  });
  await step('twilio: the text reached the carrier', async () => {
    await until(
      'the text',
      () => [...smsc.received()].some(({ text }) => text === message.body),
      30,
    );
  });
  await step('twilio: status callback', async () => {
    await until(
      'the callback',
      () =>
        callbacks.some(
          (each) => each['MessageSid'] === sid && each['MessageStatus'] === 'delivered',
        ),
      30,
    );
  });
  await step('twilio: fetch', async () => {
    const { status, to } = await client.messages(sid).fetch();
    same([status, to], ['delivered', '+254711000001']);
  });
  await step('twilio: an API key and its account', async () => {
    const { status } = await sdk(who.username, who.password, {
      accountSid: account,
    }).messages.create(message);
    same(status, 'queued');
  });
  await step('twilio: a scheduled message is cancelled', async () => {
    const scheduled = await client.messages.create({
      ...message,
      messagingServiceSid: `MG${'0'.repeat(32)}`,
      scheduleType: 'fixed',
      sendAt: new Date(Date.now() + 3_600_000),
    });
    const { status } = await client.messages(scheduled.sid).update({ status: 'canceled' });
    same([scheduled.status, status], ['scheduled', 'canceled']);
  });
  await step('twilio: errors are RestExceptions', async () => {
    same(await refusal(client.messages.create({ ...message, to: '+12' })), [400, 21_211]);
    same(await refusal(client.messages.create({ ...message, from: 'OTHER' })), [400, 21_606]);
    same(
      await refusal(client.messages.create({ ...message, mediaUrl: ['https://a.example/b'] })),
      [400, 21_620],
    );
    same(await refusal(sdk(account, 'wrong').messages.create(message)), [401, 20_003]);
    same(await refusal(client.messages.list()), [405, 20_004]);
  });
}

async function tryAfricasTalking(sdk: AfricasTalkingSdk): Promise<void> {
  const { SMS } = sdk({ username: who.username, apiKey: who.password });
  let id = '';
  await step("Africa's Talking: send", async () => {
    const { SMSMessageData: data } = await SMS.send({
      to: ['+254711000011', '+254711000012'],
      from: who.sender,
      message: 'Habari',
    });
    id = data.Recipients[0]?.messageId ?? '';
    same(
      data.Recipients.map(({ statusCode, number }) => [statusCode, number]),
      [
        [101, '+254711000011'],
        [101, '+254711000012'],
      ],
    );
  });
  await step("Africa's Talking: delivery report", async () => {
    await until(
      'the report',
      () => callbacks.some((each) => each['id'] === id && each['status'] === 'Success'),
      30,
    );
  });
  await step("Africa's Talking: a wrong key", async () => {
    const status = await sdk({ username: who.username, apiKey: 'wrong' })
      .SMS.send({ to: ['+254711000013'], from: who.sender, message: 'Habari' })
      .then(
        () => 201,
        (error: { response?: { status: number } }) => error.response?.status,
      );
    same(status, 401);
  });
}

async function listen(on: {
  listen(port: number, host: string, done: () => void): unknown;
  address(): AddressInfo | string | null;
}): Promise<string> {
  await new Promise<void>((resolve) => {
    on.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(on.address() as AddressInfo).port}`;
}
