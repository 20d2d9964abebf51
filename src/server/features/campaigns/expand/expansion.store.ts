import type { Tx } from '../../../infra/database/db.ts';
import { ALLOWED_FROM } from '../campaigns.rules.ts';
import type { Counted } from '../campaigns.rules.ts';

/** The result of one step of expansion. */
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
     where id = $1 and expand_row = $2 and expanded_at is null and status = any ($8)`,
    [
      id,
      step.from,
      step.to,
      step.recipients,
      step.cancelled,
      step.failed,
      step.released,
      ALLOWED_FROM.expand,
    ],
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

/** True where no recipient had a route. */
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

/** Adds what happened to the campaigns' counts. */
export async function addCounts(tx: Tx, counted: Counted[]): Promise<void> {
  if (counted.length === 0) return;
  await tx.query(
    `update campaign c set submitted = c.submitted + t.submitted, delivered = c.delivered + t.delivered, undeliverable = c.undeliverable + t.undeliverable,
       rejected = c.rejected + t.rejected, expired = c.expired + t.expired, failed = c.failed + t.failed, unknown = c.unknown + t.unknown,
       cancelled = c.cancelled + t.cancelled, units_captured = c.units_captured + t.captured, units_released = c.units_released + t.released,
       -- Messages that software sent join their campaign while it waits.
       total = c.total + case when c.source = 'SOFTWARE' then t.messages else 0 end,
       expanded = c.expanded + case when c.source = 'SOFTWARE' then t.messages else 0 end,
       segments = c.segments + case when c.source = 'SOFTWARE' then t.segments else 0 end,
       units_held = c.units_held + t.gathered,
       units_refunded = c.units_refunded + case when c.source = 'SOFTWARE' then t.released else 0 end
     from unnest($1::uuid[], $2::int[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[], $8::int[], $9::int[], $10::bigint[], $11::bigint[], $12::bigint[], $13::int[], $14::int[])
       as t (id, submitted, delivered, undeliverable, rejected, expired, failed, unknown, cancelled, captured, released, gathered, messages, segments)
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
      counted.map((c) => c.gathered),
      counted.map((c) => c.messages),
      counted.map((c) => c.segments),
    ],
    'fold-campaigns',
  );
}

/** Which of these campaigns are of messages that software sent. */
export async function listGathered(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.query<{ id: string }>(
    `select id from campaign where id = any ($1::uuid[]) and source = 'SOFTWARE'`,
    [ids],
    'fold-gathered',
  );
  return new Set(rows.map(({ id }) => id));
}

/** Campaigns that are on their way with every message made. */
export async function listExpanded(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from campaign where status in ('QUEUED', 'RUNNING') and expanded_at is not null`,
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
