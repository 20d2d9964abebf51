/** Bytes with random access, such as an upload in its parts. */
export type FileSource = {
  readonly size: number;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
};

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

/** Cells up to the last non-empty one. */
export function width(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '') + 1;
}
