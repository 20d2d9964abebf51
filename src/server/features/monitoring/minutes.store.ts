/** Gauges of each minute. */
import type { StatusPoint } from '../../../contract/api/monitoring.ts';
import type { Tx } from '../../infra/database/db.ts';

export type MinuteGauges = {
  queued: number;
  oldestQueuedSeconds: number;
  inFlight: number;
  ambiguous: number;
  outbox: number;
  outboxOldestSeconds: number;
  unmatchedReceipts: number;
  pendingTasks: number;
  payments: number;
  diskFree: bigint | null;
  diskTotal: bigint | null;
};

/**
 * Records the gauges of this minute, the connectors' traffic in the last one and the size of the database,
 * and deletes minutes older than a week.
 */
export async function addMinute(tx: Tx, at: MinuteGauges): Promise<void> {
  await tx.query(
    `insert into gauge_minute (minute, queued, oldest_queued_s, in_flight, ambiguous, outbox, outbox_oldest_s, unmatched, tasks, payments, disk_free, disk_total, submitted, receipts, database_bytes)
     select date_trunc('minute', now()), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, coalesce(sum(submitted), 0), coalesce(sum(receipts), 0), pg_database_size(current_database())
     from connector_minute where minute = date_trunc('minute', now()) - interval '1 minute'
     on conflict (minute) do nothing`,
    [
      at.queued,
      at.oldestQueuedSeconds,
      at.inFlight,
      at.ambiguous,
      at.outbox,
      at.outboxOldestSeconds,
      at.unmatchedReceipts,
      at.pendingTasks,
      at.payments,
      at.diskFree,
      at.diskTotal,
    ],
  );
  await tx.query(`delete from gauge_minute where minute < now() - interval '7 days'`);
}

/** The last hours in points of `seconds`. */
export async function listPoints(tx: Tx, hours: number, seconds: number): Promise<StatusPoint[]> {
  const { rows } = await tx.query<StatusPoint>(
    `select extract(epoch from date_bin($2 * interval '1 second', minute, 'epoch'))::float8 as timestamp, max(queued) as queued, max(oldest_queued_s)::float8 as "oldestQueuedSeconds", max(outbox) as outbox, max(in_flight) as "inFlight",
       sum(submitted)::int as submitted, sum(receipts)::int as receipts, max(database_bytes)::float8 as "databaseBytes", min(disk_free)::float8 as "diskFree"
     from gauge_minute where minute > now() - $1 * interval '1 hour' group by 1 order by 1`,
    [hours, seconds],
  );
  return rows;
}
