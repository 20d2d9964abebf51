import type { Tx } from '../../infra/database/db.ts';

/** One backup, as the status page and the doctor read it. */
export type BackupRun = {
  id: string;
  startedBy: 'SCHEDULE' | 'COMMAND';
  /** Null: to standard output. */
  file: string | null;
  startedAt: Date;
  /** Null while it runs, or if its process was killed. */
  endedAt: Date | null;
  bytes: bigint | null;
  rows: bigint | null;
  encrypted: boolean;
  /** Null: no restore of it was tried. */
  verified: boolean | null;
  error: string | null;
};

const COLUMNS = `id, started_by as "startedBy", file, started_at as "startedAt", ended_at as "endedAt", bytes, rows, encrypted, verified, error`;

export async function insertRun(
  tx: Tx,
  run: Pick<BackupRun, 'id' | 'startedBy' | 'file' | 'startedAt' | 'encrypted'>,
): Promise<void> {
  await tx.query(
    'insert into backup_run (id, started_by, file, started_at, encrypted) values ($1, $2, $3, $4, $5)',
    [run.id, run.startedBy, run.file, run.startedAt, run.encrypted],
  );
}

/** Notes how a backup ended; once. */
export async function endRun(
  tx: Tx,
  id: string,
  end: { bytes?: number; rows?: number; verified?: boolean; error?: string },
): Promise<void> {
  await tx.query(
    'update backup_run set ended_at = now(), bytes = $2, rows = $3, verified = $4, error = $5 where id = $1 and ended_at is null',
    [id, end.bytes ?? null, end.rows ?? null, end.verified ?? null, end.error ?? null],
  );
}

/** The newest backup that is whole, but none of a clock that was ahead; undefined where there is none yet. */
export async function findLastGood(tx: Tx): Promise<BackupRun | undefined> {
  return (
    await tx.query<BackupRun>(
      `select ${COLUMNS} from backup_run where ended_at is not null and error is null and started_at < now() + interval '1 day' order by started_at desc limit 1`,
    )
  ).rows[0];
}

/**
 * Scheduled backups since a moment; who asks holds the lock under which they are made, so what has not ended
 * never will: it is noted as cut off.
 */
export async function listScheduledSince(
  tx: Tx,
  since: Date,
): Promise<{ startedAt: Date; failed: boolean }[]> {
  await tx.query(
    `update backup_run set ended_at = now(), error = 'cut off: the process that wrote it ended' where started_by = 'SCHEDULE' and ended_at is null`,
  );
  return (
    await tx.query<{ startedAt: Date; failed: boolean }>(
      `select started_at as "startedAt", error is not null as failed from backup_run where started_by = 'SCHEDULE' and started_at >= $1`,
      [since],
    )
  ).rows;
}

/** The files of backups that were made of this data here; those from before a restore may be another installation's. */
export async function listRunFiles(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ file: string }>(
    `select file from backup_run where file is not null and started_at > coalesce((select max(restored_at) from restoration), '-infinity')`,
  );
  return rows.map(({ file }) => file);
}

/** Forgets what ended more than a year ago. */
export async function dropOldRuns(tx: Tx): Promise<void> {
  await tx.query(`delete from backup_run where ended_at < now() - interval '1 year'`);
}
