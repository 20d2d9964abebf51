import { isSameNumber } from '../dispatch.rules.ts';
import type { NewReceipt, PartRow } from '../types.ts';

/** The first final receipt of each id, in the order of ids. */
export function onePerId(receipts: readonly NewReceipt[]): NewReceipt[] {
  const once = new Map<string, NewReceipt>();
  for (const receipt of receipts)
    if (!once.has(receipt.carrierId)) once.set(receipt.carrierId, receipt);
  return [...once.values()].sort((a, b) => (a.carrierId < b.carrierId ? -1 : 1));
}

const NO_ID = 'no id ';

/**
 * The id under which a part is stored that a carrier accepted without giving one. Its receipt brings an id that nobody
 * knows, and is found by the phone.
 */
export const unnamedId = (destination: string): string => NO_ID + destination;

export const isUnnamed = (row: Pick<PartRow, 'carrierId' | 'destination'>): boolean =>
  row.carrierId === unnamedId(row.destination);

/** The most by which a receipt overtakes the answer that it belongs to. */
const EARLY_MS = 60_000;

/**
 * True if a receipt may be that of a part whose id nobody knows: to its phone, and not there long before an
 * answer without id.
 */
export const maySpeakOf = (receipt: NewReceipt, row: PartRow): boolean =>
  row.destination === receipt.destination &&
  !(
    isUnnamed(row) &&
    receipt.receivedAt &&
    receipt.receivedAt.getTime() < row.at.getTime() - EARLY_MS
  );

/** An answer that has an id in any case. */
export const named = <A extends { carrierId: string; part: { destination: string } }>(
  answer: A,
): A =>
  answer.carrierId === '' ? { ...answer, carrierId: unnamedId(answer.part.destination) } : answer;

/** An id as the carrier gave it: empty where it gave none. */
export const shownId = (carrierId: string): string =>
  carrierId.startsWith(NO_ID) ? '' : carrierId;

/**
 * True if a receipt belongs to a message to this phone: the id alone is not enough, because
 * carriers reuse ids.
 */
export function isTo(destination: string, receipt: NewReceipt): boolean {
  return (
    receipt.destination === destination ||
    receipt.destination === '' ||
    isSameNumber(destination, receipt.destination)
  );
}
