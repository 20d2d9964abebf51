/**
 * The log of the embedded PostgreSQL, which the server itself appends to: kept below two bounded
 * files, also while it runs for years.
 */
import {
  closeSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';

const MOST_BYTES = 10_000_000;
const LOOK_MS = 60_000;

/**
 * Moves the end of a log that has grown too long to `<file>.1`, in place of what is there, and empties
 * it. Its writers go on in the same file; a line that they write meanwhile may be lost.
 */
export function boundLog(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= MOST_BYTES) return;
  const end = Buffer.alloc(MOST_BYTES);
  const from = openSync(file, 'r');
  try {
    const read = readSync(from, end, 0, MOST_BYTES, size - MOST_BYTES);
    writeFileSync(`${file}.1`, end.subarray(0, read), { mode: 0o600 });
  } catch {
    rmSync(`${file}.1`, { force: true }); // a full disk needs the space more than the earlier lines
  } finally {
    closeSync(from);
  }
  truncateSync(file);
}

/** Bounds a log from now on. @returns ends that */
export function keepLogBounded(file: string): () => void {
  const looking = setInterval(() => {
    try {
      boundLog(file);
    } catch {
      // The disk may be away for a moment: the next look counts.
    }
  }, LOOK_MS).unref();
  return () => clearInterval(looking);
}
