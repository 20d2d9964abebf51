import { NETWORKS } from '../../../contract/shared/networks.ts';
import { MOST_REPORTED } from '../../../contract/api/reports.ts';
import { SUMMARY_KEYS } from '../../../contract/api/report-columns.ts';
import type { ReportColumn } from '../../../contract/shared/report-labels.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import type { Database } from '../../infra/database/db.ts';
import { reportTooLong } from '../../infra/errors.ts';
import type { Cell } from '../../core/files/table-types.ts';
import { deliveryRateOf } from '../../core/dispatch/dispatch.rules.ts';
import { listVisibleClients } from '../../core/client-tree/visible-clients.ts';
import type { ReportRow } from './reports.store.ts';
import { COUNTS, firstHour, readSummary } from './source.store.ts';
import type { SummaryKey, SummaryRow } from './source.store.ts';
import { readStoredUnits } from './summary-units.store.ts';
import type { StoredUnits } from './summary-units.store.ts';
import type { ReadSlice } from './walk.ts';
import { toMessageFilter } from './filters.ts';
import { readSpan, runAsRequester } from './walk.ts';

/** Figures of the messages that are stored; without all of them, a cell is empty. */
type Units = Pick<StoredUnits, 'stored' | 'whole' | 'held'>;
type ShownRow = SummaryRow & Units;
const NOTHING_STORED: Units = { stored: 0, whole: 0n, held: 0n };
const STORED_COLUMNS: readonly ReportColumn[] = ['unitsHeld', 'unitsRefunded'];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/**
 * By day a slice is a day; without days the sums of all are held until the end, which are as many as there
 * are senders and networks.
 */
export async function openDeliverySummary(
  database: Database,
  report: ReportRow,
): Promise<ReadSlice> {
  const { filters } = report;
  const filter = toMessageFilter(filters, '');
  const keys = SUMMARY_KEYS.filter((key) => report.columns.includes(key));
  const span = await readSpan(database, report, async (tx) => (await firstHour(tx))?.getTime());
  const hasStored = report.columns.some((column) => STORED_COLUMNS.includes(column));
  const read = async (day: number): Promise<ShownRow[]> => {
    const [from, to] = [
      Math.max(day, Math.floor(span.from / HOUR) * HOUR),
      Math.min(span.to, day + DAY),
    ];
    const readWith = <T>(
      source: typeof readSummary | typeof readStoredUnits,
      start: number,
      end: number,
    ) =>
      runAsRequester(database, report, async (tx, { scope }) =>
        source(
          tx,
          scope,
          await listVisibleClients(tx, scope, filters.clientIds ?? []),
          filter,
          keys,
          new Date(start),
          new Date(end),
        ),
      ) as Promise<T[]>;
    const counted = await readWith<SummaryRow>(readSummary, from, to);
    const stored = new Map<string, StoredUnits>();
    if (hasStored && counted.length > 0)
      for (let hour = from; hour < to; hour += HOUR)
        for (const row of await readWith<StoredUnits>(readStoredUnits, hour, hour + HOUR))
          stored.set(keyOf(row), addStored(stored.get(keyOf(row)), row));
    return counted.map((row) => ({ ...row, ...(stored.get(keyOf(row)) ?? NOTHING_STORED) }));
  };
  const keyOf = (row: Partial<SummaryKey>) => keys.map((key) => row[key]).join('\t');
  const present = (rows: readonly ShownRow[]) =>
    rows.map((row) => report.columns.map((column) => summaryCell(column, row)));
  const firstDay = Math.floor(span.from / DAY) * DAY;
  if (keys.includes('day')) {
    return async (place) => {
      const day = typeof place === 'number' ? place : firstDay;
      const rows = day < span.to ? await read(day) : [];
      const next = day + DAY;
      return {
        rows: present(rows),
        next: next < span.to ? next : undefined,
        progress: (next - firstDay) / Math.max(1, span.to - firstDay),
      };
    };
  }
  return async () => {
    const sums = new Map<string, ShownRow>();
    for (let day = firstDay; day < span.to; day += DAY)
      for (const row of await read(day)) {
        const key = keyOf(row);
        const sum = sums.get(key);
        sums.set(key, sum ? addRows(sum, row) : row);
        if (sums.size > MOST_REPORTED / 10) throw reportTooLong(MOST_REPORTED / 10);
      }
    return {
      rows: present([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)),
      next: undefined,
      progress: 1,
    };
  };
}

function addRows(sum: ShownRow, row: ShownRow): ShownRow {
  const counts = COUNTS.map((name) => [name, sum[name] + row[name]] as const);
  return {
    ...addStored(sum, row),
    ...Object.fromEntries(counts),
    units: sum.units + row.units,
  };
}

function addStored<T extends Units>(sum: T | undefined, row: T): T {
  if (sum === undefined) return row;
  const { stored, whole, held } = row;
  return { ...sum, stored: sum.stored + stored, whole: sum.whole + whole, held: sum.held + held };
}

function summaryCell(column: ReportColumn, row: ShownRow): Cell {
  switch (column) {
    case 'network':
      return NETWORKS.get(row.network ?? 0)?.network ?? '';
    case 'units':
    case 'unitsCharged':
      return unitsToNumber(row.units);
    case 'unitsHeld':
      return row.stored < row.messages ? null : unitsToNumber(row.held);
    case 'unitsRefunded':
      return row.stored < row.messages ? null : unitsToNumber(row.whole - row.held - row.units);
    case 'handedOver':
      return row.submitted;
    case 'deliveryRate': {
      const share = deliveryRateOf(row);
      return share === null ? null : { share };
    }
    case 'day':
    case 'client':
    case 'sender':
    case 'country':
      return row[column] ?? '';
    case 'messages':
    case 'segments':
    case 'delivered':
    case 'undeliverable':
    case 'expired':
    case 'rejected':
    case 'failed':
    case 'cancelled':
    case 'unknown':
      return row[column];
    default:
      return null;
  }
}
