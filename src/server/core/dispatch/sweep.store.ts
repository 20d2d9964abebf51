/**
 * Ends what time alone ends: commits expired messages and submissions, and receipts matched late,
 * in one bounded transaction.
 */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { settled } from '../../infra/database/pipeline.ts';
import type { Tx } from '../../infra/database/db.ts';
import { Deltas } from './deltas.store.ts';
import { matchWaiting } from './early-receipts.store.ts';
import { endMessage, endQueued } from './end.store.ts';
import { ACCEPTED, GONE, GONE_COLUMNS, IN_FLIGHT } from './sql.ts';
import { EventCollector } from './event-collector.store.ts';
import type { SubmissionRow, Unsent } from './types.ts';

const { EXPIRED } = MESSAGE_STATUS;

/** Counts of a sweep; `again` is set if it reached its limit, so more rows are due. */
export type Swept = {
  matched: number;
  expired: number;
  unresolved: number;
  forgotten: number;
  queueExpired: number;
  again: boolean;
};

/** Chunks of 500 at most, and many of them hold a single message that was throttled. */
const MOST_CHUNKS_SWEPT = 20;

/**
 * Applies timeouts in one transaction of at most `limit` rows per kind: matches receipts and
 * answers that missed each other, expires messages queued too long (EXPIRED, units released),
 * without a receipt for too long (EXPIRED, NO_RECEIPT), and ambiguous ones past their hold
 * (EXPIRED, UNRESOLVED, units released). Returns at once if another sweep is running.
 */
export async function sweep(tx: Tx, limit: number): Promise<Swept> {
  const swept: Swept = {
    matched: 0,
    expired: 0,
    unresolved: 0,
    forgotten: 0,
    queueExpired: 0,
    again: false,
  };
  const {
    rows: [lock],
  } = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('dispatch sweep')) as mine`,
  );
  if (!lock?.mine) return swept;
  const [deltas, events] = [new Deltas(), new EventCollector()];
  const { rows: accounts } = await tx.query<{ id: number }>(
    `select distinct carrier_account_id as id from connector_lease`,
  );
  for (const { id } of accounts)
    swept.matched += await matchWaiting(tx, id, deltas, events, '10 minutes');
  await expireSubmissions(tx, limit, swept, deltas, events);
  await settled([deltas.write(tx), events.publish(tx)]);
  const { rows: late } = await tx.query<Unsent>(
    `delete from chunk where id = any (array(select id from chunk where expires_at <= now() order by expires_at limit ${MOST_CHUNKS_SWEPT} for update skip locked))
     returning message_ids[pos + 1:] as ids, dup_risk as "dupRisk"`,
  );
  swept.again ||= late.length === MOST_CHUNKS_SWEPT;
  swept.queueExpired = await endQueued(tx, late, EXPIRED, 'VALIDITY');
  return swept;
}

async function expireSubmissions(
  tx: Tx,
  limit: number,
  swept: Swept,
  deltas: Deltas,
  events: EventCollector,
): Promise<void> {
  const { rows } = await tx.query<SubmissionRow>(
    `select ${GONE_COLUMNS} from submission where state > ${IN_FLIGHT} and expires_at < now() order by expires_at limit $1 for update skip locked`,
    [limit],
  );
  // In flight past its time: of a connector that no link serves any more.
  const { rows: orphans } = await tx.query<SubmissionRow>(
    `select ${GONE_COLUMNS} from submission where state = ${IN_FLIGHT} and expires_at < now() limit $1 for update skip locked`,
    [limit],
  );
  swept.again ||= rows.length === limit || orphans.length === limit;
  for (const row of [...rows, ...orphans]) {
    if (row.state === GONE) {
      await tx.query(`delete from submission where message_id = $1 and part = $2`, [
        row.messageId,
        row.part,
      ]);
      swept.forgotten++;
      continue;
    }
    // Kept for a week, so that a late receipt still finds it.
    await tx.query(
      `update submission set state = ${GONE}, expires_at = now() + interval '7 days' where message_id = $1 and part = $2`,
      [row.messageId, row.part],
    );
    const answered = row.state === ACCEPTED;
    if (!answered) deltas.add(row.messageId, row, { released: row.units });
    await tx.query(
      `update message set connector_id = $2, submitted_at = $3, dup_risk = $4, carrier_ids = case when $5 = 1 then array[$6::text] else carrier_ids end where id = $1`,
      [row.messageId, row.connectorId, row.at, row.dupRisk || null, row.parts, row.carrierId],
    );
    await endMessage(tx, row, EXPIRED, answered ? 'NO_RECEIPT' : 'UNRESOLVED', deltas, events);
    if (answered) swept.expired++;
    else swept.unresolved++;
  }
}
