/**
 * Files of rows, written slice by slice: CSV and XLSX. The writer's state is plain data, so the
 * work survives a restart between two slices; nothing here grows with the file.
 */
import { CSV_START, csvLine } from '../../../contract/shared/csv.ts';
import { startOfDay } from '../../../contract/shared/dates.ts';
import { roundShare } from '../../../contract/shared/percentages.ts';
import { wallClock } from '../../../contract/shared/zones.ts';
import { SHEET_ROWS, openWorkbook } from './workbook.ts';
import type { Cell, TableColumn, Table, TableState } from './table-types.ts';
/** Media type and extension of each format. */
export const TABLE_TYPES = {
  CSV: 'text/csv; charset=utf-8',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Initial state of a table, before anything is written. */
export const newTable = (format: 'CSV' | 'XLSX'): TableState =>
  format === 'CSV' ? { format, begun: false } : { format, offset: 0, sheets: [], row: 0 };

/**
 * @param columns the heading row of every sheet
 * @param zone (IANA) of the moments
 * @param state of an earlier writer, or `newTable`
 */
export function openTable(
  columns: readonly TableColumn[],
  zone: string,
  state: TableState,
  sheetRows = SHEET_ROWS,
): Table {
  const local = openClock(zone);
  return state.format === 'CSV'
    ? openCsv(columns, local, { ...state })
    : openWorkbook(
        columns,
        local,
        { ...state, sheets: state.sheets.map((sheet) => ({ ...sheet })) },
        sheetRows,
      );
}

/** Returns a function from a moment to the zone's local time, as seconds to be read as UTC. */
function openClock(zone: string): (timestamp: number) => number {
  // Clocks change at full quarters of an hour; computing the offset for each of a million moments
  // takes ten seconds.
  const QUARTER = 900;
  const offsets = new Map<number, number>();
  return (timestamp) => {
    const quarter = Math.floor(timestamp / QUARTER);
    let offset = offsets.get(quarter);
    if (offset === undefined) {
      const { day, seconds } = wallClock(quarter * QUARTER, zone);
      if (offsets.size > 10_000) offsets.clear();
      offsets.set(quarter, (offset = startOfDay(day) + seconds - quarter * QUARTER));
    }
    return timestamp + offset;
  };
}

function openCsv(
  columns: readonly TableColumn[],
  local: (timestamp: number) => number,
  state: { format: 'CSV'; begun: boolean },
): Table {
  const start = () => {
    if (state.begun) return '';
    state.begun = true;
    return CSV_START + csvLine(columns.map(({ heading }) => heading));
  };
  const written = (cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell === 'object')
      return 'at' in cell
        ? new Date(local(cell.at) * 1000).toISOString().slice(0, 19).replace('T', ' ')
        : String(roundShare(cell.share, 4));
    return String(cell);
  };
  return {
    rows: async (rows) =>
      Buffer.from(start() + rows.map((row) => csvLine(row.map(written))).join('')),
    end: async () => Buffer.from(start()),
    get state() {
      return { ...state };
    },
  };
}
