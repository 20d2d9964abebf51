/** The report of a wallet's movements. */
import type { ReportColumn } from '../../../contract/shared/report-labels.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Database } from '../../infra/database/db.ts';
import type { Cell } from '../../core/files/table-types.ts';
import { texts } from '../../i18n/texts.ts';
import { referenceOf } from '../../core/ledger/reference.rules.ts';
import { listTransactions } from '../../core/ledger/transactions.store.ts';
import type {
  TransactionCursor as WalletPlace,
  TransactionFilter,
  TransactionRow,
} from '../../core/ledger/transactions.store.ts';
import { SLICE } from './reports.rules.ts';
import type { ReportRow } from './reports.store.ts';
import type { ReadSlice } from './walk.ts';
import { runAsRequester } from './walk.ts';
import { moment } from './cells.ts';

export async function openTransactions(database: Database, report: ReportRow): Promise<ReadSlice> {
  const { filters, createdAt } = report;
  const to = Math.min(
    filters.endTimestamp === undefined ? Infinity : filters.endTimestamp * 1000 + 1,
    createdAt.getTime(),
  );
  const from =
    filters.startTimestamp === undefined ? undefined : new Date(filters.startTimestamp * 1000);
  const filter: TransactionFilter = {
    statuses: filters.paymentStatuses ?? [],
    types: filters.types ?? [],
    clientIds: filters.clientIds ?? [],
    from,
    to: new Date(to),
  };
  let done = 0;
  return async (place) => {
    const at = place as { seq: string; open: number; id: string } | undefined;
    const after: WalletPlace | undefined = at && { ...at, seq: BigInt(at.seq) };
    const { rows, counted } = await runAsRequester(database, report, (tx, { scope }) =>
      listTransactions(tx, scope, filter, { after, limit: SLICE, oldestFirst: true }),
    );
    const last = rows.at(-1);
    done += rows.length;
    return {
      rows: rows.map((row) =>
        report.columns.map((column) =>
          transactionCell(column, row, texts[report.language].wallet.documents.types),
        ),
      ),
      next:
        last && rows.length === SLICE
          ? { seq: String(last.seq), open: last.open, id: last.id }
          : undefined,
      progress: done / Math.max(counted, done),
    };
  };
}

function transactionCell(
  column: ReportColumn,
  row: TransactionRow,
  types: Readonly<Record<string, string>>,
): Cell {
  switch (column) {
    case 'at':
      return moment(row.at);
    case 'ref':
      return row.number === null ? row.id.slice(-8).toUpperCase() : referenceOf(row.number);
    case 'type':
      return types[row.type] ?? row.type;
    case 'client':
      return row.clientName;
    case 'units':
      return unitsToNumber(row.units);
    case 'balanceBefore':
      return row.balanceAfter === null ? null : unitsToNumber(row.balanceAfter - row.units);
    case 'balanceAfter':
      return row.balanceAfter === null ? null : unitsToNumber(row.balanceAfter);
    case 'amount':
      return row.amount === null ? null : Number(row.amount);
    case 'currency':
      return row.currency;
    case 'paymentStatus':
      return row.status;
    case 'phone':
      return row.phone;
    case 'receipt':
      return row.receipt;
    case 'about':
      return row.campaignName ?? row.otherClientName ?? row.note;
    default:
      return null;
  }
}
