/**
 * Reports of sent messages as CSV and as XLSX, of 100 thousand and of 1 million rows: seconds, rows a second and the peak of
 * memory of the worker that makes them, each in a process and with a worker of its own on one database. The messages are
 * made by SQL, evenly over some hours. PostgreSQL shares the machine. One line of JSON a report, and one with how the
 * memory of ten times the rows compares.
 *
 *   npm run bench -- export --rows 100000,1000000
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import pg from 'pg';
import { call } from '../test/harness/campaigns.ts';
import type { Caller } from '../test/harness/campaigns.ts';
import { commit, startDatabase } from '../test/harness/processes/processes.ts';
import { addMessages } from '../test/harness/reports.ts';
import { REPORT_COLUMNS } from '../src/contract/api/report-columns.ts';
import { reports } from '../src/contract/api/reports.ts';
import { insertClient } from '../src/server/features/clients/clients.store.ts';
import { openDatabase } from '../src/server/infra/database/db.ts';
import { newId } from '../src/server/infra/ids.ts';
import { openAccounts } from '../src/server/core/ledger/ledger.ts';
import { openPageTokens } from '../src/server/infra/database/pages.ts';
import { reportRoutes } from '../src/server/features/reports/reports.api.ts';
import { makeReport } from '../src/server/features/reports/reports.jobs.ts';
import { systemScope } from '../src/server/infra/database/scope.ts';
import { NODE_FLAGS } from '../src/server/ops/process-family.ts';
import { startRunner } from '../src/server/core/background/runner.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '100000,1000000' }, url: { type: 'string' } },
});

if (values.url !== undefined) await work(values.url);
else await measure();

async function measure(): Promise<void> {
  const server = await startDatabase();
  const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
    max: 4,
    name: 'bench',
    onLost: () => {},
  });
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  const peaks = new Map<string, { rows: number; mb: number }[]>();
  for (const rows of values.rows.split(',').map(Number)) {
    const clientId = newId();
    await database.run(systemScope(), async (tx) => {
      await insertClient(tx, {
        clientId,
        parentId: null,
        clientName: `Bench ${rows}`,
        accountType: 'COMPANY',
        email: `${rows}@example.test`,
        country: 'KE',
        timezone: 'Africa/Nairobi',
        accessLevel: 'CLIENT',
        clientStatus: 'ACTIVE',
        passwordHash: null,
      });
      await openAccounts(tx, clientId);
    });
    const {
      rows: [client],
    } = await owner.query<{ path: string }>('select path from client where id = $1', [clientId]);
    await addMessages(
      (sql, given) => owner.query(sql, given),
      clientId,
      rows,
      new Date(Date.now() - 20 * 3_600_000),
      { millisecondsApart: Math.max(1, Math.floor((18 * 3_600_000) / rows)) },
    );
    await owner.query('analyze message');
    const as: Caller = { clientId, accessLevel: 'CLIENT', path: client!.path };
    const routes = reportRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });
    for (const format of ['CSV', 'XLSX'] as const) {
      const worker = fork(import.meta.filename, ['--url', server.url], {
        stdio: 'inherit',
        execArgv: [...NODE_FLAGS.worker],
      });
      await once(worker, 'message');
      const began = performance.now();
      const { requestId } = await call(routes, reports.request, as, {
        name: `${rows}`,
        kind: 'SENT_MESSAGES',
        format,
        filters: {},
        columns: [...REPORT_COLUMNS.SENT_MESSAGES],
      });
      let report = await call(routes, reports.get, as, { requestId });
      for (
        ;
        report.status !== 'READY_FOR_DOWNLOAD';
        report = await call(routes, reports.get, as, { requestId })
      ) {
        if (report.status === 'FAILED') throw new Error(report.error ?? 'failed');
        await sleep(50);
      }
      const seconds = (performance.now() - began) / 1000;
      worker.send('stop');
      const [{ mb, cpu }] = (await once(worker, 'message')) as [{ mb: number; cpu: number }];
      peaks.set(format, [...(peaks.get(format) ?? []), { rows, mb }]);
      console.log(
        JSON.stringify({
          bench: 'export',
          commit: await commit(),
          format,
          rows: report.rows,
          columns: report.columns.length,
          seconds: Number(seconds.toFixed(2)),
          rows_per_s: Math.round(rows / seconds),
          worker_cpu_s: cpu,
          mb: Number((report.bytes / 1e6).toFixed(1)),
          peak_rss_mb: mb,
        }),
      );
    }
  }
  console.log(
    JSON.stringify({
      bench: 'export memory',
      ...Object.fromEntries(
        [...peaks].map(([format, [first, ...rest]]) => [
          format,
          rest.map(({ rows, mb }) => ({
            rows: `${rows / first!.rows} times`,
            memory: `${(mb / first!.mb).toFixed(2)} times`,
          })),
        ]),
      ),
    }),
  );
  await owner.end();
  await database.close();
  await server.stop();
}

/** A process with the product's runner and nothing to do but reports. */
async function work(url: string): Promise<void> {
  const database = openDatabase({ connectionString: url }, 'tuma_portal', {
    max: 12,
    name: 'bench worker',
    onLost: () => {},
  });
  const messenger = {
    secretKey: { bytes: Buffer.alloc(32) },
    origin: 'http://localhost',
    platformName: 'Tuma',
    sendPlatformSms: undefined,
  };
  const runner = startRunner({
    database,
    log: pino({ level: 'error' }),
    concurrency: 4,
    handlers: { makeReport: makeReport(database, messenger) },
  });
  const waking = setInterval(() => runner.wake(), 50);
  process.send?.('ready');
  await once(process, 'message');
  clearInterval(waking);
  await runner.stop();
  await database.close();
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.send?.({
    mb: Math.round(maxRSS / 1024),
    cpu: Math.round((userCPUTime + systemCPUTime) / 1e5) / 10,
  });
  process.disconnect?.();
}
