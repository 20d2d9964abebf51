/** Encoding and delimiter of a text file, judged by its beginning. */
import { endOfLines, findEncoding, readSample, toUtf8 } from './csv.ts';
import type { Removed, TextLayout } from './csv.ts';
import { width } from './source.ts';
import { notATable } from './upload-refused.ts';

/** Rows of a file from which its layout is judged. */
export const SAMPLE_ROWS = 200;
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * @param start the first octets of a file of `size` octets
 * @throws UploadRefused if it is no text
 */
export async function findTextLayout(
  start: Buffer,
  size: number,
  fileName: string,
  isPhone: (cell: string) => boolean,
): Promise<TextLayout> {
  const encoding = findEncoding(start);
  const removed: Removed = { nul: 0, control: 0 };
  const parts: Buffer[] = [];
  for await (const part of toUtf8(singleChunk(start), encoding, removed)) parts.push(part);
  const decoded = Buffer.concat(parts);
  // The last row of an incomplete sample is cut somewhere, and so is the last number of a list in
  // one line.
  const sample =
    start.length === size
      ? decoded
      : decoded.subarray(0, endOfLines(decoded) ?? endOfCells(decoded));
  // A stray character makes no small list a picture.
  if (removed.control > Math.max(3, sample.length / 100)) throw notATable();

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
