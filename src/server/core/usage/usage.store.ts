/** Hourly counts from the running totals of the hours of the week: as many rows however much was sent. */
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { conditions, whereWithin } from '../../infra/database/scoped-query.ts';
import type { Where } from '../../infra/database/scoped-query.ts';
import { PLATFORM } from '../dispatch/dispatch.rules.ts';
import type { HourRow } from './usage.rules.ts';

const OWN = ['OWN_SLOT'];
const WITH_BELOW = ['OWN_SLOT', 'BELOW_SLOT'];
const ENDED = 'delivered + undeliverable + rejected + expired + failed + unknown';

/** A day's part of a running total. */
const part = (counts: string) =>
  `sum(${counts.replaceAll(/\w+/g, 'd.$&')} - coalesce(${counts.replaceAll(/\w+/g, 'p.$&')}, 0))::bigint`;

/** Counts of each hour since `from` of everyone within reach; hours without messages are left out. */
export function listHours(tx: Tx, scope: Scope, from: Date): Promise<HourRow[]> {
  const where = scope.reach === 'ebu' ? whereWithin(scope, 'k.client_id') : conditions();
  if (scope.reach === 'all') where.add('k.client_id = ?', PLATFORM);
  if (scope.reach === 'tree' || scope.reach === 'own') where.add('k.client_id = ?', scope.clientId);
  where.add(
    'k.kind = any (?::text[])',
    scope.reach === 'all' ? ['BELOW_SLOT'] : scope.reach === 'tree' ? WITH_BELOW : OWN,
  );
  return readHours(tx, where, from, []);
}

/** Hours of one client: of its own messages, or of those of the clients below it. */
export type ClientHourRow = HourRow & { clientId: string; isOwn: boolean };

/** The same for each of some clients, and for those below each. */
export function listHoursByClient(
  tx: Tx,
  scope: Scope,
  clientIds: readonly string[],
  from: Date,
): Promise<ClientHourRow[]> {
  const where = whereWithin(scope, 'k.client_id');
  where.add('k.client_id = any (?::uuid[])', clientIds);
  where.add('k.kind = any (?::text[])', WITH_BELOW);
  return readHours(tx, where, from, [
    'k.client_id as "clientId"',
    `k.kind = 'OWN_SLOT' as "isOwn"`,
  ]);
}

async function readHours<Row extends HourRow>(
  tx: Tx,
  where: Where,
  from: Date,
  /** Columns that rows are grouped by beside their hour. */
  keys: readonly string[],
): Promise<Row[]> {
  const since = where.value(from);
  const { rows } = await tx.query<Row>(
    `select * from (
       select ${["d.day::timestamp at time zone 'UTC' + (k.slot % 24) * interval '1 hour' as hour", ...keys].join(', ')}, ${part('messages')} as messages, ${part('delivered')} as delivered,
         ${part(ENDED)} as ended, ${part('cancelled')} as cancelled, ${part('units')} as units
       from rollup_key k
         join rollup_day d on d.key_id = k.id and d.day >= (${since}::timestamptz at time zone 'UTC')::date
         left join lateral (select * from rollup_day where key_id = k.id and day < d.day order by day desc limit 1) p on true
       where ${where.sql} and k.sender = '' and k.country = '' and k.network = 0 group by ${[1, ...keys.map((_, at) => at + 2)].join(', ')}) hours
     where hour >= ${since} and messages > 0`,
    where.values,
  );
  return rows;
}

/** Deltas since `from` that are not aggregated yet: a few seconds of the gateway's work. */
export async function listPendingHours(tx: Tx, scope: Scope, from: Date): Promise<HourRow[]> {
  const where = whereWithin(scope, 'client_id');
  where.add('hour >= ?', from);
  const { rows } = await tx.query<HourRow>(
    `select hour, sum(messages)::bigint as messages, sum(delivered)::bigint as delivered, sum(${ENDED})::bigint as ended, sum(cancelled)::bigint as cancelled, sum(captured)::bigint as units
     from campaign_delta where ${where.sql} group by hour`,
    where.values,
  );
  return rows;
}
