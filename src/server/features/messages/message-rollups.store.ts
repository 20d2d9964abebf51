import type { MessageStatus } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idFloor, idTime } from '../../infra/ids.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import type { Where } from '../../infra/database/scoped-query.ts';
import { HOUR, nothingYet, LIVE } from './message-filter.store.ts';
import type { MessageFilter } from './message-filter.store.ts';

const FEW_CLIENTS = 20;
/**
 * How far back the roll-ups are read for a count, until there is enough: a tree's year is millions
 * of hours.
 */
const COUNTED_SPANS = [6, 24, 96, 16 * 24, 64 * 24, undefined].map(
  (hours) => hours && hours * HOUR,
);
/** The same for a page, which a busy tree fills within the last hour. */
export const SPANS = [HOUR, ...COUNTED_SPANS];

/**
 * All hours of a few clients are summed; a tree's only until there are more than are shown, each
 * hour once.
 */
export async function countInRollups(
  tx: Tx,
  filter: MessageFilter,
  clients: string[] | undefined,
): Promise<{ counted: number; exact: boolean }> {
  const isFew = clients !== undefined && clients.length <= FEW_CLIENTS;
  let counted = 0;
  let before: Date | undefined;
  for (const span of isFew ? [undefined] : COUNTED_SPANS) {
    const from = span === undefined ? undefined : beginningOf(span, filter, undefined);
    const where = rollupWhere(filter, clients, undefined, from);
    if (before !== undefined) where.add('hour < ?', before);
    const { rows } = await tx.query<{ counted: number }>(
      `select coalesce(sum(n), 0)::float8 as counted from (${rollupSql(where, filter.statuses)}) t`,
      where.values,
    );
    counted += rows[0]!.counted;
    if (from === undefined) return { counted, exact: true };
    if (counted > COUNT_LIMIT) return { counted, exact: false };
    before = from;
  }
  throw new Error('the last span has no beginning');
}

/** The hours of one span, newest first, and whether they surely hold the page. */
export async function hoursWithin(
  tx: Tx,
  filter: MessageFilter,
  clients: string[] | undefined,
  page: { after: string | undefined; limit: number },
  span: number | undefined,
): Promise<{ hours: { clientId: string; hour: Date }[]; enough: boolean }> {
  const from = span === undefined ? undefined : beginningOf(span, filter, page.after);
  const where = rollupWhere(filter, clients, page.after, from);
  // In the hour where the page begins an unknown part was shown before; of live messages the roll-ups know
  // only that there are some.
  const begins = [filter.to, page.after].flatMap((id) =>
    id === undefined ? [] : [hourOf(id).getTime()],
  );
  const sure = filter.statuses.some((status) => LIVE[status] !== undefined)
    ? 'false'
    : begins.length > 0
      ? `hour < ${where.value(new Date(Math.min(...begins)))}`
      : 'true';
  const { rows } = await tx.query<{ clientId: string; hour: Date; through: number }>(
    `select client_id as "clientId", hour, through::float8 as through from (
       select client_id, hour, case when ${sure} then n else 0 end as surely, sum(case when ${sure} then n else 0 end) over (order by hour desc, client_id) as through
       from (select client_id, hour, sum(n) as n from (${rollupSql(where, filter.statuses)}) t group by client_id, hour having sum(n) > 0) found) summed
     where through - surely < ${where.value(page.limit)} order by hour desc, client_id`,
    where.values,
  );
  return { hours: rows, enough: (rows.at(-1)?.through ?? 0) >= page.limit };
}

function hourOf(id: string): Date {
  return new Date(Math.floor(idTime(id) / HOUR) * HOUR);
}

/** The hour in which a span ends that reaches back from the beginning of the list. */
function beginningOf(span: number, filter: MessageFilter, after: string | undefined): Date {
  const top = Math.min(
    Date.now(),
    ...[filter.to, after].flatMap((id) => (id === undefined ? [] : [idTime(id)])),
  );
  return hourOf(idFloor(top - span));
}

/** @param from the first hour; undefined is all */
function rollupWhere(
  filter: MessageFilter,
  clients: string[] | undefined,
  after: string | undefined,
  from: Date | undefined,
): Where {
  const where = nothingYet();
  if (from !== undefined) where.add('hour >= ?', from);
  if (clients) where.add('client_id = any (?)', clients);
  if (filter.senders.length > 0) where.add('sender = any (?)', filter.senders);
  if (filter.countries.length > 0) where.add('country = any (?)', filter.countries);
  if (filter.networks !== null) where.add('network = any (?)', filter.networks);
  if (filter.from !== undefined) where.add('hour >= ?', hourOf(filter.from));
  if (filter.to !== undefined) where.add('hour < ?', new Date(idTime(filter.to)));
  if (after !== undefined) where.add('hour <= ?', hourOf(after));
  return where;
}

const FINAL_COUNTS = [
  'delivered',
  'undeliverable',
  'expired',
  'rejected',
  'failed',
  'cancelled',
  'unknown',
];

/** Messages of these statuses by client and hour: what was rolled up, and what waits to be. */
function rollupSql(where: Where, statuses: MessageStatus[]): string {
  const live = statuses.some((status) => LIVE[status] !== undefined)
    ? [`messages - ${FINAL_COUNTS.join(' - ')}`]
    : [];
  const counts = [
    ...FINAL_COUNTS.filter((name) => statuses.some((status) => status.toLowerCase() === name)),
    ...live,
  ];
  const n = statuses.length === 0 ? 'messages' : counts.join(' + ');
  // Word for word the conditions of the partial indexes of `rollup_hour`: of all hours they hold the few that have such messages.
  const rare =
    statuses.length === 0
      ? ''
      : ` and (${counts.map((count) => (live.includes(count) ? 'messages > delivered + undeliverable + expired + rejected + failed + cancelled + unknown' : `${count} > 0`)).join(' or ')})`;
  return `select client_id, hour, (${n})::bigint as n from rollup_hour where ${where.sql}${rare} union all select client_id, hour, (${n})::bigint from campaign_delta where ${where.sql}`;
}
