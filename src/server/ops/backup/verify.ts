/** A backup that nobody has restored is a hope: this restores it into a database of its own, compares every table, proves the ledger, and drops it. */
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOfDatabase } from '../../infra/database/hosts.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { checkLedger } from '../../core/ledger/verify-ledger.ts';
import { databaseFolder } from '../../infra/data-folder.ts';
import { lockDataFolder } from '../../infra/data-lock.ts';
import { stopOrphan } from '../../infra/database/postgres-server.ts';
import { withPostgres } from '../../infra/database/postgres.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { sumTables } from './backup.ts';
import type { Progress } from './backup.ts';
import { quote, SESSION } from './catalog.ts';
import { load } from './restore.ts';
import { withClient } from './restore-target.ts';
import { inspectBackup } from './inspect.ts';

const PREFIX = 'tuma_verify_';

export type Verified = { ok: true; tables: number; rows: number } | { ok: false; why: string };

/**
 * Tries a backup out beside the database that it was made of, or on an embedded PostgreSQL of its own where no database may
 * be made there.
 * @param signal ends it early, and takes away what it has made
 * @returns what is wrong with it, if anything; what keeps us from trying is thrown
 */
export async function verifyBackup(
  databaseUrl: string,
  file: string,
  key: string | undefined,
  onProgress: (progress: Progress) => void = () => {},
  signal?: AbortSignal,
): Promise<Verified> {
  const progressed = (progress: Progress): void => {
    signal?.throwIfAborted();
    onProgress(progress);
  };
  const backup = await inspectBackup(file, key, progressed);
  return withTemporaryDatabase(databaseUrl, signal, async (url) => {
    await load(url, backup, progressed);
    const sums = await withClient(url, 'tuma_owner', async (client) => {
      await client.query(SESSION);
      return sumTables(client, backup.about.tables);
    });
    const differing = [...backup.sums]
      .filter(
        ([table, { rows, sha256 }]) =>
          sums.get(table)?.rows !== rows || sums.get(table)?.sha256 !== sha256,
      )
      .map(([table]) => table);
    if (differing.length > 0)
      return {
        ok: false,
        why: `what was restored differs from what was backed up: ${differing.join(', ')}`,
      };
    const portal = openDatabase({ connectionString: url }, 'tuma_portal', {
      max: 1,
      name: 'tuma verify',
      onLost: () => {},
    });
    try {
      const ledger = await portal.run(systemScope(), checkLedger);
      return ledger.ok
        ? { ok: true, tables: backup.whole.tables, rows: backup.whole.rows }
        : { ok: false, why: 'the restored ledger does not add up' };
    } finally {
      await portal.close();
    }
  });
}

async function withTemporaryDatabase<T>(
  databaseUrl: string,
  signal: AbortSignal | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const name = `${PREFIX}${randomBytes(6).toString('hex')}`;
  const made = await withClient(databaseUrl, 'none', async (client) => {
    const {
      rows: [who],
    } = await client.query<{ may: boolean }>(
      'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user',
    );
    if (!who!.may) return false;
    // A killed run left it; a run that still works in another is connected to it.
    const { rows: old } = await client.query<{ name: string }>(
      `select datname as name from pg_database d where datname like $1 and not exists (select from pg_stat_activity a where a.datname = d.datname) and datdba = (select oid from pg_roles where rolname = current_user)`,
      [`${PREFIX}%`],
    );
    for (const { name: left } of old)
      await client.query(`drop database if exists ${quote(left)}`).catch(() => {});
    await client.query(`create database ${quote(name)} template template0`);
    return true;
  });
  if (made) {
    let dropping: Promise<unknown> | undefined;
    const drop = (): Promise<unknown> =>
      (dropping ??= withClient(databaseUrl, 'none', (client) =>
        client.query(`drop database if exists ${quote(name)} with (force)`),
      ));
    const aborted = (): void => void drop().catch(() => {}); // the end below throws it
    signal?.addEventListener('abort', aborted);
    try {
      signal?.throwIfAborted();
      return await work(addressOfDatabase(databaseUrl, name));
    } finally {
      signal?.removeEventListener('abort', aborted);
      await drop();
    }
  }
  await removeLeft();
  const dataDir = mkdtempSync(join(tmpdir(), LEFT));
  chmodSync(dataDir, 0o711); // as root, PostgreSQL runs as another user
  const lock = lockDataFolder(dataDir);
  try {
    return await withPostgres({ dataDir }, signal, work);
  } finally {
    lock.release();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const LEFT = 'tuma-verify-';

/** Stops and removes what runs that were killed have left: it is a copy of everything. */
async function removeLeft(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(LEFT))) {
    const dataDir = join(tmpdir(), name);
    const found = lstatSync(dataDir, { throwIfNoEntry: false });
    // Another user's may name anything as its own.
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    try {
      lockDataFolder(dataDir).release();
      await stopOrphan(databaseFolder(dataDir));
      rmSync(dataDir, { recursive: true, force: true });
    } catch {
      // Somebody works in it.
    }
  }
}
