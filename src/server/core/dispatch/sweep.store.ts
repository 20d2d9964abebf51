/**
 * Ends what time alone ends: commits the ends of messages whose validity is over or whose receipt or
 * answer did not come, and receipts that are matched late.
 */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import { shownId } from './receipts/match-receipts.rules.ts';
import { Changes } from './changes.ts';
import { matchWaiting } from './receipts/early-receipts.store.ts';
import { endMessage, endQueued } from './end.store.ts';
import { endUnconfirmed, giveUp } from './unconfirmed/give-up.store.ts';
import type { UnconfirmedPart } from './unconfirmed/give-up.store.ts';
import { listInFlight } from './submission/in-flight.store.ts';
import { followIdForms } from './receipts/match-again.store.ts';
import { batches } from './sql.ts';
import { ALL_AGES, RECENT_AGES } from './sweep.rules.ts';
import type { ReceiptAges } from './sweep.rules.ts';
import { OPEN_STATUSES } from './message-status.rules.ts';
import type { FailedReceipt, Facts, Unsent } from './types.ts';
import { hold } from './unconfirmed/unconfirmed.store.ts';

const { EXPIRED } = MESSAGE_STATUS;

/** Counts of a sweep; `again` is set if it reached its limit, so more rows are due. */
export type Swept = {
  /** False where another sweep was running. */
  isOurs: boolean;
  matched: number;
  expired: number;
  givenUp: number;
  forgotten: number;
  queueExpired: number;
  again: boolean;
  /** The failures that receipts reported which were matched late. */
  failures: readonly FailedReceipt[];
};

/** Chunks of 500 at most, and many of them hold a single message that was throttled. */
const MOST_CHUNKS_SWEPT = 20;

/**
 * Applies timeouts in one transaction: matches receipts that missed their
 * answers, and ends messages as EXPIRED: queued beyond their validity (VALIDITY, units released),
 * without a receipt for too long (NO_RECEIPT, charged), and ambiguous beyond their hold (UNRESOLVED,
 * units released). Does nothing if another sweep is running.
 * @param limit unconfirmed parts at most; chunks and waits have limits of their own
 * @param ages of the receipts that are tried once more; those to phones of unconfirmed parts are tried
 *   in any case, within ten minutes
 */
export async function sweep(
  tx: Tx,
  limit: number,
  ages: ReceiptAges = RECENT_AGES,
): Promise<Swept> {
  const swept: Swept = {
    isOurs: false,
    matched: 0,
    expired: 0,
    givenUp: 0,
    forgotten: 0,
    queueExpired: 0,
    again: false,
    failures: [],
  };
  const {
    rows: [lock],
  } = await tx.query<{ mine: boolean }>(
    `select pg_try_advisory_xact_lock(hashtext('dispatch sweep')) as mine`,
  );
  if (!lock?.mine) return swept;
  swept.isOurs = true;
  const changes = new Changes();
  const { rows } = await tx.query<{ id: number }>(
    `select distinct carrier_account_id as id from connector_lease`,
  );
  const accounts = rows.map(({ id }) => id);
  swept.matched += await matchWaiting(tx, changes, ages, { accounts });
  if (ages.length > 0 && ages !== RECENT_AGES && ages !== ALL_AGES)
    swept.matched += await matchWaiting(tx, changes, RECENT_AGES, { accounts, isHeld: true });
  const followed = await followIdForms(tx, ages, changes);
  swept.matched += followed.matched;
  swept.again ||= followed.again;
  await expireReceipts(tx, swept, changes);
  await giveUpUnconfirmed(tx, limit, swept, changes);
  await giveUpOrphans(tx, swept, changes);
  await changes.write(tx);
  const { rows: late } = await tx.query<Unsent>(
    `delete from chunk where id = any (array(select id from chunk where expires_at <= now() order by expires_at limit ${MOST_CHUNKS_SWEPT} for update skip locked))
     returning message_ids[pos + 1:] as ids, dup_risk as "dupRisk"`,
  );
  swept.again ||= late.length === MOST_CHUNKS_SWEPT;
  swept.queueExpired = await endQueued(tx, late, EXPIRED, 'VALIDITY');
  swept.failures = changes.failures;
  return swept;
}

/** Rows of receipt_wait in one sweep; each has up to 200 messages. */
const MOST_WAITS_SWEPT = 20;

type Due = Facts & {
  id: string;
  isOpen: boolean;
  part: number;
  parts: number;
  carrierId: string;
  connectorId: number;
  dupRisk: boolean;
  at: Date;
};

/** Ends the messages whose receipt was waited for long enough. */
async function expireReceipts(tx: Tx, swept: Swept, changes: Changes): Promise<void> {
  const { rows: due } = await tx.query<{ ids: string[] }>(
    `delete from receipt_wait where id = any (array(select id from receipt_wait where due_at < now() order by due_at limit ${MOST_WAITS_SWEPT} for update skip locked))
     returning message_ids as ids`,
    [],
    'take due waits',
  );
  swept.again ||= due.length === MOST_WAITS_SWEPT;
  const ids = [...new Set(due.flatMap((row) => row.ids))].sort();
  for (const batch of batches(ids)) {
    const { rows } = await tx.query<Due>(
      `select m.id, m.status in (${OPEN_STATUSES}) as "isOpen", s.part, s.parts, s.carrier_id as "carrierId", s.connector_id as "connectorId", s.dup_risk as "dupRisk",
         s.submitted_at as at, m.client_id as "clientId", m.campaign_id as "campaignId", m.sender, m.country, m.network
       from message m join submission s on s.message_id = m.id
       where m.id = any ($1::uuid[]) and m.id >= $2 and m.id <= $3 and (m.status in (${OPEN_STATUSES}) or s.parts > 1) and (s.parts = 1 or m.carrier_ids[s.part] is null)
       order by m.id, s.part for update of m`,
      [batch, batch[0], batch.at(-1)],
      'due messages',
    );
    for (const row of rows) changes.outstanding.add(row.connectorId, -1);
    for (const [id, parts] of Map.groupBy(
      rows.filter(({ isOpen }) => isOpen),
      (row) => row.id,
    )) {
      const first = parts[0]!;
      await tx.query(
        `update message set connector_id = $2, submitted_at = $3, dup_risk = $4, carrier_ids = case when $5 = 1 then array[$6::text] else carrier_ids end where id = $1`,
        [
          id,
          first.connectorId,
          first.at,
          first.dupRisk || null,
          first.parts,
          shownId(first.carrierId),
        ],
        'due message',
      );
      await endMessage(
        tx,
        { ...first, messageId: id },
        EXPIRED,
        'NO_RECEIPT',
        changes.deltas,
        changes.events,
      );
      swept.expired++;
    }
  }
}

type Held = UnconfirmedPart & { givenUp: boolean };

/** Gives unconfirmed parts up when their hold is over, and forgets those that were given up a week ago. */
async function giveUpUnconfirmed(
  tx: Tx,
  limit: number,
  swept: Swept,
  changes: Changes,
): Promise<void> {
  const { rows } = await tx.query<Held>(
    `select message_id as "messageId", part, given_up as "givenUp", connector_id as "connectorId", units, dup_risk as "dupRisk", submitted_at as at,
       client_id as "clientId", campaign_id as "campaignId", sender, country, network
     from unconfirmed_part where expires_at < now() order by expires_at limit $1 for update skip locked`,
    [limit],
    'due unconfirmed',
  );
  swept.again ||= rows.length === limit;
  for (const row of rows) {
    if (row.givenUp) {
      await tx.query(`delete from unconfirmed_part where message_id = $1 and part = $2`, [
        row.messageId,
        row.part,
      ]);
      swept.forgotten++;
      continue;
    }
    await giveUp(tx, [row], changes);
    swept.givenUp++;
  }
}

/** Gives up what is in flight past its time: of a connector that no link serves any more. */
async function giveUpOrphans(tx: Tx, swept: Swept, changes: Changes): Promise<void> {
  const orphans = await listInFlight(tx, `expires_at < now() - interval '1 hour'`, []);
  if (orphans.length === 0) return;
  await hold(tx, orphans, true);
  for (const { part, lease, at } of orphans) {
    await endUnconfirmed(tx, { ...part, connectorId: lease.connectorId, at }, changes);
    swept.givenUp++;
  }
  await tx.query(`delete from submission_batch where id = any ($1::uuid[])`, [
    [...new Set(orphans.map(({ batchId }) => batchId))],
  ]);
}
