// Partitions of messages, submissions and receipts: found, taken off and dropped, as their owner. Rows are never deleted from them.
import type { Tx } from '../../infra/database/db.ts';

export type Partitioned = 'message' | 'submission' | 'receipt';

/** The partitions of a table, and `left`: those detached and not dropped, because the process that did so died. */
export async function listPartitions(
  tx: Tx,
  table: Partitioned,
): Promise<{ attached: string[]; detaching: string[]; left: string[] }> {
  const { rows } = await tx.query<{ name: string; state: 'attached' | 'detaching' | 'left' }>(
    `select c.relname as name, case when i.inhrelid is null then 'left' when i.inhdetachpending then 'detaching' else 'attached' end as state
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname ~ $1 order by c.relname`,
    [`^${table}_[0-9]{8}$`],
  );
  const of = (state: string) => rows.filter((row) => row.state === state).map(({ name }) => name);
  return { attached: of('attached'), detaching: of('detaching'), left: of('left') };
}

/** True if a message of this day still waits, is in flight, or may still get a receipt. */
export async function isLive(tx: Tx, day: Date): Promise<boolean> {
  // Those that a carrier put off together wait in the order of its answers. The ids of a wait are sorted.
  const { rows } = await tx.query<{ live: boolean }>(
    `select exists (select from submission_batch cross join unnest(message_ids) sent where sent < uuid_v7_floor($1))
       or exists (select from unconfirmed_part where message_id < uuid_v7_floor($1))
       or exists (select from receipt_wait where message_ids[1] < uuid_v7_floor($1))
       or exists (select from chunk cross join unnest(message_ids[pos + 1:]) waits where waits < uuid_v7_floor($1)) as live`,
    [new Date(day.getTime() + 86_400_000)],
  );
  return rows[0]!.live;
}

const LOCK_TIMEOUT = '1s';

/**
 * Takes a partition off its table and drops it; nobody who reads or writes the other days waits. Without a transaction, which
 * CONCURRENTLY forbids: a process that dies between the steps leaves a state from which the next run continues.
 * @throws where an old transaction holds it for longer than a second (SQLSTATE 55P03)
 */
export async function dropPartition(
  tx: Tx,
  table: Partitioned,
  name: string,
  state: 'attached' | 'detaching' | 'left',
): Promise<void> {
  if (!/^(message|submission|receipt)_\d{8}$/.test(name))
    throw new Error(`${name} is no partition`);
  await tx.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  if (state === 'attached')
    await tx.query(`alter table ${table} detach partition ${name} concurrently`);
  else if (state === 'detaching')
    await tx.query(`alter table ${table} detach partition ${name} finalize`);
  await tx.query(`drop table ${name}`);
}
