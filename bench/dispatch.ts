/**
 * Messages a second from the queue to the stored receipt, everything durable and on this machine: PostgreSQL, the
 * gateway and a simulated carrier, each in processes of its own. The last line is one JSON object.
 *
 *   npm run bench:dispatch -- --messages 100000 --links 4 --window 50 --rtt 0 --accounts 1 --profile
 *
 * `accepted` is into the queue, `submitted` answered by the carrier and stored, `receipted` final. Rates depend on
 * window, links and round trip, so they are printed with them. `slowest_tenth_per_s` is the lowest rate of a tenth of
 * the messages, without the first and the last; the gateway's memory is its most, and how much more that is in the last
 * quarter than in the second. --profile writes the gateway's CPU profile.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDatabase } from '../src/server/infra/database/db.ts';
import { systemScope } from '../src/server/infra/database/scope.ts';
import { addClient, addConnector, enqueueAll, makeMessage } from '../test/harness/pipeline.ts';
import {
  commit,
  cpuSeconds,
  endProcess,
  startCarrier,
  startDatabase,
  startGateway,
} from '../test/harness/processes/processes.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    links: { type: 'string', default: '4' },
    window: { type: 'string', default: '50' },
    rtt: { type: 'string', default: '0' },
    accounts: { type: 'string', default: '1' },
    profile: { type: 'boolean', default: false },
  },
});
const [messages, links, window, rtt, accounts] = [
  values.messages,
  values.links,
  values.window,
  values.rtt,
  values.accounts,
].map(Number) as [number, number, number, number, number];

const server = await startDatabase();
const carrier = await startCarrier([
  '--latency',
  String(rtt),
  '--receipt-delay',
  '0',
  '--no-record',
  '--rules',
  'false',
  '--window',
  '500',
]);
const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
  max: 2,
  name: 'bench',
  onLost: () => {},
});
const clientId = await addClient(database);
const routes: number[] = [];
for (let link = 0; link < links; link++) {
  const { routeId } = await addConnector(
    database,
    link,
    { host: '127.0.0.1', port: carrier.port, username: `bench${link % accounts}`, window },
    1 + (link % accounts),
  );
  routes.push(routeId);
}

const query = <R>(text: string) => database.run(systemScope(), (tx) => tx.query<R>(text));

/** The bytes that the database has written, committed and keeps, from its own figures, which lag a second behind. */
const written = async () => {
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const {
    rows: [row],
  } = await query<{ wal: number; commits: number; kept: number }>(
    `select (pg_current_wal_lsn() - '0/0')::float8 as wal, (select xact_commit::float8 from pg_stat_database where datname = current_database()) as commits,
       (select coalesce(sum(pg_total_relation_size(inhrelid)), 0)::float8 from pg_inherits where inhparent in ('message'::regclass, 'receipt'::regclass)) as kept`,
  );
  return row!;
};
const atFirst = await written();
const text =
  'Dear customer, your parcel has arrived at the collection point. Bring this message and your ID.';
const enqueueBegan = performance.now();
for (let at = 0; at < messages; at += 5000) {
  await enqueueAll(
    database,
    Array.from({ length: Math.min(5000, messages - at) }, (_, index) =>
      makeMessage({
        clientId,
        routeId: routes[Math.floor(index / 500) % links]!,
        destination: String(254_700_000_000 + at + index),
        text,
      }),
    ),
  );
}
const accepted = messages / ((performance.now() - enqueueBegan) / 1000);

/** The stored messages, from the deltas: nobody folds them here. */
const progress = async () => {
  const {
    rows: [row],
  } = await query<{ submitted: number; final: number }>(
    `select coalesce(sum(submitted), 0)::int as submitted, coalesce(sum(delivered + undeliverable + rejected + expired + failed + unknown), 0)::int as final from campaign_delta`,
  );
  return { at: performance.now(), ...row! };
};

/** Megabytes of memory that a process has. */
const rssMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN) / 1024;

const queued = await written();
const gateway = await startGateway(
  server.url,
  values.profile ? ['--cpu-prof', '--cpu-prof-name', 'gateway.cpuprofile'] : [],
);
const cpu = () => [gateway.pid!, server.pid(), carrier.pid].map(cpuSeconds);
const cpuBefore = cpu();
const markNow = async () => ({ ...(await progress()), rss: rssMb(gateway.pid!) });
const marks = [await markNow()];
for (let last = marks[0]!; last.final < messages; marks.push(last)) {
  await new Promise((resolve) => setTimeout(resolve, 250));
  last = await markNow();
  if (process.stderr.isTTY)
    process.stderr.write(`\r${last.submitted} submitted, ${last.final} final `);
  if (last.at - marks[0]!.at > 600_000) break;
}
/** From the first tenth to nine tenths: neither the start nor the end of the queue. */
const rate = (name: 'submitted' | 'final', start = 0.1, end = 0.9) => {
  const [from, to] = [
    marks.find((mark) => mark[name] >= messages * start),
    marks.find((mark) => mark[name] >= messages * end),
  ];
  return from && to && to !== from
    ? Math.round((to[name] - from[name]) / ((to.at - from.at) / 1000))
    : 0;
};
/** The most memory of the gateway between two shares of the messages. */
const mostRss = (start: number, end: number) =>
  Math.max(
    ...marks
      .filter(({ final }) => final >= messages * start && final <= messages * end)
      .map(({ rss }) => rss),
  );
const [gatewayCpu, postgresCpu, carrierCpu] = cpu().map((after, at) =>
  after === undefined ? null : Math.round(((after - cpuBefore[at]!) / messages) * 1e6),
);
const atLast = await written();
const each = (
  name: 'wal' | 'commits' | 'kept',
  from: typeof atLast,
  to: typeof atLast,
  digits = 0,
) => Number(((to[name] - from[name]) / messages).toFixed(digits));
const stats = await carrier.stats();
const {
  rows: [left],
} = await query<{ open: number }>(`select count(*)::int as open from message where status < 10`);
await endProcess(gateway, 'SIGTERM');
carrier.stop();
await database.close();
await server.stop();
console.log(
  JSON.stringify({
    bench: 'dispatch',
    commit: await commit(),
    accepted_per_s: Math.round(accepted),
    submitted_per_s: rate('submitted'),
    receipted_per_s: rate('final'),
    slowest_tenth_per_s: Math.min(
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((tenth) => rate('final', tenth / 10, (tenth + 1) / 10)),
    ),
    gateway_rss_mb: Math.round(mostRss(0, 1)),
    gateway_rss_growth_mb: Math.round(mostRss(0.75, 1) - mostRss(0.25, 0.5)),
    cpu_us_a_message: { gateway: gatewayCpu, postgres: postgresCpu, carrier: carrierCpu },
    wal_bytes_a_message: {
      queue: each('wal', atFirst, queued),
      dispatch: each('wal', queued, atLast),
    },
    kept_bytes_a_message: each('kept', atFirst, atLast),
    commits_a_message: each('commits', queued, atLast, 4),
    lost: left!.open,
    duplicated: stats.duplicates,
    window,
    links,
    rtt_ms: rtt,
    accounts,
    messages,
    seconds: Number(((marks.at(-1)!.at - marks[0]!.at) / 1000).toFixed(1)),
  }),
);
