/** Sums of wallets' entries by quarters of an hour: months and earlier balances are read without the entries. */
import type { Tx } from '../../infra/database/db.ts';
import { PLATFORM } from '../dispatch/dispatch.rules.ts';

/**
 * Adds the next entries to the sums. Identity values are not committed in their order, so entries up to a target are
 * added once every transaction has ended that had begun when the target was read.
 * @returns true if more may wait
 */
export async function addToSums(tx: Tx, most: number): Promise<boolean> {
  const { rows } = await tx.query<{ place: bigint; target: bigint; isSettled: boolean }>(
    `select place, target, target_xid <= pg_snapshot_xmin(pg_current_snapshot()) as "isSettled" from ledger_summed for update skip locked`,
  );
  const [at] = rows;
  if (!at) return false;
  if (at.isSettled && at.place < at.target) {
    const {
      rows: [added],
    } = await tx.query<{ place: bigint }>(
      `with added as materialized (
         select a.client_id, date_bin('15 minutes', t.created_at, 'epoch') as starts_at, e.seq, e.amount, e.balance_after, t.kind, t.purchase_id
         from (select * from ledger_entry where listed and seq > $1 and seq <= $2 order by seq limit $3) e
           join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id),
       summed as (
         insert into ledger_sum as s (client_id, starts_at, units_in, units_out, charged, returned, last_seq, last_balance)
         select coalesce(client_id, '${PLATFORM}'), starts_at,
           coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0),
           coalesce(-sum(amount) filter (where kind = 'CHARGE' and purchase_id is null), 0), coalesce(sum(amount) filter (where kind = 'REFUND' and purchase_id is null), 0),
           max(seq), (array_agg(balance_after order by seq desc))[1]
         from added group by grouping sets ((client_id, starts_at), (starts_at))
         on conflict (client_id, starts_at) do update set
           units_in = s.units_in + excluded.units_in, units_out = s.units_out + excluded.units_out,
           charged = s.charged + excluded.charged, returned = s.returned + excluded.returned,
           last_seq = excluded.last_seq, last_balance = excluded.last_balance)
       update ledger_summed set place = coalesce((select max(seq) from added having count(*) = $3), target) returning place`,
      [at.place, at.target, most],
    );
    if (added!.place < at.target) return true;
  }
  // A target of another server, which a copy restored from a dump has, would be waited for in vain.
  await tx.query(
    `update ledger_summed set target = (select coalesce(max(seq), 0) from ledger_entry where listed), target_xid = pg_snapshot_xmax(pg_current_snapshot())
     where place = target or target_xid > pg_snapshot_xmax(pg_current_snapshot())`,
  );
  return false;
}
