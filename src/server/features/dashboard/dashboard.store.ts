/** Reads for the dashboard over tables of other folders; its own table is `dashboard_choice`. It reads roll-ups, never messages. */
import { MOST_COUNTED } from '../../../contract/api/dashboard.ts';
import type { Attention, AttentionItem } from '../../../contract/api/dashboard.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idFloor } from '../../infra/ids.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { DayUse, FirstFacts, HourRow } from './dashboard.rules.ts';

// --- the wallet ---

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

// --- the first steps ---

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

// --- what needs somebody ---

/** For so long a campaign that failed is told of, unless it was sent again. */
const FAILED_DAYS = 7;
/** A payer who was asked answers within minutes, and so does the provider when it is asked what became of it. */
const SILENT_MINUTES = 15;
/** A link that has only begun to bind is not down yet. */
const BINDING_SECONDS = 30;

type Found = AttentionItem['first'];

/** The longest-standing of a kind within a scope with the number of all, or undefined where there are none. */
export async function findAttention(
  tx: Tx,
  scope: Scope,
  kind: Exclude<Attention, 'LOW_UNITS'>,
): Promise<{ count: number; first: Found } | undefined> {
  const { sql, values } = ATTENTION_SQL[kind](scope);
  const { rows } = await tx.query<
    Omit<Found, 'sinceTimestamp'> & { since: Date | null; counted: number }
  >(
    `select *, (count(*) over ())::int as counted from (${sql} limit ${MOST_COUNTED + 1}) found order by since nulls first limit 1`,
    values,
  );
  const [found] = rows;
  if (!found) return undefined;
  const { counted, since, ...first } = found;
  return { count: counted, first: { ...first, sinceTimestamp: since && since.getTime() / 1000 } };
}

type Selection = { sql: string; values: unknown[] };
const plain = (sql: string): Selection => ({ sql, values: [] });

/** Campaigns within reach, with their owners where these are others. */
function campaigns(scope: Scope, since: string, condition: string, ...given: unknown[]): Selection {
  const where = whereWithin(scope, 'c.client_id');
  where.add(condition, ...given);
  return {
    sql: `select c.id::text as id, c.campaign_name as name, case when c.client_id <> ${where.value(scope.clientId)} then o.client_name end as "clientName", c.reason, ${since} as since
      from campaign c join client o on o.id = c.client_id where ${where.sql} order by ${since}, c.id`,
    values: where.values,
  };
}

const ATTENTION_SQL: Readonly<
  Record<Exclude<Attention, 'LOW_UNITS'>, (scope: Scope) => Selection>
> = {
  LEDGER_WRONG: () =>
    plain(
      `select null as id, null as name, null as "clientName", null as reason, created_at as since from (select created_at, ok from ledger_proof order by created_at desc limit 1) latest where not ok`,
    ),
  // Connectors in force that should be bound and are not: closed, or reported by no gateway.
  CONNECTOR_DOWN: () =>
    plain(
      `select c.cid as id, c.cid as name, null as "clientName", lower(c.kind) as reason, coalesce(least(s.since, s.updated_at), c.created_at) as since
     from connector c left join connector_state s on s.connector_id = c.id
     where c.started and c.kind <> 'HTTP' and (select config -> 'connectors' from config_version order by version desc limit 1) @> jsonb_build_array(jsonb_build_object('id', c.id))
       and (s.connector_id is null and c.created_at < now() - interval '${BINDING_SECONDS} seconds' or s.updated_at < now() - interval '${BINDING_SECONDS} seconds'
         or s.state <> 'BOUND' and (s.last_error is not null or s.since < now() - interval '${BINDING_SECONDS} seconds'))
     order by since`,
    ),
  CAMPAIGN_TOO_LATE: (scope) =>
    campaigns(scope, 'c.scheduled_at', `c.status = 'PAUSED' and c.reason = 'TOO_LATE'`),
  CAMPAIGN_FAILED: (scope) =>
    campaigns(
      scope,
      'coalesce(c.ended_at, c.created_at)',
      `c.status = 'FAILED' and c.id >= ? and not exists (select from campaign n where n.client_id = c.client_id and n.id > c.id and n.copied_from = c.id and n.status <> 'PENDING')`,
      idFloor(Date.now() - FAILED_DAYS * 86_400_000),
    ),
  WEBHOOK_FAILING: (scope) => ({
    sql: `select id::text as id, coalesce(nullif(description, ''), url) as name, null as "clientName", null as reason, failing_since as since from webhook
      where client_id = $1 and enabled and failing_since is not null order by failing_since`,
    values: [scope.clientId],
  }),
  DOCUMENT_REJECTED: (scope) => ({
    sql: `select s.id::text as id, s.sender as name, null as "clientName", d.reason, d.decided_at as since from sender s join sender_document d on d.sender_id = s.id
      where s.client_id = $1 and s.status = 'PENDING_DOCUMENTS_APPROVAL' and d.status = 'DOCUMENT_REJECTED' and d.replaced_by is null order by d.decided_at`,
    values: [scope.clientId],
  }),
  SENDER_FEE: (scope) => ({
    sql: `select id::text as id, sender as name, null as "clientName", fee::text || ' ' || currency as reason, status_at as since from sender
      where client_id = $1 and status = 'DOCUMENTS_APPROVED' and payment_status = 'UNPAID' order by status_at`,
    values: [scope.clientId],
  }),
  CAMPAIGN_APPROVAL: (scope) =>
    campaigns(
      scope,
      'c.waiting_since',
      `c.status = 'WAITING_APPROVAL' and c.client_id <> ?`,
      scope.clientId,
    ),
  // The same as the staff's queue: nothing that the applicant still owes.
  SENDER_REVIEW: () =>
    plain(
      `select s.id::text as id, s.sender as name, o.client_name as "clientName", null as reason, s.status_at as since from sender s join client o on o.id = s.client_id
     where s.status in ('PENDING_DOCUMENTS_APPROVAL', 'DOCUMENTS_APPROVED', 'WAITING_SETUP')
       and (s.status = 'WAITING_SETUP' or (s.status = 'DOCUMENTS_APPROVED' and s.payment_status <> 'UNPAID')
         or exists (select from sender_document d where d.sender_id = s.id and d.status = 'PENDING_APPROVAL' and d.replaced_by is null))
     order by s.status_at`,
    ),
  SECOND_APPROVAL: (scope) => ({
    sql: `select s.id::text as id, a.client_name as name, c.client_name as "clientName", null as reason, s.created_at as since from second_approval s join client a on a.id = s.author_id left join client c on c.id = s.client_id
      where s.status = 'PENDING' and s.expires_at > now() and s.author_id <> $1 order by s.created_at`,
    values: [scope.clientId],
  }),
  PAYMENT_SILENT: () =>
    plain(
      `select p.id::text as id, p.number::text as name, o.client_name as "clientName", null as reason, p.pushed_at as since from payment p join client o on o.id = p.client_id
     where p.next_query_at is not null and p.status = 'PENDING' and p.pushed_at < now() - interval '${SILENT_MINUTES} minutes' order by p.pushed_at`,
    ),
  PAYMENT_ORPHAN: () =>
    plain(
      `select id::text as id, null as name, null as "clientName", null as reason, occurred_at as since from payment_event where kind = 'ORPHAN' order by id`,
    ),
};

// --- what comes next, and what was sent ---

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
