// The daily backup, made by whichever worker is first.
import { readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readBackupMark } from '../../core/installation/installation.store.ts';
import type { Database } from '../../infra/database/db.ts';
import type { Log } from '../../infra/log.ts';
import { isDue, lastDue, outdated } from './backup.rules.ts';
import { dropOldRuns, findLastGood, listRunFiles, listScheduledSince } from './backup.store.ts';
import { backupFile, makeBackup, missingLast, nameOfDraft, readBackupName } from './make.ts';
import type { Made } from './make.ts';

export type Schedule = {
  folder: string;
  atMinutes: number;
  keepDays: number;
  key: string | undefined;
};

/**
 * Makes the day's backup if it is due and nobody is at it, tries it out, and removes those whose days are over.
 * @returns what was made
 * @throws what kept it from being made; it is tried again
 */
export async function backUpIfDue({
  database,
  databaseUrl,
  schedule,
  secretKey,
  log,
  signal,
  now = new Date(),
}: {
  database: Database;
  databaseUrl: string;
  schedule: Schedule;
  secretKey: Buffer;
  log: Log;
  /** Ends it early: what is cut off is made again. */
  signal?: AbortSignal;
  now?: Date;
}): Promise<Made | undefined> {
  const { folder, atMinutes, keepDays, key } = schedule;
  // It goes with its connection, however this process ends.
  const client = await database.connect();
  try {
    const {
      rows: [lock],
    } = await client.query<{ mine: boolean }>(
      `select pg_try_advisory_lock(hashtext('scheduled backup')) as mine`,
    );
    if (
      !lock!.mine ||
      !isDue(now, await listScheduledSince(database.plain, lastDue(now, atMinutes)))
    )
      return undefined;
    const missing = missingLast(await findLastGood(database.plain), folder);
    if (missing !== undefined)
      log.warn({ file: missing }, 'the last backup is not in BACKUP_DIR: is its disk mounted?');
    const mark = await readBackupMark(database.plain);
    const made = await makeBackup({
      databaseUrl,
      to: backupFile(folder, now, mark),
      key,
      secretKey,
      startedBy: 'SCHEDULE',
      verify: true,
      signal,
    });
    log.info({ ...made }, 'backup made');
    const newest = (await findLastGood(database.plain))?.file;
    const unmarked = new Set((await listRunFiles(database.plain)).map((file) => basename(file)));
    const isOurs = (name: string, ofMark: string | undefined) =>
      ofMark === undefined ? unmarked.has(name) : ofMark === mark;
    const old = outdated(
      timesIn(folder, (name) => name, isOurs),
      now,
      keepDays,
      newest ?? undefined,
    );
    // Files of interrupted backups; a younger file may be a manual backup in progress.
    const drafts = outdated(timesIn(folder, nameOfDraft, isOurs), now, 1, undefined);
    for (const file of [...old, ...drafts]) rmSync(file, { force: true });
    if (old.length > 0) log.info({ files: old }, 'old backups removed');
    await dropOldRuns(database.plain);
    return made;
  } finally {
    await client.end().catch(() => {});
  }
}

/** The files in a folder whose names tell when they were made, and that they are ours. */
function timesIn(
  folder: string,
  backupOf: (name: string) => string | undefined,
  isOurs: (name: string, mark: string | undefined) => boolean,
): { name: string; at: Date }[] {
  return readdirSync(folder).flatMap((file) => {
    const name = backupOf(file);
    const read = name === undefined ? undefined : readBackupName(name);
    return read && isOurs(name!, read.mark) ? [{ name: join(folder, file), at: read.at }] : [];
  });
}
