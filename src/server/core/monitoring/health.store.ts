// The state of the installation apart from its pipeline, for metrics, alerts and the status page.
// It writes nothing.
import type { Tx } from '../../infra/database/db.ts';

export type Health = {
  /**
   * Waiting outbox rows by kind (mail, webhooks, receipts, messages to customers' servers): how
   * many, and for how many seconds the oldest has been due without an attempt.
   */
  outbox: { kind: string; waiting: number; overdueSeconds: number }[];
  /** Payments without an outcome: how many, and seconds since the oldest was pushed. */
  payments: number;
  oldestPaymentSeconds: number;
  ledger: { ok: boolean; at: Date; result: Record<string, unknown> } | null;
  /** True if the last verification of the audit log's hash chain succeeded, or none has run yet. */
  auditIntact: boolean;
  /** The values that the worker last wrote; null before its first minute. */
  databaseBytes: bigint | null;
  diskFree: bigint | null;
  diskTotal: bigint | null;
  /** The last complete backup, but none of a clock that was ahead; null if there is none. */
  backup: { at: Date; bytes: bigint | null; verified: boolean | null } | null;
  openAlerts: { kind: string; count: number }[];
  /** Prices in force below cost: how many, of how many clients, and the widest gap. */
  belowCost: { prices: number; clients: number; example: string };
};

/**
 * All values, under the system scope. Each reads an index or a small table. A row dated later than now
 * was written while the clock was ahead, and is not the last.
 */
export async function readHealth(tx: Tx): Promise<Health> {
  const {
    rows: [row],
  } = await tx.query<Omit<Health, 'outbox' | 'ledger' | 'backup' | 'openAlerts' | 'belowCost'>>(`
    select
      (select count(*)::int from payment where status = 'PENDING' and next_query_at is not null and pushed_at is not null) as payments,
      coalesce((select extract(epoch from now() - min(pushed_at)) from payment where status = 'PENDING' and next_query_at is not null and pushed_at is not null), 0)::float8 as "oldestPaymentSeconds",
      coalesce((select ok from audit_check), true) as "auditIntact",
      g.database_bytes as "databaseBytes", g.disk_free as "diskFree", g.disk_total as "diskTotal"
    from (select 1) one left join (select * from gauge_minute where minute <= now() order by minute desc limit 1) g on true`);
  // A row that waits for a customer's server is not late: it has the time of its next attempt.
  const { rows: outbox } = await tx.query<Health['outbox'][number]>(`
    select kind, count(*)::int as waiting, greatest(0, extract(epoch from now() - min(not_before)))::float8 as "overdueSeconds"
    from outbox where done_at is null and kind <> 'SMPP_USER' group by kind
    union all
    select 'WEBHOOK_DELIVERY', count(*)::int, 0 from webhook_delivery where status = 'PENDING' having count(*) > 0`);
  const { rows: ledger } = await tx.query<NonNullable<Health['ledger']>>(
    'select ok, created_at as at, result from ledger_proof order by created_at > now(), created_at desc limit 1',
  );
  const { rows: backup } = await tx.query<NonNullable<Health['backup']>>(
    `select ended_at as at, bytes, verified from backup_run where ended_at is not null and error is null and started_at < now() + interval '1 day' order by started_at desc limit 1`,
  );
  const { rows: openAlerts } = await tx.query<Health['openAlerts'][number]>(
    `select kind, count(*)::int as count from alert where status = 'OPEN' group by kind order by kind`,
  );
  const { rows: belowCost } = await tx.query<Health['belowCost']>(`
    select count(*)::int as prices, count(distinct client_id)::int as clients,
      coalesce((array_agg(c.client_name || ', ' || region_name order by (against_price - set_price) / against_price desc))[1], '') as example
    from price_finding join client c on c.id = client_id where kind <> 'RAISED'`);
  return {
    ...row!,
    belowCost: belowCost[0]!,
    outbox,
    ledger: ledger[0] ?? null,
    backup: backup[0] ?? null,
    openAlerts,
  };
}
