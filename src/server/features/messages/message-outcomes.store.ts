/**
 * Finds messages by connector, route or error code through the hours in which such messages were
 * made: their counts say which hours these are, however many messages there are besides.
 */
import type { Tx } from '../../infra/database/db.ts';
import { shortenCode } from '../../core/dispatch/dispatch.rules.ts';
import { idFloor, idTime } from '../../infra/ids.ts';
import type { Where } from '../../infra/database/scoped-query.ts';
import { HOUR, asksForOutcome, nothingYet, ownConditions } from './message-filter.store.ts';
import type { MessageFilter } from './message-filter.store.ts';

/** Hours that one statement reads. */
const HOURS_AT_ONCE = 24;

/** True where the hours are looked for: a number or a campaign narrows more. */
export const countsByOutcome = (filter: MessageFilter): boolean =>
  asksForOutcome(filter) && filter.numbers.length === 0 && filter.campaignIds.length === 0;

type Hour = { hour: Date };

/** The newest hours before `before` in which messages of the filter were made. */
async function hoursOf(tx: Tx, filter: MessageFilter, before: Date | undefined): Promise<Date[]> {
  const where = nothingYet();
  if (filter.connectors.length > 0)
    where.add(
      'connector_id = any (array(select id from connector where cid = any (?)))',
      filter.connectors,
    );
  if (filter.routes.length > 0) where.add('route_id = any (?)', filter.routes);
  const codes = filter.errorCodes.map(shortenCode);
  if (codes.length > 0) where.add('error_code = any (?)', codes);
  const bounds = boundsOf(where, filter, before);
  const counted = `select hour from connector_outcome where ${where.sql}`;
  // Our own codes are no carrier's, and codes of earlier days have no hours: their days are known from the failures.
  const days =
    codes.length === 0
      ? ''
      : ` union select hour from failure_day d join failure_key k on k.id = d.key_id and k.kind = 'OWN' and k.error_code = any (${where.value(codes)}),
            generate_series(d.day::timestamp at time zone 'UTC', d.day::timestamp at time zone 'UTC' + interval '23 hours', interval '1 hour') as hour
          where ${bounds} and not exists (select from connector_outcome o where o.error_code = k.error_code and o.hour >= d.day::timestamp at time zone 'UTC' and o.hour < d.day::timestamp at time zone 'UTC' + interval '1 day')`;
  const { rows } = await tx.query<Hour>(
    `select distinct hour from (${counted}${days}) found order by hour desc limit ${HOURS_AT_ONCE}`,
    where.values,
  );
  return rows.map(({ hour }) => hour);
}

/** Adds the bounds of the hours, and returns them as a condition for another table. */
function boundsOf(where: Where, { from, to }: MessageFilter, before: Date | undefined): string {
  const conditions = [
    ...(from === undefined ? [] : [`hour >= ${where.value(new Date(hourOf(from)))}`]),
    ...(to === undefined ? [] : [`hour < ${where.value(new Date(idTime(to)))}`]),
    ...(before === undefined ? [] : [`hour < ${where.value(before)}`]),
  ];
  for (const condition of conditions) where.add(condition);
  return conditions.length === 0 ? 'true' : conditions.join(' and ');
}

const hourOf = (id: string) => Math.floor(idTime(id) / HOUR) * HOUR;

/** Messages of these hours, newest first. */
function searchHours(
  filter: MessageFilter,
  clients: string[] | undefined,
  hours: readonly Date[],
  { after, limit }: { after: string | undefined; limit: number },
): { sql: string; values: unknown[] } {
  const where = nothingYet();
  ownConditions(where, filter, after);
  where.add('not test');
  if (clients) where.add('client_id = any (?)', clients);
  const starts = where.value(hours.map((hour) => idFloor(hour.getTime())));
  const ends = where.value(hours.map((hour) => idFloor(hour.getTime() + HOUR)));
  return {
    sql: `select found.* from unnest(${starts}::uuid[], ${ends}::uuid[]) as key (starts, ends) cross join lateral (
      select * from message m where m.id >= key.starts and m.id < key.ends and ${where.sql} order by id desc limit ${limit}) found`,
    values: where.values,
  };
}

/**
 * Walks the hours from the newest on until `read` says that it has enough.
 * @param read reads the messages of some hours; true where it has enough
 * @returns true where hours are left
 */
export async function walkHours(
  tx: Tx,
  filter: MessageFilter,
  clients: string[] | undefined,
  page: { after: string | undefined; limit: number },
  read: (search: { sql: string; values: unknown[] }) => Promise<boolean>,
): Promise<boolean> {
  let before = page.after === undefined ? undefined : new Date(hourOf(page.after) + HOUR);
  for (;;) {
    const hours = await hoursOf(tx, filter, before);
    if (hours.length === 0) return false;
    if (await read(searchHours(filter, clients, hours, page))) return true;
    if (hours.length < HOURS_AT_ONCE) return false;
    before = hours.at(-1);
  }
}
