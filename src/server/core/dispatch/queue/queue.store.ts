/**
 * Reads and counts what waits in the queue, and wakes links to look at it; commits nothing but the
 * notification.
 */
import type { Tx } from '../../../infra/database/db.ts';

/** Lets links look at the queue at once; a call that is lost costs their next look, a moment later. */
export async function wakeLinks(tx: Tx): Promise<void> {
  await tx.query(`select pg_notify('chunk', '')`, [], 'wake links');
}

/** True if a message was stored. */
export async function hasMessage(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query(`select from message where id = $1`, [id], 'has message')).rowCount > 0;
}

/** Counts the single messages of these clients that wait in the queue; clients without any are left out. */
export async function countWaiting(
  tx: Tx,
  clientIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ clientId: string; waiting: number }>(
    `select client_id as "clientId", sum(size - pos)::int as waiting from chunk where campaign_id is null and client_id = any ($1::uuid[]) group by client_id`,
    [clientIds],
    'count waiting',
  );
  return new Map(rows.map(({ clientId, waiting }) => [clientId, waiting]));
}

/** Which of these campaigns have nothing queued and nothing in flight: they are complete once they are expanded. */
export async function listDrainedCampaigns(
  tx: Tx,
  campaignIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as c (id)
     where not exists (select from chunk where campaign_id = c.id and pos < size)
       and not exists (select from submission_batch where campaign_id = c.id)`,
    [campaignIds],
  );
  return rows.map(({ id }) => id);
}

/** Messages queued per route, without those of one campaign. */
export async function countQueuedByRoute(
  tx: Tx,
  routeIds: readonly number[],
  exceptCampaignId: string,
): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ routeId: number; queued: number }>(
    `select route_id as "routeId", sum(size - pos)::int as queued from chunk
     where route_id = any ($1) and not stopped and expires_at > now() and campaign_id is distinct from $2 group by route_id`,
    [routeIds, exceptCampaignId],
  );
  return new Map(rows.map(({ routeId, queued }) => [routeId, queued]));
}

/**
 * Campaigns that were declined or cancelled, or failed, but still have chunks.
 */
export async function listCampaignsToDrop(tx: Tx): Promise<{ id: string; isDeclined: boolean }[]> {
  const { rows } = await tx.query<{ id: string; isDeclined: boolean }>(
    `select distinct c.id, c.status = 'DECLINED' as "isDeclined" from chunk join campaign c on c.id = chunk.campaign_id where chunk.stopped and c.status in ('CANCELLED', 'FAILED', 'DECLINED')`,
  );
  return rows;
}
