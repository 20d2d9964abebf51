/**
 * Kannel, which nobody here wrote, as a customer's software that sends by HTTP: its own client of another Kannel's sendsms,
 * pointed at ours, with receipts called back to it and handed on by it. The last line is one JSON object; it fails when a
 * message or a receipt was lost.
 *
 *   npm run check -- interop-kannel-http --messages 1000
 */
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { openDatabase } from '../../src/server/infra/database/db.ts';
import { run } from '../../src/server/processes/gateway.ts';
import { startReceipts } from '../../src/server/gateway/customers/http-dialects/receipts.jobs.ts';
import { Outbound } from '../../src/server/infra/http/outbound.ts';
import { startSmsc } from '../../src/sim/smsc/smsc.ts';
import { haveKannel, openEar, startKannel } from '../harness/outside/kannel.ts';
import { addConnector, testKey, until } from '../harness/pipeline.ts';
import { commit, startDatabase } from '../harness/processes/processes.ts';
import { freePorts } from '../harness/product.ts';
import { addCustomer } from '../harness/outside/smpp-customers.ts';
import { addClient } from '../harness/wallets.ts';

const { values } = parseArgs({ options: { messages: { type: 'string', default: '1000' } } });
const messages = Number(values.messages);
if (!haveKannel()) {
  console.log(
    JSON.stringify({
      test: 'interop:kannel-http',
      commit: await commit(),
      notRun: 'Kannel cannot be installed here',
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
const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
const smsc = await startSmsc({
  record: messages * 3,
  behaviour: { receiptDelay: 50, rules: false },
});
await addConnector(
  database,
  0,
  { host: '127.0.0.1', port: smsc.port, username: 'tuma', window: 50 },
  1,
);
const who = await addCustomer(database, await addClient(database, { parentId: null }));
const gateway = await run({
  database: { connectionString: server.url },
  secretKey: testKey,
  log,
  config: {
    httpApiPort: 0,
    httpDialects: new Map([['kannel', '/cgi-bin/sendsms']]),
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
const outbound = new Outbound();
const receipts = startReceipts({ database, outbound, log, allowPrivate: () => true });
const waking = setInterval(() => receipts.wake(), 100);

const reported = new Map<string, number>();
const ear = await openEar((path, query) => {
  if (path === '/dlr' && query.get('type') === '1')
    reported.set(query.get('n') ?? '', (reported.get(query.get('n') ?? '') ?? 0) + 1);
});
const [reportPort = 0] = await freePorts(1);
const kannel = await startKannel({
  port: gateway.httpPort!,
  username: who.username,
  password: who.password,
  sendUrl: `http://127.0.0.1:${gateway.httpPort}/cgi-bin/sendsms`,
  reportPort,
  moUrl: `${ear.url}/mo`,
});
let failed = false;
try {
  const text = (n: number) =>
    n % 20 === 0 ? `Olá, não é nada: ${n}` : `Ujumbe namba ${n} & 100% [${n}]`;
  const left = Array.from({ length: messages }, (_, n) => n);
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let n = left.pop(); n !== undefined; n = left.pop()) {
        const status = await kannel.send({
          from: who.sender,
          to: String(254_711_000_000 + n),
          text: text(n),
          dlrUrl: `${ear.url}/dlr?n=${n}&type=%d`,
        });
        if (status !== 202) throw new Error(`Kannel answered ${status}`);
      }
    }),
  );
  await until('every receipt', () => reported.size >= messages, 120).catch(() => {});
  const arrived = new Map([...smsc.received()].map((each) => [each.destination, each.text]));
  const wrong = Array.from({ length: messages }, (_, n) => n).filter(
    (n) => arrived.get(String(254_711_000_000 + n)) !== text(n),
  );
  const result = {
    messages,
    arrived: arrived.size,
    textsWrong: wrong.length,
    receipts: reported.size,
    receiptsTwice: [...reported.values()].filter((times) => times > 1).length,
  };
  failed = result.arrived < messages || wrong.length > 0 || reported.size < messages;
  for (const n of wrong.slice(0, 3))
    console.log(
      n,
      JSON.stringify(text(n)),
      JSON.stringify(arrived.get(String(254_711_000_000 + n))),
    );
  console.log(JSON.stringify({ test: 'interop:kannel-http', commit: await commit(), ...result }));
} finally {
  clearInterval(waking);
  kannel.stop();
  ear.close();
  await receipts.stop();
  outbound.close();
  await gateway.stop();
  await smsc.stop();
  await database.close();
  await server.stop();
}
process.exit(failed ? 1 : 0);
