/** CSV and TXT: bytes to UTF-8, UTF-8 to rows. Memory stays within a few hundred kilobytes. */

import { isUtf8 } from 'node:buffer';
import { Readable, pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { Options } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import {
  LIMITS,
  quoteNotClosed,
  rowTooLong,
  rowsInACell,
  tooManyColumns,
  unreadableEncoding,
} from './upload-refused.ts';
import type { FileSource, Row } from './source.ts';

export type TextEncoding = 'UTF-8' | 'Windows-1252' | 'UTF-16LE' | 'UTF-16BE';

export type TextLayout = {
  readonly encoding: TextEncoding;
  /** `null` if each line is one cell. */
  readonly delimiter: string | null;
  /** True for a list of numbers, several to a line: each is a row. */
  readonly list: boolean;
};

/** Detects the encoding from the beginning of a file. */
export function findEncoding(start: Buffer): TextEncoding {
  const mark = start.subarray(0, 4).toString('hex');
  if (mark === 'fffe0000' || mark === '0000feff') throw unreadableEncoding();
  if (mark.startsWith('fffe')) return 'UTF-16LE';
  if (mark.startsWith('feff')) return 'UTF-16BE';
  // Western text in UTF-16 is half NUL bytes, all at even or all at odd positions.
  let even = 0;
  let odd = 0;
  for (let index = 0; index < start.length; index++) {
    if (start[index] !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  if (odd > start.length / 4 && even < odd / 10) return 'UTF-16LE';
  if (even > start.length / 4 && odd < even / 10) return 'UTF-16BE';
  const lines = start.subarray(0, endOfLines(start));
  return isUtf8(lines) ? 'UTF-8' : 'Windows-1252';
}

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/** Offset of the end of the last complete line; undefined if there is none. */
export function endOfLines(bytes: Buffer): number | undefined {
  return (
    Math.max(bytes.lastIndexOf(LINE_FEED), bytes.lastIndexOf(CARRIAGE_RETURN)) + 1 || undefined
  );
}

const windows1252 = new TextDecoder('windows-1252');

/** How many characters that no text holds were removed from a file while it was read. */
export type Removed = { nul: number; control: number };

/**
 * Converts a file to UTF-8, without byte order mark, NUL and other control characters. Unless it is
 * UTF-16, each line is decoded separately: a line that is not valid UTF-8 is Windows-1252, so lists
 * merged from both encodings are read correctly.
 * @param removed counts what was removed
 */
export async function* toUtf8(
  chunks: AsyncIterable<Uint8Array>,
  encoding: TextEncoding,
  removed: Removed = { nul: 0, control: 0 },
): AsyncGenerator<Buffer> {
  if (encoding === 'UTF-16LE' || encoding === 'UTF-16BE') {
    const decoder = new TextDecoder(encoding);
    for await (const chunk of chunks)
      yield withoutControls(Buffer.from(decoder.decode(chunk, { stream: true })), removed);
    yield withoutControls(Buffer.from(decoder.decode()), removed);
    return;
  }
  let pending = Buffer.alloc(0);
  let first = true;
  const decode = (bytes: Buffer): Buffer => {
    const start = first && bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0;
    first = false;
    return withoutControls(decodeLines(bytes.subarray(start)), removed);
  };
  for await (const chunk of chunks) {
    const bytes = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
    let end = endOfLines(bytes) ?? 0;
    // A list in one line may have any length; an ASCII byte is never inside a character.
    if (end === 0 && bytes.length > LIMITS.rowCharacters)
      end = bytes.findLastIndex((byte) => byte < 0x80) + 1 || bytes.length;
    if (end > 0) yield decode(bytes.subarray(0, end));
    pending = bytes.subarray(end);
  }
  if (pending.length > 0) yield decode(pending);
}

function decodeLines(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    let end = start;
    while (end < bytes.length && bytes[end] !== LINE_FEED && bytes[end] !== CARRIAGE_RETURN) end++;
    const line = bytes.subarray(start, end + 1);
    lines.push(isUtf8(line) ? line : Buffer.from(windows1252.decode(line)));
    start = end + 1;
  }
  return Buffer.concat(lines);
}

const isControl = (byte: number) =>
  byte < 32 && byte !== 9 && byte !== LINE_FEED && byte !== CARRIAGE_RETURN;

// PostgreSQL's text cannot hold NUL, no phone shows the others, and no recipient's name has any.
function withoutControls(bytes: Buffer, removed: Removed): Buffer {
  let found = 0;
  for (const byte of bytes)
    if (isControl(byte)) {
      found++;
      if (byte === 0) removed.nul++;
      else removed.control++;
    }
  return found === 0 ? bytes : Buffer.from(bytes.filter((byte) => !isControl(byte)));
}

const LINE_ENDS = ['\r\n', '\n', '\r'];

/**
 * Options of the parser: lenient, since people write the files; the limits have our own messages.
 */
function parserOptions({ delimiter, list }: Pick<TextLayout, 'delimiter' | 'list'>): Options {
  return {
    // NUL was removed before, so as a delimiter it makes a line one cell.
    delimiter: delimiter === null || list ? '\0' : delimiter,
    record_delimiter: delimiter !== null && list ? [...LINE_ENDS, delimiter] : LINE_ENDS,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: false,
    // With `rtrim` the parser refuses "x"y, so `tidy` trims that side.
    ltrim: true,
    max_record_size: LIMITS.rowCharacters,
  };
}

/** A cell without surrounding blanks, and without quotes that blanks hid from the parser. */
function cleanCell(cell: string): string {
  const end = cell.trimEnd();
  const unquoted =
    end !== cell && end.length > 1 && end.startsWith('"') && end.endsWith('"')
      ? end.slice(1, -1)
      : end;
  return unquoted.trimStart();
}

/**
 * True if a cell contains rows: an unclosed quotation mark takes in everything up to the next one.
 * Sending that would lose recipients and show one person's row to another.
 */
function holdsRows(cell: string, delimiter: string | null): boolean {
  if (!cell.includes('\n') && !cell.includes('\r')) return false;
  return cell
    .split(/[\r\n]+/)
    .slice(1)
    .map((line) => (delimiter === null ? [line] : line.split(delimiter)))
    .some(
      (pieces) =>
        (delimiter === null || pieces.length > 1) &&
        pieces.some((piece) => /^[+0-9][0-9 ().-]{6,}$/.test(withoutMarks(piece))),
    );
}

const isMark = (sign: string | undefined) => sign === '"' || sign === "'" || sign?.trim() === '';

/** Without blanks and quotes at both ends; a pattern would take quadratic time over a run of blanks inside. */
function withoutMarks(piece: string): string {
  let [start, end] = [0, piece.length];
  while (start < end && isMark(piece[start])) start++;
  while (end > start && isMark(piece[end - 1])) end--;
  return piece.slice(start, end);
}

/** Reads rows from UTF-8 text in memory, up to the first part that cannot be read. */
export function readSample(
  sample: Buffer,
  layout: Pick<TextLayout, 'delimiter' | 'list'>,
  rows: number,
): string[][] {
  const records: string[][] = [];
  try {
    parseNow(sample, {
      ...parserOptions(layout),
      to: rows,
      on_record: (record: string[]) => {
        records.push(record.map(cleanCell));
        return null;
      },
    });
  } catch (error) {
    // A sample may end inside quotes; the rows before that are kept.
    if (!(error instanceof CsvError)) throw error;
  }
  return records;
}

/**
 * All rows of a CSV or TXT file, header and empty ones included, in batches. csv-parse reads a million rows of five columns
 * in 1.3 s on one core, so there is no parser of our own.
 */
export async function* readText(
  source: FileSource,
  layout: TextLayout,
  removed?: Removed,
): AsyncGenerator<Row[]> {
  const parser = parse(parserOptions(layout));
  // An error on either side destroys the other, and is thrown in the loop below.
  pipeline(
    Readable.from(toUtf8(source.read(0, source.size), layout.encoding, removed), {
      objectMode: false,
    }),
    parser,
    () => {},
  );
  let number = 0;
  let batch: Row[] = [];
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++;
      if (cells.length > LIMITS.columns) throw tooManyColumns(number);
      // A hint for spreadsheet programs, which they do not show as a row.
      if (number === 1 && /^sep=.?$/i.test(cells[0] ?? '')) continue;
      if (cells.some((cell) => holdsRows(cell, layout.delimiter))) throw rowsInACell(number);
      batch.push({ number, cells: cells.map(cleanCell) });
      if (batch.length === 1000) {
        yield batch;
        batch = [];
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser's own count is ahead of the rows read here.
    const row = Number(error['records']) + 1;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw quoteNotClosed(row);
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw rowTooLong(row);
    throw error;
  }
  if (batch.length > 0) yield batch;
}
