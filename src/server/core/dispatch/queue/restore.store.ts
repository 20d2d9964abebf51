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

/** Lets single messages that a restore stopped go on; those of a blocked client stay. Campaigns' go on with their campaign. */
export async function releaseSingles(tx: Tx): Promise<void> {
  const { rowCount } = await tx.query(
    `update chunk set stopped = false where stopped and ${IS_SINGLE} and client_id not in (select id from client where client_status = 'BLOCKED')`,
  );
  if (rowCount > 0) await wakeLinks(tx);
}

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
