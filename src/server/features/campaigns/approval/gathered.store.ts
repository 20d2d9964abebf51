/** Campaigns of messages that software sent and that wait for approval. */
import type { TextDecision } from '../../../core/accept/approval.rules.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { newId } from '../../../infra/ids.ts';

/** How many messages came to a campaign by which way. */
export type SourceCount = { source: 'REST' | 'SMPP' | 'HTTP'; messages: number };

/** The ways by which the messages of these campaigns came, the most used first. */
export async function listSources(
  tx: Tx,
  campaignIds: readonly string[],
): Promise<Map<string, SourceCount[]>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await tx.query<SourceCount & { campaignId: string }>(
    `select campaign_id as "campaignId", source, count(*)::int as messages from message
     where campaign_id = any ($1::uuid[]) group by campaign_id, source order by messages desc, source`,
    [campaignIds],
  );
  return Map.groupBy(rows, ({ campaignId }) => campaignId);
}

/** The different texts of a campaign's messages, the commonest first, each with one of its numbers. */
export async function listTexts(
  tx: Tx,
  campaignId: string,
  limit: number,
): Promise<{ destination: string; text: string; segments: number; encoding: number }[]> {
  const { rows } = await tx.query<{
    destination: string;
    text: string;
    segments: number;
    encoding: number;
  }>(
    `select min(destination) as destination, coalesce(text, '') as text, max(segments)::int as segments, max(encoding)::int as encoding
     from message where campaign_id = $1 group by text order by count(*) desc, text limit $2`,
    [campaignId, limit],
  );
  return rows;
}

/** Countries that a campaign's messages go to. */
export async function listCountries(tx: Tx, campaignId: string): Promise<string[]> {
  const { rows } = await tx.query<{ country: string }>(
    `select distinct country from campaign_network where campaign_id = $1`,
    [campaignId],
  );
  return rows.map(({ country }) => country);
}

/** Its messages are made: nothing is to be expanded. */
export async function setExpanded(tx: Tx, campaignId: string): Promise<void> {
  await tx.query(`update campaign set expanded_at = coalesce(expanded_at, now()) where id = $1`, [
    campaignId,
  ]);
}

/** Keeps an approver's decision on a text. @param hours how long it holds; null: until it is withdrawn */
export async function addTextDecision(
  tx: Tx,
  decision: TextDecision & { campaignId: string; decidedBy: string; hours: number | null },
): Promise<void> {
  await tx.query(
    `insert into text_decision (id, client_id, campaign_id, sender, text, fingerprint, is_approved, decided_by, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, now() + $9 * interval '1 hour')`,
    [
      newId(),
      decision.clientId,
      decision.campaignId,
      decision.sender,
      decision.text,
      decision.fingerprint,
      decision.isApproved,
      decision.decidedBy,
      decision.hours,
    ],
  );
}

/** Campaigns that wait though the validity of all their messages is over, or all were cancelled. */
export async function listEmptied(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select c.id from campaign c where c.source = 'SOFTWARE' and c.status = 'WAITING_APPROVAL'
       and not exists (select from chunk where campaign_id = c.id and pos < size)`,
  );
  return rows.map(({ id }) => id);
}

/** True where a campaign has no message left in the queue; the caller holds its row. */
export async function isEmptied(tx: Tx, campaignId: string): Promise<boolean> {
  const { rows } = await tx.query<{ empty: boolean }>(
    `select not exists (select from chunk where campaign_id = $1 and pos < size) as empty`,
    [campaignId],
  );
  return rows[0]!.empty;
}

/** Forgets decisions that hold no more. */
export async function dropOldDecisions(tx: Tx): Promise<void> {
  await tx.query(`delete from text_decision where expires_at <= now()`);
}
