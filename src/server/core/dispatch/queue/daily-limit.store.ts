/**
 * Reads what a client has used of its daily limit, and holds a lock on it until the caller commits.
 */
import type { Tx } from '../../../infra/database/db.ts';

/**
 * A client's limit of messages a day and what of it is used since midnight UTC: messages that were made, aggregated or not, and
 * those that a launched campaign has still to make. One statement, so that nothing is counted twice or missed between two.
 */
export async function getDailyUse(
  tx: Tx,
  clientId: string,
): Promise<{ limit: number; used: number } | undefined> {
  const { rows } = await tx.query<{ limit: number; used: number }>(
    `select c.daily_limit_messages as "limit",
       ((select coalesce(sum(messages), 0) from rollup_hour r where r.client_id = c.id and r.hour >= date_trunc('day', now(), 'UTC'))
        + (select coalesce(sum(messages), 0) from campaign_delta d where d.client_id = c.id and d.hour >= date_trunc('day', now(), 'UTC'))
        + (select coalesce(sum(total - expanded), 0) from campaign k where k.client_id = c.id and k.status in ('QUEUED', 'RUNNING', 'PAUSED') and k.units_held > 0))::float8 as used
     from client c where c.id = $1 and c.daily_limit_messages is not null`,
    [clientId],
    'daily use',
  );
  return rows[0];
}

/** Makes other transactions that count this client's messages of today wait until this one ends. */
export async function lockDailyUse(tx: Tx, clientId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('daily use'), hashtext($1))`, [clientId]);
}
