/** Reads for the dashboard over tables of other folders; its own table is `dashboard_choice`. It reads roll-ups, never messages. */
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { DayUse, FirstFacts, HourRow } from './dashboard.rules.ts';

export type WalletFacts = {
  balance: bigint;
  level: bigint;
  everHadUnits: boolean;
  createdAt: Date;
};

export async function getWallet(tx: Tx, clientId: string): Promise<WalletFacts> {
  const { rows } = await tx.query<WalletFacts>(
    `select a.balance, c.low_units_notify_level as level, c.created_at as "createdAt", exists (select from ledger_entry e where e.account_id = a.id and e.amount > 0) as "everHadUnits"
     from client c join ledger_account a on a.client_id = c.id and a.kind = 'available' where c.id = $1`,
    [clientId],
  );
  return rows[0]!;
}

/** Units that a client's own messages used on each UTC day before `today`, from its running totals. */
export async function listSent(
  tx: Tx,
  clientId: string,
  today: Date,
  days: number,
): Promise<DayUse[]> {
  const { rows } = await tx.query<DayUse>(
    `select $2::date - d.day as "daysAgo", d.units - coalesce((select p.units from rollup_day p where p.key_id = d.key_id and p.day < d.day order by p.day desc limit 1), 0) as units
     from rollup_key k join rollup_day d on d.key_id = k.id
     where k.client_id = $1 and k.kind = 'OWN' and k.sender = '' and k.country = '' and k.network = 0 and k.slot = 0 and d.day >= $2::date - $3::int and d.day < $2::date`,
    [clientId, dateOf(today), days],
  );
  return rows;
}

/** Units that left a client's stock for others on each UTC day before `today`. */
export async function listGiven(
  tx: Tx,
  clientId: string,
  today: Date,
  days: number,
): Promise<DayUse[]> {
  const { rows } = await tx.query<DayUse>(
    `select ($2::timestamptz at time zone 'UTC')::date - (at at time zone 'UTC')::date as "daysAgo", sum(units)::bigint as units from (
       select ended_at as at, seller_units as units from payment where seller_id = $1 and status = 'COMPLETED' and ended_at >= $2::timestamptz - $3 * interval '1 day' and ended_at < $2
       union all
       select t.created_at as at, -e.amount from ledger_transfer t join ledger_entry e on e.transfer_id = t.id and e.account_id = (select id from ledger_account where client_id = $1 and kind = 'available')
       where t.kind = 'TRANSFER' and t.created_at >= $2::timestamptz - $3 * interval '1 day' and t.created_at < $2 and e.amount < 0
     ) given group by 1`,
    [clientId, today, days],
  );
  return rows;
}
export async function getFirstFacts(
  tx: Tx,
  clientId: string,
): Promise<Omit<FirstFacts, 'everHadUnits'>> {
  const { rows } = await tx.query<Omit<FirstFacts, 'everHadUnits'>>(
    `select coalesce((select first_steps_hidden from dashboard_choice where client_id = c.id), false) as hidden,
       c.client_status = 'ACTIVE' as "detailsComplete",
       exists (select from sender where (client_id = c.id or c.id = any (delegated_to)) and not is_generic and status in ('READY_FOR_SENDING', 'INACTIVE')) as "senderReady",
       exists (select from sender where client_id = c.id and status in ('PENDING_DOCUMENTS_APPROVAL', 'DOCUMENTS_APPROVED', 'WAITING_SETUP')) as "senderAsked",
       exists (select from contact where client_id = c.id) as "hasContacts",
       exists (select from campaign where client_id = c.id and (started_at is not null or status in ('WAITING_APPROVAL', 'APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED', 'COMPLETED')))
         or exists (select from rollup_hour where client_id = c.id and messages > 0) as "hasSent"
     from client c where c.id = $1`,
    [clientId],
  );
  return rows[0]!;
}

export async function setFirstStepsHidden(
  tx: Tx,
  clientId: string,
  hidden: boolean,
): Promise<void> {
  await tx.query(
    `insert into dashboard_choice (client_id, first_steps_hidden) values ($1, $2) on conflict (client_id) do update set first_steps_hidden = excluded.first_steps_hidden`,
    [clientId, hidden],
  );
}
export type ScheduledRow = {
  campaignId: string;
  campaignName: string;
  clientId: string;
  clientName: string;
  senderId: string;
  recipientCount: number;
  scheduleAt: Date;
};

/** The campaigns within reach that go out next. */
export async function listScheduled(tx: Tx, scope: Scope, limit: number): Promise<ScheduledRow[]> {
  const where = whereWithin(scope, 'c.client_id');
  where.add(`c.status = 'SCHEDULED' and c.scheduled_at is not null`);
  const { rows } = await tx.query<ScheduledRow>(
    `select c.id as "campaignId", c.campaign_name as "campaignName", c.client_id as "clientId", o.client_name as "clientName", c.sender as "senderId", c.total as "recipientCount", c.scheduled_at as "scheduleAt"
     from campaign c join client o on o.id = c.client_id where ${where.sql} order by c.scheduled_at, c.id limit ${where.value(limit)}`,
    where.values,
  );
  return rows;
}

const ENDED = 'delivered + undeliverable + rejected + expired + failed + unknown';

/** Hourly counts of an account, or of some clients, over these days, with the deltas not rolled up yet. */
export async function listHours(tx: Tx, scope: Scope, days: readonly Date[]): Promise<HourRow[]> {
  const where = hoursOf(scope, days);
  const { rows } = await tx.query<HourRow>(
    `select hour, sum(messages)::bigint as messages, sum(delivered)::bigint as delivered, sum(${ENDED})::bigint as ended, sum(units)::bigint as units from rollup_hour where ${where.sql} group by hour`,
    where.values,
  );
  return rows;
}

/** Deltas of these days that are not rolled up yet: a few seconds of the gateway's work. */
export async function listUnfolded(
  tx: Tx,
  scope: Scope,
  days: readonly Date[],
): Promise<HourRow[]> {
  const where = hoursOf(scope, days);
  const { rows } = await tx.query<HourRow>(
    `select hour, sum(messages)::bigint as messages, sum(delivered)::bigint as delivered, sum(${ENDED})::bigint as ended, sum(captured)::bigint as units from campaign_delta where ${where.sql} group by hour`,
    where.values,
  );
  return rows;
}

function hoursOf(scope: Scope, days: readonly Date[]) {
  const where = whereWithin(scope, 'client_id');
  where.add(
    `(${days.map(() => `(hour >= ? and hour < ?::timestamptz + interval '1 day')`).join(' or ')})`,
    ...days.flatMap((day) => [day, day]),
  );
  return where;
}

/**
 * Hourly counts over these days of everyone below an account, from the running totals of the hours of the
 * week: as many rows however many they are.
 * @param of whose totals: below whom, and whether its own are added
 */
export async function listHoursBelow(
  tx: Tx,
  of: { clientId: string; own: boolean },
  days: readonly Date[],
): Promise<HourRow[]> {
  const { rows } = await tx.query<HourRow>(
    `select a.day::timestamp at time zone 'UTC' + (k.slot % 24) * interval '1 hour' as hour, (d.messages - coalesce(p.messages, 0))::bigint as messages, (d.delivered - coalesce(p.delivered, 0))::bigint as delivered,
       (${ENDED.replaceAll(/\w+/g, 'd.$&')} - coalesce(${ENDED.replaceAll(/\w+/g, 'p.$&')}, 0))::bigint as ended, (d.units - coalesce(p.units, 0))::bigint as units
     from unnest($3::date[]) a (day)
       join rollup_key k on k.client_id = $1 and k.kind = any ($2::text[]) and k.sender = '' and k.country = '' and k.network = 0
         and k.slot between (extract(isodow from a.day) - 1) * 24 and (extract(isodow from a.day) - 1) * 24 + 23
       join rollup_day d on d.key_id = k.id and d.day = a.day
       left join lateral (select * from rollup_day where key_id = k.id and day < a.day order by day desc limit 1) p on true`,
    [of.clientId, of.own ? ['BELOW_SLOT', 'OWN_SLOT'] : ['BELOW_SLOT'], days.map(dateOf)],
  );
  return rows;
}

const dateOf = (day: Date) => day.toISOString().slice(0, 10);

/** How many clients below (or of everybody, where everything is in reach) may be used, and how many of them sent since a moment. */
export async function countClients(
  tx: Tx,
  scope: Scope,
  since: Date,
): Promise<{ clients: number; sending: number }> {
  const within = whereWithin(scope, 'id');
  within.add(
    `client_status not in ('INVITED', 'PENDING_ACTIVATION', 'BLOCKED') and id <> ?`,
    scope.clientId,
  );
  const {
    rows: [all],
  } = await tx.query<{ count: number }>(
    `select count(*)::int as count from client where ${within.sql}`,
    within.values,
  );
  // Each client by its own index: as much work as there are clients, however much they sent.
  const where = whereWithin(scope, 'c.id');
  where.add(
    `c.id <> ? and (exists (select from rollup_hour where client_id = c.id and hour >= ? and messages > 0) or c.id in (select client_id from campaign_delta where hour >= ? and messages > 0))`,
    scope.clientId,
    since,
    since,
  );
  const {
    rows: [sending],
  } = await tx.query<{ count: number }>(
    `select count(*)::int as count from client c where ${where.sql}`,
    where.values,
  );
  return { clients: all!.count, sending: sending!.count };
}
