import type {
  Campaign,
  CampaignStatus,
  Forecast,
  ResendOutcome,
} from '../../../contract/api/campaigns.ts';
import { NO_RULES, TOO_LATE_MINUTES } from '../../../contract/api/platform-settings.ts';
import type { ContentRules } from '../../../contract/api/platform-settings.ts';
import type { Tx } from '../../infra/database/db.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { ApprovalReason, Counted, Recipient } from './campaigns.rules.ts';
import type { NewRecipient, Preparation, RefusedRow } from './prepare.rules.ts';

export type CampaignRow = {
  id: string;
  clientId: string;
  clientName: string;
  campaignName: string;
  senderId: string | null;
  sender: string;
  text: string;
  source: Campaign['source'];
  uploadId: string | null;
  columns: string[] | null;
  phoneColumn: string | null;
  replaceLookalikes: boolean;
  class: 'BULK' | 'OTP' | 'ALERT';
  priority: number;
  country: string;
  status: CampaignStatus;
  reason: string | null;
  prepareRow: number;
  summary: Preparation | null;
  preparedAt: Date | null;
  total: number;
  segments: number;
  expandRow: number;
  expanded: number;
  expandedAt: Date | null;
  unitsHeld: bigint;
  unitsCaptured: bigint;
  submitted: number;
  delivered: number;
  undeliverable: number;
  rejected: number;
  expired: number;
  failed: number;
  unknown: number;
  cancelled: number;
  validitySeconds: number;
  approvedBy: string | null;
  createdAt: Date;
  scheduleAt: Date | null;
  startedAt: Date | null;
  endedAt: Date | null;
  timezone: string;
  createdBy: string | null;
  impersonatorId: string | null;
  waitingSince: Date | null;
  approvalReasons: ApprovalReason[];
  resumeAt: Date | null;
  copiedFrom: string | null;
  copiedOutcomes: ResendOutcome[] | null;
  forecast: Forecast | null;
};

const COLUMNS = `c.id, c.client_id as "clientId", o.client_name as "clientName", c.campaign_name as "campaignName", c.sender_id as "senderId", c.sender, c.text, c.source,
  c.upload_id as "uploadId", c.columns, c.phone_column as "phoneColumn", c.replace_lookalikes as "replaceLookalikes", c.class, c.priority, c.country, c.status, c.reason, c.prepare_row as "prepareRow", c.summary,
  c.prepared_at as "preparedAt", c.total, c.segments, c.expand_row as "expandRow", c.expanded, c.expanded_at as "expandedAt", c.units_held as "unitsHeld",
  c.units_captured as "unitsCaptured", c.submitted, c.delivered, c.undeliverable, c.rejected, c.expired, c.failed, c.unknown, c.cancelled,
  c.validity_seconds as "validitySeconds", c.created_at as "createdAt", c.schedule_at as "scheduleAt", c.started_at as "startedAt", c.ended_at as "endedAt",
  coalesce((select client_name from client a where a.id = c.approved_by),
    (select actor_name from campaign_event e where e.campaign_id = c.id and e.kind = 'APPROVED' and e.actor_id = c.approved_by order by e.id desc limit 1)) as "approvedBy",
  o.timezone, c.created_by as "createdBy", c.impersonator_id as "impersonatorId", c.waiting_since as "waitingSince", c.approval_reasons as "approvalReasons",
  c.resume_at as "resumeAt", c.copied_from as "copiedFrom", c.copied_outcomes as "copiedOutcomes", c.forecast`;

export async function insertCampaign(
  tx: Tx,
  campaign: {
    id: string;
    clientId: string;
    campaignName: string;
    senderId: string;
    sender: string;
    text: string;
    source: Campaign['source'];
    uploadId: string | null;
    columns: string[] | null;
    phoneColumn: string | null;
    replaceLookalikes: boolean;
    country: string;
    scheduleAt: Date | null;
    createdBy: string;
    /** Who was behind it, where somebody acted for the client. */
    impersonatorId: string | null;
    /** The campaign that its recipients come from: all of them, or those whose messages had these outcomes. */
    copiedFrom?: { campaignId: string; outcomes: readonly ResendOutcome[] | null };
  },
): Promise<void> {
  await tx.query(
    `insert into campaign (id, client_id, campaign_name, sender_id, sender, text, source, upload_id, columns, phone_column, replace_lookalikes, country, schedule_at, created_by, impersonator_id, copied_from,
       copied_outcomes, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 'PENDING')`,
    [
      campaign.id,
      campaign.clientId,
      campaign.campaignName,
      campaign.senderId,
      campaign.sender,
      campaign.text,
      campaign.source,
      campaign.uploadId,
      campaign.columns,
      campaign.phoneColumn,
      campaign.replaceLookalikes,
      campaign.country,
      campaign.scheduleAt,
      campaign.createdBy,
      campaign.impersonatorId,
      campaign.copiedFrom?.campaignId ?? null,
      campaign.copiedFrom?.outcomes ?? null,
    ],
  );
}

export async function findCampaign(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<CampaignRow | undefined> {
  return findOne(tx, scope, id, '');
}

/** The campaign, its row locked until the transaction ends. */
export async function lockCampaign(
  tx: Tx,
  scope: Scope,
  id: string,
): Promise<CampaignRow | undefined> {
  return findOne(tx, scope, id, 'for update of c');
}

async function findOne(
  tx: Tx,
  scope: Scope,
  id: string,
  lock: string,
): Promise<CampaignRow | undefined> {
  const where = whereWithin(scope, 'c.client_id');
  where.add('c.id = ?', id);
  const { rows } = await tx.query<CampaignRow>(
    `select ${COLUMNS} from campaign c join client o on o.id = c.client_id where ${where.sql} ${lock}`,
    where.values,
  );
  return rows[0];
}

export type CampaignFilter = {
  clientIds: string[];
  statuses: string[];
  senders: string[];
  from: Date | undefined;
  to: Date | undefined;
};

export async function listCampaigns(
  tx: Tx,
  scope: Scope,
  filter: CampaignFilter,
  page: { after: string | undefined; limit: number },
): Promise<{ rows: CampaignRow[]; counted: number }> {
  const where = whereWithin(scope, 'c.client_id');
  // Drafts that gave way to the next are nobody's business any more.
  where.add(`c.reason is distinct from 'REPLACED'`);
  if (filter.clientIds.length > 0) where.add('c.client_id = any (?)', filter.clientIds);
  if (filter.statuses.length > 0) where.add('c.status = any (?)', filter.statuses);
  if (filter.senders.length > 0) where.add('c.sender = any (?)', filter.senders);
  if (filter.from) where.add('c.created_at >= ?', filter.from);
  if (filter.to) where.add('c.created_at < ?', filter.to);
  const counting = await tx.query<{ counted: number }>(
    `select count(*)::int as counted from (select from campaign c where ${where.sql} limit ${COUNT_LIMIT + 1}) t`,
    [...where.values],
  );
  if (page.after !== undefined) where.add('c.id < ?', page.after);
  const { rows } = await tx.query<CampaignRow>(
    `select ${COLUMNS} from campaign c join client o on o.id = c.client_id where ${where.sql} order by c.id desc limit ${where.value(page.limit)}`,
    where.values,
  );
  return { rows, counted: counting.rows[0]!.counted };
}

/** Campaigns that wait for approval, the longest waiting first, but for one client's own. */
export async function listWaiting(
  tx: Tx,
  scope: Scope,
  page: { after: string | undefined; limit: number },
): Promise<{ rows: CampaignRow[]; counted: number }> {
  const where = whereWithin(scope, 'c.client_id');
  where.add(`c.status = 'WAITING_APPROVAL'`);
  where.add('c.client_id <> ?', scope.clientId);
  const counting = await tx.query<{ counted: number }>(
    `select count(*)::int as counted from (select from campaign c where ${where.sql} limit ${COUNT_LIMIT + 1}) t`,
    [...where.values],
  );
  if (page.after !== undefined)
    where.add(
      '(c.waiting_since, c.id) > (select waiting_since, id from campaign where id = ?)',
      page.after,
    );
  const { rows } = await tx.query<CampaignRow>(
    `select ${COLUMNS} from campaign c join client o on o.id = c.client_id where ${where.sql} order by c.waiting_since, c.id limit ${where.value(page.limit)}`,
    where.values,
  );
  return { rows, counted: counting.rows[0]!.counted };
}

/** What of these campaigns waits in the queue, and what was handed to the wire and never answered. */
export async function listOpen(
  tx: Tx,
  ids: string[],
): Promise<Map<string, { queued: number; ambiguous: number }>> {
  const { rows } = await tx.query<{ id: string; queued: number; ambiguous: number }>(
    `select id,
       (select coalesce(sum(size - pos), 0)::int from chunk where campaign_id = c.id) as queued,
       (select count(distinct message_id)::int from submission where campaign_id = c.id and state >= 2 and state = 2 and carrier_id is null) as ambiguous
     from unnest($1::uuid[]) as c (id)`,
    [ids],
  );
  return new Map(rows.map(({ id, ...open }) => [id, open]));
}

/** Moves a campaign on, from one of these statuses; false where it stands elsewhere by now. */
export async function moveCampaign(
  tx: Tx,
  id: string,
  from: readonly CampaignStatus[],
  to: CampaignStatus,
  facts: { reason?: string; resumeAt?: Date | null } = {},
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update campaign set status = $3, reason = $4, resume_at = $5, waiting_since = case when $3 = 'WAITING_APPROVAL' then now() else waiting_since end,
       started_at = case when $3 = 'RUNNING' then coalesce(started_at, now()) else started_at end,
       ended_at = case when $3 in ('COMPLETED', 'CANCELLED', 'DECLINED', 'FAILED') then now() end
     where id = $1 and status = any ($2)`,
    [id, from, to, facts.reason ?? null, facts.resumeAt ?? null],
  );
  return rowCount === 1;
}

/** Gives a campaign that stands there another time. */
export async function setSchedule(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query('update campaign set schedule_at = $2 where id = $1', [id, at]);
}

/** Lets a paused campaign go on by itself at another moment than was said. */
export async function setResumption(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.query(`update campaign set resume_at = $2 where id = $1 and status = 'PAUSED'`, [
    id,
    at,
  ]);
}

/** Notes why somebody must approve a campaign. */
export async function setApprovalReasons(
  tx: Tx,
  id: string,
  reasons: readonly ApprovalReason[],
): Promise<void> {
  await tx.query('update campaign set approval_reasons = $2 where id = $1', [
    id,
    JSON.stringify(reasons),
  ]);
}

export async function setApprover(tx: Tx, id: string, approverId: string): Promise<void> {
  await tx.query('update campaign set approved_by = $2 where id = $1', [id, approverId]);
}

export async function setForecast(tx: Tx, id: string, forecast: Forecast): Promise<void> {
  await tx.query('update campaign set forecast = $2 where id = $1', [id, JSON.stringify(forecast)]);
}

/** Notes what was held for a campaign that goes to QUEUED. */
export async function setHeld(tx: Tx, id: string, units: bigint): Promise<void> {
  await tx.query('update campaign set units_held = $2 where id = $1', [id, units]);
}

// --- what sending needs to know of others ----------------------------------------------------------------------------

export type ClientFacts = {
  country: string;
  accessLevel: string;
  requiresCampaignApproval: boolean;
  clientStatus: string;
  replaceLookalikes: boolean;
};

export async function getClientFacts(tx: Tx, clientId: string): Promise<ClientFacts> {
  const { rows } = await tx.query<ClientFacts>(
    `select country, access_level as "accessLevel", requires_campaign_approval as "requiresCampaignApproval", client_status as "clientStatus", replace_lookalikes as "replaceLookalikes" from client where id = $1`,
    [clientId],
  );
  if (!rows[0]) throw new Error(`client ${clientId} is not visible`);
  return rows[0];
}

/** Whether the client is blocked; if not, it is not before this transaction ends. */
export async function isBlocked(tx: Tx, clientId: string): Promise<boolean> {
  const { rows } = await tx.query<{ clientStatus: string }>(
    `select client_status as "clientStatus" from client where id = $1 for share`,
    [clientId],
  );
  return rows[0]?.clientStatus === 'BLOCKED';
}

/** Pauses what a client that is being blocked has on its way; the caller holds the client's row and stops the chunks. */
export async function pauseForBlock(tx: Tx, clientId: string): Promise<void> {
  await tx.query(
    `update campaign set status = 'PAUSED', reason = 'CLIENT_BLOCKED' where client_id = $1 and status in ('QUEUED', 'RUNNING')`,
    [clientId],
  );
}

/** How late a schedule may be kept. */
export async function getTooLateMinutes(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ minutes: number }>(
    `select (value #>> '{}')::float8 as minutes from setting where key = 'tooLateMinutes'`,
  );
  return rows[0]?.minutes ?? TOO_LATE_MINUTES;
}

export async function getContentRules(tx: Tx): Promise<ContentRules> {
  const { rows } = await tx.query<{ value: ContentRules }>(
    `select value from setting where key = 'contentRules'`,
  );
  return rows[0]?.value ?? NO_RULES;
}

/** Whom to write to about a client's campaigns. */
export async function getOwner(
  tx: Tx,
  clientId: string,
): Promise<{ clientId: string; email: string | null; phone: string | null; language: string }> {
  const { rows } = await tx.query<{
    clientId: string;
    email: string | null;
    phone: string | null;
    language: string;
  }>(`select id as "clientId", email, phone, language from client where id = $1`, [clientId]);
  return rows[0]!;
}

/**
 * The first of a campaign's texts, as they will be sent, in which a pattern is found, and what was found.
 * @param parts the text cut at its placeholders: literals, and the places of values among a recipient's fields
 */
export async function findInTexts(
  tx: Tx,
  campaignId: string,
  parts: readonly (string | number)[],
  pattern: string,
): Promise<string | undefined> {
  const values: unknown[] = [pattern];
  const sql = `concat('', ${parts
    .map((part) => {
      if (typeof part === 'number') return `fields ->> ${part}`;
      values.push(part);
      return `$${values.length}::text`;
    })
    .join(', ')})`;
  const personal = parts.some((part) => typeof part === 'number');
  if (personal) values.push(campaignId);
  const { rows } = await tx.query<{ found: string }>(
    personal
      ? `select substring(${sql} from '(?i)' || $1) as found from recipient where campaign_id = $${values.length} and ${sql} ~* $1 limit 1`
      : `select substring(${sql} from '(?i)' || $1) as found where ${sql} ~* $1`,
    values,
  );
  return rows[0]?.found;
}

/** Which of these numbers the client may not write to: they asked not to be, or nobody may. */
// --- preparation -----------------------------------------------------------------------------------------------------

/** Adds recipients and gives the rows that were taken: a number stands once in a campaign, at its first row. */
export async function insertRecipients(
  tx: Tx,
  campaign: { id: string; clientId: string },
  recipients: NewRecipient[],
): Promise<Set<number>> {
  const { rows } = await tx.query<{ rowNo: number }>(
    `insert into recipient (campaign_id, row_no, client_id, destination, fields, segments, units, country, network)
     select $1, row_no, $2, destination, fields, segments, units, country, network
     from unnest($3::int[], $4::text[], $5::jsonb[], $6::smallint[], $7::bigint[], $8::text[], $9::smallint[]) as t (row_no, destination, fields, segments, units, country, network)
     on conflict (campaign_id, destination) where skipped is null do nothing returning row_no as "rowNo"`,
    [
      campaign.id,
      campaign.clientId,
      recipients.map((r) => r.rowNo),
      recipients.map((r) => r.destination),
      recipients.map((r) => r.fields),
      recipients.map((r) => r.segments),
      recipients.map((r) => r.units),
      recipients.map((r) => r.country),
      recipients.map((r) => r.network),
    ],
    'recipients',
  );
  return new Set(rows.map((row) => row.rowNo));
}

export async function insertRefused(
  tx: Tx,
  campaign: { id: string; clientId: string },
  refused: RefusedRow[],
): Promise<void> {
  if (refused.length === 0) return;
  await tx.query(
    `insert into recipient_refused (campaign_id, row_no, client_id, value, reason) select $1, row_no, $2, value, reason from unnest($3::int[], $4::text[], $5::text[]) as t (row_no, value, reason)`,
    [
      campaign.id,
      campaign.clientId,
      refused.map((r) => r.rowNo),
      refused.map((r) => r.value),
      refused.map((r) => r.reason),
    ],
    'refused',
  );
}

/** Notes how far preparation came; false where the campaign is not being prepared any more, or another did these rows. */
export async function advancePreparation(
  tx: Tx,
  id: string,
  from: number,
  to: number,
  summary: Preparation,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update campaign set prepare_row = $3, summary = $4 where id = $1 and prepare_row = $2 and prepared_at is null and status = 'PENDING'`,
    [id, from, to, JSON.stringify(summary)],
  );
  return rowCount === 1;
}

export async function finishPreparation(
  tx: Tx,
  id: string,
  summary: Preparation,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update campaign set prepared_at = now(), total = $2, segments = $3, summary = $4 where id = $1 and prepared_at is null and status = 'PENDING'`,
    [id, summary.valid, summary.segments, JSON.stringify(summary)],
  );
  return rowCount === 1;
}

export async function listRefused(
  tx: Tx,
  campaignId: string,
  afterRow: number,
  limit: number,
): Promise<RefusedRow[]> {
  const { rows } = await tx.query<RefusedRow>(
    `select row_no as "rowNo", value, reason from recipient_refused where campaign_id = $1 and row_no > $2 order by row_no limit $3`,
    [campaignId, afterRow, limit],
  );
  return rows;
}

// --- expansion -------------------------------------------------------------------------------------------------------

/**
 * The recipients after a row, in the order of the file. No condition but on the key: with one more, a
 * table that was never analysed is read and sorted whole for each step (120 ms against 10).
 */
export async function listRecipients(
  tx: Tx,
  campaignId: string,
  afterRow: number,
  limit: number,
): Promise<Recipient[]> {
  const { rows } = await tx.query<Recipient>(
    `select row_no as "rowNo", destination, fields, segments, units, country, network from recipient
     where campaign_id = $1 and row_no > $2 order by row_no limit $3`,
    [campaignId, afterRow, limit],
    'next-recipients',
  );
  return rows;
}

/** What one step of expansion came to. */
export type Expanded = {
  from: number;
  to: number;
  recipients: number;
  cancelled: number;
  failed: number;
  released: bigint;
};

/** Moves the cursor of expansion, if it still stands at `from` and the campaign is being sent. */
export async function advanceExpansion(tx: Tx, id: string, step: Expanded): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update campaign set expand_row = $3, expanded = expanded + $4, cancelled = cancelled + $5, failed = failed + $6, units_released = units_released + $7,
       status = 'RUNNING', started_at = coalesce(started_at, now())
     where id = $1 and expand_row = $2 and expanded_at is null and status in ('QUEUED', 'RUNNING')`,
    [id, step.from, step.to, step.recipients, step.cancelled, step.failed, step.released],
    'advance-expansion',
  );
  return rowCount === 1;
}

/** Notes why these recipients got no message. */
export async function skipRecipients(
  tx: Tx,
  campaignId: string,
  skipped: { rowNo: number; reason: string }[],
): Promise<void> {
  if (skipped.length === 0) return;
  await tx.query(
    `update recipient r set skipped = t.reason from unnest($2::int[], $3::text[]) as t (row_no, reason) where r.campaign_id = $1 and r.row_no = t.row_no`,
    [campaignId, skipped.map((s) => s.rowNo), skipped.map((s) => s.reason)],
  );
}

/** Whether no recipient had a route that leads to it. */
export async function allWithoutRoute(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ none: boolean }>(
    `select not exists (select from recipient where campaign_id = $1 and skipped is distinct from 'NO_ROUTE') as none`,
    [id],
  );
  return rows[0]!.none;
}

/** Every recipient was come to: what is left is the queue's. */
export async function finishExpansion(tx: Tx, id: string): Promise<void> {
  await tx.query(`update campaign set expanded_at = now() where id = $1 and expanded_at is null`, [
    id,
  ]);
}

/**
 * Gives up the recipients that no message was made for: counted cancelled, what was held for them released. Of a
 * campaign that was never prepared to the end nobody was promised anything: there is nothing to count.
 */
export async function releaseUnmade(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update campaign c set cancelled = cancelled + left_over.n, expanded = expanded + left_over.n, expanded_at = now(),
       units_released = units_released + case when units_held > 0 then left_over.units else 0 end
     from (select count(*)::int as n, coalesce(sum(r.units), 0)::bigint as units from recipient r join campaign on campaign.id = r.campaign_id
           where r.campaign_id = $1 and r.row_no > campaign.expand_row and campaign.prepared_at is not null) left_over
     where c.id = $1 and c.expanded_at is null`,
    [id],
  );
}

// --- fold, schedule, ends --------------------------------------------------------------------------------------------

/** Adds what happened to the campaigns' counts. */
export async function addCounts(tx: Tx, counted: Counted[]): Promise<void> {
  if (counted.length === 0) return;
  await tx.query(
    `update campaign c set submitted = c.submitted + t.submitted, delivered = c.delivered + t.delivered, undeliverable = c.undeliverable + t.undeliverable,
       rejected = c.rejected + t.rejected, expired = c.expired + t.expired, failed = c.failed + t.failed, unknown = c.unknown + t.unknown,
       cancelled = c.cancelled + t.cancelled, units_captured = c.units_captured + t.captured, units_released = c.units_released + t.released
     from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[], $10::bigint[], $11::bigint[])
       as t (id, submitted, delivered, undeliverable, rejected, expired, failed, unknown, cancelled, captured, released)
     where c.id = t.id`,
    [
      counted.map((c) => c.campaignId),
      counted.map((c) => c.submitted),
      counted.map((c) => c.delivered),
      counted.map((c) => c.undeliverable),
      counted.map((c) => c.rejected),
      counted.map((c) => c.expired),
      counted.map((c) => c.failed),
      counted.map((c) => c.unknown),
      counted.map((c) => c.cancelled),
      counted.map((c) => c.captured),
      counted.map((c) => c.released),
    ],
    'fold-campaigns',
  );
}

/** Campaigns that are on their way with every message made. */
export async function listExpanded(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from campaign where status in ('QUEUED', 'RUNNING') and expanded_at is not null`,
  );
  return rows.map((row) => row.id);
}

/** Campaigns under way whose sender ID no longer serves their client; one that never began is told when it wants to. */
export async function listUnserved(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from campaign c join sender s on s.id = c.sender_id
     where (c.status in ('QUEUED', 'RUNNING') or (c.status = 'PAUSED' and c.units_held > 0))
       and not (s.status = 'READY_FOR_SENDING' and (s.is_generic or s.client_id = c.client_id or c.client_id = any (s.delegated_to)))`,
  );
  return rows.map((row) => row.id);
}

/** Ended campaigns that owe their wallet units. */
export async function listRefundsDue(
  tx: Tx,
): Promise<{ id: string; clientId: string; units: bigint; refunded: bigint }[]> {
  const { rows } = await tx.query<{
    id: string;
    clientId: string;
    units: bigint;
    refunded: bigint;
  }>(
    `select id, client_id as "clientId", units_released - units_refunded as units, units_refunded as refunded from campaign
     where units_released > units_refunded and status in ('COMPLETED', 'CANCELLED', 'FAILED')`,
  );
  return rows;
}

export async function addRefunds(tx: Tx, refunds: { id: string; units: bigint }[]): Promise<void> {
  await tx.query(
    'update campaign c set units_refunded = units_refunded + t.units from unnest($1::uuid[], $2::bigint[]) as t (id, units) where c.id = t.id',
    [refunds.map((r) => r.id), refunds.map((r) => r.units)],
  );
}

/** After a restore nothing that is older goes on by itself until it is released. */
const NOT_HELD_BACK =
  'not exists (select from restoration r where r.released_at is null and c.created_at <= r.restored_at)';

/** A campaign that was approved or whose time has come, its row locked; undefined where none but `except` is left. Those of a blocked client wait. */
export async function lockDueCampaign(
  tx: Tx,
  except: readonly string[],
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from campaign c join client on client.id = c.client_id
     where ((c.status = 'SCHEDULED' and c.schedule_at <= now()) or c.status = 'APPROVED') and c.id <> all ($1::uuid[]) and client.client_status <> 'BLOCKED' and ${NOT_HELD_BACK}
     order by c.schedule_at nulls first limit 1 for update of c skip locked`,
    [except],
  );
  return rows[0]?.id;
}

/** Campaigns on their way that still have something to hand over and whose kind of sender ID is limited to some hours anywhere. */
export async function listLimited(
  tx: Tx,
): Promise<{ id: string; kind: string; countries: string[] }[]> {
  const { rows } = await tx.query<{ id: string; kind: string; countries: string[] }>(
    `select c.id, s.kind, array(select distinct value ->> 'country' from jsonb_each(c.summary -> 'regions')) as countries
     from campaign c join sender s on s.id = c.sender_id
     where c.status in ('QUEUED', 'RUNNING') and exists (select from sending_window w where w.kind = s.kind)
       and (c.expanded_at is null or exists (select from chunk where campaign_id = c.id and pos < size))`,
  );
  return rows;
}

/** Paused campaigns that are to go on by now. Those of a blocked client wait. */
export async function listToResume(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from campaign c join client on client.id = c.client_id
     where c.status = 'PAUSED' and c.resume_at <= now() and client.client_status <> 'BLOCKED' and ${NOT_HELD_BACK} order by c.resume_at limit 100`,
  );
  return rows.map((row) => row.id);
}

// --- after a restore -------------------------------------------------------------------------------------------------

/** Pauses what was on its way when the back-up was made: some of it may have gone out since. */
export async function pauseForRestore(tx: Tx): Promise<{ id: string; clientId: string }[]> {
  return (
    await tx.query<{ id: string; clientId: string }>(
      `update campaign set status = 'PAUSED', reason = 'RESTORED', resume_at = null where status in ('QUEUED', 'RUNNING') returning id, client_id as "clientId"`,
    )
  ).rows;
}

/** Lets what `pauseForRestore` paused go on, within its hours. */
export async function resumeRestored(tx: Tx): Promise<void> {
  await tx.query(
    `update campaign set resume_at = now() where status = 'PAUSED' and reason = 'RESTORED'`,
  );
}

/** A campaign that would go on by itself if a restore did not hold it back, and how many messages of it are still to be handed over. */
export type HeldCampaign = {
  campaignId: string;
  campaignName: string;
  clientName: string;
  status: CampaignStatus;
  messages: number;
  scheduleAt: Date | null;
};

export async function listHeldBack(
  tx: Tx,
  limit: number,
): Promise<{ campaigns: HeldCampaign[]; count: number; messages: number }> {
  const { rows } = await tx.query<HeldCampaign & { count: number; sum: number }>(
    `select c.id as "campaignId", c.campaign_name as "campaignName", client.client_name as "clientName", c.status, w.messages, c.schedule_at as "scheduleAt",
       (count(*) over ())::int as count, (sum(w.messages) over ())::int as sum
     from campaign c join client on client.id = c.client_id cross join lateral (
       select (c.total - c.expanded + coalesce((select sum(size - pos) from chunk where campaign_id = c.id), 0))::int as messages) w
     where c.created_at <= (select restored_at from restoration where released_at is null)
       and ((c.status = 'PAUSED' and (c.reason = 'RESTORED' or c.resume_at <= now())) or (c.status = 'SCHEDULED' and c.schedule_at <= now()) or c.status = 'APPROVED')
     order by w.messages desc, c.id limit $1`,
    [limit],
  );
  return {
    campaigns: rows.map(({ count: _count, sum: _sum, ...campaign }) => campaign),
    count: rows[0]?.count ?? 0,
    messages: rows[0]?.sum ?? 0,
  };
}

// --- retention ------------------------------------------------------------------------------------------------------

/** The campaign that ended last of those that are done with, and the row of its list up to which it is; null: it is done with. */
type EndedPlace = { at: string; id: string; row: number | null };

/**
 * Takes away what the files of campaigns said of their people, of those that ended before, in the order in which they ended:
 * one that was made earlier may end later.
 * @param after the place that the step before came to
 * @returns the place that this one came to; undefined where nothing is left
 */
export async function blankRecipients(
  tx: Tx,
  after: string | undefined,
  before: Date,
  most: number,
): Promise<string | undefined> {
  const place: EndedPlace =
    after === undefined
      ? { at: '-infinity', id: '00000000-0000-0000-0000-000000000000', row: null }
      : JSON.parse(after);
  const {
    rows: [campaign],
  } = await tx.query<{ id: string; at: string }>(
    `select id, ended_at::text as at from campaign where ended_at < $1 and (ended_at, id) ${place.row === null ? '>' : '>='} ($2::timestamptz, $3::uuid) order by campaign.ended_at, id limit 1`,
    [before, place.at, place.id],
  );
  if (!campaign) return undefined;
  const {
    rows: [step],
  } = await tx.query<{ rows: number; last: number | null }>(
    `with step as (select row_no from recipient where campaign_id = $1 and row_no > $2 order by row_no limit $3),
       blanked as (update recipient r set fields = null from step s where r.campaign_id = $1 and r.row_no = s.row_no and r.fields is not null)
     select count(*)::int as rows, max(row_no)::int as last from step`,
    [campaign.id, campaign.id === place.id ? (place.row ?? 0) : 0, most],
  );
  return JSON.stringify({
    ...campaign,
    row: step!.rows < most ? null : step!.last,
  } satisfies EndedPlace);
}

/** Drops rows of the lists of campaigns that ended before: the campaigns and their counts stay. @returns how many */
export async function dropRecipients(tx: Tx, before: Date, most: number): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from campaign c where ended_at < $1 and (exists (select from recipient where campaign_id = c.id) or exists (select from recipient_refused where campaign_id = c.id)) order by id limit 1`,
    [before],
  );
  if (rows.length === 0) return 0;
  const dropped = (
    await tx.query(
      'delete from recipient where (campaign_id, row_no) in (select campaign_id, row_no from recipient where campaign_id = $1 limit $2)',
      [rows[0]!.id, most],
    )
  ).rowCount;
  if (dropped < most)
    await tx.query('delete from recipient_refused where campaign_id = $1', [rows[0]!.id]);
  return most;
}
