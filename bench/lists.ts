/**
 * The time of the same list page over a small log and a large one: what grows with the log would show. Both logs have the
 * same shape (a client with four tenths of all messages, a reseller's tree of 500, a hundred others, ten days) and lie in
 * one PostgreSQL; the pages are read through the portal's own handlers, in turn from one and the other, and the times of the
 * fastest quarter compared. The pages of PostgreSQL that each reads are counted as well, which no other load changes.
 * The last line is one JSON object.
 *
 *   npm run bench -- lists --small 10000 --large 10000000 --rounds 15
 *
 * Ten million messages take about 6 GB under /tmp and some minutes to make; they are dropped at the end.
 */
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import type { Route } from '../src/server/infra/http/http.ts';
import { campaigns } from '../src/contract/api/campaigns.ts';
import { messages } from '../src/contract/api/messages.ts';
import { campaignRoutes } from '../src/server/features/campaigns/campaigns.api.ts';
import { openDatabase } from '../src/server/infra/database/db.ts';
import type { Database } from '../src/server/infra/database/db.ts';
import { messageRoutes } from '../src/server/features/messages/messages.api.ts';
import { migrate } from '../src/server/infra/database/migrate.ts';
import { openPageTokens } from '../src/server/infra/database/pages.ts';
import { systemScope } from '../src/server/infra/database/scope.ts';
import { call, messenger } from '../test/harness/campaigns.ts';
import type { Caller } from '../test/harness/campaigns.ts';
import { commit, startDatabase } from '../test/harness/processes/processes.ts';

const { values } = parseArgs({
  options: {
    small: { type: 'string', default: '10000' },
    large: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '15' },
  },
});
const [small, large, rounds] = [values.small, values.large, values.rounds].map(Number) as [
  number,
  number,
  number,
];
const DAYS = 10;
const DAY = 86_400_000;
const GOAL = 1.5;
const PAGE = { pageSize: 25 };
/** Page 10,000, or one in the midst of a log that has not so many. */
const DEEP = Math.min(10_000, Math.floor((large * 0.4) / PAGE.pageSize / 2));
const deepOffset = (size: number) => Math.floor((PAGE.pageSize * DEEP * size) / large);

const server = await startDatabase();
const tokens = openPageTokens(Buffer.alloc(32));
const id = (kind: string, n: number) => `${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [root, reseller, shop] = [id('10000000', 1), id('10000000', 2), id('10000000', 3)];
const caller = (clientId: string, accessLevel: Caller['accessLevel'], path: string): Caller => ({
  clientId,
  accessLevel,
  path,
});
const [administrator, owner, tree] = [
  caller(root, 'ADMINISTRATOR', '1.'),
  caller(shop, 'COMPANY', '1.3.'),
  caller(reseller, 'RESELLER', '1.2.'),
];

type Log = {
  name: string;
  size: number;
  database: Database;
  routes: Route[];
  deep: Record<'own' | 'all', string>;
  number: string;
  campaignId: string;
  running: string;
  close(): Promise<void>;
};

/** Fills a database of its own with a log of so many messages. */
async function makeLog(name: string, size: number): Promise<Log> {
  const admin = await connect(server.url);
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = server.url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
  await migrate(url);
  const began = performance.now();
  const client = await connect(url);
  await client.query(
    `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set max_parallel_workers_per_gather = 0`,
  );
  await client.query(`insert into client (id, path, parent_id, client_name, account_type, country, access_level, client_status)
    select id::uuid, path, null, name, 'COMPANY', 'KE', level, 'ACTIVE' from (
      values ('${root}', '1.', 'Root', 'ADMINISTRATOR'), ('${reseller}', '1.2.', 'Reseller', 'RESELLER'), ('${shop}', '1.3.', 'Shop', 'COMPANY')
      union all select '20000000-0000-7000-8000-' || lpad(n::text, 12, '0'), '1.2.' || 1000 + n || '.', 'Child ' || n, 'CLIENT' from generate_series(0, 498) n
      union all select '30000000-0000-7000-8000-' || lpad(n::text, 12, '0'), '1.' || 1000 + n || '.', 'Other ' || n, 'CLIENT' from generate_series(0, 99) n) t (id, path, name, level)`);
  await client.query(
    `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{}')`,
  );
  // The log ends with the last full hour, whatever the time of the day.
  const end = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  const start = end - DAYS * DAY;
  for (let day = Math.floor(start / DAY); day <= Math.floor(end / DAY); day++) {
    const [from, to] = [day, day + 1].map((each) => `${hex(each * DAY)}00000000000000000000`);
    await client.query(
      `create table if not exists message_${new Date(day * DAY).toISOString().slice(0, 10).replaceAll('-', '')} partition of message for values from ('${from}') to ('${to}') with (fillfactor = 70)`,
    );
  }
  // Campaigns of 4,000 messages of the shop, one that runs with a tenth as many messages again as there are
  // in the queue, and one for tomorrow.
  const campaignsOfShop = Math.max(40, Math.ceil((size * 0.4) / 4000));
  await client.query(`insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, total, expanded, started_at, ended_at)
    select ('40000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '${shop}', 'Campaign ' || n, 'SHOP', 'Dear customer, your parcel has arrived.', 'FILE', 'KE', 'COMPLETED', 4000, 4000, now(), now() from generate_series(0, ${campaignsOfShop - 1}) n`);
  const [running, scheduled] = [id('50000000', 1), id('50000000', 2)];
  const queued = Math.floor(size / 10);
  await client.query(`insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, total, expanded, scheduled_at, created_at) values
    ('${running}', '${shop}', 'Running', 'SHOP', 'Dear customer', 'FILE', 'KE', 'RUNNING', ${queued}, ${queued}, null, now()),
    ('${scheduled}', '${shop}', 'Tomorrow', 'SHOP', 'Dear customer', 'FILE', 'KE', 'SCHEDULED', ${queued}, 0, now() + interval '1 day', now())`);
  const workers = await Promise.all(
    [client, await connect(url)].map(async (each) => {
      await each.query(`set synchronous_commit = off`);
      return each;
    }),
  );
  const days = Array.from({ length: DAYS }, (_, day) => day);
  await Promise.all(
    workers.map(async (worker) => {
      for (let day = days.shift(); day !== undefined; day = days.shift()) {
        const count = size / DAYS;
        // Ids carry the time; the shop's messages go to a campaign after another, numbers come round after a tenth of the log.
        await worker.query(`insert into message (id, client_id, campaign_id, destination, sender, text, encoding, segments, units, route_id, config_version, status, connector_id, carrier_ids, carrier_status, submitted_at, done_at, country, network)
        select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(g % 4096), 3, '0') || '8' || lpad(to_hex(g), 15, '0'))::uuid,
          case when g % 10 < 4 then '${shop}'::uuid
            when g % 10 < 8 then ('20000000-0000-7000-8000-' || lpad((g / 10 % 499)::text, 12, '0'))::uuid
            else ('30000000-0000-7000-8000-' || lpad((g / 10 % 100)::text, 12, '0'))::uuid end,
          case when g % 10 < 4 then ('40000000-0000-7000-8000-' || lpad(((g / 10 * 4 + g % 10) / 4000)::text, 12, '0'))::uuid end,
          (254700000000 + g * 7 % ${Math.max(1, size / 10)})::text, case when g % 10 < 4 then 'SHOP' else 'INFO' end, case when g % 10 >= 4 then 'Your code is ' || g end,
          0, 1, 10000, 1, 1, case when g / 10 % 100 = 11 then 13 when g / 10 % 20 = 3 then 11 else 10 end, 1, array['c' || g], case when g / 10 % 20 = 3 then 'UNDELIV' else 'DELIVRD' end,
          to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0 + 2), 'KE', 1
        from (select g, (${start} + g::float8 / ${size} * ${DAYS * DAY})::bigint as ms from generate_series(${day * count}, ${(day + 1) * count - 1}) g) t`);
      }
    }),
  );
  await client.query(`insert into rollup_hour (hour, client_id, sender, country, network, messages, segments, units, submitted, delivered, undeliverable, rejected)
    select date_trunc('hour', submitted_at), client_id, sender, country, network, count(*), count(*), sum(units), count(*),
      count(*) filter (where status = 10), count(*) filter (where status = 11), count(*) filter (where status = 13) from message group by 1, 2, 3, 4, 5 order by 1`);
  // The queue, made now: a chunk of 500 ids after the other, half of the first handed over.
  const now = Date.now();
  await client.query(`insert into message (id, client_id, campaign_id, destination, sender, encoding, segments, units, route_id, config_version, country, network)
    select (lpad(to_hex(${now} + g / 4096), 12, '0') || '7' || lpad(to_hex(g % 4096), 3, '0') || '9' || lpad(to_hex(g), 15, '0'))::uuid, '${shop}', '${running}', (254720000000 + g)::text, 'SHOP', 0, 1, 10000, 1, 1, 'KE', 1
    from generate_series(0, ${queued - 1}) g`);
  await client.query(`insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, pos, expires_at)
    select 1, 0, '${shop}', '${running}', 'SHOP', array_agg(id order by id), count(*), case when block = 0 then count(*) / 2 else 0 end, now() + interval '1 day'
    from (select id, (row_number() over (order by id) - 1) / 500 as block from message where campaign_id = '${running}') t group by block order by block`);
  await client.query(
    `insert into rollup_hour (hour, client_id, sender, country, network, messages, segments, units) values (date_trunc('hour', to_timestamp(${now} / 1000.0)), '${shop}', 'SHOP', 'KE', 1, ${queued}, ${queued}, ${queued}::bigint * 10000)`,
  );
  await client.query(`insert into recipient (campaign_id, row_no, client_id, destination, segments, units, country, network)
    select '${scheduled}', g, '${shop}', (254730000000 + g)::text, 1, 10000, 'KE', 1 from generate_series(1, ${queued}) g`);
  await client.query(`insert into incoming_message (id, client_id, found_by, carrier_account_id, connector_id, source, destination, text, encoding, hash, created_at)
    select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(g % 4096), 3, '0') || '8' || lpad(to_hex(g), 15, '0'))::uuid,
      case when g % 10 < 4 then '${shop}'::uuid when g % 10 < 8 then ('20000000-0000-7000-8000-' || lpad((g / 10 % 499)::text, 12, '0'))::uuid else '${root}'::uuid end,
      'NUMBER', 1, 1, (254700000000 + g * 7 % ${Math.max(1, size / 10)})::text, case when g % 10 < 4 then '22456' else '30303' end, 'Ndiyo', 0, '', to_timestamp(ms / 1000.0)
    from (select g, (${start} + g::float8 / ${queued} * ${DAYS * DAY})::bigint as ms from generate_series(0, ${queued - 1}) g) t`);
  await client.query('vacuum analyze');
  const {
    rows: [place],
  } = await client.query<{ own: string; everyone: string; number: string; bytes: string }>(
    // Page 10,000 of the large log, and the page of the same moment in the small one: how many days lie before a page is
    // what its planning costs, whatever they hold.
    `select (select id from message where client_id = '${shop}' order by id desc offset ${deepOffset(size)} limit 1) as own,
       (select id from message order by id desc offset ${deepOffset(size)} limit 1) as everyone,
       (select destination from message where client_id = '${shop}' and campaign_id <> '${running}' order by id desc offset 100 limit 1) as number, pg_database_size(current_database()) as bytes`,
  );
  for (const worker of workers) await worker.end();
  process.stderr.write(
    `${size} messages: ${Math.round((performance.now() - began) / 1000)} s, ${(Number(place!.bytes) / 2 ** 30).toFixed(1)} GiB\n`,
  );
  const database = openDatabase({ connectionString: url }, 'tuma_portal', {
    max: 1, // whose connection counts the pages
    name: 'bench',
    onLost: () => {},
  });
  return {
    name,
    size,
    database,
    routes: [
      ...messageRoutes({ database, tokens }),
      ...campaignRoutes({ database, tokens, messenger }),
    ],
    deep: {
      own: tokens.encode('sms/mt', place!.own),
      all: tokens.encode('sms/mt', place!.everyone),
    },
    number: place!.number,
    campaignId: id('40000000', 0),
    running,
    close: () => database.close(),
  };
}

const yesterday = Math.floor(Date.now() / DAY) * 86_400 - 86_400;
type Pages = Record<string, (log: Log) => Promise<{ collectionCount: number }>>;
const pages: Pages = {
  'mt, page 1': (log) => call(log.routes, messages.sent, owner, PAGE),
  'mt, page 10,000': (log) =>
    call(log.routes, messages.sent, owner, { ...PAGE, pageToken: log.deep.own }),
  'mt, a day': (log) =>
    call(log.routes, messages.sent, owner, {
      ...PAGE,
      'filter.startTimestamp': yesterday,
      'filter.endTimestamp': yesterday + 86_399.999,
    }),
  'mt, by status': (log) =>
    call(log.routes, messages.sent, owner, {
      ...PAGE,
      'filter.messageStatuses': ['UNDELIVERABLE'],
    }),
  'mt, by rare status': (log) =>
    call(log.routes, messages.sent, owner, { ...PAGE, 'filter.messageStatuses': ['REJECTED'] }),
  'mt, by status nobody has': (log) =>
    call(log.routes, messages.sent, owner, { ...PAGE, 'filter.messageStatuses': ['FAILED'] }),
  'mt, by number': (log) =>
    call(log.routes, messages.sent, owner, { ...PAGE, 'filter.destinations': [log.number] }),
  'mt, by campaign': (log) =>
    call(log.routes, messages.sent, owner, { ...PAGE, 'filter.campaignIds': [log.campaignId] }),
  'mt, by network': (log) =>
    call(log.routes, messages.sent, owner, { ...PAGE, 'filter.networks': ['Safaricom'] }),
  'mt of a tree of 500, page 1': (log) => call(log.routes, messages.sent, tree, PAGE),
  'mt of a tree of 500, by status': (log) =>
    call(log.routes, messages.sent, tree, { ...PAGE, 'filter.messageStatuses': ['UNDELIVERABLE'] }),
  'mt of a tree of 500, by status nobody has': (log) =>
    call(log.routes, messages.sent, tree, { ...PAGE, 'filter.messageStatuses': ['FAILED'] }),
  'mt of a tree of 500, queued': (log) =>
    call(log.routes, messages.sent, tree, { ...PAGE, 'filter.messageStatuses': ['QUEUED'] }),
  'mt of all, page 1': (log) => call(log.routes, messages.sent, administrator, PAGE),
  'mt of all, page 10,000': (log) =>
    call(log.routes, messages.sent, administrator, { ...PAGE, pageToken: log.deep.all }),
  'mt of all, by status': (log) =>
    call(log.routes, messages.sent, administrator, {
      ...PAGE,
      'filter.messageStatuses': ['UNDELIVERABLE'],
    }),
  'mo, page 1': (log) => call(log.routes, messages.received, owner, PAGE),
  'mo of a tree of 500, page 1': (log) => call(log.routes, messages.received, tree, PAGE),
  'mo, by number': (log) =>
    call(log.routes, messages.received, owner, { ...PAGE, 'filter.destinations': [log.number] }),
  'to deliver, page 1': (log) => call(log.routes, messages.toDeliver, owner, PAGE),
  'to deliver of a campaign': (log) =>
    call(log.routes, messages.toDeliver, owner, { ...PAGE, 'filter.campaignIds': [log.running] }),
  'campaigns, page 1': (log) => call(log.routes, campaigns.list, owner, PAGE),
  'campaigns, by status': (log) =>
    call(log.routes, campaigns.list, owner, { ...PAGE, 'filter.campaignStatuses': ['RUNNING'] }),
};

const logs = [await makeLog('small', small), await makeLog('large', large)];
const statistics = await connect(server.url);
const result: Record<
  string,
  {
    small_ms: number;
    large_ms: number;
    ratio: number;
    small_pages: number;
    large_pages: number;
    counts: number[];
  }
> = {};
for (const [name, read] of Object.entries(pages)) {
  const counts = [0, 0];
  const times: number[][] = [[], []];
  for (let round = -3; round < rounds; round++) {
    for (const [at, log] of logs.entries()) {
      const began = performance.now();
      counts[at] = (await read(log)).collectionCount;
      if (round >= 0) times[at]!.push(performance.now() - began);
    }
  }
  const [less, more] = times.map(quarter) as [number, number];
  result[name] = {
    small_ms: round2(less),
    large_ms: round2(more),
    ratio: round2(more / less),
    small_pages: await pagesRead(logs[0]!, read),
    large_pages: await pagesRead(logs[1]!, read),
    counts,
  };
  process.stderr.write(`${name}: ${JSON.stringify(result[name])}\n`);
}
await statistics.end();
for (const log of logs) await log.close();
await server.stop();
/** Page 10,000 of the large log against its page 1. */
const depth = (list: string) =>
  round2(result[`${list}, page 10,000`]!.large_ms / result[`${list}, page 1`]!.large_ms);
console.log(
  JSON.stringify({
    bench: 'lists',
    commit: await commit(),
    small,
    large,
    rounds,
    page_size: PAGE.pageSize,
    goal_ratio: GOAL,
    worst_ratio: Math.max(...Object.values(result).map(({ ratio }) => ratio)),
    above_goal: Object.entries(result)
      .filter(([, { ratio }]) => ratio > GOAL)
      .map(([name]) => name),
    depth_ratio: { own: depth('mt'), all: depth('mt of all') },
    pages: result,
  }),
);

/** Pages of PostgreSQL that reading a page of a list takes, in its buffers or not. */
async function pagesRead(log: Log, read: (log: Log) => Promise<unknown>): Promise<number> {
  const TIMES = 5;
  const total = async () => {
    await log.database.run(systemScope(), (tx) => tx.query('select pg_stat_force_next_flush()'));
    const { rows } = await statistics.query<{ pages: string }>(
      'select blks_hit + blks_read as pages from pg_stat_database where datname = $1',
      [log.name],
    );
    return Number(rows[0]!.pages);
  };
  const before = await total();
  for (let time = 0; time < TIMES; time++) await read(log);
  return Math.round(((await total()) - before) / TIMES);
}

/** The slowest of the fastest quarter: what else runs on the machine only ever adds. */
function quarter(some: number[]): number {
  return some.toSorted((a, b) => a - b)[Math.floor(some.length / 4)]!;
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

function hex(at: number): string {
  return at.toString(16).padStart(12, '0');
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}
