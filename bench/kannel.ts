/**
 * The same load one by one through Kannel with its file store and through us, in turn in one run: one HTTP request a message
 * to /cgi-bin/sendsms, answered when it is accepted, submitted to a simulated carrier, its receipt called back to dlr-url.
 * Ours is answered from disk, Kannel's store is written and never synced. Whoever sends, and the carriers, are the same.
 * A message counts when its receipt has come back. The last line is one JSON object; `ratio` is ours to Kannel's, of all turns.
 *
 *   npm run bench:kannel -- --messages 20000 --turns 2 --connections 32
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { readConfig } from '../src/server/infra/config/config.ts';
import { openDatabase } from '../src/server/infra/database/db.ts';
import { run as runGateway } from '../src/server/processes/gateway.ts';
import { run as runWorker } from '../src/server/processes/worker.ts';
import { haveKannel, openEar, openSender, startKannel } from '../test/harness/kannel.ts';
import { addConnector, testKey, until } from '../test/harness/pipeline.ts';
import {
  commit,
  cpuSeconds,
  endProcess,
  startCarrier,
  startDatabase,
} from '../test/harness/processes.ts';
import { addCustomer } from '../test/harness/smpp-customers.ts';
import { addClient } from '../test/harness/wallets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: 'string', default: '20000' },
    turns: { type: 'string', default: '2' },
    connections: { type: 'string', default: '32' },
  },
});
const [messages, turns, connections] = [
  Number(values.messages),
  Number(values.turns),
  Number(values.connections),
];
const [role, address = ''] = positionals;
if (role === 'gateway') {
  const config = {
    ...readConfig({}),
    httpApiPort: 0,
    smppPort: 0,
    httpDialects: new Map([['kannel', '/cgi-bin/sendsms']] as const),
  };
  serve(
    await runGateway({
      database: { connectionString: address },
      secretKey: testKey,
      log: pino({ level: 'error' }),
      config,
    }),
    (gateway) => ({ http: gateway.httpPort }),
  );
} else if (role === 'worker') {
  // A sandbox's worker calls addresses of this machine back, which is where the receipts go here.
  serve(
    await runWorker({
      database: { connectionString: address },
      secretKey: testKey,
      log: pino({ level: 'error' }),
      config: { ...readConfig({}), sandbox: true },
    }),
    () => ({}),
  );
} else await measure();

function serve<R extends { stop(): Promise<void> }>(
  running: R,
  ports: (of: R) => Record<string, number | undefined>,
): void {
  process.once('SIGTERM', () => void running.stop().then(() => process.exit(0)));
  process.once('disconnect', () => process.exit(1));
  process.send?.(ports(running));
}

async function measure(): Promise<void> {
  if (!haveKannel()) {
    console.log(
      JSON.stringify({
        bench: 'kannel',
        commit: await commit(),
        notRun: 'Kannel cannot be installed here',
      }),
    );
    return;
  }
  const carrierFlags = ['--system-id', 'tuma', '--password', 'secret', '--receipt-delay', '10'];
  const [server, ourCarrier, theirCarrier] = await Promise.all([
    startDatabase(),
    startCarrier(carrierFlags),
    startCarrier(carrierFlags),
  ]);
  const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
    max: 2,
    name: 'bench',
    onLost: () => {},
  });
  await addConnector(
    database,
    0,
    { host: '127.0.0.1', port: ourCarrier.port, username: 'tuma', window: 100, con_fail_delay: 1 },
    1,
  );
  const who = await addCustomer(database, await addClient(database, { parentId: null }));
  const start = async (name: string): Promise<[ChildProcess, Record<string, number>]> => {
    const child = fork(import.meta.filename, [name, server.url], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [said] = (await once(child, 'message')) as [Record<string, number>];
    return [child, said];
  };
  const [[gateway, ports], [worker]] = await Promise.all([start('gateway'), start('worker')]);

  const told = new Set<string>();
  const ear = await openEar((path, query) => {
    if (path === '/dlr') told.add(query.get('n') ?? '');
  });
  const kannel = await startKannel({
    port: theirCarrier.port,
    username: 'tuma',
    password: 'secret',
    window: 100,
    moUrl: `${ear.url}/mo`,
  });
  const ways = {
    ours: {
      ...openSender({
        port: ports['http']!,
        username: who.username,
        password: who.password,
        connections,
      }),
      cpu: () => used({ gateway: gateway.pid, worker: worker.pid, postgres: server.pid() }),
    },
    kannel: {
      ...openSender({ port: kannel.httpPort, username: 'test', password: 'test', connections }),
      cpu: () => used({ bearerbox: kannel.pids[0], smsbox: kannel.pids[1] }),
    },
  };
  const results = { ours: [] as Turn[], kannel: [] as Turn[] };
  let number = 0;
  const turn = async (name: keyof typeof ways, count: number): Promise<Turn> => {
    const { send, cpu } = ways[name];
    told.clear();
    const [before, startedAt] = [cpu(), performance.now()];
    let [next, refused] = [0, 0];
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (next < count) {
          const n = next++;
          const status = await send({
            from: who.sender,
            to: `+${254_710_000_050 + (number++ % 90_000) * 100}`,
            text: 'Dear customer, your parcel has arrived. Bring this message and your ID.',
            dlrUrl: `${ear.url}/dlr?n=${n}&type=%d`,
          });
          if (status !== 202) refused++;
        }
      }),
    );
    const acceptedAt = performance.now();
    await until('every receipt', () => told.size >= count - refused, 300);
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      per_s: Math.round((count - refused) / seconds),
      accepted_per_s: Math.round(((count - refused) / (acceptedAt - startedAt)) * 1000),
      cpu_us_a_message: Object.fromEntries(
        Object.entries(cpu()).map(([name, after]) => [
          name,
          Math.round(((after - (before[name] ?? 0)) / count) * 1e6),
        ]),
      ),
      refused,
      seconds,
    };
  };
  try {
    for (const name of ['ours', 'kannel'] as const) await turn(name, Math.min(2000, messages)); // compiled code, open connections, planned statements
    for (let time = 0; time < turns; time++) {
      for (const name of time % 2 === 0
        ? (['ours', 'kannel'] as const)
        : (['kannel', 'ours'] as const)) {
        const result = await turn(name, messages);
        results[name].push(result);
        console.error(name, JSON.stringify(result));
      }
    }
  } finally {
    kannel.stop();
    ear.close();
    await Promise.all([endProcess(gateway, 'SIGTERM'), endProcess(worker, 'SIGTERM')]);
    ourCarrier.stop();
    theirCarrier.stop();
    await database.close();
    await server.stop();
  }
  const rate = (of: Turn[]) =>
    Math.round(
      of.reduce((all, { refused }) => all + messages - refused, 0) /
        of.reduce((all, { seconds }) => all + seconds, 0),
    );
  const [ours, theirs] = [rate(results.ours), rate(results.kannel)];
  console.log(
    JSON.stringify({
      bench: 'kannel',
      commit: await commit(),
      messages,
      turns,
      connections,
      ours_per_s: ours,
      kannel_per_s: theirs,
      ratio: Math.round((ours / theirs) * 100) / 100,
      ours: results.ours,
      kannel: results.kannel,
    }),
  );
  process.exit(0);
}

type Turn = {
  per_s: number;
  accepted_per_s: number;
  cpu_us_a_message: Record<string, number>;
  refused: number;
  seconds: number;
};

/** Seconds of processor time, by process. */
function used(pids: Record<string, number | undefined>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(pids).map(([name, pid]) => [
      name,
      pid === undefined ? NaN : (cpuSeconds(pid) ?? NaN),
    ]),
  );
}
