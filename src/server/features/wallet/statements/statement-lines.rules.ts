/** The lines of a statement, from the movements of a wallet. */
import type { TransactionRow } from '../../../core/ledger/transactions.store.ts';
import type { StatementLine } from './statement-pdf.ts';

/** A month of more movements has those of messages by day: a paper that lists each takes a minute and a gigabyte to write. */
export const MOST_LINES = 5_000;

/** A movement's subject in a few words. */
export function whatOf(row: TransactionRow): string {
  return row.campaignName ?? row.otherClientName ?? row.note ?? row.receipt ?? '';
}

/** A line for each movement. */
export async function* eachLine(
  rows: AsyncIterable<TransactionRow>,
): AsyncGenerator<StatementLine> {
  for await (const row of rows) yield lineOf(row);
}

function lineOf(row: TransactionRow): StatementLine {
  return {
    at: row.at,
    type: row.type,
    what: whatOf(row),
    units: row.units,
    balance: row.balanceAfter ?? 0n,
  };
}

/**
 * A line for what messages took and gave back on a UTC day, up to the next movement of another kind, so that balances still
 * follow each other. Other movements keep a line of their own.
 * @param wordOf how many movements a line sums
 */
export async function* linesByDay(
  rows: AsyncIterable<TransactionRow>,
  wordOf: (count: number) => string,
): AsyncGenerator<StatementLine> {
  let sum: { line: StatementLine; count: number } | undefined;
  for await (const row of rows) {
    const line = lineOf(row);
    if (sum && !(isUse(row) && dayOf(row.at) === dayOf(sum.line.at))) {
      yield sum.line;
      sum = undefined;
    }
    if (!isUse(row)) yield line;
    else if (!sum) sum = { line, count: 1 };
    else {
      const units = sum.line.units + line.units;
      const count = sum.count + 1;
      const type = units > 0n ? 'REFUND' : 'CHARGE';
      sum = { line: { ...line, units, type, what: wordOf(count) }, count };
    }
  }
  if (sum) yield sum.line;
}

/** True for what messages take of a wallet, or give back; a seller's stock for a purchase is another's. */
function isUse({ type, saleCurrency }: TransactionRow): boolean {
  return (type === 'CHARGE' || type === 'REFUND') && saleCurrency === null;
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
