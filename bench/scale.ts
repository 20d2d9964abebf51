/**
 * The gain of each bind: carriers that take a fixed rate on each bind, one to four gateways, two to sixteen binds. The database,
 * each gateway and the carrier are processes of their own. Then a gateway and a worker are frozen for longer than their leases.
 * The last line is one JSON object: messages a second against binds times rate, how the binds were spread, and what was stale.
 *
 *   npm run bench -- scale --rate 100 --seconds 12 --sizes 1x2,1x4,2x4,2x8,4x8,4x16 --no-freeze
 *
 * A size is gateways x binds; the window is wide, so that a carrier's rate is the limit and not the round trip. Everything
 * shares this machine, so the figures hold as long as its cores carry it, also beside whatever else runs there: `cpu` says of how
 * many of them the gateways, PostgreSQL and the carrier made use, `load` how many processes wanted one.
 */
import { availableParallelism, loadavg } from 'node:os';
import type { ChildProcess } from 'node:child_process';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openDatabase } from '../src/server/infra/database/db.ts';
import { migrate } from '../src/server/infra/database/migrate.ts';
import { startExternalPostgres } from '../test/harness/database/external-postgres.ts';
import { freezeGateway, freezeWorker } from '../test/harness/processes/freeze.ts';
import {
  addClient,
  addConnector,
  enqueueAll,
  makeMessage,
  until,
} from '../test/harness/pipeline.ts';
import {
  commit,
  cpuSeconds,
  endProcess,
  startCarrier,
  startGateway,
} from '../test/harness/processes/processes.ts';
import { findPostgresPrograms, installPostgres } from '../tools/debian-postgres.ts';

const { values } = parseArgs({
  allowNegative: true,
  options: {
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '12' },
    sizes: { type: 'string', default: '1x2,1x4,2x4,2x8,4x8,4x16' },
    freeze: { type: 'boolean', default: true },
  },
});
const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
const sizes = values.sizes
  .split(',')
  .map((size) => size.split('x').map(Number) as [gateways: number, binds: number]);
const PATIENCE_SECONDS = 120;

if (!findPostgresPrograms()) installPostgres();
const server = await startExternalPostgres();
await migrate(server.url);
const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
  max: 2,
  name: 'bench',
  onLost: () => {},
});
const boss = new Client({ connectionString: server.bossUrl });
await boss.connect();
const {
  rows: [main],
} = await boss.query<{ pid: number }>(
  `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
);
const clientId = await addClient(database);
const results: object[] = [];
let order = 0;
for (const [count, binds] of sizes) results.push(await measure(count, binds));
const frozen = values.freeze
  ? {
      gateway: await freezeGateway(server.url, server.bossUrl, { binds: 4, rate: 20 }),
      worker: await freezeWorker(server.url, server.bossUrl),
    }
  : undefined;
await boss.end();
await database.close();
await server.stop();
console.log(
  JSON.stringify({
    bench: 'scale',
    commit: await commit(),
    rate,
    cores: availableParallelism(),
    load: Number(loadavg()[0]!.toFixed(1)),
    sizes: results,
    ...(frozen && { frozen }),
  }),
);

async function measure(count: number, binds: number): Promise<object> {
  const carrier = await startCarrier([
    '--latency',
    '20',
    '--receipt-delay',
    '50',
    '--no-record',
    '--rules',
    'false',
  ]);
  await boss.query('update connector set started = false');
  const routes: number[] = [];
  for (let at = 0; at < binds; at++) {
    const settings = {
      host: '127.0.0.1',
      port: carrier.port,
      username: `scale${order}`,
      window: 100,
      submit_throughput: rate,
    };
    routes.push((await addConnector(database, order, settings, order + 1)).routeId);
    order++;
  }
  const gateways: ChildProcess[] = [];
  for (let at = 0; at < count; at++) gateways.push(await startGateway(server.url));
  try {
    await until(
      'each gateway has its part of the binds',
      async () => {
        const { rows } = await boss.query<{ bound: number }>(
          `select count(*)::int as bound from connector_state where state = 'BOUND' and updated_at > now() - interval '3 seconds' group by holder`,
        );
        return (
          rows.length === Math.min(count, binds) &&
          rows.reduce((sum, { bound }) => sum + bound, 0) === binds &&
          Math.max(...rows.map(({ bound }) => bound)) -
            Math.min(...rows.map(({ bound }) => bound)) <=
            1
        );
      },
      PATIENCE_SECONDS,
    );
    const messages = Math.round(binds * rate * (seconds + 8));
    await enqueueAll(
      database,
      Array.from({ length: messages }, (_, at) =>
        makeMessage({
          clientId,
          routeId: routes[at % binds]!,
          destination: String(254_700_000_000 + at),
        }),
      ),
    );
    const accepted = async () => (await carrier.stats()).accepted;
    const start = await accepted();
    await until(
      'all of them send',
      async () => (await accepted()) > start + binds * rate * 2,
      PATIENCE_SECONDS,
    ); // past the burst of the first second
    const cpu = () => [
      gateways.reduce((sum, { pid }) => sum + (cpuSeconds(pid!) ?? 0), 0),
      cpuSeconds(main!.pid) ?? 0,
      cpuSeconds(carrier.pid) ?? 0,
    ];
    const [fromCount, fromCpu, began] = [await accepted(), cpu(), performance.now()];
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const [toCount, toCpu, took] = [await accepted(), cpu(), (performance.now() - began) / 1000];
    const perSecond = (toCount - fromCount) / took;
    const { rows: spread } = await boss.query<{ bound: number }>(
      `select count(*)::int as bound from connector_state where state = 'BOUND' and updated_at > now() - interval '3 seconds' group by holder order by 1`,
    );
    const [ofGateways, ofPostgres, ofCarrier] = toCpu.map((after, at) =>
      Number(((after - fromCpu[at]!) / took).toFixed(2)),
    );
    const result = {
      gateways: count,
      binds,
      per_s: Math.round(perSecond),
      of_binds_times_rate: Number((perSecond / (binds * rate)).toFixed(3)),
      spread: spread.map(({ bound }) => bound),
      cpu: { gateways: ofGateways, postgres: ofPostgres, carrier: ofCarrier },
      duplicates: (await carrier.stats()).duplicates,
    };
    console.log(JSON.stringify(result));
    return result;
  } finally {
    for (const gateway of gateways) await endProcess(gateway, 'SIGTERM');
    await boss.query('delete from chunk');
    carrier.stop();
  }
}
