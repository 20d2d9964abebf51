import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Bytes with random access: a file on disk, or an upload in its parts. */
export type FileSource = {
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
};

/** A file on disk. */
export async function diskSource(path: string): Promise<FileSource> {
  const { size } = await stat(path);
  return {
    size,
    read: (start, end) =>
      createReadStream(path, { start, end: end - 1, highWaterMark: 256 * 1024 }),
  };
}

/** The first bytes of a source, at most `length`. */
export async function readStart(source: FileSource, length: number): Promise<Buffer> {
  const end = Math.min(length, source.size);
  if (end === 0) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  for await (const chunk of source.read(0, end)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** One row of a file. */
export type Row = {
  /** Counted from 1 as in a spreadsheet program, header and empty rows included. */
  readonly number: number;
  readonly cells: readonly string[];
};
