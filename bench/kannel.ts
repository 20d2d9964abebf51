/**
 * The same load one by one through Kannel with its file store and through the product, in alternating turns of one run: one
 * HTTP request a message to /cgi-bin/sendsms, answered when it is accepted, submitted to a simulated carrier, its receipt
 * called back to dlr-url. The product answers from disk; Kannel writes its store and never syncs it. Both have the same
 * driver, which uses bare sockets, and carriers of the same kind. A message counts when its receipt has come back.
 *
 * The last line is one JSON object. Rates and costs are medians of the turns; `ratio` is the product's rate to Kannel's. The
 * figures at the top are those of the first number of connections, `by_connections` has all.
 *
 *   npm run bench -- kannel --messages 20000 --turns 5 --connections 32,128 --store file
 *   npm run bench -- kannel --sides ours --profile
 *
 * --sides ours leaves Kannel's turns out, and with them the ratio. --profile writes the CPU profiles of gateway and worker.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { loadavg } from 'node:os';
import { pino } from 'pino';
import { readConfig } from '../src/server/infra/config/config.ts';
import { openDatabase } from '../src/server/infra/database/db.ts';
import { systemScope } from '../src/server/infra/database/scope.ts';
import { NODE_FLAGS } from '../src/server/ops/process-family.ts';
import { run as runGateway } from '../src/server/processes/gateway.ts';
import { run as runWorker } from '../src/server/processes/worker.ts';
import { haveKannel, startKannel } from '../test/harness/outside/kannel.ts';
import { addConnector, testKey, until } from '../test/harness/pipeline.ts';
import {
  commit,
  cpuSeconds,
  endProcess,
  startCarrier,
  startDatabase,
} from '../test/harness/processes/processes.ts';
import { addCustomer } from '../test/harness/outside/smpp-customers.ts';
import { addClient } from '../test/harness/wallets.ts';
import { openLightClient, openLightServer } from '../test/harness/outside/light-http.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    messages: { type: 'string', default: '20000' },
    turns: { type: 'string', default: '5' },
    connections: { type: 'string', default: '32,128' },
    store: { type: 'string', default: 'file' },
    sides: { type: 'string', default: 'ours,kannel' },
    profile: { type: 'boolean', default: false },
  },
});
const [messages, turns] = [Number(values.messages), Number(values.turns)];
const SIDES = values.sides.split(',') as Side[];
const TEXT = 'Dear customer, your parcel has arrived. Bring this message and your ID.';
const widths = values.connections.split(',').map(Number);
const [role, address = ''] = positionals;
if (role === 'gateway') {
  const config = {
    ...readConfig({}),
    httpApiPort: 0,
    smppPort: 0,
    httpDialects: new Map([['kannel', '/cgi-bin/sendsms']] as const),
    // The simulated carrier and the callbacks are on this machine, which the operator has to allow.
    privateHosts: ['127.0.0.1'],
    sandbox: false,
    webhookHosts: ['127.0.0.1'],
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
  // The callbacks go to this machine, which the operator has to allow.
  serve(
    await runWorker({
      database: { connectionString: address },
      secretKey: testKey,
      log: pino({ level: 'error' }),
      config: {
        ...readConfig({}),
        sandbox: false,
        privateHosts: ['127.0.0.1'],
        webhookHosts: ['127.0.0.1'],
      },
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

type Side = 'ours' | 'kannel';
type Figures = ReturnType<typeof figuresOf>;
type Turn = {
  per_s: number;
  accepted_per_s: number;
  cpu_us_a_message: Record<string, number>;
  log_b_a_message?: number;
  /** The machine's load when the turn had ended. */
  load: number;
  refused: number;
  seconds: number;
};

async function measure(): Promise<void> {
  if (SIDES.includes('kannel') && !haveKannel()) {
    console.log(
      JSON.stringify({
        bench: 'kannel',
        commit: await commit(),
        notRun: 'Kannel cannot be installed here',
      }),
    );
    return;
  }
  // A carrier that takes 500 unanswered receipts: with fewer, answering after a commit would be the limit.
  const carrierFlags = [
    '--system-id',
    'tuma',
    '--password',
    'secret',
    '--receipt-delay',
    '10',
    '--window',
    '500',
  ];
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
  const who = await addCustomer(database, await addClient(database, { parentId: null }), {
    // Enough for every turn, the first ones included, at any number of connections.
    units: BigInt(widths.length * (turns + 1) * messages) * 1_000_000n,
  });
  const start = async (
    name: 'gateway' | 'worker',
  ): Promise<[ChildProcess, Record<string, number>]> => {
    const child = fork(import.meta.filename, [name, server.url], {
      execArgv: [
        ...NODE_FLAGS[name],
        ...(values.profile ? ['--cpu-prof', '--cpu-prof-name', `${name}.cpuprofile`] : []),
      ],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [said] = (await once(child, 'message')) as [Record<string, number>];
    return [child, said];
  };
  const [[gateway, ports], [worker]] = await Promise.all([start('gateway'), start('worker')]);

  const receipts = new Set<string>();
  const callbacks = await openLightServer((path) => {
    const found = /^\/dlr\?n=(\d+)/.exec(path);
    if (found) receipts.add(found[1]!);
  });
  const kannel = SIDES.includes('kannel')
    ? await startKannel({
        port: theirCarrier.port,
        username: 'tuma',
        password: 'secret',
        window: 100,
        moUrl: `${callbacks.url}/mo`,
        store: values.store === 'none' ? 'none' : 'file',
        logLevel: 3,
      })
    : undefined;
  const sides = {
    ours: {
      port: ports['http']!,
      credentials: { username: who.username, password: who.password },
      pids: {
        gateway: gateway.pid!,
        worker: worker.pid!,
        postgres: server.pid(),
        carrier: ourCarrier.pid,
      },
    },
    kannel: {
      port: kannel?.httpPort ?? 0,
      credentials: { username: 'test', password: 'test' },
      pids: {
        ...(kannel && { bearerbox: kannel.pids[0]!, smsbox: kannel.pids[1]! }),
        carrier: theirCarrier.pid,
      },
    },
  };
  /** Octets of write-ahead log, from the server's start. */
  const logWritten = async (): Promise<number> => {
    const { rows } = await database.run(systemScope(), (tx) =>
      tx.query<{ octets: number }>(`select (pg_current_wal_lsn() - '0/0')::float8 as octets`),
    );
    return rows[0]!.octets;
  };
  let number = 0;
  const turn = async (name: Side, connections: number, count: number): Promise<Turn> => {
    const { port, credentials, pids } = sides[name];
    const client = await openLightClient(port, connections);
    receipts.clear();
    const written = await logWritten();
    const [before, startedAt] = [cpuOf(pids), performance.now()];
    let [next, refused] = [0, 0];
    await Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        while (next < count) {
          const n = next++;
          const query = new URLSearchParams({
            ...credentials,
            from: who.sender,
            to: `+${254_710_000_050 + (number++ % 90_000) * 100}`,
            text: TEXT,
            charset: 'UTF-8',
            coding: '0',
            'dlr-mask': '3',
            'dlr-url': `${callbacks.url}/dlr?n=${n}&type=%d`,
          });
          if ((await client.get(connection, `/cgi-bin/sendsms?${query}`)) !== 202) refused++;
        }
      }),
    );
    const acceptedAt = performance.now();
    await until(
      `every receipt by way of ${name}`,
      () => receipts.size >= count - refused,
      60,
    ).catch((error: Error) => {
      error.message += `: ${receipts.size} of ${count - refused} came`;
      throw error;
    });
    const seconds = (performance.now() - startedAt) / 1000;
    const after = cpuOf(pids);
    client.close();
    const cost = Object.fromEntries(
      Object.entries(after).map(([process, spent]) => [
        process,
        Math.round(((spent - before[process]!) / count) * 1e6),
      ]),
    );
    return {
      per_s: Math.round((count - refused) / seconds),
      accepted_per_s: Math.round(((count - refused) / (acceptedAt - startedAt)) * 1000),
      cpu_us_a_message: cost,
      ...(name === 'ours' && {
        log_b_a_message: Math.round(((await logWritten()) - written) / count),
      }),
      load: Math.round(loadavg()[0]! * 10) / 10,
      refused,
      seconds,
    };
  };
  const measured: (Figures & { connections: number })[] = [];
  try {
    for (const connections of widths) {
      const results: Record<Side, Turn[]> = { ours: [], kannel: [] };
      // The first turn compiles code, opens connections and plans statements.
      for (const name of SIDES) await turn(name, connections, Math.min(2000, messages));
      for (let time = 0; time < turns; time++) {
        for (const name of time % 2 === 0 ? SIDES : SIDES.toReversed()) {
          const result = await turn(name, connections, messages);
          results[name].push(result);
          console.error(connections, name, JSON.stringify(result));
        }
      }
      measured.push({ connections, ...figuresOf(results) });
    }
  } finally {
    kannel?.stop();
    callbacks.close();
    await Promise.all([endProcess(gateway, 'SIGTERM'), endProcess(worker, 'SIGTERM')]);
    ourCarrier.stop();
    theirCarrier.stop();
    await database.close();
    await server.stop();
  }
  console.log(
    JSON.stringify({
      bench: 'kannel',
      commit: await commit(),
      messages,
      turns,
      store: values.store,
      ...measured[0],
      by_connections: measured,
    }),
  );
  process.exit(0);
}

/** Seconds of processor time by process; `driver` is this one, which sends and receives the callbacks. */
function cpuOf(pids: Record<string, number>): Record<string, number> {
  const { user, system } = process.cpuUsage();
  return {
    ...Object.fromEntries(
      Object.entries(pids).map(([name, pid]) => [name, cpuSeconds(pid) ?? Number.NaN]),
    ),
    driver: (user + system) / 1e6,
  };
}

/** The medians of both sides' turns, and the ratio of their rates. */
function figuresOf(results: Record<Side, Turn[]>) {
  const rate = (turns: readonly Turn[]) => median(turns.map((each) => each.per_s));
  const cost = (turns: readonly Turn[]) =>
    Object.fromEntries(
      Object.keys(turns[0]?.cpu_us_a_message ?? {}).map((process) => [
        process,
        median(turns.map((each) => each.cpu_us_a_message[process]!)),
      ]),
    );
  const [ours, theirs] = [rate(results.ours), rate(results.kannel)];
  return {
    ours_per_s: ours,
    ...(results.kannel.length > 0 && {
      kannel_per_s: theirs,
      ratio: Math.round((ours / theirs) * 100) / 100,
    }),
    ours_cpu_us: cost(results.ours),
    kannel_cpu_us: cost(results.kannel),
    log_b_a_message: median(results.ours.map((each) => each.log_b_a_message!)),
    refused: [...results.ours, ...results.kannel].reduce((sum, each) => sum + each.refused, 0),
    ours: results.ours,
    kannel: results.kannel,
  };
}

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
