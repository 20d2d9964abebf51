/** Messages that campaigns have yet to submit: the ids behind the cursors of their chunks, then recipients without a message. */
import type { StopClauses } from '../../../contract/shared/stop-clauses.ts';
import type { OperatorSenders } from '../../core/messages/writing.rules.ts';
import type { MessageToSubmit } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import { readInKeyOrder } from '../../infra/database/key-order.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { Where } from '../../infra/database/scoped-query.ts';

export type ToSubmitFilter = {
  campaignIds: string[];
  clientIds: string[];
  /** When the campaign is due, from and until before. */
  from: Date | undefined;
  to: Date | undefined;
};

/** A campaign with messages to submit, and the recipient up to which it is expanded. */
export type CampaignToSubmit = {
  id: string;
  campaignName: string;
  clientId: string;
  clientName: string;
  sender: string;
  text: string;
  replaceLookalikes: boolean;
  clauses: StopClauses | null;
  operatorSenders: OperatorSenders | null;
  status: MessageToSubmit['campaignStatus'];
  expandRow: number;
  due: Date;
};

export type QueuedMessage = {
  id: string;
  destination: string;
  text: string | null;
  segments: number;
  units: bigint;
  country: string;
  network: number;
};
export type NotExpandedRecipient = {
  rowNo: number;
  destination: string;
  fields: string[] | null;
  segments: number;
  units: bigint;
  country: string;
  network: number;
};

const TO_SUBMIT = `c.status in ('APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED')`;
const DUE = 'coalesce(c.scheduled_at, c.created_at)';

function conditions(scope: Scope, filter: ToSubmitFilter): Where {
  const where = whereWithin(scope, 'c.client_id');
  where.add(TO_SUBMIT);
  if (filter.campaignIds.length > 0) where.add('c.id = any (?)', filter.campaignIds);
  if (filter.clientIds.length > 0) where.add('c.client_id = any (?)', filter.clientIds);
  if (filter.from) where.add(`${DUE} >= ?`, filter.from);
  if (filter.to) where.add(`${DUE} < ?`, filter.to);
  return where;
}

/** Campaigns in the order in which they are due, from one on. */
export async function listCampaignsToSubmit(
  tx: Tx,
  scope: Scope,
  filter: ToSubmitFilter,
  from: { due: Date; id: string } | undefined,
  limit: number,
): Promise<CampaignToSubmit[]> {
  const where = conditions(scope, filter);
  if (from) where.add(`(date_trunc('milliseconds', ${DUE}), c.id) >= (?, ?)`, from.due, from.id);
  const { rows } = await tx.query<CampaignToSubmit>(
    `select c.id, c.campaign_name as "campaignName", c.client_id as "clientId", o.client_name as "clientName", c.sender, c.text, c.replace_lookalikes as "replaceLookalikes", c.clauses, c.operator_senders as "operatorSenders", c.status, c.expand_row as "expandRow",
       date_trunc('milliseconds', ${DUE}) as due
     from campaign c join client o on o.id = c.client_id where ${where.sql} order by due, c.id limit ${limit}`,
    where.values,
  );
  return rows;
}

/** The number of messages that are to be submitted. */
export async function countMessagesToSubmit(
  tx: Tx,
  scope: Scope,
  filter: ToSubmitFilter,
): Promise<number> {
  const where = conditions(scope, filter);
  const { rows } = await tx.query<{ counted: number }>(
    `with unfinished as (select c.id, c.total - c.expanded as unexpanded from campaign c where ${where.sql})
     select ((select coalesce(sum(unexpanded), 0) from unfinished)
       + (select coalesce(sum(size - pos), 0) from chunk where campaign_id in (select id from unfinished)))::float8 as counted`,
    where.values,
  );
  return rows[0]!.counted;
}

/** The ids behind the cursors of a campaign's chunks, in the order of sending, after a place in one of them. */
export async function listQueued(
  tx: Tx,
  campaignId: string,
  after: { chunk: string; position: number },
  limit: number,
): Promise<{ chunk: string; position: number; id: string }[]> {
  const { rows } = await tx.query<{ chunk: string; position: number; id: string }>(
    `select ch.id::text as chunk, (ch.pos + queued.place)::int as position, queued.id
     from chunk ch cross join lateral unnest(ch.message_ids[ch.pos + 1:]) with ordinality as queued (id, place)
     where ch.campaign_id = $1 and ch.id >= $2 and (ch.id > $2 or ch.pos + queued.place > $3)
     order by ch.id, queued.place limit $4`,
    [campaignId, after.chunk, after.position, limit],
  );
  return rows;
}

/** Those of these messages that have not ended. */
export async function listQueuedMessages(
  tx: Tx,
  ids: string[],
): Promise<Map<string, QueuedMessage>> {
  const { rows } = await tx.query<QueuedMessage>(
    `select id, destination, text, segments, units, country, network from message where id = any ($1::uuid[]) and status = 0`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A campaign's recipients after a row of its list. */
export async function listNotExpanded(
  tx: Tx,
  campaignId: string,
  after: number,
  limit: number,
): Promise<NotExpandedRecipient[]> {
  await readInKeyOrder(tx);
  const { rows } = await tx.query<NotExpandedRecipient>(
    `select row_no as "rowNo", destination, fields, segments, units, country, network from recipient
     where campaign_id = $1 and row_no > $2 and skipped is null order by row_no limit $3`,
    [campaignId, after, limit],
  );
  return rows;
}
