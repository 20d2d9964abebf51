/**
 * A campaign from the upload of its file to its last message in the queue: 10 thousand, 100 thousand and 1 million rows,
 * each in processes and a database of its own, so that each tells its own peak of memory (the higher of the one that
 * takes the upload and the worker that prepares and expands). PostgreSQL shares the machine with them. One line of
 * JSON a size: seconds, processor time and written log of each step, by row of the file.
 *
 *   npm run bench:campaign -- --rows 10000,100000,1000000 --profile
 *
 * --profile writes the worker's CPU profile.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import pg from 'pg';
import { addRoute, addSender, call, messenger } from '../test/harness/campaigns.ts';
import type { Caller } from '../test/harness/campaigns.ts';
import { commit, cpuSeconds, startDatabase } from '../test/harness/processes/processes.ts';
import { sms } from '../src/contract/api/campaign-sending.ts';
import { tasks } from '../src/contract/api/tasks.ts';
import { campaignRoutes } from '../src/server/features/campaigns/campaigns.api.ts';
import { insertClient } from '../src/server/features/clients/clients.store.ts';
import { openDatabase } from '../src/server/infra/database/db.ts';
import { newId } from '../src/server/infra/ids.ts';
import { openAccounts, purchase } from '../src/server/core/ledger/ledger.ts';
import { seedRates } from '../src/server/core/ledger/rates.ts';
import { migrate } from '../src/server/infra/database/migrate.ts';
import { openPageTokens } from '../src/server/infra/database/pages.ts';
import { systemScope } from '../src/server/infra/database/scope.ts';
import { NODE_FLAGS } from '../src/server/ops/process-family.ts';
import { taskRoutes } from '../src/server/core/background/tasks.api.ts';
import { run } from '../src/server/processes/worker.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000,100000,1000000' },
    url: { type: 'string' },
    postgres: { type: 'string' },
    worker: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  },
});

if (values.url === undefined) {
  const server = await startDatabase();
  for (const rows of values.rows.split(',')) {
    const name = `bench_${rows}`;
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    const child = fork(
      import.meta.filename,
      [
        '--rows',
        rows,
        '--url',
        url.href,
        '--postgres',
        String(server.pid()),
        ...(values.profile ? ['--profile'] : []),
      ],
      { stdio: 'inherit' },
    );
    const [code] = await once(child, 'exit');
    if (code !== 0) process.exitCode = 1;
  }
  await server.stop();
} else if (values.worker) {
  await work(values.url);
} else {
  await measure(Number(values.rows), values.url, Number(values.postgres));
}

/** Numbers of four countries in the ways people write them, one in a hundred wrong and one in a hundred a repeat. */
function* file(rows: number): Generator<Buffer> {
  const names = ['Asha', 'Juma', 'Wanjikũ', 'João', 'Nakato'];
  let lines = 'Name,Phone,Town,Amount\n';
  for (let n = 0; n < rows; n++) {
    const tail = String(n - (n % 100 === 99 ? 1 : 0)).padStart(7, '0');
    const phone =
      n % 100 === 50
        ? '12'
        : [`07${tail.slice(0, 1)}${tail}`, `+255 71${tail}`, `25677${tail}`, `00254 71${tail}`][
            n % 4
          ]!;
    lines += `${names[n % 5]},${phone},"Town, ${n % 977}",${n}\n`;
    if (lines.length > 256 * 1024 || n === rows - 1) {
      yield Buffer.from(lines);
      lines = '';
    }
  }
}

async function measure(rows: number, url: string, postgres: number): Promise<void> {
  await migrate(url);
  const address = { connectionString: url };
  const database = openDatabase(address, 'tuma_portal', {
    max: 4,
    name: 'bench',
    onLost: () => {},
  });
  const clientId = newId();
  await database.run(systemScope(), async (tx) => {
    await insertClient(tx, {
      clientId,
      parentId: null,
      clientName: 'Bench',
      accountType: 'COMPANY',
      email: 'bench@example.test',
      country: 'KE',
      timezone: 'Africa/Nairobi',
      accessLevel: 'ADMINISTRATOR',
      clientStatus: 'ACTIVE',
      passwordHash: null,
    });
    await openAccounts(tx, clientId);
    await seedRates(tx, clientId);
    await purchase(tx, { clientId, units: BigInt(rows) * 100_000n, idempotencyKey: 'bench' });
  });
  await addRoute(database);
  await addSender(database, clientId, 'BENCH');
  const worker = fork(import.meta.filename, ['--worker', '--url', url], {
    stdio: 'inherit',
    execArgv: [
      ...NODE_FLAGS.worker,
      ...(values.profile ? ['--cpu-prof', '--cpu-prof-name', 'worker.cpuprofile'] : []),
    ],
  });
  await once(worker, 'message');
  const tokens = openPageTokens(Buffer.alloc(32));
  const [routes, taskCalls] = [
    campaignRoutes({ database, tokens, messenger }),
    taskRoutes({ database, tokens }),
  ];
  const as: Caller = { clientId, accessLevel: 'ADMINISTRATOR', path: '1.' };

  /** The time, the processor time of each part and the log that is written, at the end of a step. */
  const mark = async () => {
    const { rows: written } = await database.plain.query<{ wal: number }>(
      `select (pg_current_wal_lsn() - '0/0')::float8 as wal`,
    );
    const { user, system } = process.cpuUsage();
    return {
      at: performance.now(),
      api: (user + system) / 1e6,
      worker: cpuSeconds(worker.pid!) ?? 0,
      postgres: cpuSeconds(postgres) ?? 0,
      wal: written[0]!.wal,
    };
  };
  type Mark = Awaited<ReturnType<typeof mark>>;
  const began = await mark();
  const { uploadId } = await call(
    routes,
    sms.fromFileStep1,
    as,
    {},
    { file: { fileName: 'bench.csv', stream: Readable.from(file(rows)) } },
  );
  const uploaded = await mark();
  const { campaignId, operationId } = await call(routes, sms.fromFileStep2, as, {
    uploadId,
    phoneColumn: 'Phone',
    campaignName: 'Bench',
    senderId: 'BENCH',
    text: 'Dear #Name# of #Town#, you owe #Amount# shillings. Thank you.',
  });
  for (;;) {
    const { status, error } = await call(taskCalls, tasks.get, as, { operationId });
    if (status === 'COMPLETED') break;
    if (status !== 'PENDING') throw new Error(`preparation: ${status} ${error}`);
    await sleep(20);
  }
  const prepared = await mark();
  await call(routes, sms.sendCampaign, as, { campaignId });
  for (;;) {
    const {
      rows: [campaign],
    } = await database.run(systemScope(), (tx) =>
      tx.query<{ done: boolean }>(
        'select expanded_at is not null as done from campaign where id = $1',
        [campaignId],
      ),
    );
    if (campaign!.done) break;
    await sleep(20);
  }
  const ended = await mark();
  worker.send('stop');
  const [its] = (await once(worker, 'message')) as [{ rssMb: number; slowestTurnMs: number }];
  const seconds = (from: Mark, to: Mark) => Number(((to.at - from.at) / 1000).toFixed(2));
  const cost = (from: Mark, to: Mark) => {
    const each = (name: 'api' | 'worker' | 'postgres') =>
      Number((((to[name] - from[name]) / rows) * 1e6).toFixed(1));
    return {
      api: each('api'),
      worker: each('worker'),
      postgres: each('postgres'),
      wal_bytes: Math.round((to.wal - from.wal) / rows),
    };
  };
  console.log(
    JSON.stringify({
      bench: 'campaign',
      commit: await commit(),
      rows,
      seconds: seconds(began, ended),
      peak_rss_mb: Math.max(its.rssMb, rssMb()),
      peak_rss_mb_each: { upload: rssMb(), worker: its.rssMb },
      upload_s: seconds(began, uploaded),
      prepare_s: seconds(uploaded, prepared),
      expand_s: seconds(prepared, ended),
      slowest_turn_ms: its.slowestTurnMs,
      cpu_us_a_row: {
        upload: cost(began, uploaded),
        prepare: cost(uploaded, prepared),
        expand: cost(prepared, ended),
      },
    }),
  );
  await database.close();
}

/** The product's worker, as the supervisor starts it. */
async function work(url: string): Promise<void> {
  const turns = monitorEventLoopDelay({ resolution: 10 });
  turns.enable();
  const worker = await run({
    database: { connectionString: url },
    log: pino({ level: 'error' }),
    secretKey: { bytes: Buffer.alloc(32) },
    config: {
      dataDir: '.',
      publicUrl: undefined,
      backup: { folder: undefined, atMinutes: 0, keepDays: 1, key: undefined },
      sandbox: false,
      webhookHosts: [],
      privateHosts: [],
      dnsServers: [],
      contactsPerAccount: 5_000_000,
      port: 8080,
      brandWord: 'Tuma',
      mpesa: undefined,
      mpesaOpenApi: [],
      mpesaCallbackUrl: undefined,
      mpesaCallbackNetworks: [],
      smtpUrl: undefined,
      mailFrom: '',
    },
  });
  process.send?.('ready');
  await once(process, 'message');
  await worker.stop();
  process.send?.({ rssMb: rssMb(), slowestTurnMs: Math.round(turns.max / 1e6) });
  process.disconnect?.();
}

function rssMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
