/**
 * Takes messages to a network that a connector is relieved of out of the chunks that it leases:
 * commits them in chunks of the connectors that take them, with a step of each message.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { noteEvents } from '../events/message-events.store.ts';
import { wakeLinks } from './queue.store.ts';
import { requeue } from './requeue.store.ts';
import { list } from '../sql.ts';
import type { Lease, LeasedChunk, QueuedMessage, Requeue } from '../types.ts';

/** A link's questions about the messages of routes that lose some to other connectors. */
export type LeaseRelief = {
  routeIds: ReadonlySet<number>;
  /** The connector that takes a message in place of this one. */
  takerOf(routeId: number, message: QueuedMessage): number | undefined;
};

/** The step's reason. */
const REASON = 'RELIEVED';

/** Moves messages in the transaction of the lease, which holds their chunks and has read their campaigns for share. */
export async function moveRelieved(
  tx: Tx,
  lease: Lease,
  chunks: readonly LeasedChunk[],
  relief: LeaseRelief,
): Promise<void> {
  const again: Requeue[] = [];
  for (const chunk of chunks) {
    if (!relief.routeIds.has(chunk.routeId)) continue;
    const moved = new Map<string, number>();
    for (const message of chunk.messages) {
      if (message.status !== MESSAGE_STATUS.QUEUED) continue;
      const taker = relief.takerOf(chunk.routeId, message);
      if (taker !== undefined) moved.set(message.id, taker);
    }
    if (moved.size === 0) continue;
    chunk.messages = chunk.messages.filter(({ id }) => !moved.has(id));
    chunk.size = chunk.pos + chunk.messages.length;
    await tx.query(
      chunk.messages.length === 0
        ? `delete from chunk where id = $1 and $2::uuid[] is not null`
        : `update chunk set message_ids = message_ids[:pos] || $2::uuid[], size = pos + cardinality($2::uuid[]) where id = $1`,
      [chunk.id, list(chunk.messages.map(({ id }) => id))],
      chunk.messages.length === 0 ? 'relieved empty' : 'relieved cut',
    );
    for (const [messageId, taker] of moved)
      again.push({ ...chunk, messageId, routeId: -taker, waitMs: null });
  }
  if (again.length === 0) return;
  await noteEvents(
    tx,
    again.map(({ messageId, clientId }) => ({
      part: { messageId, clientId, part: 1 },
      lease,
      reason: REASON,
    })),
    'FAILED_OVER',
  );
  await requeue(tx, again);
  await wakeLinks(tx);
}
