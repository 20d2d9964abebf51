// Rows of campaigns: made, found, locked, listed, and moved from one status to another.
import type { Campaign, CampaignStatus, ResendOutcome } from '../../../contract/api/campaigns.ts';
import type { Forecast } from '../../../contract/api/campaign-progress.ts';
import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import type { OperatorSenders } from '../../core/messages/writing.rules.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { addMadeBetween, whereWithin } from '../../infra/database/scoped-query.ts';
import { ALLOWED_FROM, NEXT } from './campaigns.rules.ts';
import type { ApprovalReason } from './campaigns.rules.ts';
import type { Preparation } from './prepare/prepare.rules.ts';

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
  unitsRefunded: bigint;
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
  isApproved: boolean;
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
  /** The common form of the texts of a campaign that software sent. */
  fingerprint: string | null;
  /** The clauses that it was priced with; null where its text is everybody's. */
  clauses: StopClauses | null;
  /** The senders that it was priced with; null where every operator has approved its own. */
  operatorSenders: OperatorSenders | null;
};

const COLUMNS = `c.id, c.client_id as "clientId", o.client_name as "clientName", c.campaign_name as "campaignName", c.sender_id as "senderId", c.sender, c.text, c.source,
  c.upload_id as "uploadId", c.columns, c.phone_column as "phoneColumn", c.replace_lookalikes as "replaceLookalikes", c.class, c.priority, c.country, c.status, c.reason, c.prepare_row as "prepareRow", c.summary,
  c.prepared_at as "preparedAt", c.total, c.segments, c.expand_row as "expandRow", c.expanded, c.expanded_at as "expandedAt", c.units_held as "unitsHeld",
  c.units_captured as "unitsCaptured", c.units_refunded as "unitsRefunded", c.submitted, c.delivered, c.undeliverable, c.rejected, c.expired, c.failed, c.unknown, c.cancelled,
  c.validity_seconds as "validitySeconds", c.created_at as "createdAt", c.scheduled_at as "scheduleAt", c.started_at as "startedAt", c.ended_at as "endedAt",
  c.approved_by is not null as "isApproved", coalesce((select client_name from client a where a.id = c.approved_by),
    (select actor_name from campaign_event e where e.campaign_id = c.id and e.kind = 'APPROVED' and e.actor_id = c.approved_by order by e.id desc limit 1)) as "approvedBy",
  o.timezone, c.created_by as "createdBy", c.impersonator_id as "impersonatorId", c.waiting_since as "waitingSince", c.approval_reasons as "approvalReasons",
  c.resume_at as "resumeAt", c.copied_from as "copiedFrom", c.copied_outcomes as "copiedOutcomes", c.forecast, c.fingerprint, c.clauses, c.operator_senders as "operatorSenders"`;

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
    clauses: StopClauses | null;
    operatorSenders: OperatorSenders | null;
    country: string;
    scheduleAt: Date | null;
    createdBy: string;
    /** The person who acted for the client, where somebody did. */
    impersonatorId: string | null;
    /** The campaign that its recipients come from: all of them, or those whose messages had these outcomes. */
    copiedFrom?: { campaignId: string; outcomes: readonly ResendOutcome[] | null };
  },
): Promise<void> {
  await tx.query(
    `insert into campaign (id, client_id, campaign_name, sender_id, sender, text, source, upload_id, columns, phone_column, replace_lookalikes, country, scheduled_at, created_by, impersonator_id, copied_from,
       copied_outcomes, clauses, operator_senders, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, 'PENDING')`,
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
      campaign.clauses && JSON.stringify(campaign.clauses),
      campaign.operatorSenders && JSON.stringify(campaign.operatorSenders),
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
  campaignIds: string[];
  statuses: string[];
  senders: string[];
  /** A part of the name; empty for any. */
  query: string;
  from: Date | undefined;
  to: Date | undefined;
};

export async function listCampaigns(
  tx: Tx,
  scope: Scope,
  filter: CampaignFilter,
  page: PageRequest,
): Promise<Page<CampaignRow>> {
  const where = whereWithin(scope, 'c.client_id');
  // A draft that a newer one replaced is no longer listed.
  where.add(`c.reason is distinct from 'REPLACED'`);
  if (filter.clientIds.length > 0) where.add('c.client_id = any (?)', filter.clientIds);
  if (filter.campaignIds.length > 0) where.add('c.id = any (?)', filter.campaignIds);
  if (filter.statuses.length > 0) where.add('c.status = any (?)', filter.statuses);
  if (filter.senders.length > 0) where.add('c.sender = any (?)', filter.senders);
  if (filter.query !== '')
    where.add('c.campaign_name ilike ?', `%${filter.query.replace(/[\\%_]/g, '\\$&')}%`);
  addMadeBetween(where, 'c', filter);
  return listPage<CampaignRow>(tx, page, {
    counted: 'campaign c',
    where,
    order: newestFirst('c.id'),
    read: (rows) => `select ${COLUMNS} from campaign c join client o on o.id = c.client_id ${rows}`,
  });
}

/**
 * Campaigns that wait for approval, the longest waiting first, but for one client's own; none where the
 * reader may decide on none.
 */
export async function listWaiting(
  tx: Tx,
  scope: Scope,
  page: PageRequest,
  { decides }: { decides: boolean },
): Promise<Page<CampaignRow>> {
  const where = whereWithin(scope, 'c.client_id');
  where.add(`c.status = 'WAITING_APPROVAL'`);
  where.add('c.client_id <> ?', scope.clientId);
  if (!decides) where.add('false');
  return listPage<CampaignRow>(tx, page, {
    counted: 'campaign c',
    where,
    order: {
      keys: ['c.waiting_since', 'c.id'],
      direction: 'asc',
      at: 'select waiting_since, id from campaign where id = ?',
      valuesOf: (place) => [place],
      placeOf: (row) => row.id,
    },
    read: (rows) => `select ${COLUMNS} from campaign c join client o on o.id = c.client_id ${rows}`,
  });
}

/** Changes a campaign's status as the table of transitions allows; false where it, or another's change, forbids it. */
export async function moveCampaign(
  tx: Tx,
  { id, status }: { id: string; status: CampaignStatus },
  to: CampaignStatus,
  facts: { reason?: string; resumeAt?: Date | null } = {},
): Promise<boolean> {
  if (!NEXT[status].includes(to)) return false;
  const { rowCount } = await tx.query(
    `update campaign set status = $3, reason = $4, resume_at = $5, waiting_since = case when $3 = 'WAITING_APPROVAL' then now() else waiting_since end,
       started_at = case when $3 = 'RUNNING' then coalesce(started_at, now()) else started_at end,
       ended_at = case when $3 in ('COMPLETED', 'CANCELLED', 'DECLINED', 'FAILED') then now() end
     where id = $1 and status = $2`,
    [id, status, to, facts.reason ?? null, facts.resumeAt ?? null],
  );
  return rowCount === 1;
}

/** Completes those of these campaigns that have not ended meanwhile. */
export async function completeCampaigns(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `update campaign set status = 'COMPLETED', reason = null, resume_at = null, ended_at = now()
     where id = any ($1) and status = any ($2)`,
    [ids, ALLOWED_FROM.complete],
  );
}

/** Gives a campaign another time. */
export async function setSchedule(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.query('update campaign set scheduled_at = $2 where id = $1', [id, at]);
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
