/**
 * Holds back the work that was in progress when a backup was made, and releases single messages later: commits
 * stopped chunks and unconfirmed parts.
 */
import type { Tx } from '../../../infra/database/db.ts';
import { wakeLinks } from './queue.store.ts';
import { listInFlight } from '../submission/in-flight.store.ts';
import { noteEvents } from '../events/message-events.store.ts';
import { hold } from '../unconfirmed/unconfirmed.store.ts';
import { LOST } from '../unconfirmed/unconfirmed.rules.ts';

/**
 * Messages queued or in flight when the backup was made may have been submitted since: those in flight become
 * ambiguous and are held under any policy, and every chunk is stopped. Nothing is resubmitted
 * automatically.
 */
export async function holdQueue(tx: Tx): Promise<void> {
  const inFlight = (await listInFlight(tx, 'true', [])).map((row) => ({
    ...row,
    reason: LOST.RESTORE,
  }));
  await noteEvents(tx, inFlight, 'AMBIGUOUS');
  await hold(tx, inFlight);
  await tx.query(`delete from submission_batch`);
  await tx.query(
    `update chunk set stopped = true, owner = null, epoch = null where not stopped or owner is not null`,
  );
  await tx.query(`update connector_lease set holder = null`);
}

/** True of messages that no campaign lets go on: single ones, and those that came back to a campaign that is complete. */
const IS_SINGLE = `(campaign_id is null or exists (select from campaign c where c.id = chunk.campaign_id and c.status = 'COMPLETED'))`;

/** A step through rows in the order of their ids: how many were released, and the last of them. */
export type ReleaseStep = { released: number; last: bigint | undefined };

/**
 * Lets single messages that a restore stopped go on, in up to `limit` chunks behind one; those of a blocked client stay.
 * Campaigns' go on with their campaign.
 * @returns how many messages
 */
export async function releaseSingles(
  tx: Tx,
  restoredAt: Date,
  after: bigint,
  limit: number,
): Promise<ReleaseStep> {
  const { rows } = await tx.query<{ id: bigint; messages: number }>(
    `update chunk set stopped = false where id = any (array(
       select id from chunk where stopped and id > $2 and ${IS_SINGLE} and client_id not in (select id from client where client_status = 'BLOCKED')
         and message_ids[pos + 1] < uuid_v7_floor($1)
       order by id limit $3 for update))
     returning id, (size - pos)::int as messages`,
    [restoredAt, after, limit],
  );
  if (rows.length > 0) await wakeLinks(tx);
  return {
    released: rows.reduce((sum, { messages }) => sum + messages, 0),
    last: lastOf(rows.map(({ id }) => id)),
  };
}

/** The largest of these ids. */
export const lastOf = (ids: readonly bigint[]): bigint | undefined =>
  ids.length === 0 ? undefined : ids.reduce((a, b) => (a > b ? a : b));

/**
 * Counts the queue that a restore holds back: messages without a campaign, their clients, and
 * ambiguous messages.
 */
export async function countHeldQueue(
  tx: Tx,
): Promise<{ singles: number; clients: number; ambiguous: number }> {
  const {
    rows: [counts],
  } = await tx.query<{ singles: number; clients: number; ambiguous: number }>(
    `select coalesce(sum(size - pos), 0)::int as singles, count(distinct client_id)::int as clients,
       (select count(distinct message_id)::int from unconfirmed_part where not given_up) as ambiguous
     from chunk where stopped and ${IS_SINGLE} and expires_at > now()`,
  );
  return counts!;
}
