/**
 * A file of contacts from its upload to the last one in its group: 10 thousand, 100 thousand and 1 million rows, each in
 * processes and a database of its own, so that each tells its own peak of memory (the higher of the one that takes the
 * upload and the worker that checks and imports). Then pages of the list and of searches among them, the median of ten.
 * PostgreSQL shares the machine with them. One line of JSON a size.
 *
 *   npm run bench -- contacts --rows 10000,100000,1000000
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import pg from 'pg';
import { call } from '../test/harness/campaigns.ts';
import type { Caller } from '../test/harness/campaigns.ts';
import { commit, startDatabase } from '../test/harness/processes/processes.ts';
import { contactImports } from '../src/contract/api/contact-imports.ts';
import { contactGroups } from '../src/contract/api/contact-groups.ts';
import { contacts } from '../src/contract/api/contacts.ts';
import { insertClient } from '../src/server/features/clients/clients.store.ts';
import { contactRoutes } from '../src/server/features/contacts/contacts.api.ts';
import { groupRoutes } from '../src/server/features/contacts/groups/groups.api.ts';
import { importRoutes } from '../src/server/features/contacts/imports/imports.api.ts';
import { openDatabase } from '../src/server/infra/database/db.ts';
import { newId } from '../src/server/infra/ids.ts';
import { openAccounts } from '../src/server/core/ledger/ledger.ts';
import { migrate } from '../src/server/infra/database/migrate.ts';
import { openPageTokens } from '../src/server/infra/database/pages.ts';
import { systemScope } from '../src/server/infra/database/scope.ts';
import { NODE_FLAGS } from '../src/server/ops/process-family.ts';
import { run } from '../src/server/processes/worker.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000,100000,1000000' },
    url: { type: 'string' },
    worker: { type: 'boolean', default: false },
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
    const child = fork(import.meta.filename, ['--rows', rows, '--url', url.href], {
      stdio: 'inherit',
    });
    const [code] = await once(child, 'exit');
    if (code !== 0) process.exitCode = 1;
  }
  await server.stop();
} else if (values.worker) {
  await work(values.url);
} else {
  await measure(Number(values.rows), values.url);
}

/** Numbers of four countries in the ways people write them, one in a hundred wrong and one in a hundred a repeat. */
function* lines(rows: number): Generator<Buffer> {
  const names = ['Asha', 'Juma', 'Wanjikũ', 'João', 'Nakato'];
  let text = 'First name,Last name,Phone,Email,Town\n';
  for (let n = 0; n < rows; n++) {
    const tail = String(n - (n % 100 === 99 ? 4 : 0)).padStart(7, '0');
    const phone =
      n % 100 === 50
        ? '12'
        : [`07${tail.slice(0, 1)}${tail}`, `+255 71${tail}`, `25677${tail}`, `00254 71${tail}`][
            n % 4
          ]!;
    text += `${names[n % 5]},Last${n % 9973},${phone},p${n}@example.com,"Town, ${n % 977}"\n`;
    if (text.length > 256 * 1024 || n === rows - 1) {
      yield Buffer.from(text);
      text = '';
    }
  }
}

async function measure(rows: number, url: string): Promise<void> {
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
  });
  const worker = fork(import.meta.filename, ['--worker', '--url', url], {
    stdio: 'inherit',
    execArgv: [...NODE_FLAGS.worker],
  });
  await once(worker, 'message');
  const stand = { database, tokens: openPageTokens(Buffer.alloc(32)) };
  const routes = [...contactRoutes(stand), ...groupRoutes(stand), ...importRoutes(stand)];
  const as: Caller = { clientId, accessLevel: 'CLIENT', path: '1.' };
  const until = async (importId: string, status: string) => {
    for (;;) {
      const row = await call(routes, contactImports.get, as, { importId });
      if (row.status === status) return row;
      if (row.status === 'FAILED' || row.status === 'CANCELED')
        throw new Error(`import: ${row.status}`);
      await sleep(20);
    }
  };

  const began = performance.now();
  const file = await call(
    routes,
    contactImports.upload,
    as,
    {},
    { file: { fileName: 'bench.csv', stream: Readable.from(lines(rows)) } },
  );
  const uploaded = performance.now();
  const { importId } = await call(routes, contactImports.check, as, {
    uploadId: file.uploadId,
    mapping: file.mapping,
    newGroupName: 'Bench',
  });
  await until(importId, 'READY');
  const checked = performance.now();
  await call(routes, contactImports.start, as, { importId });
  const { counts, groupIds } = await until(importId, 'COMPLETED');
  const ended = performance.now();
  const again = await call(routes, contactImports.check, as, {
    uploadId: file.uploadId,
    mapping: file.mapping,
  });
  await until(again.importId, 'READY');
  const againBegan = performance.now();
  await call(routes, contactImports.start, as, { importId: again.importId });
  await until(again.importId, 'COMPLETED');
  const updated = performance.now();

  const page = async (filter: object) => {
    const times: number[] = [];
    for (let n = 0; n < 10; n++) {
      const from = performance.now();
      await call(routes, contacts.list, as, { pageSize: 25, ...filter });
      times.push(performance.now() - from);
    }
    return Math.round(times.toSorted((a, b) => a - b)[5]! * 10) / 10;
  };
  const [groupId] = groupIds;
  const pages = {
    newest: await page({}),
    group: await page({ 'filter.groupIds': [groupId] }),
    phone: await page({ 'filter.query': '07123' }),
    name: await page({ 'filter.query': 'asha' }),
    last_name: await page({ 'filter.query': 'last77' }),
    email: await page({ 'filter.query': 'p1234@' }),
    nobody: await page({ 'filter.query': 'xyz' }),
    name_in_group: await page({ 'filter.query': 'asha', 'filter.groupIds': [groupId] }),
  };
  const clearBegan = performance.now();
  await call(routes, contactGroups.clear, as, { groupId: groupId! });
  const cleared = performance.now();
  worker.send('stop');
  const [its] = (await once(worker, 'message')) as [{ rssMb: number; slowestTurnMs: number }];
  const seconds = (from: number, to: number) => Number(((to - from) / 1000).toFixed(2));
  console.log(
    JSON.stringify({
      bench: 'contacts',
      commit: await commit(),
      rows,
      seconds: seconds(began, ended),
      peak_rss_mb: Math.max(its.rssMb, rssMb()),
      new: counts?.new,
      duplicate: counts?.duplicate,
      invalid: counts?.invalid,
      upload_s: seconds(began, uploaded),
      check_s: seconds(uploaded, checked),
      import_s: seconds(checked, ended),
      update_s: seconds(againBegan, updated),
      clear_s: seconds(clearBegan, cleared),
      page_ms: pages,
      slowest_turn_ms: its.slowestTurnMs,
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
