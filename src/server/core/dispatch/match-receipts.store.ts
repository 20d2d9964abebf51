/**
 * Matches receipts to submissions: commits the submission's end, or that an ambiguous part was
 * accepted after all.
 */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Deltas } from './deltas.store.ts';
import { isSameNumber } from './dispatch.rules.ts';
import { endMatched } from './receipt-ends.store.ts';
import { ACCEPTED, AMBIGUOUS, ANSWERED, GONE_COLUMNS, IN_FLIGHT } from './sql.ts';
import type { EventCollector } from './event-collector.store.ts';
import type { End, SubmissionRow, NewReceipt, PartName } from './types.ts';

const { SUBMITTED } = MESSAGE_STATUS;

/**
 * Finds what receipts speak of and moves it on. By the carrier's id and the phone; where no id is known (the answer
 * was lost) by the phone alone, when only one part can be meant.
 * @returns the part of each receipt that has one, those included that changed nothing (repeats, intermediate words)
 */
export async function match(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  deltas: Deltas,
  events: EventCollector,
): Promise<Map<NewReceipt, PartName>> {
  const finals = onePerId(receipts.filter(({ status }) => status !== SUBMITTED));
  const byId = new Map<string, SubmissionRow[]>();
  for (const row of await deleteMatching(tx, carrierAccountId, finals))
    byId.set(row.carrierId, [...(byId.get(row.carrierId) ?? []), row]);
  const ends: End[] = finals.flatMap((receipt) =>
    (byId.get(receipt.carrierId) ?? []).map((row) => ({ receipt, row })),
  );
  const names = new Map<NewReceipt, PartName>();
  const left: NewReceipt[] = [];
  for (const receipt of receipts) {
    const row = byId.get(receipt.carrierId)?.find(({ destination }) => isTo(destination, receipt));
    if (row) names.set(receipt, row);
    else left.push(receipt);
  }
  if (left.length > 0) await matchOneByOne(tx, carrierAccountId, left, names, ends, deltas, events);
  await endMatched(tx, ends, deltas, events);
  return names;
}

/** The first final receipt of each id, in the order of ids. */
function onePerId(receipts: readonly NewReceipt[]): NewReceipt[] {
  const once = new Map<string, NewReceipt>();
  for (const receipt of receipts)
    if (!once.has(receipt.carrierId)) once.set(receipt.carrierId, receipt);
  return [...once.values()].sort((a, b) => (a.carrierId < b.carrierId ? -1 : 1));
}

/**
 * True if a receipt belongs to a message to this phone: the id alone is not enough, because
 * carriers reuse ids.
 */
function isTo(destination: string, receipt: NewReceipt): boolean {
  return (
    receipt.destination === destination ||
    receipt.destination === '' ||
    isSameNumber(destination, receipt.destination)
  );
}

/**
 * The newest of each id and phone. Which that is a subquery says, row by row: no join that could be planned badly. Nor may
 * the states imply the condition of the index by expiry: a planner that remembers an empty queue takes that index, reads
 * everything that waits, and does so again for each row that it finds.
 */
async function deleteMatching(
  tx: Tx,
  carrierAccountId: number,
  finals: readonly NewReceipt[],
): Promise<SubmissionRow[]> {
  if (finals.length === 0) return [];
  const { rows } = await tx.query<SubmissionRow>(
    `delete from submission
     where carrier_account_id = $1 and carrier_id = any ($2::text[]) and ${ANSWERED}
       and destination = ($3::text[])[width_bucket(carrier_id collate "C", $2)]
       and updated_at = (select max(other.updated_at) from submission other where other.carrier_account_id = $1 and other.carrier_id = submission.carrier_id
         and other.destination = submission.destination and other.${ANSWERED})
     returning ${GONE_COLUMNS}`,
    [
      carrierAccountId,
      finals.map(({ carrierId }) => carrierId),
      finals.map(({ destination }) => destination),
    ],
    'receive',
  );
  return rows;
}

/**
 * The receipts that the hot statement did not match: a phone written differently, an intermediate word, an id that
 * nobody stored because the answer was lost, a repeat, or nothing of ours.
 */
async function matchOneByOne(
  tx: Tx,
  carrierAccountId: number,
  receipts: readonly NewReceipt[],
  names: Map<NewReceipt, PartName>,
  ends: End[],
  deltas: Deltas,
  events: EventCollector,
): Promise<void> {
  const ids = [...new Set(receipts.map(({ carrierId }) => carrierId))];
  const { rows: named } = await tx.query<SubmissionRow>(
    `select ${GONE_COLUMNS} from submission where carrier_account_id = $1 and carrier_id = any ($2::text[]) and ${ANSWERED}
     order by updated_at desc for update`,
    [carrierAccountId, ids],
    'receive by id',
  );
  const { rows: nameless } = await tx.query<SubmissionRow>(
    `select ${GONE_COLUMNS} from submission where carrier_account_id = $1 and destination = any ($2::text[]) and state >= ${AMBIGUOUS} and carrier_id is null
     order by updated_at desc for update`,
    [
      carrierAccountId,
      [...new Set(receipts.map(({ destination }) => destination).filter((phone) => phone !== ''))],
    ],
    'receive by phone',
  );
  // Parts that an earlier receipt of this id ended: a duplicate must not end another message to the
  // same phone.
  const { rows: ended } = await tx.query<PartName & { carrierId: string; destination: string }>(
    `select message_id as "messageId", part, carrier_id as "carrierId", destination from receipt
     where received_on between current_date - 1 and current_date and carrier_account_id = $1 and carrier_id = any ($2::text[]) and matched`,
    [carrierAccountId, ids],
    'receive repeats',
  );
  const taken = new Set<string>();
  for (const receipt of receipts) {
    const fits = (row: { carrierId: string; destination: string }) =>
      row.carrierId === receipt.carrierId && isTo(row.destination, receipt);
    let row = named.find((one) => fits(one) && !taken.has(keyOf(one)));
    const before = ended.find(fits);
    if (!row && before) {
      names.set(receipt, before);
      continue;
    }
    if (!row) {
      const ofPhone = nameless.filter(
        (one) => one.destination === receipt.destination && !taken.has(keyOf(one)),
      );
      if (ofPhone.length === 1 && !(await mayBeInFlight(tx, carrierAccountId, receipt.destination)))
        row = ofPhone[0];
    }
    if (!row) continue;
    names.set(receipt, row);
    await advance(tx, receipt, row, taken, ends, deltas, events);
  }
}

const keyOf = (row: PartName) => `${row.messageId}\t${row.part}`;

/** Moves one part as its receipt says; an ambiguous one has turned out to be accepted, and is charged now. */
async function advance(
  tx: Tx,
  receipt: NewReceipt,
  row: SubmissionRow,
  taken: Set<string>,
  ends: End[],
  deltas: Deltas,
  events: EventCollector,
): Promise<void> {
  const resolved = row.state === AMBIGUOUS;
  if (resolved)
    deltas.add(row.messageId, row, { submitted: row.part === 1 ? 1 : 0, captured: row.units });
  if (receipt.status !== SUBMITTED) {
    taken.add(keyOf(row));
    await tx.query(
      `delete from submission where message_id = $1 and part = $2`,
      [row.messageId, row.part],
      'receive one',
    );
    ends.push({ receipt, row: { ...row, carrierId: receipt.carrierId } });
  } else if (resolved) {
    taken.add(keyOf(row));
    await tx.query(
      `update submission set state = ${ACCEPTED}, carrier_id = $3, expires_at = greatest(expires_at, now() + interval '1 hour') where message_id = $1 and part = $2`,
      [row.messageId, row.part, receipt.carrierId],
      'receive accepted',
    );
    if (row.part === 1)
      events.add(
        {
          messageId: row.messageId,
          clientId: row.clientId,
          status: SUBMITTED,
          connectorId: row.connectorId,
          carrierId: receipt.carrierId,
        },
        undefined,
      );
  }
}

/** A receipt can overtake the answer of a message that is in flight to the same phone: then it waits for that answer. */
async function mayBeInFlight(
  tx: Tx,
  carrierAccountId: number,
  destination: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from submission where state = ${IN_FLIGHT} and carrier_account_id = $1 and destination = $2 limit 1`,
    [carrierAccountId, destination],
    'receive in flight',
  );
  return rowCount > 0;
}
