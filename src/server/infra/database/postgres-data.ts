// The data folder of the embedded PostgreSQL, while no server runs on it.
import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { databaseFolder } from '../data-folder.ts';
import type { SystemUser } from '../machine.ts';
import { StartupError } from '../startup-error.ts';
import { ENVIRONMENT, type Programs } from './postgres-programs.ts';

export const SUPERUSER = 'tuma';

/** Files of an upgrade that are not in place yet. */
export function upgradedFolder(dataDir: string): string {
  return `${databaseFolder(dataDir)}.upgraded`;
}

/** Does the last step of an upgrade that was killed before it. */
export function finishUpgrade(dataDir: string): void {
  if (!existsSync(databaseFolder(dataDir)) && existsSync(upgradedFolder(dataDir)))
    renameSync(upgradedFolder(dataDir), databaseFolder(dataDir));
}

/** The major version of the data in a data folder; undefined if there is none. */
export function majorOf(dataDir: string): string | undefined {
  try {
    return readFileSync(join(databaseFolder(dataDir), 'PG_VERSION'), 'utf8').trim();
  } catch {
    return undefined;
  }
}

export function refuseForeignData(folder: string, version: string): void {
  if (!existsSync(folder)) return;
  let found: string;
  try {
    found = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  } catch {
    throw new StartupError(
      `DATA_DIR: ${folder} is not a PostgreSQL data folder that this user can read. Start as the user who made it, or set DATA_DIR to another folder.`,
    );
  }
  const major = version.split('.')[0];
  if (found !== major) {
    throw new StartupError(
      `DATA_DIR: the data in ${folder} was made by PostgreSQL ${found}, and this is PostgreSQL ${major}. Run npm run upgrade, which brings it over (docs/operating.md), or start the release of Tuma that made it.`,
    );
  }
  const owner = statSync(folder).uid;
  if (process.getuid && process.getuid() !== 0 && owner !== process.getuid()) {
    throw new StartupError(
      `DATA_DIR: the data in ${folder} belongs to another user (${owner}). Start as that user or as root, or set DATA_DIR to another folder.`,
    );
  }
}

/** Makes an empty database. On a slow disk that takes long: nothing may wait for it, such as the touch of the folder's lock. */
export async function createData(
  folder: string,
  programs: Programs,
  user: SystemUser | undefined,
): Promise<void> {
  const draft = `${folder}.new`; // a killed initdb leaves no incomplete folder under the final name
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  if (user) chownSync(draft, user.uid, user.gid);
  const { error, stderr } = await new Promise<{ error: Error | null; stderr: string }>(
    (resolve) => {
      execFile(
        join(programs.folder, 'bin', 'initdb'),
        [
          '--pgdata',
          draft,
          '--username',
          SUPERUSER,
          '--auth',
          'trust',
          '--encoding',
          'UTF8',
          '--locale',
          'C',
          '--locale-provider',
          'builtin',
          '--builtin-locale',
          'C.UTF-8',
          '--data-checksums',
          '--no-instructions',
        ],
        { cwd: '/', env: ENVIRONMENT, ...(user && { uid: user.uid, gid: user.gid }) },
        (failure, _stdout, said) => resolve({ error: failure, stderr: said }),
      );
    },
  );
  if (error) {
    const detail = stderr
      .trim()
      .split('\n')
      .filter((line) => line.includes('error') || line.includes('FATAL'))
      .at(-1);
    throw new StartupError(
      `DATA_DIR: PostgreSQL could not be set up in ${folder}: ${detail ?? error.message}`,
    );
  }
  renameSync(draft, folder);
}

/** The lines of postmaster.pid: process, data folder, start, port, socket folder, address, shared memory, status. */
export function readPidFile(folder: string): string[] {
  try {
    return readFileSync(join(folder, 'postmaster.pid'), 'utf8')
      .split('\n')
      .map((line) => line.trim());
  } catch {
    return [];
  }
}
