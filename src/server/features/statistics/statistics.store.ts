/**
 * Reads the roll-ups that `dispatch/rollups.store.ts` keeps: whole UTC days from running totals, as the difference of two
 * rows of a key, so that a year costs what a day does; hours from rollup_hour.
 */
import type { Granularity, StatsBy } from '../../../contract/api/statistics.ts';
import type { Tx } from '../../infra/database/db.ts';
import { PLATFORM, ROLLUP_COUNTS as COUNTS } from '../../core/dispatch/dispatch.rules.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { Where } from '../../infra/database/scoped-query.ts';
import { sumOf } from './statistics.rules.ts';
import type { Counts, Range } from './statistics.rules.ts';
import { cut, dayAt } from './ranges.rules.ts';
import type { Days } from './ranges.rules.ts';

export type StatsFilter = {
  clientIds: string[];
  senders: string[];
  countries: string[];
  /** Codes of `networks.ts`; null is all. */
  networks: number[] | null;
};
const SUMS = COUNTS.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', ');
const KEY: Record<StatsBy, string> = {
  client: 'client_id::text',
  sender: 'sender',
  country: 'country',
  network: 'network::text',
};

/** Sums by one thing; what had no messages is not among them. */
export async function sumBy(
  tx: Tx,
  scope: Scope,
  filter: StatsFilter,
  range: Range,
  by: StatsBy,
): Promise<(Counts & { key: string })[]> {
  const { hours, days } = cut(range, Date.now());
  const found: (Counts & { key: string })[] = [];
  if (days)
    found.push(
      ...(await sumDays<{ key: string }>(
        tx,
        whereKeys(scope, filter, by),
        days,
        `k.${KEY[by]} as key`,
      )),
    );
  for (const part of hours) {
    const where = whereHours(scope, filter, part);
    found.push(
      ...(
        await tx.query<Counts & { key: string }>(
          `select ${KEY[by]} as key, ${SUMS} from rollup_hour where ${where.sql} group by 1`,
          where.values,
        )
      ).rows,
    );
  }
  return [...Map.groupBy(found, ({ key }) => key)]
    .map(([key, rows]) => ({ key, ...sumOf(rows) }))
    .filter(({ messages }) => messages > 0n);
}

export async function sumAll(
  tx: Tx,
  scope: Scope,
  filter: StatsFilter,
  range: Range,
): Promise<Counts> {
  const { hours, days } = cut(range, Date.now());
  const found: Counts[] = [];
  if (days)
    found.push(...(await sumDays(tx, whereKeys(scope, filter, 'all'), days, 'true as every')));
  for (const part of hours) {
    const where = whereHours(scope, filter, part);
    found.push(
      ...(
        await tx.query<Counts>(`select ${SUMS} from rollup_hour where ${where.sql}`, where.values)
      ).rows,
    );
  }
  return sumOf(found);
}

/** The hours, days, weeks or months in which there was something, by their beginning in seconds, the oldest first. */
export async function listSeries(
  tx: Tx,
  scope: Scope,
  filter: StatsFilter,
  range: Range,
  granularity: Granularity,
): Promise<(Counts & { timestamp: number })[]> {
  const { hours, days } =
    granularity === 'hour' ? { hours: [range], days: undefined } : cut(range, Date.now());
  const found: (Counts & { timestamp: number })[] = [];
  if (days) found.push(...(await listDays(tx, whereKeys(scope, filter, 'all'), days, granularity)));
  for (const part of hours) {
    const where = whereHours(scope, filter, part);
    found.push(
      ...(
        await tx.query<Counts & { timestamp: number }>(
          `select extract(epoch from date_trunc('${granularity}', hour, 'UTC'))::float8 as timestamp, ${SUMS} from rollup_hour where ${where.sql} group by 1`,
          where.values,
        )
      ).rows,
    );
  }
  return [...Map.groupBy(found, ({ timestamp }) => timestamp)]
    .map(([timestamp, rows]) => ({ timestamp, ...sumOf(rows) }))
    .filter(({ messages }) => messages > 0n)
    .sort((a, b) => a.timestamp - b.timestamp);
}

/** Sums by the hour of the UTC week, 0 to 167, Monday 00 first. */
export async function sumBySlot(
  tx: Tx,
  scope: Scope,
  filter: StatsFilter,
  range: Range,
): Promise<(Counts & { slot: number })[]> {
  // Running totals of hours of the week are of all that a client sent.
  const { hours, days } = isNarrow(filter)
    ? { hours: [range], days: undefined }
    : cut(range, Date.now());
  const found: (Counts & { slot: number })[] = [];
  if (days)
    found.push(
      ...(await sumDays<{ slot: number }>(
        tx,
        whereKeys(scope, filter, 'slot'),
        days,
        'k.slot::int as slot',
      )),
    );
  for (const part of hours) {
    const where = whereHours(scope, filter, part);
    found.push(
      ...(
        await tx.query<Counts & { slot: number }>(
          `select ((extract(isodow from hour) - 1) * 24 + extract(hour from hour))::int as slot, ${SUMS} from rollup_hour where ${where.sql} group by 1`,
          where.values,
        )
      ).rows,
    );
  }
  return found.filter(({ messages }) => messages > 0n);
}

export type FailureRow = {
  status: number;
  errorCode: string;
  carrierStatus: string;
  messages: number;
};

/** Causes of failure, the most frequent first; empty if unknown. Covers the whole UTC days that the range touches. */
export async function listFailures(
  tx: Tx,
  scope: Scope,
  filter: StatsFilter,
  range: Range,
): Promise<FailureRow[]> {
  const where = whereKeys(scope, filter, 'failure');
  const end = where.value(dayAt(range.end - 1));
  const start = where.value(range.start === undefined ? null : dayAt(range.start));
  const { rows } = await tx.query<FailureRow>(
    `select status, error_code as "errorCode", carrier_status as "carrierStatus", sum(coalesce(e.messages, 0) - coalesce(b.messages, 0))::float8 as messages
     from (select * from failure_key k where ${where.sql} offset 0) k
       left join lateral (select messages from failure_day where key_id = k.id and day <= ${end}::date order by day desc limit 1) e on true
       left join lateral (select messages from failure_day where key_id = k.id and day < ${start}::date order by day desc limit 1) b on true
     group by 1, 2, 3 having sum(coalesce(e.messages, 0) - coalesce(b.messages, 0)) > 0 order by 4 desc, 1, 2, 3`,
    where.values,
  );
  return rows;
}

/** Names of clients, for labels. */
export async function nameClients(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    `select id, client_name as name from client where id = any ($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const isNarrow = ({ senders, countries, networks }: StatsFilter) =>
  senders.length > 0 || countries.length > 0 || networks !== null;

function narrow(where: Where, { senders, countries, networks }: StatsFilter): void {
  if (senders.length > 0) where.add('sender = any (?)', senders);
  if (countries.length > 0) where.add('country = any (?)', countries);
  if (networks !== null) where.add('network = any (?)', networks);
}

function whereHours(scope: Scope, filter: StatsFilter, { start, end }: Range): Where {
  const where = whereWithin(scope, 'client_id');
  if (filter.clientIds.length > 0) where.add('client_id = any (?)', filter.clientIds);
  narrow(where, filter);
  if (start !== undefined) where.add('hour >= to_timestamp(?)', start);
  where.add('hour < to_timestamp(?)', end);
  return where;
}

/**
 * The keys whose sum is wanted, each message in one of them: where a tree or everything is asked for, what
 * the client sent and what all below it did; else what each of the clients sent.
 */
function whereKeys(
  scope: Scope,
  filter: StatsFilter,
  by: StatsBy | 'all' | 'slot' | 'failure',
): Where {
  const together =
    by !== 'client' &&
    by !== 'sender' &&
    filter.clientIds.length === 0 &&
    filter.senders.length === 0 &&
    (scope.reach === 'all' || scope.reach === 'tree');
  const [own, below] = kindsOf(by, isNarrow(filter));
  if (!together) {
    const where = whereWithin(scope, 'k.client_id');
    where.add('k.kind = ?', own);
    if (filter.clientIds.length > 0) where.add('k.client_id = any (?)', filter.clientIds);
    narrow(where, filter);
    return where;
  }
  // No conditions but those below: the walls of the tree stand around each row.
  const where = whereWithin({ ...scope, reach: 'all' }, '');
  if (scope.reach === 'all') where.add('k.client_id = ? and k.kind = ?', PLATFORM, below);
  else where.add('k.client_id = ? and k.kind in (?, ?)', scope.clientId, own, below);
  narrow(where, filter);
  return where;
}

function kindsOf(
  by: StatsBy | 'all' | 'slot' | 'failure',
  narrowed: boolean,
): [own: string, below: string] {
  if (by === 'failure') return ['OWN', 'BELOW'];
  if (by === 'slot') return ['OWN_SLOT', 'BELOW_SLOT'];
  return narrowed || by === 'sender' || by === 'country' || by === 'network'
    ? ['OWN_FINE', 'BELOW_NETWORK']
    : ['OWN', 'BELOW'];
}

/** The difference of two running totals for each key, summed by something of the keys. */
async function sumDays<By extends object>(
  tx: Tx,
  where: Where,
  { first, last }: Days,
  by: string,
): Promise<(Counts & By)[]> {
  const [start, end] = [where.value(first), where.value(last)];
  const { rows } = await tx.query<Counts & By>(
    `select ${by}, ${COUNTS.map((name) => `sum(coalesce(e.${name}, 0) - coalesce(b.${name}, 0))::bigint as ${name}`).join(', ')}
     from (select * from rollup_key k where ${where.sql} offset 0) k
       left join lateral (select * from rollup_day where key_id = k.id and day <= ${end}::date order by day desc limit 1) e on true
       left join lateral (select * from rollup_day where key_id = k.id and day < ${start}::date order by day desc limit 1) b on true
     group by 1`,
    where.values,
  );
  return rows;
}

/**
 * Each day's running total less the one before it, that of the last day before the first included; summed by
 * day, week or month.
 */
async function listDays(
  tx: Tx,
  where: Where,
  { first, last }: Days,
  granularity: Granularity,
): Promise<(Counts & { timestamp: number })[]> {
  const [start, end] = [where.value(first), where.value(last)];
  const { rows } = await tx.query<Counts & { timestamp: number }>(
    `select extract(epoch from date_trunc('${granularity}', day::timestamp))::float8 as timestamp, ${SUMS} from (
       select day, ${COUNTS.map((name) => `${name} - lag(${name}, 1, 0::bigint) over w as ${name}`).join(', ')}
       from (select * from rollup_key k where ${where.sql} offset 0) k cross join lateral (
         (select * from rollup_day where key_id = k.id and day < ${start}::date order by day desc limit 1)
         union all
         (select * from rollup_day where key_id = k.id and day >= coalesce(${start}::date, '-infinity') and day <= ${end}::date)) d
       window w as (partition by key_id order by day)) t
     where day >= coalesce(${start}::date, '-infinity') group by 1`,
    where.values,
  );
  return rows;
}
