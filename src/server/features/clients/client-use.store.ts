/** The recent use of a client, read from running totals and never from messages. */
import { dayOf } from '../../../contract/shared/dates.ts';
import { firstRecentHour } from '../../core/usage/days.rules.ts';
import type { WeekUse } from '../../core/usage/usage.rules.ts';
import type { Tx } from '../../infra/database/db.ts';

/** Days whose messages a client's list and page count, today included. */
export const RECENT_DAYS = 30;

const HOUR = 3600;
const DAY = 86_400;

/**
 * Adds the messages of the last 30 days of each client and of everyone below it. Days are those of the
 * client's own zone, so that a list says what the client's page says: the UTC days after the first are
 * differences of two running totals, and of the first UTC day those of its hours count that the zone's
 * first day holds.
 */
export async function withRecentMessages<Row extends { clientId: string; timezone: string }>(
  tx: Tx,
  rows: readonly Row[],
): Promise<(Row & { messagesLast30Days: number })[]> {
  if (rows.length === 0) return [];
  const now = Date.now() / 1000;
  const begins = new Map(
    [...new Set(rows.map(({ timezone }) => timezone))].map((zone) => [
      zone,
      beginOf(firstRecentHour(now, zone, RECENT_DAYS)),
    ]),
  );
  const each = rows.map(({ timezone }) => begins.get(timezone)!);
  const { rows: found } = await tx.query<{ messages: number }>(
    `select (coalesce((select sum(last.messages - coalesce(earlier.messages, 0)) from rollup_key k
        join lateral (select messages from rollup_day where key_id = k.id order by day desc limit 1) last on true
        left join lateral (select messages from rollup_day where key_id = k.id and day <= c.day order by day desc limit 1) earlier on true
        where k.client_id = c.id and k.kind in ('OWN', 'BELOW') and k.sender = '' and k.country = '' and k.network = 0 and k.slot = 0), 0)
      + coalesce((select sum(d.messages - coalesce(earlier.messages, 0)) from rollup_key k
        join rollup_day d on d.key_id = k.id and d.day = c.day
        left join lateral (select messages from rollup_day where key_id = k.id and day < c.day order by day desc limit 1) earlier on true
        where k.client_id = c.id and k.kind in ('OWN_SLOT', 'BELOW_SLOT') and k.sender = '' and k.country = '' and k.network = 0
          and k.slot between c.slot and c.last_slot), 0))::float8 as messages
     from unnest($1::uuid[], $2::date[], $3::smallint[], $4::smallint[]) with ordinality as c(id, day, slot, last_slot, at) order by c.at`,
    [
      rows.map(({ clientId }) => clientId),
      each.map(({ day }) => day),
      each.map(({ slot }) => slot),
      each.map(({ lastSlot }) => lastSlot),
    ],
    'recent messages',
  );
  return rows.map((row, at) => ({ ...row, messagesLast30Days: found[at]!.messages }));
}

/**
 * The units that each client's own messages used on the 7 UTC days before today, as a seller's
 * dashboard counts them.
 * @param today the UTC day, `yyyy-MM-dd`
 */
export async function listWeekUse(
  tx: Tx,
  clientIds: readonly string[],
  today: string,
): Promise<Map<string, WeekUse>> {
  const { rows } = await tx.query<WeekUse & { clientId: string }>(
    `${weekUse('$2')} where c.id = any ($1::uuid[])`,
    [clientIds, today],
  );
  return new Map(rows.map(({ clientId, ...use }) => [clientId, use]));
}

/** Reads the use of the 7 days before a day of each `client c`, and its balance. */
export const weekUse = (day: string) =>
  `select c.id as "clientId", coalesce(a.balance, 0) as balance, ${day}::date - (c.created_at at time zone 'UTC')::date as "ageDays", week.used as "daysUsed",
     coalesce(${day}::date - week.first, 0) as "earliestDaysAgo", coalesce(week.units - coalesce(before.units, 0), 0)::bigint as units
   from client c
     left join ledger_account a on a.client_id = c.id and a.kind = 'available'
     left join rollup_key k on k.client_id = c.id and k.kind = 'OWN' and k.sender = '' and k.country = '' and k.network = 0 and k.slot = 0
     left join lateral (select count(*)::int as used, min(day) as first, max(units) as units from rollup_day
       where key_id = k.id and day >= ${day}::date - 7 and day < ${day}::date) week on true
     left join lateral (select units from rollup_day where key_id = k.id and day < ${day}::date - 7 order by day desc limit 1) before on true`;

/**
 * The last UTC day that does not count whole, and the hours of the UTC week that count of it; none if the
 * range ends before it begins.
 */
function beginOf(hour: number): { day: string; slot: number; lastSlot: number } {
  const day = Math.floor((hour - HOUR) / DAY) * DAY;
  const weekday = (new Date(day * 1000).getUTCDay() + 6) % 7;
  return {
    day: dayOf(day),
    slot: weekday * 24 + (hour - day) / HOUR,
    lastSlot: weekday * 24 + 23,
  };
}

/** The last time that the owner of `client c` or its software did anything: a session, a key, or a message. */
export const LAST_USE = `greatest((select max(active_at) from (select active_at from session where client_id = c.id and impersonator_id is null order by created_at desc limit 5) latest),
    (select max(last_used_at) from api_key where client_id = c.id), (select max(hour) from rollup_hour where client_id = c.id))`;
