/** A backup from its beginning to its proof, written down in `backup_run`. */
import {
  existsSync,
  createWriteStream,
  mkdirSync,
  openSync,
  closeSync,
  fsyncSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartupError } from '../../infra/startup-error.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { newId } from '../../infra/ids.ts';
import { openBackup } from './backup.ts';
import type { Progress } from './backup.ts';
import { endRun, insertRun } from './backup.store.ts';
import type { BackupRun } from './backup.store.ts';
import { verifyBackup } from './verify.ts';

export type BackupWish = {
  databaseUrl: string;
  /** A file, or a stream that is not to be closed, such as standard output. */
  to: string | Writable;
  key: string | undefined;
  /** The installation's; it comes along where there is a key. */
  secretKey: Buffer;
  startedBy: BackupRun['startedBy'];
  verify: boolean;
  /** Ends it early; nothing of it is left. */
  signal?: AbortSignal | undefined;
  onProgress?: (step: 'writing' | 'trying out', progress: Progress) => void;
};

export type Made = {
  file: string | null;
  at: Date;
  tables: number;
  rows: number;
  bytes: number;
  encrypted: boolean;
  verified: boolean | null;
  seconds: number;
};

const ENDING = '.tumabackup';

/** The name of a backup that is made now, in this folder, by the installation of this mark. */
export function backupFile(folder: string, at: Date, mark: string): string {
  return join(
    folder,
    `tuma-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}-${mark}${ENDING}`,
  );
}

/** The time and the mark of the installation in a file name that `backupFile` made; earlier releases left no mark. */
export function readBackupName(name: string): { at: Date; mark: string | undefined } | undefined {
  const [, y, mo, d, h, mi, s, mark] =
    /^tuma-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?:-([0-9a-f]{8}))?\.tumabackup$/.exec(name) ?? [];
  return y === undefined ? undefined : { at: new Date(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`), mark };
}

/** The name that a file gets once it is whole, if it is still being written, or was cut off. */
export function nameOfDraft(name: string): string | undefined {
  return /^\.(.+)\.part$/.exec(name)?.[1];
}

/**
 * Makes a backup. A file has its name only when it is whole and on the disk.
 * @throws the reason why it was not made, or the fault found in it afterwards; a faulty file is kept for inspection
 */
export async function makeBackup({
  databaseUrl,
  to,
  key,
  secretKey,
  startedBy,
  verify,
  signal,
  onProgress = () => {},
}: BackupWish): Promise<Made> {
  const began = performance.now();
  const file = typeof to === 'string' ? to : null;
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
    max: 1,
    name: 'tuma backup',
    onLost: () => {},
  });
  const id = newId();
  try {
    const backup = await openBackup(databaseUrl, {
      key,
      secretKey,
      onProgress: (progress) => onProgress('writing', progress),
    });
    // After the snapshot: a backup does not hold itself, unfinished.
    await insertRun(database.plain, {
      id,
      startedBy,
      file,
      startedAt: backup.at,
      encrypted: key !== undefined,
    });
    let bytes = 0;
    try {
      const counted = async function* (source: AsyncIterable<Buffer>) {
        for await (const piece of source) {
          bytes += piece.length;
          yield piece;
        }
      };
      if (typeof to === 'string')
        await writeFile(to, (draft) =>
          pipeline(backup.octets, counted, createWriteStream(draft, { mode: 0o600 }), {
            ...(signal && { signal }),
          }),
        );
      else await pipeline(backup.octets, counted, to, { end: false, ...(signal && { signal }) });
    } finally {
      await backup.close();
    }
    const { tables, rows } = backup.whole();
    const verified =
      file !== null && verify
        ? await verifyBackup(
            databaseUrl,
            file,
            key,
            (progress) => onProgress('trying out', progress),
            signal,
          )
        : undefined;
    await endRun(database.plain, id, {
      bytes,
      rows,
      ...(verified && { verified: verified.ok, ...(!verified.ok && { error: verified.why }) }),
    });
    if (verified?.ok === false)
      throw new StartupError(`${file} cannot be relied on: ${verified.why}.`);
    return {
      file,
      at: backup.at,
      tables,
      rows,
      bytes,
      encrypted: key !== undefined,
      verified: verified?.ok ?? null,
      seconds: Math.round((performance.now() - began) / 100) / 10,
    };
  } catch (error) {
    await endRun(database.plain, id, {
      error: error instanceof Error ? error.message : String(error),
    }).catch(() => {});
    throw error;
  } finally {
    await database.close();
  }
}

/** Gives a file its name when it is whole and on the disk. */
async function writeFile(file: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = join(dirname(file), `.${basename(file)}.part`);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    if (statSync(file, { throwIfNoEntry: false }))
      throw new StartupError(`${file} is there already. Name another file.`);
    await write(draft);
    sync(draft);
    renameSync(draft, file);
    sync(dirname(file));
  } catch (error) {
    rmSync(draft, { force: true });
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOSPC')
      throw new StartupError(
        `${dirname(file)} is full: no backup was written. Make room there, or name another folder.`,
      );
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new StartupError(
        `${dirname(file)} cannot be written to. Make it writable for this user, or name another folder.`,
      );
    throw error;
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * The file of the last backup, where it was made in this folder and is not there: a disk that is not
 * mounted leaves an empty folder, and backups then fill the disk below it.
 */
export function missingLast(
  last: { file: string | null } | undefined,
  folder: string | undefined,
): string | undefined {
  const file = last?.file ?? undefined;
  return file !== undefined && dirname(file) === folder && !existsSync(file) ? file : undefined;
}
