/** Bounds the receipts that match nothing: commits the removal of the oldest of an account. */
import type { Tx } from '../../../infra/database/db.ts';

/** The carrier accounts with more receipts that match nothing than `most`; no more of each are counted. */
export async function listOverfull(tx: Tx, most: number): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `with recursive account as (
       (select carrier_account_id as id from receipt where not matched order by 1 limit 1)
       union all
       select (select carrier_account_id from receipt where not matched and carrier_account_id > account.id order by 1 limit 1) from account where id is not null)
     select id from account where id is not null
       and (select count(*) from (select from receipt where not matched and carrier_account_id = account.id limit $1::int + 1) counted) > $1::int
     order by id`,
    [most],
  );
  return rows.map(({ id }) => id);
}

/**
 * Removes the oldest of an account beyond `most`, a step of them; those of the last hour may still be
 * matched. Other workers wait until the transaction ends, and count again, no
 * further than this step needs.
 * @returns how many
 */
export async function dropOldest(
  tx: Tx,
  carrierAccountId: number,
  most: number,
  step: number,
): Promise<number> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('unmatched limit'))`);
  const { rowCount } = await tx.query(
    `delete from receipt r using (
       select received_on, carrier_id, destination, stat from receipt
       where not matched and carrier_account_id = $1 and received_at < now() - interval '1 hour' order by received_at
       limit least($3::int, greatest(0, (select count(*) from (select from receipt where not matched and carrier_account_id = $1 limit $2::int + $3::int) counted) - $2::int))) oldest
     where r.received_on = oldest.received_on and r.carrier_account_id = $1 and r.carrier_id = oldest.carrier_id
       and r.destination = oldest.destination and r.stat = oldest.stat and not r.matched`,
    [carrierAccountId, most, step],
  );
  return rowCount;
}
