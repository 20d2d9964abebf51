/** The parts of a workbook, inflated as streams and never beyond the limits. */

import { Readable } from 'node:stream';
import { RandomAccessReader, fromRandomAccessReaderPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { LIMITS, UploadRefused, damaged, inflatesTooMuch, tooManyParts } from './upload-refused.ts';
import type { FileSource } from './source.ts';

class SourceReader extends RandomAccessReader {
  readonly source: FileSource;
  /** The failure of the source itself, as opposed to a fault in its data. */
  failure: unknown;

  constructor(source: FileSource) {
    super();
    this.source = source;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.bytes(start, end), { objectMode: false });
  }

  private async *bytes(start: number, end: number): AsyncGenerator<Uint8Array> {
    try {
      yield* this.source.read(start, end);
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}

export type Archive = {
  has(name: string): boolean;
  /** The inflated bytes of a part. */
  read(name: string): AsyncGenerator<Uint8Array>;
};

/** Reads the directory of a ZIP archive. */
export async function openArchive(source: FileSource): Promise<Archive> {
  const reader = new SourceReader(source);
  // Every other error of the archive reader is a fault of the file.
  const worded = (error: unknown) =>
    error instanceof UploadRefused ? error : (reader.failure ?? damaged());
  const entries = new Map<string, Entry>();
  let zip: ZipFile;
  try {
    zip = await fromRandomAccessReaderPromise(reader, source.size, {
      lazyEntries: true,
      autoClose: false,
    });
    if (zip.entryCount > LIMITS.workbookParts) throw tooManyParts();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  } catch (error) {
    throw worded(error);
  }

  let allInflated = 0;
  return {
    has: (name) => entries.has(name.toLowerCase()),
    async *read(name) {
      const entry = entries.get(name.toLowerCase());
      if (entry === undefined) throw damaged();
      let inflated = 0;
      try {
        const stream: AsyncIterable<Uint8Array> = await zip.openReadStreamPromise(entry);
        for await (const chunk of stream) {
          inflated += chunk.length;
          allInflated += chunk.length;
          if (allInflated > LIMITS.inflatedBytes) throw inflatesTooMuch();
          if (inflated > 1024 * 1024 && inflated > LIMITS.inflationRatio * entry.compressedSize)
            throw inflatesTooMuch();
          yield chunk;
        }
      } catch (error) {
        throw worded(error);
      }
    },
  };
}
