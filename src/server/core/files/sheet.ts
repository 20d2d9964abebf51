/** Reads a small table whole: one that a person previews row by row. */
import type { Readable } from 'node:stream';
import type { DumpedTable } from './mysql-dump.rules.ts';
import { describeFile, openRows } from './rows.ts';
import type { FileSource } from './source.ts';
import { tooLarge, UploadRefused } from './upload-refused.ts';

const MEBIBYTE = 1024 * 1024;
const MOST_COLUMNS = 60;

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

/** The columns and rows of a CSV or XLSX. @throws UploadRefused for what is no table, or has more than `most` rows */
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
  for await (const batch of openRows(source, layout)) {
    for (const { number, cells } of batch)
      rows.push({ line: number, cells: cells.slice(0, MOST_COLUMNS) });
    if (rows.length > most) throw new UploadRefused('TOO_MANY_ROWS', { limit: most });
  }
  return { columns: layout.columns.slice(0, MOST_COLUMNS), rows };
}
