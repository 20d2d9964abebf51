/** Reads a small table whole: one that a person previews row by row. */
import type { Readable } from 'node:stream';
import type { DumpedTable } from './mysql-dump.rules.ts';
import { describeFile, openRows } from './rows.ts';
import type { FileSource } from './source.ts';
import { cellTooLong, inflatesTooMuch, tooLarge, UploadRefused } from './upload-refused.ts';

const MEBIBYTE = 1024 * 1024;
const MOST_COLUMNS = 60;
const MOST_CELL_CHARACTERS = 2_000;
/** A workbook writes a text once for many cells, so that few bytes may be many characters. */
const MOST_CHARACTERS = 20 * MEBIBYTE;

/** The whole of an upload. @throws UploadRefused TOO_LARGE */
export async function readWhole(stream: Readable, megabytes: number): Promise<Buffer> {
  const limit = megabytes * MEBIBYTE;
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to its end, so that the answer finds the caller listening.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks);
}

/**
 * The columns and rows of a CSV or XLSX.
 * @throws UploadRefused for what is no table, has more than `most` rows, or texts that are too long
 */
export async function readSheet(
  bytes: Buffer,
  fileName: string,
  most: number,
): Promise<DumpedTable> {
  const source: FileSource = {
    size: bytes.length,
    async *read(start, end) {
      yield bytes.subarray(start, end);
    },
  };
  // The column of phones makes no difference here, and so neither does the country.
  const { layout } = await describeFile(source, fileName, 'KE');
  const rows: DumpedTable['rows'] = [];
  let characters = 0;
  for await (const batch of openRows(source, layout)) {
    for (const { number, cells: all } of batch) {
      const cells = all.slice(0, MOST_COLUMNS);
      for (const { length } of cells) {
        if (length > MOST_CELL_CHARACTERS) throw cellTooLong(number, MOST_CELL_CHARACTERS);
        characters += length;
      }
      if (characters > MOST_CHARACTERS) throw inflatesTooMuch();
      rows.push({ line: number, cells });
    }
    if (rows.length > most) throw new UploadRefused('TOO_MANY_ROWS', { limit: most });
  }
  return { columns: layout.columns.slice(0, MOST_COLUMNS), rows };
}
