import { MOST_COUNTED } from '../../../contract/api/dashboard.ts';
import type { Attention, AttentionItem } from '../../../contract/api/dashboard.ts';
import { BINDING_SECONDS } from '../../core/monitoring/heartbeat.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idFloor } from '../../infra/ids.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

/** How long a failed campaign is shown, unless it was sent again. */
const FAILED_DAYS = 7;
/** A payer answers a request within minutes, and a provider answers the query of its status as quickly. */
const SILENT_MINUTES = 15;

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
      `select null as id, null as name, null as "clientName", null as reason, created_at as since from (select created_at, ok from ledger_proof order by created_at > now(), created_at desc limit 1) latest where not ok`,
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
  // Messages to an operator are refused: it has not approved the sender ID, and nothing stands in.
  SENDER_UNREGISTERED: (scope) => ({
    sql: `select s.id::text as id, s.sender as name, null as "clientName", null as reason,
        (select max(recorded_at) from sender_registration where sender_id = s.id) as since
      from sender s left join sender i on i.id = s.stand_in_id and i.status = 'READY_FOR_SENDING'
        and (i.is_generic or i.client_id = s.client_id or s.client_id = any (i.delegated_to))
      where s.client_id = $1 and s.status = 'READY_FOR_SENDING' and not s.is_generic
        and s.unregistered <> '{}' and (i.id is null or s.unregistered && i.unregistered) order by since`,
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
