/**
 * Matches stored receipts: those that came before their answers, and those whose id is read in
 * another form now. Commits the receipt as matched with what it ends.
 */
import type { Tx } from '../../infra/database/db.ts';
import type { Changes } from './changes.ts';
import { match } from './match-receipts.store.ts';
import { BATCH } from './sql.ts';
import type { NewReceipt } from './types.ts';

/** A stored receipt; `storedId` is the id of its row, `carrierId` the one to look for. */
export type StoredReceipt = NewReceipt & { receivedOn: string; storedId: string };

export const STORED = `received_at as "receivedAt", received_on as "receivedOn", carrier_id as "storedId", carrier_id as "carrierId", stat as status, carrier_status as "carrierStatus", error_code as "errorCode", destination`;

/** Receipts that overtook the answers just settled. */
export async function earlyReceipts(
  tx: Tx,
  carrierAccountId: number,
  carrierIds: readonly string[],
): Promise<StoredReceipt[]> {
  if (carrierIds.length === 0) return [];
  const { rows } = await tx.query<StoredReceipt>(
    `select ${STORED} from receipt where received_on between current_date - 1 and current_date and not matched and carrier_account_id = $1 and carrier_id = any ($2::text[])`,
    [carrierAccountId, carrierIds],
    'early receipts',
  );
  return rows;
}

/** @param by `id` where the phone alone says too little; @returns those that were matched */
export async function matchStored<Receipt extends StoredReceipt>(
  tx: Tx,
  carrierAccountId: number,
  rows: readonly Receipt[],
  changes: Changes,
  by?: 'id',
): Promise<Receipt[]> {
  const names = await match(tx, carrierAccountId, rows, changes, by);
  const matched = rows.filter((row) => names.has(row));
  if (matched.length === 0) return [];
  await tx.query(
    `update receipt r set matched = true, message_id = t.message_id, part = t.part
     from unnest($2::date[], $3::text[], $4::smallint[], $5::text[], $6::uuid[], $7::smallint[]) as t (received_on, carrier_id, stat, destination, message_id, part)
     where r.received_on = t.received_on and r.carrier_account_id = $1 and r.carrier_id = t.carrier_id and r.stat = t.stat and r.destination = t.destination`,
    [
      carrierAccountId,
      matched.map(({ receivedOn }) => receivedOn),
      matched.map(({ storedId }) => storedId),
      matched.map(({ status }) => status),
      matched.map(({ destination }) => destination),
      matched.map((row) => names.get(row)!.messageId),
      matched.map((row) => names.get(row)!.part),
    ],
    'mark matched',
  );
  return matched;
}

/**
 * Matches receipts that still wait; those of days to come were stored while a clock was ahead.
 * @param of `held`: those alone whose phone has an unconfirmed part of the account; an account that another gateway shares
 *   may have millions of others
 */
export async function matchWaiting(
  tx: Tx,
  carrierAccountId: number,
  changes: Changes,
  since: string,
  of: 'all' | 'held' = 'all',
): Promise<number> {
  let matched = 0;
  let after = '';
  for (;;) {
    const { rows } = await tx.query<StoredReceipt>(
      `select ${STORED} from receipt
       where received_on between current_date - 2 and current_date + 2 and not matched and carrier_account_id = $1 and carrier_id > $2 and received_at > now() - $3::interval
         ${of === 'held' ? 'and exists (select from unconfirmed_part u where u.carrier_account_id = $1 and u.destination = receipt.destination)' : ''}
       order by carrier_id limit ${BATCH}`,
      [carrierAccountId, after, since],
    );
    if (rows.length === 0) return matched;
    matched += (await matchStored(tx, carrierAccountId, rows, changes)).length;
    after = rows.at(-1)!.storedId;
  }
}
