/**
 * Settles claimed parts by their answers and stores receipts: commits both in the order of the
 * wire, with their deltas and events.
 */
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { settled } from '../../../infra/database/pipeline.ts';
import type { Transaction, Tx } from '../../../infra/database/db.ts';
import { close, closeAccepted, stillOpen } from './batch.store.ts';
import type { Leased } from './batch.store.ts';
import { Changes, refusalOf } from '../changes.ts';
import type { OutcomePlace } from '../counts/slots.store.ts';
import { earlyReceipts, matchStored } from '../receipts/early-receipts.store.ts';
import { endMessage } from '../end.store.ts';
import { match } from '../receipts/match-receipts.store.ts';
import type { Matched } from '../receipts/match-receipts.store.ts';
import { named, shownId } from '../receipts/match-receipts.rules.ts';
import { noteEvents } from '../events/message-events.store.ts';
import { findNextConnectors } from '../queue/next-connector.store.ts';
import type { NotificationBatch, Notifier } from '../events/notifications.store.ts';
import { wakeLinks } from '../queue/queue.store.ts';
import { requeue } from '../queue/requeue.store.ts';
import { RECEIPT_GRACE_MS, holdsAmbiguous, nextAttempt } from '../sql.ts';
import { writeSubmissions } from './submissions.store.ts';
import { hold, takeUnconfirmed } from '../unconfirmed/unconfirmed.store.ts';
import type {
  AcceptedAnswer,
  Answer,
  FailedReceipt,
  Lease,
  NewReceipt,
  Part,
  Requeue,
} from '../types.ts';

const { SUBMITTED, REJECTED, FAILED } = MESSAGE_STATUS;

/**
 * Stores what became of claimed parts of one carrier account, and its receipts, at most 400 of each, in the order of
 * the wire: answers, then receipts. An answer whose part another owner has dealt with meanwhile changes nothing, nor
 * does a receipt that came before. Receipts that came before their answers are matched. Only when this is committed
 * may a receipt be acknowledged to the carrier.
 *
 * Statements that do not need each other's results are sent together, the last ones with the commit: usually there are two
 * round trips.
 * @param how.mayBeEarly false where no receipt of the account can be stored that overtook these answers
 * @param how.notifier notifies customers' servers by itself, once this is committed
 * @returns how many receipts match nothing yet, the batches that the notifier is to call, and the failures
 * that receipts and answers reported
 */
export async function storeAnswers(
  tx: Transaction,
  carrierAccountId: number,
  batches: readonly { lease: Lease; answers: readonly Answer[] }[],
  receipts: readonly NewReceipt[],
  { mayBeEarly = true, notifier }: { mayBeEarly?: boolean; notifier?: Notifier } = {},
): Promise<{
  unmatched: number;
  notifications: readonly NotificationBatch[];
  failures: readonly FailedReceipt[];
}> {
  const changes = new Changes(notifier);
  const all = batches.flatMap(({ lease, answers }) =>
    answers.map((answer): Leased => ({ ...answer, lease })),
  );
  const accepted = all
    .filter((answer): answer is Leased<AcceptedAnswer> => answer.outcome === 'accepted')
    .map(named);
  const answered = settleAccepted(tx, accepted, changes);
  const early = earlyReceipts(
    tx,
    carrierAccountId,
    mayBeEarly ? accepted.map(({ carrierId }) => carrierId) : [],
  );
  const matched = match(tx, carrierAccountId, receipts, changes);
  const [waiting, found] = await settled([early, matched, answered]);
  await settleOthers(
    tx,
    all.filter(({ outcome }) => outcome !== 'accepted'),
    changes,
  );
  if (waiting.length > 0) await matchStored(tx, carrierAccountId, waiting, changes);
  const kept = receiptsToKeep(receipts, found);
  tx.atCommit(insertReceipts(tx, carrierAccountId, kept, found));
  await changes.writeAtCommit(tx);
  return {
    unmatched: kept.filter((receipt) => !found.has(receipt)).length,
    notifications: changes.events.notifications,
    failures: [...changes.failures, ...all.flatMap(refusalOf)],
  };
}

async function settleAccepted(
  tx: Tx,
  accepted: readonly Leased<AcceptedAnswer>[],
  changes: Changes,
): Promise<void> {
  const clientIds = [...new Set(accepted.map(({ part }) => part.clientId))];
  const waits = accepted.map(({ part, receiptSeconds }) => ({
    messageId: part.messageId,
    until: Math.max(
      part.expiresAt.getTime() + RECEIPT_GRACE_MS,
      Date.now() + (receiptSeconds ?? 0) * 1000,
    ),
  }));
  const { hits, webhooks } = await closeAccepted(tx, accepted, { waits, clientIds });
  changes.events.noteSubscriptions(clientIds, webhooks);
  if (hits.length < accepted.length) hits.push(...(await settleMissed(tx, accepted, hits)));
  for (const { part, lease, carrierId } of hits) {
    changes.outstanding.add(lease.connectorId, 1);
    changes.outcomes.addAnswer(placeOf(part, lease), 'ACCEPTED');
    changes.deltas.add(part.messageId, part, {
      submitted: part.part === 1 ? 1 : 0,
      captured: part.units,
    });
    if (part.part === 1)
      changes.events.add(
        {
          messageId: part.messageId,
          clientId: part.clientId,
          status: SUBMITTED,
          connectorId: lease.connectorId,
          carrierId: shownId(carrierId),
        },
        part.wantsSubmitted,
      );
  }
}

const placeOf = ({ messageId, routeId, network }: Part, { connectorId }: Lease): OutcomePlace => ({
  messageId,
  connectorId,
  routeId,
  network,
});

/** The answers of batches that did not hit: some came late, after their part was held, and others of their batch did not. */
async function settleMissed(
  tx: Tx,
  accepted: readonly Leased<AcceptedAnswer>[],
  hits: readonly Leased<AcceptedAnswer>[],
): Promise<Leased<AcceptedAnswer>[]> {
  const hit = new Set(hits);
  const missed = accepted.filter((answer) => !hit.has(answer));
  const open = await stillOpen(tx, missed);
  const closed = await closeAccepted(tx, open, {});
  const late = await takeUnconfirmed(
    tx,
    missed.filter((answer) => !open.includes(answer)),
  );
  await writeSubmissions(tx, late);
  return [...closed.hits, ...late];
}

/** Takes parts out of what is in flight, or held. @returns the answers that hit */
async function take(tx: Tx, answers: readonly Leased[]): Promise<Leased[]> {
  const hits = await close(tx, answers);
  if (hits.length === answers.length) return hits;
  const hit = new Set(hits);
  const missed = answers.filter((answer) => !hit.has(answer));
  const open = await stillOpen(tx, missed);
  const late = missed.filter((answer) => !open.includes(answer));
  return [...hits, ...(await close(tx, open)), ...(await takeUnconfirmed(tx, late))];
}

async function settleOthers(
  tx: Tx,
  answers: readonly Leased[],
  { deltas, events, outcomes }: Changes,
): Promise<void> {
  if (answers.length === 0) return;
  const held: Leased<Extract<Answer, { outcome: 'lost' }>>[] = [];
  const again: Requeue[] = [];
  const requeued: (Leased & { reason?: string })[] = [];
  const resent: Leased[] = [];
  const movedOn: (Leased & { reason: string })[] = [];
  const taken = await take(tx, answers);
  const nextOf = await findNextConnectors(tx, taken);
  for (const answer of taken) {
    const { part } = answer;
    const place = placeOf(part, answer.lease);
    switch (answer.outcome) {
      case 'accepted':
        break;
      case 'requeued':
        again.push({ ...part, waitMs: answer.waitMs, attempt: nextAttempt(part) });
        if (answer.waitMs !== null)
          requeued.push({
            ...answer,
            ...(answer.errorCode !== undefined && { reason: answer.errorCode }),
          });
        if (answer.errorCode !== undefined)
          outcomes.addAnswer(place, 'TEMPORARY', answer.errorCode);
        break;
      case 'lost':
        outcomes.addAnswer(place, 'LOST', answer.reason);
        if (holdsAmbiguous(part)) held.push(answer);
        else {
          again.push({ ...part, waitMs: null, dupRisk: true, attempt: nextAttempt(part) });
          resent.push(answer);
        }
        break;
      case 'dropped':
        deltas.add(part.messageId, part, { released: part.units });
        break;
      case 'refused':
      case 'failed': {
        const next = nextOf.get(part.messageId);
        if (next !== undefined) {
          again.push({ ...part, routeId: -next, waitMs: null, attempt: nextAttempt(part) });
          movedOn.push({ ...answer, reason: answer.errorCode });
          outcomes.addAnswer(place, 'TEMPORARY', answer.errorCode);
          break;
        }
        // A message that cannot be encoded never reached the carrier.
        if (answer.outcome === 'refused') outcomes.addAnswer(place, 'REFUSED', answer.errorCode);
        deltas.add(part.messageId, part, { released: part.units });
        await endMessage(
          tx,
          { ...part, connectorId: answer.lease.connectorId },
          answer.outcome === 'refused' ? REJECTED : FAILED,
          answer.errorCode,
          deltas,
          events,
        );
      }
    }
  }
  await hold(
    tx,
    held.map(({ part, lease, holdSeconds, reason }) => ({
      part,
      lease,
      batchId: part.claim.batchId,
      holdSeconds,
      reason,
    })),
  );
  await noteEvents(tx, held, 'AMBIGUOUS');
  await noteEvents(tx, requeued, 'REQUEUED');
  await noteEvents(tx, resent, 'RESENT');
  await noteEvents(tx, movedOn, 'FAILED_OVER');
  await requeue(tx, again);
  if (movedOn.length > 0) await wakeLinks(tx);
}

/**
 * The receipts whose row tells something that their message does not: those that match nothing yet, say how it goes on
 * the way, end one of several parts, or contradict the first.
 */
function receiptsToKeep(
  receipts: readonly NewReceipt[],
  found: ReadonlyMap<NewReceipt, Matched>,
): NewReceipt[] {
  return receipts.filter((receipt) => found.get(receipt)?.tells ?? true);
}

async function insertReceipts(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  names: ReadonlyMap<NewReceipt, Matched>,
): Promise<void> {
  if (receipts.length === 0) return;
  await tx.query(
    `insert into receipt (carrier_account_id, carrier_id, stat, carrier_status, error_code, destination, matched, message_id, part, connector_id, given_id)
     select $1, carrier_id, stat, carrier_status, error_code, destination, message_id is not null, message_id, part, connector_id, given_id
     from unnest($2::text[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::uuid[], $8::smallint[], $9::int[], $10::text[])
       as t (carrier_id, stat, carrier_status, error_code, destination, message_id, part, connector_id, given_id)
     on conflict (received_on, carrier_account_id, carrier_id, destination, stat) do update
       set matched = true, message_id = excluded.message_id, part = excluded.part
       where excluded.message_id is not null and not receipt.matched`,
    [carrierAccountId, ...insertable(receipts, names)],
    'insert receipts',
  );
}

/** Columns of receipts, each key once (a carrier may repeat itself within a batch), in its order so that no two wait for each other. */
function insertable(
  receipts: readonly NewReceipt[],
  names: ReadonlyMap<NewReceipt, Matched>,
): unknown[][] {
  const once = new Map<string, NewReceipt>();
  for (const receipt of receipts) {
    const key = `${receipt.carrierId}\t${receipt.destination}\t${receipt.status}`;
    const first = once.get(key);
    if (!first || (names.has(receipt) && !names.has(first))) once.set(key, receipt);
  }
  const rows = [...once].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, receipt]) => receipt);
  return [
    rows.map((row) => row.carrierId),
    rows.map((row) => row.status),
    rows.map((row) => row.carrierStatus),
    rows.map((row) => row.errorCode),
    rows.map((row) => row.destination),
    rows.map((row) => names.get(row)?.messageId ?? null),
    rows.map((row) => names.get(row)?.part ?? null),
    rows.map((row) => row.connectorId ?? null),
    rows.map((row) => row.givenId ?? null),
  ];
}
