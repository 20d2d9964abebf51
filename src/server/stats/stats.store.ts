/** Reads the roll-ups that `dispatch/dispatch.store.ts` keeps. */
import type { StatsBy } from '../../contract/stats.ts';
import type { Tx } from '../db.ts';
import type { Scope } from '../scope.ts';
import { whereWithin } from '../where.ts';
import type { Where } from '../where.ts';
import { COUNTS } from './stats.rules.ts';
import type { Counts, Range } from './stats.rules.ts';

export type StatsFilter = {
  clientIds: string[];
  senders: string[];
  countries: string[];
  /** Codes of `networks.ts`; null is all. */
  networks: number[] | null;
};

const SUMS = COUNTS.map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`).join(', ');

function hoursWhere(scope: Scope, filter: StatsFilter, range: Range): Where {
  const where = whereWithin(scope, 'client_id');
  if (filter.clientIds.length > 0) where.add('client_id = any (?)', filter.clientIds);
  if (filter.senders.length > 0) where.add('sender = any (?)', filter.senders);
  if (filter.countries.length > 0) where.add('country = any (?)', filter.countries);
  if (filter.networks !== null) where.add('network = any (?)', filter.networks);
  if (range.start !== undefined) where.add('hour >= to_timestamp(?)', range.start);
  where.add('hour < to_timestamp(?)', range.end);
  return where;
}

const KEY: Record<StatsBy, string> = { client: 'client_id::text', sender: 'sender', country: 'country', network: 'network::text' };

/** Sums by one thing; what had no messages is not among them. */
export async function sumBy(tx: Tx, scope: Scope, filter: StatsFilter, range: Range, by: StatsBy): Promise<(Counts & { key: string })[]> {
  const where = hoursWhere(scope, filter, range);
  const { rows } = await tx.query<Counts & { key: string }>(`select ${KEY[by]} as key, ${SUMS} from rollup_hour where ${where.sql} group by 1`, where.values);
  return rows;
}

export async function sumAll(tx: Tx, scope: Scope, filter: StatsFilter, range: Range): Promise<Counts> {
  const where = hoursWhere(scope, filter, range);
  return (await tx.query<Counts>(`select ${SUMS} from rollup_hour where ${where.sql}`, where.values)).rows[0]!;
}

/** Hours or UTC days in which there was something, the oldest first; `timestamp` in seconds. */
export async function listSeries(tx: Tx, scope: Scope, filter: StatsFilter, range: Range, granularity: 'hour' | 'day'): Promise<(Counts & { timestamp: number })[]> {
  const where = hoursWhere(scope, filter, range);
  const { rows } = await tx.query<Counts & { timestamp: number }>(
    `select extract(epoch from date_trunc('${granularity}', hour))::float8 as timestamp, ${SUMS} from rollup_hour where ${where.sql} group by 1 order by 1`, where.values);
  return rows;
}

/** Sums by the hour of the UTC week, 0 to 167, Monday 00 first. */
export async function sumBySlot(tx: Tx, scope: Scope, filter: StatsFilter, range: Range): Promise<(Counts & { slot: number })[]> {
  const where = hoursWhere(scope, filter, range);
  const { rows } = await tx.query<Counts & { slot: number }>(
    `select ((extract(isodow from hour) - 1) * 24 + extract(hour from hour))::int as slot, ${SUMS} from rollup_hour where ${where.sql} group by 1`, where.values);
  return rows;
}

/** Names of clients, for labels. */
export async function nameClients(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await tx.query<{ id: string; name: string }>(`select id, client_name as name from client where id = any ($1::uuid[])`, [ids]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
