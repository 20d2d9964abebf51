/**
 * Tables as people upload them: kind, layout and rows. The content decides and not the name, except
 * that a .txt may be a list of numbers.
 */

import { normalizePhone } from '../../../contract/shared/phone.ts';
import { endOfLines, findEncoding, readSample, readText, toUtf8 } from './csv.ts';
import type { TextLayout } from './csv.ts';
import { LIMITS, emptyFile, notATable, oldExcel, tooLarge, tooManyRows } from './upload-refused.ts';
import { readStart } from './source.ts';
import type { FileSource, Row } from './source.ts';
import { readXlsx } from './xlsx.ts';

/**
 * The way a file is read; plain data, stored with the upload, so that every later read is the same.
 */
export type FileLayout = {
  readonly format: 'TEXT' | 'XLSX';
  readonly text: TextLayout | null;
  readonly hasHeader: boolean;
  /** Unique names, left to right: the header's, or the letters of a spreadsheet without one. */
  readonly columns: readonly string[];
};

export type FileDescription = {
  readonly layout: FileLayout;
  /** The first 5 rows after the header, with every column. */
  readonly preview: string[][];
  /** The column with the greatest share of valid numbers; `null` if none has enough. */
  readonly suggestedPhoneColumn: string | null;
};

const SAMPLE_ROWS = 200;

/**
 * Examines the beginning of a file. `country` is the client's, as for `normalizePhone`. Refuses
 * (`UploadRefused`) a file that is not a table; faults further in are found by reading on.
 */
export async function describeFile(
  source: FileSource,
  fileName: string,
  country: string,
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

  const hasHeader = text?.list !== true && isHeader(first.cells, isPhone);
  const data = hasHeader ? sample.slice(1) : sample;
  const columns = nameColumns(
    hasHeader ? first.cells : [],
    Math.max(...sample.map((row) => width(row.cells))),
  );
  return {
    layout: { format, text, hasHeader, columns },
    preview: data.slice(0, 5).map(({ cells }) => columns.map((_, column) => cells[column] ?? '')),
    suggestedPhoneColumn: suggestPhoneColumn(columns, data, isPhone),
  };
}

/**
 * The non-empty rows after the header, in batches. Cells are trimmed; a row may have fewer or more
 * cells than the layout has columns. Refuses (`UploadRefused`) at the row that exceeds a limit.
 */
export async function* openRows(source: FileSource, layout: FileLayout): AsyncGenerator<Row[]> {
  let headerSeen = !layout.hasHeader;
  let count = 0;
  for await (const batch of allRows(source, layout)) {
    let rows = batch.filter((row) => row.cells.some((cell) => cell !== ''));
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
 * header
 */
export async function countRows(source: FileSource, layout: FileLayout): Promise<number> {
  let count = 0;
  for await (const rows of openRows(source, layout)) count += rows.length;
  return count;
}

function allRows(
  source: FileSource,
  { format, text }: Pick<FileLayout, 'format' | 'text'>,
): AsyncGenerator<Row[]> {
  return format === 'XLSX' || text === null ? readXlsx(source) : readText(source, text);
}

async function firstRows(batches: AsyncGenerator<Row[]>): Promise<Row[]> {
  const sample: Row[] = [];
  for await (const rows of batches) {
    sample.push(...rows.filter((row) => width(row.cells) > 0));
    if (sample.length >= SAMPLE_ROWS) break;
  }
  return sample.slice(0, SAMPLE_ROWS);
}

/** Cells up to the last non-empty one. */
function width(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1;
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

const SAMPLE_BYTES = 256 * 1024;
const DELIMITERS = [',', ';', '\t', '|'];

async function findTextLayout(
  start: Buffer,
  size: number,
  fileName: string,
  isPhone: (cell: string) => boolean,
): Promise<TextLayout> {
  const encoding = findEncoding(start);
  const parts: Buffer[] = [];
  for await (const part of toUtf8(singleChunk(start), encoding)) parts.push(part);
  const decoded = Buffer.concat(parts);
  // The last row of an incomplete sample is cut somewhere, and so is the last number of a list in
  // one line.
  const sample =
    start.length === size
      ? decoded
      : decoded.subarray(0, endOfLines(decoded) ?? endOfCells(decoded));
  const odd = sample.reduce(
    (count, byte) => (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 ? count + 1 : count),
    0,
  );
  if (odd > sample.length / 100) throw notATable();

  const hint = /^"?sep=(.)"?[\r\n]/i.exec(sample.toString('utf8', 0, 10))?.[1];
  const candidates = (hint === undefined ? [null, ...DELIMITERS] : [hint]).map((delimiter) =>
    judgeDelimiter(sample, delimiter, isPhone),
  );
  const best = candidates.reduce((a, b) => (b.score > a.score ? b : a));
  return { encoding, delimiter: best.delimiter, list: isList(best.records, fileName) };
}

function endOfCells(bytes: Buffer): number {
  return Math.max(...DELIMITERS.map((delimiter) => bytes.lastIndexOf(delimiter))) + 1;
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

type Judged = {
  readonly delimiter: string | null;
  readonly records: string[][];
  readonly score: number;
};

/**
 * Reads the sample with one delimiter. The right one gives most rows a valid phone number in a cell
 * of its own; among equals, the one that gives most rows the same number of cells, and more cells.
 */
function judgeDelimiter(
  sample: Buffer,
  delimiter: string | null,
  isPhone: (cell: string) => boolean,
): Judged {
  const records = readSample(sample, { delimiter, list: false }, SAMPLE_ROWS).filter(
    (record) => width(record) > 0,
  );
  const withPhone = records.filter((record) => record.some(isPhone)).length;
  const lengths = new Map<number, number>();
  for (const { length } of records) lengths.set(length, (lengths.get(length) ?? 0) + 1);
  const [usual, times] = [...lengths].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0]);
  const even = usual > 1 ? times / records.length : 0;
  return { delimiter, records, score: withPhone * 1000 + even * 900 + Math.min(usual, 99) };
}

/**
 * True for numbers only, several to a line: people paste such lists into a .txt, or into a file of
 * one line.
 */
function isList(records: readonly string[][], fileName: string): boolean {
  const cells = records.flat().filter((cell) => cell !== '');
  const several = records.some((record) => width(record) > 1);
  const namedList = /\.txt$/i.test(fileName) || (records.length === 1 && cells.length > 2);
  return several && namedList && cells.every((cell) => /^[+0-9 ().-]{7,}$/.test(cell));
}

/** True for a first row that has words, and no phone number or attempt at one. */
function isHeader(cells: readonly string[], isPhone: (cell: string) => boolean): boolean {
  return (
    cells.some((cell) => /\p{L}/u.test(cell)) &&
    !cells.some((cell) => isPhone(cell) || /[0-9]{5}/.test(cell.replace(/[ .-]/g, '')))
  );
}

/** Names that differ in more than case, since a placeholder ignores case. */
function nameColumns(header: readonly string[], count: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, column) => {
    const written =
      (header[column] ?? '').replace(/\s+/g, ' ').trim().slice(0, 100) || columnLetters(column);
    let name = written;
    for (let copy = 2; taken.has(name.toLowerCase()); copy++) name = `${written} ${copy}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}

const PHONE_NAME = /phone|mobile|msisdn|cell|tel|n[uú]mero|number|contact|simu|namba|whatsapp/i;

function suggestPhoneColumn(
  columns: readonly string[],
  rows: readonly Row[],
  isPhone: (cell: string) => boolean,
): string | null {
  let best: { name: string; score: number } | null = null;
  for (const [column, name] of columns.entries()) {
    const filled = rows.map((row) => row.cells[column] ?? '').filter((cell) => cell !== '');
    const share = filled.filter(isPhone).length / filled.length;
    if (!(share >= 0.2)) continue;
    // A column of nine-digit account numbers can look like phones; its name distinguishes it.
    const score = share + (PHONE_NAME.test(name) ? 0.25 : 0);
    if (best === null || score > best.score) best = { name, score };
  }
  return best?.name ?? null;
}
