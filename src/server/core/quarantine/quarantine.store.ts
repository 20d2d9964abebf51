import type { Tx } from '../../infra/database/db.ts';

/** The record of a restore whose unfinished work waits. */
export type Restoration = {
  id: string;
  file: string;
  /** The moment of the backup. */ backupAt: Date;
  restoredAt: Date;
};

/** The restore whose work was not released yet; undefined if there is none. */
export async function findOpenRestoration(tx: Tx): Promise<Restoration | undefined> {
  return (
    await tx.query<Restoration>(
      `select id, file, backup_at as "backupAt", restored_at as "restoredAt" from restoration where released_at is null`,
      [],
      'open restoration',
    )
  ).rows[0];
}

/** Marks the data as restored; it replaces the mark of an earlier restore that was not released. */
export async function insertRestoration(
  tx: Tx,
  restoration: Pick<Restoration, 'id' | 'file' | 'backupAt'>,
): Promise<void> {
  await tx.query('delete from restoration where released_at is null');
  await tx.query('insert into restoration (id, file, backup_at) values ($1, $2, $3)', [
    restoration.id,
    restoration.file,
    restoration.backupAt,
  ]);
}

/** Removes the mark. @returns the time of the restore; undefined if the mark was not there */
export async function releaseRestoration(
  tx: Tx,
  id: string,
  by: string,
): Promise<Date | undefined> {
  const { rows } = await tx.query<{ restoredAt: Date }>(
    'update restoration set released_at = now(), released_by = $2 where id = $1 and released_at is null returning restored_at as "restoredAt"',
    [id, by],
  );
  return rows[0]?.restoredAt;
}

/** Sets the mark again, of a release that did not end; another restore has its own. */
export async function holdAgain(tx: Tx, id: string): Promise<void> {
  await tx.query(
    `update restoration set released_at = null, released_by = null where id = $1 and not exists (select from restoration where released_at is null)`,
    [id],
  );
}
