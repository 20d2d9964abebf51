// When the data was last in use, by which the next start finds that the clock was set back.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../infra/log.ts';

const LAST_SEEN = 'last-seen';
const LAST_SEEN_MS = 60_000;

export function readLastSeen(dataDir: string): { at: Date; file: string } | undefined {
  const file = join(dataDir, LAST_SEEN);
  const at = existsSync(file) ? new Date(readFileSync(file, 'utf8').trim()) : undefined;
  return at && !Number.isNaN(at.getTime()) ? { at, file } : undefined;
}

/** Notes the time now and every minute. A disk that is full, or read-only for a while, is no reason to end: others tell of it. */
export function keepLastSeen(dataDir: string, log: Log, milliseconds = LAST_SEEN_MS): void {
  const write = (): void => {
    try {
      writeFileSync(join(dataDir, LAST_SEEN), `${new Date().toISOString()}\n`);
    } catch (error) {
      log.warn({ err: error }, 'last-seen was not written');
    }
  };
  write();
  setInterval(write, milliseconds).unref();
}
