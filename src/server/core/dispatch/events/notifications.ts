/**
 * Publishes events with the transaction that they come from: into the outbox, or, where the process
 * calls customers' servers by itself, as a batch that it calls after the commit. A call that failed
 * goes into the outbox with the end of its batch, and so does a batch whose process died.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { addAllToOutbox } from '../../background/outbox.store.ts';
import type { Outgoing } from '../../background/outbox.store.ts';
import { loadEventFacts } from './event-facts.store.ts';
import { eventOf, isUrl, toSender, toWebhooks, wantsStatus } from './events.ts';
import type { EventFacts, MessageCallback, MessageEvent, Receipt, UrlCallback } from './events.ts';
import { deleteNotifications, notificationsBefore, takeAbandoned } from './notifications.store.ts';
import type { Notifier } from './notifications.store.ts';

/**
 * Publishes events in their order. Its last statement has been sent when this resolves, and its answer
 * may be awaited with the commit's.
 * @returns that answer, and the calls that the notifier is to make after the commit: the caller writes them down
 */
export async function publish(
  tx: Tx,
  events: readonly EventFacts[],
  notifier?: Notifier,
): Promise<{ written: Promise<void>; calls: readonly Receipt<UrlCallback>[] }> {
  const published = events.map(eventOf);
  const second = published.flatMap(({ event, callback }) =>
    callback && isSecond(event, callback) ? [event.messageId] : [],
  );
  const before = await notificationsBefore(tx, notifier?.owner ?? null, second);
  const outgoing: Outgoing[] = [];
  const calls: Receipt<UrlCallback>[] = [];
  for (const { event, callback, subscribed } of published) {
    if (subscribed) outgoing.push(toWebhooks(event));
    if (!callback) continue;
    const seconds = before.get(event.messageId);
    if (seconds !== undefined) outgoing.push({ ...toSender(event, callback), seconds });
    else if (isUrl(callback) && notifier?.takes(callback.url, event.messageId))
      calls.push({ event, callback });
    else outgoing.push(toSender(event, callback));
  }
  return { written: addAllToOutbox(tx, outgoing), calls };
}

/** A receipt whose callback had asked for SUBMITTED too. */
const isSecond = ({ status }: MessageEvent, callback: MessageCallback) =>
  isUrl(callback) && status !== 'SUBMITTED' && wantsStatus(callback, MESSAGE_STATUS.SUBMITTED);

/**
 * Ends batches whose calls have ended; what failed goes into the outbox. A batch that the worker has
 * taken over meanwhile stays with the worker.
 */
export async function endNotifications(
  tx: Tx,
  batches: readonly { id: bigint; failed: readonly Outgoing[] }[],
): Promise<void> {
  const ended = await deleteNotifications(
    tx,
    batches.map(({ id }) => id),
  );
  await addAllToOutbox(
    tx,
    batches.filter(({ id }) => ended.has(id)).flatMap(({ failed }) => failed),
  );
}

/** Puts into the outbox what processes that are gone have left. @returns how many batches */
export async function adoptNotifications(tx: Tx, most: number): Promise<number> {
  const left = await takeAbandoned(tx, most);
  for (const steps of left) {
    const events = (await loadEventFacts(tx, steps)).map(eventOf);
    await addAllToOutbox(
      tx,
      events.flatMap(({ event, callback }) =>
        callback && isUrl(callback) ? [toSender(event, callback)] : [],
      ),
    );
  }
  return left.length;
}
