/**
 * The cost of statistics over a year against a day: the roll-ups of ten million messages, such as the
 * pipeline would have made of a year's traffic of many clients, and every call of the statistics over one day
 * and over 365, by whoever sees everything, a reseller's tree and one client. The times are compared in turn,
 * the fastest quarter of each. The last line is one JSON object.
 *
 *   npm run bench:reports -- --messages 10000000 --clients 600 --rounds 15
 *
 * The hours are made first and brought into running totals by `rollup-totals.sql`; a test of the roll-ups proves that they are
 * the totals that aggregation would have made.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import type { Input } from '../src/contract/endpoint.ts';
import { stats } from '../src/contract/api/statistics.ts';
import { openDatabase } from '../src/server/infra/database/db.ts';
import { migrate } from '../src/server/infra/database/migrate.ts';
import { openPageTokens } from '../src/server/infra/database/pages.ts';
import { statsRoutes } from '../src/server/features/statistics/statistics.api.ts';
import { call } from '../test/harness/campaigns.ts';
import type { Caller } from '../test/harness/campaigns.ts';
import { commit, startDatabase } from '../test/harness/processes/processes.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000000' },
    clients: { type: 'string', default: '600' },
    rounds: { type: 'string', default: '15' },
  },
});
const [messages, clients, rounds] = [values.messages, values.clients, values.rounds].map(
  Number,
) as [number, number, number];
const DAYS = 365;
const GOAL = 1.5;
const DAY = 86_400;

const server = await startDatabase();
await migrate(server.url);
const client = new Client({ connectionString: server.url });
await client.connect();
const id = (kind: string, n: number) => `${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [root, reseller, shop] = [id('10000000', 1), id('10000000', 2), id('10000000', 3)];
const began = performance.now();
await client.query(
  `set synchronous_commit = off; set maintenance_work_mem = '256MB'; set work_mem = '64MB'; set max_parallel_workers_per_gather = 0; set timezone = 'UTC'`,
);
// A sixth of all clients stand below one reseller, two below it further down; the rest below the root.
await client.query(`insert into client (id, path, parent_id, client_name, account_type, country, access_level, client_status)
  select id::uuid, path, parent::uuid, name, 'COMPANY', 'KE', level, 'ACTIVE' from (
    values ('${root}', '1.', null, 'Root', 'ADMINISTRATOR'), ('${reseller}', '1.2.', '${root}', 'Reseller', 'RESELLER'), ('${shop}', '1.3.', '${root}', 'Shop', 'COMPANY')
    union all select '20000000-0000-7000-8000-' || lpad(n::text, 12, '0'), case when n % 6 = 0 then '1.2.' else '1.' end || 1000 + n || '.', case when n % 6 = 0 then '${reseller}' else '${root}' end, 'Client ' || n, 'CLIENT'
      from generate_series(1, ${clients - 3}) n) t (id, path, parent, name, level)`);
/*
 * A client sends on five days of eight, in a quarter of ten working hours, by one or two sender IDs of its
 * own to three networks of its country or two; the shop sends every day and ten times as much. Nine of ten
 * arrive.
 */
await client.query(`insert into rollup_hour (hour, client_id, sender, country, network, messages, segments, units, submitted, delivered, undeliverable, rejected, expired, failed, unknown, cancelled)
  with sent as (
    select c.id, c.n, d, h, net, hashint8extended(((c.n::bigint * 400 + d) * 24 + h) * 8 + net, 1) & 1048575 as luck
    from (select id, row_number() over (order by id)::int as n from client) c, generate_series(0, ${DAYS - 1}) d, generate_series(5, 14) h, generate_series(1, 3) net),
  chosen as (
    select * from sent where (id = '${shop}' or (hashint8(n::bigint * 400 + d) & 7) < 5) and (luck & 7) < 2),
  sized as (select *, greatest(1, (luck >> 4) % 30 * case when id = '${shop}' then 10 else 1 end) as weight from chosen),
  scaled as (select *, ceil(weight * ${messages}::float8 / (select sum(weight) from sized))::bigint as m from sized),
  ended as (select *, (m + (luck >> 5) % 10) / 10 as bad, (luck >> 12) % 4 as way from scaled)
  select date_trunc('day', now()) - d * interval '1 day' + h * interval '1 hour', id, 'SENDER' || n || case when (luck >> 10) % 3 = 0 then 'B' else '' end,
    case when n % 9 = 0 then 'TZ' else 'KE' end, net + case when n % 9 = 0 then 20 else 0 end, m, m + m / 5, (m + m / 5) * 10000, m - case when way = 2 then bad else 0 end, m - bad,
    case when way < 2 then bad else 0 end, case when way = 2 then bad else 0 end, case when way = 3 then bad else 0 end, 0, 0, 0 from ended`);
const filled = performance.now();
const totals = readFileSync(join(import.meta.dirname, 'rollup-totals.sql'), 'utf8');
await client.query(`begin; ${totals}; commit`);
// Failures, likewise: four causes, each of the hours' own counts.
await client.query(`begin;
  create temporary table cause on commit drop as
    select client_id, sender, country, network, day, status, error_code, carrier_status, sum(n) as messages
    from (select client_id, sender, country, network, hour, (hour at time zone 'UTC')::date as day, undeliverable, rejected, expired from rollup_hour) r,
      lateral (values (11, '001', 'UNDELIV', case when extract(hour from hour) < 10 then undeliverable else 0 end), (11, '027', 'AbsentSubscriber', case when extract(hour from hour) < 10 then 0 else undeliverable end), (13, 'ESME_RINVSRCADR', '', rejected), (12, 'NO_RECEIPT', '', expired)) v (status, error_code, carrier_status, n)
    where n > 0 group by 1, 2, 3, 4, 5, 6, 7, 8;
  create temporary table keyed on commit drop as
    select client_id, 'OWN' as kind, sender, country, network, status, error_code, carrier_status, day, messages from cause
    union all select a.above, 'BELOW', '', country, network, status, error_code, carrier_status, day, sum(messages)
      from cause join (select id as client_id, '00000000-0000-0000-0000-000000000000'::uuid as above from client union all select id, parent_id from client where parent_id is not null) a using (client_id) group by 1, 4, 5, 6, 7, 8, 9;
  insert into failure_key (client_id, kind, sender, country, network, status, error_code, carrier_status) select distinct client_id, kind, sender, country, network, status, error_code, carrier_status from keyed;
  insert into failure_day (key_id, day, client_id, messages) select k.id, day, client_id, sum(messages) over (partition by k.id order by day) from keyed join failure_key k using (client_id, kind, sender, country, network, status, error_code, carrier_status);
  commit; analyze`);
const {
  rows: [made],
} = await client.query<
  Record<string, number>
>(`select (select sum(messages)::float8 from rollup_hour) as messages, (select count(*)::int from rollup_hour) as rollup_hour, (select count(*)::int from rollup_key) as rollup_key,
  (select count(*)::int from rollup_day) as rollup_day, (select count(*)::int from failure_key) as failure_key, (select count(*)::int from failure_day) as failure_day, (select count(*)::int from client) as clients,
  (select count(distinct sender)::int from rollup_hour) as senders, (select count(distinct network)::int from rollup_hour) as networks, round(pg_database_size(current_database()) / 1048576.0)::int as megabytes`);
process.stderr.write(
  `${JSON.stringify(made)}, ${Math.round((filled - began) / 1000)} s of hours, ${Math.round((performance.now() - filled) / 1000)} s of totals\n`,
);

const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
  max: 2,
  name: 'bench',
  onLost: () => {},
});
const routes = statsRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });
const caller = (clientId: string, accessLevel: Caller['accessLevel'], path: string): Caller => ({
  clientId,
  accessLevel,
  path,
});
const viewers: Record<string, Caller> = {
  everyone: caller(root, 'ADMINISTRATOR', '1.'),
  'a tree': caller(reseller, 'RESELLER', '1.2.'),
  'one client': caller(shop, 'COMPANY', '1.3.'),
};

// Yesterday, which is over, and the 365 days up to it.
const today = Math.floor(Date.now() / 1000 / DAY) * DAY;
const spans = [
  { 'filter.startTimestamp': today - DAY, 'filter.endTimestamp': today - 0.001 },
  { 'filter.startTimestamp': today - DAYS * DAY, 'filter.endTimestamp': today - 0.001 },
] as const;
type Filter = Input<typeof stats.network>;
const calls: Record<string, (as: Caller, filter: Filter) => Promise<number>> = {
  dlr: async (as, filter) => (await call(routes, stats.dlr, as, filter)).totals.messages,
  network: async (as, filter) => (await call(routes, stats.network, as, filter)).totals.messages,
  country: async (as, filter) => (await call(routes, stats.country, as, filter)).totals.messages,
  senderids: async (as, filter) =>
    (await call(routes, stats.senderids, as, filter)).totals.messages,
  failures: async (as, filter) => (await call(routes, stats.failures, as, filter)).failed,
  hours: async (as, filter) =>
    (await call(routes, stats.hours, as, { ...filter, timezone: 'Africa/Nairobi' })).cells.reduce(
      (sum, cell) => sum + cell.messages,
      0,
    ),
  'reports by client': async (as, filter) =>
    (await call(routes, stats.reports, as, { ...filter, pageSize: 25 })).totals.messages,
  'reports by sender': async (as, filter) =>
    (await call(routes, stats.reports, as, { ...filter, pageSize: 25, by: 'sender' })).totals
      .messages,
  'reports of a network': async (as, filter) =>
    (
      await call(routes, stats.reports, as, {
        ...filter,
        pageSize: 25,
        'filter.networks': ['Safaricom'],
      })
    ).totals.messages,
};

const result: Record<
  string,
  { day_ms: number; year_ms: number; ratio: number; messages: number[] }
> = {};
/** A screen asks for all of this together. */
const whole: Record<string, number[][]> = {};
for (const [who, as] of Object.entries(viewers)) {
  whole[who] = spans.map(() => Array<number>(rounds).fill(0));
  for (const [name, ask] of Object.entries(calls)) {
    const times: number[][] = [[], []];
    const counts = [0, 0];
    for (let round = -3; round < rounds; round++) {
      for (const [at, span] of spans.entries()) {
        const start = performance.now();
        counts[at] = await ask(as, span);
        if (round >= 0) times[at]!.push(performance.now() - start);
      }
    }
    times.forEach((some, at) =>
      some
        .toSorted((a, b) => a - b)
        .forEach((time, round) => {
          whole[who]![at]![round]! += time;
        }),
    );
    result[`${name}, ${who}`] = compare(times, counts);
    process.stderr.write(`${name}, ${who}: ${JSON.stringify(result[`${name}, ${who}`])}\n`);
  }
}
const screens = Object.fromEntries(
  Object.entries(whole).map(([who, times]) => [who, compare(times, [])]),
);
await database.close();
await client.end();
await server.stop();
console.log(
  JSON.stringify({
    bench: 'reports',
    commit: await commit(),
    made,
    rounds,
    goal_ratio: GOAL,
    worst_ratio: Math.max(...Object.values(result).map(({ ratio }) => ratio)),
    above_goal: Object.entries(result)
      .filter(([, { ratio }]) => ratio > GOAL)
      .map(([name]) => name),
    whole_report: screens,
    calls: result,
  }),
);

function compare(times: readonly number[][], counts: number[]) {
  const [day, year] = times.map(quarter) as [number, number];
  return {
    day_ms: round2(day),
    year_ms: round2(year),
    ratio: round2(year / day),
    messages: counts,
  };
}

/** The slowest of the fastest quarter: what else runs on the machine only ever adds. */
function quarter(some: readonly number[]): number {
  return some.toSorted((a, b) => a - b)[Math.floor(some.length / 4)]!;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
