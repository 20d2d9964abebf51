/**
 * Settles claimed parts by their answers and stores receipts: commits both in the order of the
 * wire, with their deltas and events.
 */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { settled } from '../../infra/database/pipeline.ts';
import type { Tx } from '../../infra/database/db.ts';
import { Deltas } from './deltas.store.ts';
import { earlyReceipts, matchStored } from './early-receipts.store.ts';
import { endMessage } from './end.store.ts';
import { match } from './match-receipts.store.ts';
import { noteEvents } from './message-events.store.ts';
import { requeue } from './requeue.store.ts';
import { ACCEPTED, AMBIGUOUS, HOLD, IN_FLIGHT, holdsAmbiguous, list, nextAttempt } from './sql.ts';
import { EventCollector } from './event-collector.store.ts';
import type { Answer, Lease, NewReceipt, Part, PartName, Requeue } from './types.ts';

const { SUBMITTED, REJECTED, FAILED } = MESSAGE_STATUS;

/** Stores what became of claimed parts: see `store`. */
export async function settle(tx: Tx, lease: Lease, answers: readonly Answer[]): Promise<void> {
  await storeAnswers(tx, lease.carrierAccountId, [{ lease, answers }], []);
}

/** Stores receipts: see `store`. */
export async function receive(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
): Promise<void> {
  await storeAnswers(tx, carrierAccountId, [], receipts);
}

/**
 * Stores what became of claimed parts of one carrier account, and its receipts, at most 400 of each, in the order of
 * the wire: answers, then receipts. An answer whose row another owner has dealt with meanwhile changes nothing, nor
 * does a receipt that came before. Receipts that came before their answers are matched. Only when this is committed
 * may the carrier be told that a receipt is safe.
 *
 * Statements that do not need each other's results are sent together.
 */
export async function storeAnswers(
  tx: Tx,
  carrierAccountId: number,
  batches: readonly { lease: Lease; answers: readonly Answer[] }[],
  receipts: readonly NewReceipt[],
): Promise<void> {
  const [deltas, events] = [new Deltas(), new EventCollector()];
  const accepted = batches.flatMap(({ lease, answers }) =>
    answers
      .filter((answer) => answer.outcome === 'accepted')
      .map((answer) => ({ ...answer, lease })),
  );
  const answered = settleAccepted(tx, accepted, deltas, events);
  const early = earlyReceipts(
    tx,
    carrierAccountId,
    accepted.map(({ carrierId }) => carrierId),
  );
  const matched = match(tx, carrierAccountId, receipts, deltas, events);
  const [waiting, names] = await settled([early, matched, answered]);
  for (const { lease, answers } of batches) await settleOthers(tx, lease, answers, deltas, events);
  if (waiting.length > 0) await matchStored(tx, carrierAccountId, waiting, deltas, events);
  await settled([
    deltas.write(tx),
    events.publish(tx),
    insertReceipts(tx, carrierAccountId, receipts, names),
  ]);
}

async function settleAccepted(
  tx: Tx,
  accepted: readonly { lease: Lease; part: Part; carrierId: string; receiptSeconds?: number }[],
  deltas: Deltas,
  events: EventCollector,
): Promise<void> {
  await settled(
    [...Map.groupBy(accepted, ({ part }) => part.part)].map(async ([part, of]) => {
      of.sort((a, b) => (a.part.messageId < b.part.messageId ? -1 : 1));
      const { rows } = await tx.query<{ id: string }>(
        `update submission set state = ${ACCEPTED}, carrier_id = ($2::text[])[width_bucket(message_id, $1::uuid[])], updated_at = now(),
         expires_at = greatest(expires_at, now() + ($7::int[])[width_bucket(message_id, $1)] * interval '1 second')
       where message_id = any ($1) and part = $3 and state in (${IN_FLIGHT}, ${AMBIGUOUS})
         and connector_id = ($4::int[])[width_bucket(message_id, $1)] and epoch = ($5::bigint[])[width_bucket(message_id, $1)]
         and attempt = ($6::int[])[width_bucket(message_id, $1)]
       returning message_id as id`,
        [
          list(of.map((one) => one.part.messageId)),
          of.map((one) => one.carrierId),
          part,
          list(of.map(({ lease }) => lease.connectorId)),
          list(of.map(({ lease }) => lease.epoch)),
          list(of.map((one) => one.part.attempt)),
          list(of.map((one) => Math.ceil(one.receiptSeconds ?? 0))),
        ],
        'settle accepted',
      );
      const hit = new Set(rows.map(({ id }) => id));
      for (const { part: one, lease, carrierId } of of) {
        if (!hit.has(one.messageId)) continue;
        deltas.add(one.messageId, one, { submitted: one.part === 1 ? 1 : 0, captured: one.units });
        if (one.part === 1)
          events.add(
            {
              messageId: one.messageId,
              clientId: one.clientId,
              status: SUBMITTED,
              connectorId: lease.connectorId,
              carrierId,
            },
            one.calls,
          );
      }
    }),
  );
}

async function settleOthers(
  tx: Tx,
  lease: Lease,
  answers: readonly Answer[],
  deltas: Deltas,
  events: EventCollector,
): Promise<void> {
  if (answers.every((answer) => answer.outcome === 'accepted')) return;
  const held = answers.filter((answer) => answer.outcome === 'lost' && holdsAmbiguous(answer.part));
  const gone = answers.filter(
    (answer) =>
      answer.outcome !== 'accepted' && !(answer.outcome === 'lost' && holdsAmbiguous(answer.part)),
  );
  const nowHeld = await takeRows(
    tx,
    lease,
    held,
    `update submission set state = ${AMBIGUOUS}, ${HOLD}`,
    `${IN_FLIGHT}`,
  );
  await noteEvents(tx, lease, nowHeld, 'AMBIGUOUS');
  const again: Requeue[] = [];
  const requeued: Answer[] = [];
  const resent: Answer[] = [];
  for (const answer of await takeRows(
    tx,
    lease,
    gone,
    'delete from submission',
    `${IN_FLIGHT}, ${AMBIGUOUS}`,
  )) {
    const { part } = answer;
    switch (answer.outcome) {
      case 'requeued':
        again.push({ ...part, notBefore: answer.notBefore, attempt: nextAttempt(part) });
        if (answer.notBefore) requeued.push(answer);
        break;
      case 'lost':
        again.push({ ...part, notBefore: null, dupRisk: true, attempt: nextAttempt(part) });
        resent.push(answer);
        break;
      case 'dropped':
        deltas.add(part.messageId, part, { released: part.units });
        break;
      case 'refused':
      case 'failed':
        deltas.add(part.messageId, part, { released: part.units });
        await endMessage(
          tx,
          { ...part, connectorId: lease.connectorId },
          answer.outcome === 'refused' ? REJECTED : FAILED,
          answer.errorCode,
          deltas,
          events,
        );
    }
  }
  await noteEvents(tx, lease, requeued, 'REQUEUED');
  await noteEvents(tx, lease, resent, 'RESENT');
  await requeue(tx, again);
}

/**
 * Does `what` to the rows of these answers that are still this link's, and gives the answers that hit. An answer that was
 * stored already, and comes again because nobody heard of the commit, misses: the message's next claim has another attempt.
 */
async function takeRows(
  tx: Tx,
  lease: Lease,
  answers: readonly Answer[],
  what: string,
  states: string,
): Promise<Answer[]> {
  const hits: Answer[] = [];
  for (const [part, of] of Map.groupBy(answers, (answer) => answer.part.part)) {
    of.sort((a, b) => (a.part.messageId < b.part.messageId ? -1 : 1));
    const { rows } = await tx.query<{ id: string }>(
      `${what} where message_id = any ($1::uuid[]) and part = $2 and connector_id = $3 and epoch = $4 and state in (${states})
         and attempt = ($5::int[])[width_bucket(message_id, $1::uuid[])] returning message_id as id`,
      [
        of.map((answer) => answer.part.messageId),
        part,
        lease.connectorId,
        lease.epoch,
        of.map((answer) => answer.part.attempt),
      ],
      `settle: ${what}`.slice(0, 40),
    );
    const hit = new Set(rows.map(({ id }) => id));
    hits.push(...of.filter((answer) => hit.has(answer.part.messageId)));
  }
  return hits;
}

async function insertReceipts(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  names: ReadonlyMap<NewReceipt, PartName>,
): Promise<void> {
  if (receipts.length === 0) return;
  await tx.query(
    `insert into receipt (carrier_account_id, carrier_id, stat, carrier_status, error_code, destination, body, matched, message_id, part)
     select $1, carrier_id, stat, carrier_status, error_code, destination, body, message_id is not null, message_id, part
     from unnest($2::text[], $3::smallint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::smallint[])
       as t (carrier_id, stat, carrier_status, error_code, destination, body, message_id, part)
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
  names: ReadonlyMap<NewReceipt, PartName>,
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
    rows.map((row) => row.body),
    rows.map((row) => names.get(row)?.messageId ?? null),
    rows.map((row) => names.get(row)?.part ?? null),
  ];
}
