/** Rows of heartbeats, with which processes show that they live. */
import type { Tx } from '../../infra/database/db.ts';

export type NewHeartbeat = {
  process: string;
  holder: string;
  host: string;
  version: string;
  startedAt: Date;
  metrics: string;
  /** Fingerprints of the secret keys, the one in force first. */ keys: string[];
};

/** Writes a process's heartbeat. */
export async function upsertHeartbeat(
  tx: Tx,
  { process, holder, host, version, startedAt, metrics, keys }: NewHeartbeat,
): Promise<void> {
  await tx.query(
    `insert into heartbeat (process, holder, host, version, started_at, metrics, keys) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (process, holder) do update set updated_at = now(), metrics = excluded.metrics, keys = excluded.keys, host = excluded.host, version = excluded.version, started_at = excluded.started_at`,
    [process, holder, host, version, startedAt, metrics, keys],
    'put beat',
  );
}

/** Removes a process that was stopped in order, so that no alert is raised. */
export async function deleteHeartbeat(tx: Tx, process: string, holder: string): Promise<void> {
  await tx.query('delete from heartbeat where process = $1 and holder = $2', [process, holder]);
}

/**
 * Deletes processes without a heartbeat for a week, and those replaced by another of their kind on
 * their machine.
 */
export async function dropOldHeartbeats(tx: Tx): Promise<void> {
  await tx.query(
    `delete from heartbeat old where updated_at < now() - interval '7 days'
     or (updated_at < now() - interval '1 minute' and exists (select from heartbeat later where later.process = old.process and later.host = old.host and later.holder <> old.holder and later.started_at > old.updated_at))`,
  );
}

export type Heartbeat = {
  process: string;
  holder: string;
  host: string;
  version: string;
  startedAt: Date;
  at: Date;
  silentSeconds: number;
  /** Null for a process of the previous release. */ keys: string[] | null;
};

/** A heartbeat of a time to come is of a clock that was ahead: who lives has written another since. */
export async function listHeartbeats(tx: Tx): Promise<Heartbeat[]> {
  const { rows } = await tx.query<Heartbeat>(`
    select process, holder, host, version, keys, started_at as "startedAt", updated_at as at, abs(extract(epoch from clock_timestamp() - updated_at))::float8 as "silentSeconds"
    from heartbeat order by process, host, started_at`);
  return rows;
}

/** The metrics pages of the live processes of these kinds. */
export async function readPages(
  tx: Tx,
  processes: readonly string[],
  withinSeconds: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ metrics: string }>(
    `select metrics from heartbeat where process = any ($1::text[]) and updated_at > now() - $2 * interval '1 second' order by process, holder`,
    [processes, withinSeconds],
  );
  return rows.map(({ metrics }) => metrics);
}
