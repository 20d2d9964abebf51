/** Movements of a wallet as callers see them. */
import { formatDecimal, unitsToNumber } from '../../../contract/shared/units.ts';
import type { Transaction, TransactionType } from '../../../contract/api/purchases.ts';
import { referenceOf } from '../../core/ledger/reference.rules.ts';
import type {
  TransactionCursor,
  TransactionFilter,
  TransactionRow,
} from '../../core/ledger/transactions.store.ts';

export function filterOf(given: {
  'filter.paymentStatuses'?: string[] | undefined;
  'filter.types'?: TransactionType[] | undefined;
  'filter.clientIds'?: string[] | undefined;
  'filter.startTimestamp'?: number | undefined;
  'filter.endTimestamp'?: number | undefined;
}): TransactionFilter {
  return {
    statuses: given['filter.paymentStatuses'] ?? [],
    types: given['filter.types'] ?? [],
    clientIds: given['filter.clientIds'] ?? [],
    from: dateOf(given['filter.startTimestamp']),
    to: dateOf(given['filter.endTimestamp']),
  };
}

export function presentTransaction(row: TransactionRow): Transaction {
  return {
    purchaseId: row.id,
    ref: row.number === null ? row.id.slice(-8).toUpperCase() : referenceOf(row.number),
    type: row.type,
    units: unitsToNumber(row.units),
    amount: row.amount,
    currency: row.currency,
    balanceBefore: row.balanceAfter === null ? null : safeUnits(row.balanceAfter - row.units),
    balanceAfter: row.balanceAfter === null ? null : safeUnits(row.balanceAfter),
    paymentStatus: row.status,
    reason: row.reason,
    phone: row.phone,
    receipt: row.receipt,
    clientId: row.clientId,
    clientName: row.clientName,
    otherClientId: row.otherClientId,
    otherClientName: row.otherClientName,
    sale: row.saleCurrency === null ? null : { amount: row.saleAmount, currency: row.saleCurrency },
    campaignId: row.campaignId,
    campaignName: row.campaignName,
    note: row.note,
    createTimestamp: seconds(row.at),
  };
}

export function writePlace({ seq, open, id }: TransactionRow): string {
  return `${seq}:${open}:${id}`;
}

export function placeOf(text: string | undefined): TransactionCursor | undefined {
  if (text === undefined) return undefined;
  const [seq = '', open = '', id = ''] = text.split(':');
  return { seq: BigInt(seq), open: Number(open), id };
}

export function dateOf(timestamp: number | null | undefined): Date | undefined {
  return timestamp === null || timestamp === undefined ? undefined : new Date(timestamp * 1000);
}

export function seconds(at: Date): number {
  return at.getTime() / 1000;
}

/** Also the platform's own accounts, which may owe more than a JSON number holds exactly. */
export function safeUnits(units: bigint): number {
  return Number(formatDecimal(units));
}
