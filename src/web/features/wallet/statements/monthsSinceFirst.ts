import type { purchases } from '../../../../contract/api/purchases.ts';
import type { Output } from '../../../../contract/endpoint.ts';

export type Month = Output<typeof purchases.months>['months'][number];

export const isEmptyMonth = ({ unitsIn, unitsOut, paid, received }: Month): boolean =>
  unitsIn === 0 && unitsOut === 0 && paid.length + received.length === 0;

/** The months of an account, the newest first, without those before its first transaction. */
export function monthsSinceFirst(months: readonly Month[]): readonly Month[] {
  return months.slice(0, months.findLastIndex((month) => !isEmptyMonth(month)) + 1);
}
