/** Cancels messages that wait in chunks beside others: commits their end, and the chunks without them. */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { endQueued } from '../end.store.ts';
import { wakeLinks } from './queue.store.ts';
import { list } from '../sql.ts';
import type { Unsent } from '../types.ts';

const { QUEUED, CANCELLED } = MESSAGE_STATUS;

/** Chunks whose rows the caller holds, and the messages to take out of each. */
export type Cut = Unsent & { id: bigint };

/**
 * Cancels these messages, and releases their units. Chunks that links hold are taken from them, so that their next
 * claim misses.
 * @returns how many messages
 */
export async function cancelInChunks(
  tx: Tx,
  chunks: readonly Cut[],
  reason: string | null,
): Promise<number> {
  if (chunks.length === 0) return 0;
  await takeOut(tx, chunks);
  const ended = await endQueued(tx, chunks, CANCELLED, reason);
  await wakeLinks(tx);
  return ended;
}

/** Takes messages out of their chunks, which are taken from the links that hold them. */
export async function takeOut(tx: Tx, chunks: readonly Cut[]): Promise<void> {
  const chunkIds = list(chunks.map(({ id }) => id));
  await tx.query(
    `update chunk set owner = null, epoch = null, size = pos + (select count(*) from unnest(message_ids[pos + 1:]) waits where waits <> all ($2::uuid[])),
       message_ids = message_ids[:pos] || array(select waits from unnest(message_ids[pos + 1:]) with ordinality as rest (waits, place) where waits <> all ($2::uuid[]) order by place)
     where id = any ($1::bigint[])`,
    [chunkIds, list(chunks.flatMap(({ ids }) => ids))],
    'cut chunks',
  );
  await tx.query(
    `delete from chunk where id = any ($1::bigint[]) and pos = size`,
    [chunkIds],
    'cut empty',
  );
}

/**
 * Cancels what a campaign has queued to some networks under one sender name, in up to `limit` chunks behind one.
 * Messages that a link has claimed run their course.
 * @returns the last of these chunks; undefined where none is left
 */
export async function cancelQueuedOn(
  tx: Tx,
  {
    campaignId,
    sender,
    networks,
  }: { campaignId: string; sender: string; networks: readonly number[] },
  after: bigint,
  limit: number,
): Promise<bigint | undefined> {
  const { rows } = await tx.query<Cut>(
    `select id, dup_risk as "dupRisk", array(select m.id from message m
       where m.id = any (message_ids[pos + 1:]) and m.network = any ($3::smallint[]) and m.status = ${QUEUED}) as ids
     from chunk where campaign_id = $1 and sender = $2 and id > $4 order by id limit $5 for update`,
    [campaignId, sender, list(networks), after, limit],
  );
  await cancelInChunks(
    tx,
    rows.filter(({ ids }) => ids.length > 0),
    null,
  );
  return rows.at(-1)?.id;
}
