// The lock that one start at a time holds on a data folder.
import { randomUUID } from 'node:crypto';
import {
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { bootId, isAlive, processIdentity, processNamespace } from './machine.ts';
import { StartupError } from './startup-error.ts';

/** The time between two touches of a lock by its holder. */
const TOUCH_MS = 2_000;
/** The time without a touch after which a lock has no holder. */
const UNTOUCHED_MS = 15_000;

interface Holder {
  pid: number;
  identity: string;
  /** The machine or container, and where its process ids count; undefined in locks of earlier releases. */
  host?: string | undefined;
  namespace?: string | undefined;
}

/** A lock on a data folder; `release` releases it. */
export interface DataFolderLock {
  /** True if the lock was taken over from a killed process, whose children may still be running. */
  takenOver: boolean;
  /**
   * Aborted once another start has the lock, which saw no touch: this machine slept, or its disk was away.
   * The data is not ours any more.
   */
  lost: AbortSignal;
  release(): void;
}

/** The sentence of a holder that lost its lock. */
export const lostLock = (dataDir: string): string =>
  `Another start has taken over the data in ${dataDir}, because this one did not touch its lock for a while, as when its machine sleeps. This one ends.`;

/**
 * Locks the data folder for this process. A lock of a process that was killed is taken over; one of
 * a live process is refused. A holder in another container, or on another machine, is seen by its
 * touch alone.
 * @throws StartupError naming the holder
 */
export function lockDataFolder(dataDir: string): DataFolderLock {
  const path = join(dataDir, 'tuma.lock');
  const mine = JSON.stringify({
    pid: process.pid,
    identity: processIdentity(process.pid) ?? '',
    host: hostname(),
    namespace: processNamespace(),
  } satisfies Holder);
  const draft = `${path}.${randomUUID()}`; // in another container a process may have our id
  writeFileSync(draft, mine);
  let takenOver = false;
  try {
    for (;;) {
      try {
        linkSync(draft, path); // created with its whole content, or not at all
        const lost = new AbortController();
        const touching = setInterval(() => {
          if (isStillOurs(path, mine)) return;
          clearInterval(touching);
          lost.abort();
        }, TOUCH_MS).unref();
        return {
          takenOver,
          lost: lost.signal,
          release: () => {
            clearInterval(touching);
            if (readLock(path) === mine) rmSync(path);
          },
        };
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const found = readLock(path);
      if (found === undefined) continue;
      const holder = parseHolder(found);
      if (holder && isAlive(holder.pid) && processIdentity(holder.pid) === holder.identity) {
        throw new StartupError(
          `Tuma is already running on the data in ${dataDir} (process ${holder.pid}). Stop it first, or set DATA_DIR (and PORT) to start another.`,
        );
      }
      const seen = holder && isElsewhere(holder) ? watchLock(path, found) : 'UNTOUCHED';
      if (seen === 'CHANGED') continue;
      if (seen === 'TOUCHED')
        throw new StartupError(
          `Tuma is already running on the data in ${dataDir}, in another container or on another machine (${holder?.host}). Stop it first, or set DATA_DIR (and PORT) to start another.`,
        );
      removeStale(path, found);
      takenOver = true;
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Touches the lock. False if another start has it. */
function isStillOurs(path: string, mine: string): boolean {
  const found = readLock(path);
  try {
    if (found === mine) utimesSync(path, new Date(), new Date());
  } catch {
    // The disk may be away for a moment: the next touch counts.
  }
  return found === mine || found === undefined; // another start may have it aside for a moment
}

/** True if this process cannot see whether the holder lives: its process ids are others'. */
function isElsewhere({ identity, host, namespace }: Holder): boolean {
  if (host === undefined) return false;
  const boot = bootId();
  // Another boot may be an earlier one of this machine, or that of another machine of the same name.
  const isOtherBoot = boot !== '' && !identity.startsWith(`${boot} `);
  return isOtherBoot || host !== hostname() || namespace !== processNamespace();
}

/** Waits until the lock is touched, or released, or taken by another. */
function watchLock(path: string, found: string): 'TOUCHED' | 'CHANGED' | 'UNTOUCHED' {
  const timeOf = (): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  const before = timeOf();
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < UNTOUCHED_MS; waited += 250) {
    Atomics.wait(pause, 0, 0, 250);
    if (readLock(path) !== found) return 'CHANGED';
    if (timeOf() !== before) return 'TOUCHED';
  }
  return 'UNTOUCHED';
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (
      typeof value === 'object' &&
      value !== null &&
      'pid' in value &&
      'identity' in value &&
      typeof value.pid === 'number' &&
      typeof value.identity === 'string'
    ) {
      const text = (name: string): string | undefined => {
        const field: unknown = Reflect.get(value, name);
        return typeof field === 'string' ? field : undefined;
      };
      return {
        pid: value.pid,
        identity: value.identity,
        host: text('host'),
        namespace: text('namespace'),
      };
    }
  } catch {
    // The content is foreign or truncated, so no process holds the lock.
  }
  return undefined;
}

// Two starts may find the same stale lock: a renamed file is put back if it is the lock that the
// other start has just taken.
function removeStale(path: string, stale: string): void {
  const aside = `${path}.stale.${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  try {
    if (readLock(aside) !== stale) linkSync(aside, path);
  } catch {
    // A third start has it: the one that lost it notices at its next touch.
  } finally {
    rmSync(aside);
  }
}
