// The folder with all data of one installation, and the lock that one start at a time holds on it.
import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from './startup-error.ts';
import {
  bootId,
  closedFolder,
  databaseUser,
  isAlive,
  processIdentity,
  processNamespace,
} from './machine.ts';
import type { SystemUser } from './machine.ts';

const SHARED_HOME = '/var/lib/tuma';

/** The folder of the embedded PostgreSQL inside the data folder. */
export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Chooses the data folder without creating it.
 * @param wanted absolute path
 * @param chosen true if the operator named it; otherwise it may move
 * @returns the folder to use, and the reason if it is not the wanted one
 */
export function chooseDataFolder(
  wanted: string,
  chosen: boolean,
): { dataDir: string; moved?: string } {
  // PostgreSQL refuses to run as root and so runs as another user, who cannot enter a closed home
  // folder.
  const user = databaseUser(databaseFolder(wanted));
  const closed = user && closedFolder(dirname(wanted), user);
  if (closed && chosen) {
    throw new StartupError(
      `DATA_DIR: ${wanted} cannot be used: as root, PostgreSQL runs as ${user.name}, who may not enter ${closed}. Choose a folder outside it, such as ${SHARED_HOME}, or start as another user.`,
    );
  }
  return closed
    ? { dataDir: SHARED_HOME, moved: `PostgreSQL, run as ${user.name}, may not enter ${closed}` }
    : { dataDir: wanted };
}

/**
 * Creates the folder that `chooseDataFolder` chooses, or reports in one line why it cannot be used.
 */
export function prepareDataFolder(
  wanted: string,
  chosen: boolean,
): { dataDir: string; moved?: string } {
  const found = chooseDataFolder(wanted, chosen);
  const { dataDir } = found;
  const user = databaseUser(databaseFolder(wanted));
  try {
    makeDataFolder(dataDir);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    closeToOthers(dataDir, user);
    // Root passes the check above on a read-only file system too; only writing proves it.
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartupError(
      `DATA_DIR: cannot write to ${dataDir} (${reason(error)}). Make it writable for this user, or set DATA_DIR to another folder.`,
    );
  }
  return found;
}

/** Creates the folder with closed permissions; its parents stay open for traversal. */
function makeDataFolder(dataDir: string): void {
  mkdirSync(dirname(dataDir), { recursive: true, mode: 0o755 });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

/**
 * Closes the data folder to other users. A PostgreSQL that runs as another user may traverse it by
 * its group but not list it. A shared folder, such as /tmp, is not changed.
 */
function closeToOthers(dataDir: string, user: SystemUser | undefined): void {
  if (isDataFolder(dataDir)) {
    try {
      if (user) chownSync(dataDir, statSync(dataDir).uid, user.gid);
      chmodSync(dataDir, user ? 0o710 : 0o700);
    } catch (error) {
      // Another user's folder that this one may write to: the doctor reports it.
      if (!['EPERM', 'EROFS', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? ''))
        throw error;
    }
  }
  if (user && closedFolder(dataDir, user)) chmodSync(dataDir, statSync(dataDir).mode | 0o011);
}

/**
 * True if the folder is empty or holds only files of this product, and is not a shared system
 * folder.
 */
function isDataFolder(dataDir: string): boolean {
  if (statSync(dataDir).mode & 0o1000) return false;
  const names = readdirSync(dataDir);
  return (
    names.length === 0 ||
    ['postgres', 'secret.key', 'tuma.lock', 'tuma.env'].some((name) => names.includes(name))
  );
}

/** True if users other than its owner and PostgreSQL's group have access to the data folder. */
export function isOpenToOthers(dataDir: string): boolean {
  const { mode, gid } = statSync(dataDir);
  const user = databaseUser(databaseFolder(dataDir));
  const allowed = user?.gid === gid ? 0o010 : 0;
  return (mode & 0o077 & ~allowed) !== 0;
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied';
  if (code === 'EROFS') return 'the file system is read-only';
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file is in the way';
  if (code === 'ENOSPC') return 'the disk is full';
  return error.message;
}

/** The holder touches its lock so often. */
const TOUCH_MS = 2_000;
/** A lock that was not touched for so long has no holder. */
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
  /** Aborted once another start has the lock, which saw no touch: this machine slept, or its disk was away. The data is not ours any more. */
  lost: AbortSignal;
  release(): void;
}

/** What a holder says that lost its lock. */
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
