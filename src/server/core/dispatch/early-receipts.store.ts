/**
 * Matches stored receipts that came before their answers: commits the receipt as matched with what
 * it ends.
 */
import type { Tx } from '../../infra/database/db.ts';
import type { Changes } from './changes.ts';
import { match } from './match-receipts.store.ts';
import { BATCH } from './sql.ts';
import type { NewReceipt } from './types.ts';

type StoredReceipt = NewReceipt & { receivedOn: string };

const STORED = `received_on as "receivedOn", carrier_id as "carrierId", stat as status, carrier_status as "carrierStatus", error_code as "errorCode", destination, null as body`;

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

export async function matchStored(
  tx: Tx,
  carrierAccountId: number,
  rows: readonly StoredReceipt[],
  changes: Changes,
): Promise<number> {
  const names = await match(tx, carrierAccountId, rows, changes);
  for (const row of rows) {
    const name = names.get(row);
    if (!name) continue;
    await tx.query(
      `update receipt set matched = true, message_id = $6, part = $7
       where received_on = $1 and carrier_account_id = $2 and carrier_id = $3 and stat = $4 and destination = $5`,
      [
        row.receivedOn,
        carrierAccountId,
        row.carrierId,
        row.status,
        row.destination,
        name.messageId,
        name.part,
      ],
      'mark matched',
    );
  }
  return names.size;
}

export async function matchWaiting(
  tx: Tx,
  carrierAccountId: number,
  changes: Changes,
  since: string,
): Promise<number> {
  let matched = 0;
  let after = '';
  for (;;) {
    const { rows } = await tx.query<StoredReceipt>(
      `select ${STORED} from receipt
       where received_on between current_date - 2 and current_date and not matched and carrier_account_id = $1 and carrier_id > $2 and received_at > now() - $3::interval
       order by carrier_id limit ${BATCH}`,
      [carrierAccountId, after, since],
    );
    if (rows.length === 0) return matched;
    matched += await matchStored(tx, carrierAccountId, rows, changes);
    after = rows.at(-1)!.carrierId;
  }
}
