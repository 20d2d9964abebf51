/** The ids of messages, as responses and receipts write them. */
import type { Behaviour } from './behaviour.ts';
import { chance } from './chance.ts';

const ID_DIGITS = 8;

/** The id of a message in the response to its submit. @param seed of the random ones */
export function formatId(number: number, { ids, upperCase }: Behaviour, seed: number): string {
  const id =
    ids === 'uuid'
      ? uuid(chance(number + seed))
      : ids === 'hex'
        ? number.toString(16).padStart(ID_DIGITS, '0')
        : number.toString();
  return upperCase ? id.toUpperCase() : id;
}

/** The id of a message in its receipts. @param id the one of the response */
export function formatReceiptId(
  number: number,
  id: string,
  { ids, receiptIds, receiptUpperCase, receiptIdDigits }: Behaviour,
): string {
  const written =
    receiptIds === 'same' || ids === 'uuid' ? id : number.toString(receiptIds === 'hex' ? 16 : 10);
  const padded = written.padStart(receiptIdDigits, '0');
  return receiptUpperCase ? padded.toUpperCase() : padded;
}

function uuid(draw: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(draw() * 16).toString(16));
  return [8, 4, 4, 4, 12].map((length) => hex.splice(0, length).join('')).join('-');
}
