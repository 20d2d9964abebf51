/**
 * The batches of notifications that a process makes by itself: commits one row for all of a
 * transaction's, and deletes it with their end.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { Place } from '../../../infra/database/parameters.ts';
import { shownId } from '../receipts/match-receipts.rules.ts';
import { HELD_UNTIL } from '../../quarantine/quarantine.rules.ts';
import type { EventStep } from './event-facts.store.ts';
import type { Receipt, UrlCallback } from './events.ts';
import { list } from '../sql.ts';

/** A process that makes calls by itself. */
export type Notifier = {
  /** Its id since its start. */
  readonly owner: string;
  /**
   * Returns whether it has room for a call to this address now, or has a call of this message under
   * way, which goes first.
   */
  takes(url: string, messageId: string): boolean;
  /** Returns earlier batches of which every call was taken: a transaction that writes a batch deletes them. */
  takeEnded(): readonly bigint[];
};

/** Notifications of one transaction that a process makes after its commit. */
export type NotificationBatch = {
  id: bigint;
  receipts: readonly Receipt<UrlCallback>[];
  /** The earlier batches that the transaction deleted. */
  ended: readonly bigint[];
};

/** A process ends a batch within this time of its commit. */
const LEASE_SECONDS = 60;

/**
 * Common table expressions that write down the notifications that a process makes once the transaction is
 * committed, and delete its batches that have ended. `notified` has the row's id.
 */
export function writingNotifications(
  place: Place,
  notifier: Notifier,
  receipts: readonly Receipt<UrlCallback>[],
): { sql: string; batchOf: (id: bigint) => NotificationBatch } {
  const ended = notifier.takeEnded();
  return {
    sql: `ended as (delete from notification_batch where id = any (${place(list(ended))}::bigint[])),
      notified as (insert into notification_batch (owner, message_ids, statuses)
        values (${place(notifier.owner)}, ${place(list(receipts.map(({ event }) => event.messageId)))}::uuid[],
          ${place(list(receipts.map(({ event }) => MESSAGE_STATUS[event.status])))}::smallint[]) returning id)`,
    batchOf: (id) => ({ id, receipts, ended }),
  };
}

/** Deletes batches. @returns those that were still there */
export async function deleteNotifications(
  tx: Tx,
  ids: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const { rows } = await tx.query<{ id: bigint }>(
    `delete from notification_batch where id = any ($1::bigint[]) returning id`,
    [list(ids)],
    'end notifications',
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * The seconds after which the next notification of a message may follow one that may not have arrived
 * yet: a row of the outbox goes before it by itself, another process has its lease to end.
 */
export async function notificationsBefore(
  tx: Tx,
  owner: string | null,
  messageIds: readonly string[],
): Promise<Map<string, number>> {
  if (messageIds.length === 0) return new Map();
  const { rows } = await tx.query<{ id: string; seconds: number }>(
    `select thread as id, 0 as seconds from outbox where thread = any ($1::uuid[]) and done_at is null and kind = 'RECEIPT_URL'
     union all
     select notified, ${LEASE_SECONDS} from notification_batch b cross join unnest(b.message_ids) notified where b.owner is distinct from $2 and notified = any ($1::uuid[])`,
    [list(messageIds), owner],
    'notifications before',
  );
  return new Map(rows.map(({ id, seconds }) => [id, seconds]));
}

/** Deletes batches whose process is gone. @returns the steps of messages in each, in their order */
export async function takeAbandoned(tx: Tx, most: number): Promise<EventStep[][]> {
  const { rows: batches } = await tx.query<{
    id: bigint;
    messageIds: string[];
    statuses: number[];
  }>(
    `delete from notification_batch where id = any (array(
       select id from notification_batch where at < now() - interval '${LEASE_SECONDS} seconds' order by id limit $1 for update skip locked))
     returning id, message_ids as "messageIds", statuses`,
    [most],
  );
  if (batches.length === 0) return [];
  batches.sort((a, b) => (a.id < b.id ? -1 : 1));
  const { rows } = await tx.query<{ messageId: string; connectorId: number; carrierId: string }>(
    `select message_id as "messageId", connector_id as "connectorId", carrier_id as "carrierId" from submission where message_id = any ($1::uuid[]) and part = 1`,
    [batches.flatMap(({ messageIds }) => messageIds)],
  );
  const submitted = new Map(
    rows.map((row) => [row.messageId, { ...row, carrierId: shownId(row.carrierId) }]),
  );
  return batches.map(({ messageIds, statuses }) =>
    messageIds.map((messageId, at) => ({
      messageId,
      status: statuses[at]!,
      ...(statuses[at] === MESSAGE_STATUS.SUBMITTED && submitted.get(messageId)),
    })),
  );
}

/** Holds back, after a restore, notifications that may have been made since the backup. */
export async function holdNotifications(tx: Tx): Promise<void> {
  await tx.query(`update notification_batch set at = '${HELD_UNTIL}'`);
}

/** Lets the worker put up to `limit` batches behind one that were held into the outbox. @returns their ids */
export async function releaseHeldNotifications(
  tx: Tx,
  after: bigint,
  limit: number,
): Promise<bigint[]> {
  const { rows } = await tx.query<{ id: bigint }>(
    `update notification_batch set at = now() - interval '${LEASE_SECONDS} seconds' where id = any (array(
       select id from notification_batch where id > $1 and at >= '${HELD_UNTIL}' order by id limit $2 for update)) returning id`,
    [after, limit],
  );
  return rows.map(({ id }) => id);
}

/** The number of held notifications. */
export async function countHeldNotifications(tx: Tx): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select coalesce(sum(cardinality(message_ids)), 0)::int as count from notification_batch where at >= '${HELD_UNTIL}'`,
  );
  return rows[0]!.count;
}
