/** Reads for the dashboard over tables of other folders; its own table is `dashboard_choice`. It reads roll-ups, never messages. */
import { SPARK_DAYS } from '../../../contract/api/dashboard.ts';
import { cameFromStock } from '../../core/ledger/sales.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { ClientUse, FirstFacts, SaleRow } from './dashboard.rules.ts';

export type WalletFacts = {
  balance: bigint;
  level: bigint;
  everHadUnits: boolean;
  createdAt: Date;
};

/** The time zone in which an account's days begin. */
export async function getTimezone(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await tx.query<{ timezone: string }>(
    'select timezone from client where id = $1',
    [clientId],
  );
  return rows[0]!.timezone;
}

export async function getWallet(tx: Tx, clientId: string): Promise<WalletFacts> {
  const { rows } = await tx.query<WalletFacts>(
    `select a.balance, c.low_units_notify_level as level, c.created_at as "createdAt",
       exists (select from ledger_sum s where s.client_id = c.id and s.units_in > 0)
         or exists (select from ledger_entry e where e.account_id = a.id and e.amount > 0 and e.seq > (select place from ledger_summed)) as "everHadUnits"
     from client c join ledger_account a on a.client_id = c.id and a.kind = 'available' where c.id = $1`,
    [clientId],
  );
  return rows[0]!;
}

/** Sales and transfers of a seller ($1) from one moment ($2) to another ($3). */
const SOLD = `(
  select ended_at as at, seller_units as units, 0::bigint as transferred, currency, amount from payment
    where seller_id = $1 and status = 'COMPLETED' and ended_at >= $2 and ended_at < $3 and ${cameFromStock('payment')}
  union all
  select t.created_at, 0, -e.amount, null, 0 from ledger_transfer t
    join ledger_entry e on e.transfer_id = t.id and e.account_id = (select id from ledger_account where client_id = $1 and kind = 'available')
    where t.kind = 'TRANSFER' and t.created_at >= $2 and t.created_at < $3 and e.amount < 0)`;

/** Units that left a client's stock for others, and the money paid for them, on each day of a zone. */
export async function listSales(
  tx: Tx,
  clientId: string,
  from: Date,
  to: Date,
  zone: string,
): Promise<SaleRow[]> {
  const { rows } = await tx.query<SaleRow>(
    `select (at at time zone $4)::date::text as day, sum(units)::bigint as units, sum(transferred)::bigint as transferred, currency, sum(amount)::text as amount from ${SOLD} sold group by 1, currency`,
    [clientId, from, to, zone],
  );
  return rows;
}

/** Units that left a client's stock for others between two moments. */
export async function sumSold(tx: Tx, clientId: string, from: Date, to: Date): Promise<bigint> {
  const { rows } = await tx.query<{ units: bigint }>(
    `select coalesce(sum(units + transferred), 0)::bigint as units from ${SOLD} sold`,
    [clientId, from, to],
  );
  return rows[0]!.units;
}

/**
 * Every client below an account that may be used, with its stock and what it sent lately. Two looks
 * into the running totals of each, however much it sent: its latest days, and the last day before
 * them, which is both what they are counted from and when a silent client last sent.
 * @param today the UTC day, `yyyy-MM-dd`
 */
export async function listClientUse(tx: Tx, scope: Scope, today: string): Promise<ClientUse[]> {
  const where = whereWithin(scope, 'c.id');
  where.add(`c.id <> ? and c.client_status in ('ACTIVE', 'SHOULD_UPDATE_DETAILS')`, scope.clientId);
  const day = `${where.value(today)}::date`;
  const [spark, week] = [`${day} - ${SPARK_DAYS}`, `${day} - 7`];
  const { rows } = await tx.query<ClientUse>(
    `select c.id as "clientId", c.client_name as "clientName", coalesce(a.balance, 0) as balance, ${day} - (c.created_at at time zone 'UTC')::date as "ageDays",
       ${day} - coalesce(late.day, before.day) as "silentDays", coalesce(late.messages - coalesce(before.messages, 0), 0)::bigint as messages,
       coalesce(late.used, 0) as "daysUsed", coalesce(${day} - late.first, 0) as "earliestDaysAgo", coalesce(late.week - coalesce(late.base, before.units, 0), 0)::bigint as "unitsUsed"
     from client c
       left join ledger_account a on a.client_id = c.id and a.kind = 'available'
       left join rollup_key k on k.client_id = c.id and k.kind = 'OWN' and k.sender = '' and k.country = '' and k.network = 0 and k.slot = 0
       left join lateral (
         select max(day) as day, max(messages) as messages, max(units) filter (where day < ${week}) as base,
           (count(*) filter (where day >= ${week} and day < ${day}))::int as used, min(day) filter (where day >= ${week} and day < ${day}) as first, max(units) filter (where day >= ${week} and day < ${day}) as week
         from rollup_day where key_id = k.id and day > ${spark}) late on true
       left join lateral (select day, messages, units from rollup_day where key_id = k.id and day <= ${spark} order by day desc limit 1) before on true
     where ${where.sql}`,
    where.values,
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
       (select sender from sender where is_generic and status = 'READY_FOR_SENDING' and kind <> 'SHORTCODE' order by country = c.country desc, created_at limit 1) as "sharedSender",
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

/** True if an account has clients. */
export async function hasClients(tx: Tx, scope: Scope): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>(
    'select exists (select from client where parent_id = $1) as found',
    [scope.clientId],
  );
  return rows[0]!.found;
}

/**
 * How many clients below (or of everybody, where everything is in reach) may be used, and how many of them
 * sent since a moment.
 */
export async function countClients(
  tx: Tx,
  scope: Scope,
  since: Date,
): Promise<{ clients: number; sending: number }> {
  const within = whereWithin(scope, 'id');
  within.add('id <> ?', scope.clientId);
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
