/**
 * Tables as people upload them: kind, layout and rows. The content decides and not the name, except
 * that a .txt may be a list of numbers.
 */

import { normalizePhone } from '../../../contract/shared/phone.ts';
import { chosenHeader, findHeader, nameColumns, suggestPhoneColumn } from './columns.ts';
import { readText } from './csv.ts';
import type { Removed, TextLayout } from './csv.ts';
import { LIMITS, emptyFile, notATable, oldExcel, tooLarge, tooManyRows } from './upload-refused.ts';
import { readStart, width, type FileSource, type Row } from './source.ts';
import { findTextLayout, SAMPLE_ROWS } from './text-layout.ts';
import { readXlsx } from './xlsx.ts';

/**
 * The way a file is read; plain data, stored with the upload, so that every later read is the same.
 */
export type FileLayout = {
  readonly format: 'TEXT' | 'XLSX';
  readonly text: TextLayout | null;
  readonly hasHeader: boolean;
  /**
   * The row of the file with the names, as a spreadsheet program counts; rows above it are titles
   * and not read. Undefined where there is none, or in a file uploaded by an earlier release.
   */
  readonly headerRow?: number | undefined;
  /** Unique names, left to right: the header's, or the letters of a spreadsheet without one. */
  readonly columns: readonly string[];
};

export type FileDescription = {
  readonly layout: FileLayout;
  /** The first 5 rows after the header, with every column. */
  readonly preview: string[][];
  /**
   * The column with the greatest share of valid numbers, or if none has enough, the one with digits
   * whose name says so; `null` if there is neither.
   */
  readonly suggestedPhoneColumn: string | null;
};

/** The part of a file from which its layout is judged. */
const SAMPLE_BYTES = 256 * 1024;

/**
 * Examines the beginning of a file. `country` is the client's, as for `normalizePhone`. Refuses
 * (`UploadRefused`) a file that is not a table; faults further in are found by reading on.
 * @param headerRow the row with the names of the columns, 0 where there is none; found by itself
 * if undefined
 */
export async function describeFile(
  source: FileSource,
  fileName: string,
  country: string,
  headerRow?: number,
): Promise<FileDescription> {
  const isPhone = (cell: string) => normalizePhone(cell, country).ok;
  const start = await readStart(source, SAMPLE_BYTES);
  const format = formatOf(start);
  const limit = format === 'XLSX' ? LIMITS.xlsxBytes : LIMITS.textBytes;
  if (source.size > limit) throw tooLarge(limit);

  const text =
    format === 'XLSX' ? null : await findTextLayout(start, source.size, fileName, isPhone);
  const sample = await firstRows(allRows(source, { format, text }));
  const [first] = sample;
  if (
    first === undefined ||
    !sample.some(({ cells }) => cells.some((cell) => /[\p{L}\p{N}]/u.test(cell)))
  )
    throw emptyFile();

  const header =
    headerRow === undefined
      ? text?.list === true
        ? undefined
        : findHeader(sample, isPhone)
      : chosenHeader(sample, headerRow);
  const data = header ? sample.slice(sample.indexOf(header) + 1) : sample;
  const columns = nameColumns(
    header?.cells ?? [],
    Math.max(...[header ?? first, ...data].map((row) => width(row.cells))),
  );
  return {
    layout: {
      format,
      text,
      hasHeader: header !== undefined,
      headerRow: header?.number,
      columns,
    },
    preview: data.slice(0, 5).map(({ cells }) => columns.map((_, column) => cells[column] ?? '')),
    suggestedPhoneColumn: suggestPhoneColumn(columns, data, isPhone),
  };
}

/**
 * The non-empty rows after the header, in batches. Cells are trimmed; a row may have fewer or more
 * cells than the layout has columns. Refuses (`UploadRefused`) at the row that exceeds a limit.
 */
export async function* openRows(
  source: FileSource,
  layout: FileLayout,
  removed?: Removed,
): AsyncGenerator<Row[]> {
  const { headerRow = 0 } = layout;
  let headerSeen = !layout.hasHeader || headerRow > 0;
  let count = 0;
  for await (const batch of allRows(source, layout, removed)) {
    let rows = batch.filter(
      (row) => row.number > headerRow && row.cells.some((cell) => cell !== ''),
    );
    if (!headerSeen && rows.length > 0) {
      headerSeen = true;
      rows = rows.slice(1);
    }
    count += rows.length;
    if (count > LIMITS.rows) throw tooManyRows();
    if (rows.length > 0) yield rows;
  }
}

/**
 * Reads a whole file, so that every fault in it is found. @returns the number of rows after the
 * header, and of the characters removed because no text holds them
 */
export async function countRows(
  source: FileSource,
  layout: FileLayout,
): Promise<{ rowCount: number; removedCharacters: number }> {
  const removed: Removed = { nul: 0, control: 0 };
  let rowCount = 0;
  for await (const rows of openRows(source, layout, removed)) rowCount += rows.length;
  return { rowCount, removedCharacters: removed.nul + removed.control };
}

function allRows(
  source: FileSource,
  { format, text }: Pick<FileLayout, 'format' | 'text'>,
  removed?: Removed,
): AsyncGenerator<Row[]> {
  return format === 'XLSX' || text === null ? readXlsx(source) : readText(source, text, removed);
}

async function firstRows(batches: AsyncGenerator<Row[]>): Promise<Row[]> {
  const sample: Row[] = [];
  for await (const rows of batches) {
    sample.push(...rows.filter((row) => width(row.cells) > 0));
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return sample.slice(0, SAMPLE_ROWS);
}

const ZIP = '504b0304';
const OLE = 'd0cf11e0';
// PDF, PNG, JPEG, GIF, gzip, 7z, RAR
const BINARY = ['25504446', '89504e47', 'ffd8ff', '47494638', '1f8b', '377abcaf', '52617221'];

function formatOf(start: Buffer): 'TEXT' | 'XLSX' {
  if (start.length === 0) throw emptyFile();
  const mark = start.subarray(0, 4).toString('hex');
  if (mark === ZIP) return 'XLSX';
  if (mark === OLE) throw oldExcel();
  if (BINARY.some((binary) => mark.startsWith(binary))) throw notATable();
  // Web pages and XML named .xls or .csv, and rich text.
  if (/^\s*(?:<(?:!doctype|html|table|\?xml)|\{\\rtf)/i.test(start.toString('latin1', 0, 256)))
    throw notATable();
  return 'TEXT';
}
