// The folder with all data of one installation.
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from './startup-error.ts';
import { closedFolder, databaseUser } from './machine.ts';
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
