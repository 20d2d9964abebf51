/**
 * Kannel, which nobody here wrote, as a customer's software: its bearerbox bound to our SMPP server, messages handed to it
 * by its own HTTP call, receipts and messages from phones brought by it to an HTTP address; the link between is cut again
 * and again. The last line is one JSON object; it fails when anything was lost. A message that was cut off before its answer
 * Kannel sends again, so that some come twice.
 *
 *   npm run check -- interop-kannel --messages 10000 --cuts 20
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../../src/server/infra/database/db.ts';
import { publishConfig } from '../../src/server/core/dispatch/routing/config-version.ts';
import { systemScope } from '../../src/server/infra/database/scope.ts';
import { haveKannel, openCutter, openEar, startKannel } from '../harness/outside/kannel.ts';
import { until } from '../harness/pipeline.ts';
import { commit, startDatabase } from '../harness/processes/processes.ts';
import { addCustomer, openSmppWorld } from '../harness/outside/smpp-customers.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    cuts: { type: 'string', default: '20' },
  },
});
const [messages, cuts] = [Number(values.messages), Number(values.cuts)];
if (!haveKannel()) {
  console.log(
    JSON.stringify({
      test: 'interop:kannel',
      commit: await commit(),
      notRun: 'Kannel cannot be installed here',
    }),
  );
  process.exit(0);
}

const server = await startDatabase();
const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
const world = await openSmppWorld(server.url, database, {
  record: messages * 3,
  behaviour: { receiptDelay: 50 },
});
const who = await addCustomer(database, world.rootId);
await database.run(systemScope(), async (tx) => {
  await tx.query(
    `insert into route (direction, "order", type, connector_ids, targets) values ('MO', 0, 'DefaultRoute', '{}', $1)`,
    [JSON.stringify([{ kind: 'SMPP_USER', username: who.username }])],
  );
  await publishConfig(tx, null);
});

const reported = new Map<string, number>();
const fromPhones = new Map<string, number>();
const count = (of: Map<string, number>, key: string) => of.set(key, (of.get(key) ?? 0) + 1);
const ear = await openEar((path, query) => {
  if (path === '/dlr' && query.get('type') === '1') count(reported, query.get('n') ?? '');
  if (path === '/mo') count(fromPhones, query.get('text') ?? '');
});
const cutter = await openCutter(() => world.port);
const kannel = await startKannel({
  port: cutter.port,
  username: who.username,
  password: who.password,
  window: 50,
  moUrl: `${ear.url}/mo?from=%p&to=%P&text=%b`,
});
let failed = false;
try {
  await until(
    'the bind',
    async () =>
      (await database.run(systemScope(), (tx) => tx.query('select from smpp_bind'))).rowCount > 0,
  );
  const text = (n: number) =>
    n % 50 === 0
      ? `Ujumbe mrefu namba ${n}. ${'Karibu sana mteja wetu mpendwa. '.repeat(7)}`
      : n % 20 === 0
        ? `Olá, não é nada: ${n}`
        : `Ujumbe namba ${n}`;
  const startedAt = performance.now();
  let [sent, cutLinks, retried] = [0, 0, 0];
  const handOver = async (n: number) => {
    const status = await kannel
      .send({
        from: who.sender,
        to: `+${254_711_000_050 + n * 100}`,
        text: text(n),
        dlrUrl: `${ear.url}/dlr?n=${n}&type=%d`,
      })
      .catch(() => 0);
    if (status !== 202) {
      retried++;
      await new Promise((resolve) => setTimeout(resolve, 50));
      await handOver(n);
    }
  };
  // A cut in the middle of each part but the last.
  const parts = cuts + 1;
  for (let part = 0; part < parts; part++) {
    const end = Math.round((messages * (part + 1)) / parts);
    const lot = Array.from({ length: end - sent }, (_, at) => sent + at);
    sent = end;
    for (const n of lot)
      world.smsc.injectMo({
        source: String(254_722_000_000 + n),
        destination: '22141',
        text: `Maoni ${n}`,
        account: 'tuma',
      });
    const work = Promise.all(
      Array.from({ length: 32 }, async () => {
        for (let n = lot.pop(); n !== undefined; n = lot.pop()) await handOver(n);
      }),
    );
    if (part < cuts) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      cutLinks += cutter.cut();
      const cutAt = new Date();
      await work;
      await until(
        'bound again',
        async () =>
          (
            await database.run(systemScope(), (tx) =>
              tx.query('select from smpp_bind where since > $1', [cutAt]),
            )
          ).rowCount > 0,
        60,
      );
    } else await work;
  }
  const done = () => reported.size >= messages && fromPhones.size >= messages;
  let before = '';
  for (let quiet = 0; !done() && quiet < 60; quiet++) {
    const now = `${reported.size}/${fromPhones.size}`;
    if (now !== before) quiet = 0;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const numbers = new Map<string, number>();
  const intact = new Set<number>();
  for (const { destination, text: arrived } of world.smsc.received()) {
    const n = (Number(destination) - 254_711_000_050) / 100;
    count(numbers, destination);
    if (arrived === text(n)) intact.add(n);
  }
  const {
    rows: [left],
  } = await database.run(systemScope(), (tx) =>
    tx.query<{ waiting: number }>(
      `select count(*)::int as waiting from outbox where kind = 'SMPP_USER' and done_at is null`,
    ),
  );
  const result = {
    test: 'interop:kannel',
    commit: await commit(),
    messages,
    fromPhones: messages,
    cuts: cutLinks,
    lost: messages - intact.size,
    twice: [...numbers.values()].filter((times) => times > 1).length,
    receiptsLost: messages - reported.size,
    receiptsTwice: [...reported.values()].filter((times) => times > 1).length,
    fromPhonesLost: messages - fromPhones.size,
    fromPhonesTwice: [...fromPhones.values()].filter((times) => times > 1).length,
    retriedAtKannel: retried,
    waitingForBind: left!.waiting,
    seconds: Math.round(seconds * 10) / 10,
  };
  console.log(JSON.stringify(result));
  failed = result.lost + result.receiptsLost + result.fromPhonesLost > 0 || cutLinks < cuts;
} finally {
  kannel.stop();
  cutter.close();
  ear.close();
  await world.stop();
  await database.close();
  await server.stop();
}
process.exit(failed ? 1 : 0);
