import type { Tx } from '../../../infra/database/db.ts';
import type { PaymentRow } from './payments.store.ts';
import { COLUMNS } from './payments.store.ts';

/** Queries the provider as soon as a worker is free. */
export async function querySoon(tx: Tx, paymentId: string): Promise<void> {
  await tx.query(`update payment set next_query_at = now() where id = $1`, [paymentId]);
  await tx.query(`select pg_notify('payment', '')`);
}

/** Longer than any pause between two queries: one that ends later was stored while the clock was ahead. */
const TOO_LATE = `now() + interval '7 hours'`;

/**
 * Claims payments whose query is due. `nextOf` sets the next one, so that a process that dies while
 * querying only delays it.
 */
export async function claimDue(
  tx: Tx,
  most: number,
  nextOf: (queryCount: number) => number,
): Promise<PaymentRow[]> {
  const { rows } = await tx.query<PaymentRow>(
    `select ${COLUMNS} from payment p where p.next_query_at <= now() or p.next_query_at > ${TOO_LATE} order by p.next_query_at limit $1 for update skip locked`,
    [most],
  );
  for (const row of rows) await countQuery(tx, row.id, nextOf(row.queryCount));
  return rows;
}

async function countQuery(tx: Tx, paymentId: string, nextInSeconds: number): Promise<void> {
  await tx.query(
    `update payment set query_count = query_count + 1, next_query_at = now() + $2 * interval '1 second' where id = $1`,
    [paymentId, nextInSeconds],
  );
}

export async function stopQueries(tx: Tx, paymentId: string): Promise<void> {
  await tx.query('update payment set next_query_at = null where id = $1', [paymentId]);
}

/**
 * Ends the queries of a payment that failed again, unless the one that follows its first failure is
 * still to come: a person or a repeated callback may have caused this one before.
 */
export async function stopQueriesOfFailed(tx: Tx, paymentId: string, after: number): Promise<void> {
  await tx.query(
    `update payment set next_query_at = case when checkout_id is not null and ended_at + $2 * interval '1 second' > now() then ended_at + $2 * interval '1 second' end where id = $1`,
    [paymentId, after],
  );
}

/** Queries every open payment soon: after a restore it may have been paid since the backup. @returns how many */
export async function queryAllSoon(tx: Tx): Promise<number> {
  return (
    await tx.query(
      `update payment set next_query_at = now() where status = 'PENDING' and step <> 'NEW'`,
    )
  ).rowCount;
}
