import { CSV_START, csvLine } from '../../../../contract/shared/csv.ts';
import type { Language } from '../../../i18n/language.ts';
import { texts } from '../../../i18n/texts.ts';
import type { PartReason, RowReason } from './imports.rules.ts';

// By these two columns, at its end, a file of refused rows is recognised when it is uploaded again, corrected.
const OURS = Object.values(texts).map(({ contacts }) => contacts.refusedColumns);

export function isOurs(column: string): boolean {
  return OURS.some(({ row, reason }) => column === row || column === reason);
}

/** True where a file with these columns is our own file of refused rows. */
export function isMended(columns: readonly string[]): boolean {
  return OURS.some(({ row, reason }) => columns.includes(row) && columns.includes(reason));
}

/** The first line of a file of refused rows: the columns as they were, then ours. */
export function importRefusedHeader(columns: readonly string[], language: Language): string {
  const { row, reason } = texts[language].contacts.refusedColumns;
  return CSV_START + csvLine([...columns.filter((column) => !isOurs(column)), row, reason]);
}

/** A refused row, as it stands in the file. */
export function importRefusedLine(
  row: { rowNo: number; cells: readonly string[]; reason: string },
  columns: readonly string[],
  language: Language,
): string {
  const { input, contacts } = texts[language];
  const reasons: Record<RowReason | PartReason, string> = { ...input.rows, ...contacts.refused };
  const own = columns.flatMap((column, at) => (isOurs(column) ? [] : [row.cells[at] ?? '']));
  return csvLine([
    ...own,
    String(row.rowNo),
    (reasons as Record<string, string>)[row.reason] ?? row.reason,
  ]);
}
