/**
 * Matches stored receipts: those that came before their answers, and those whose id is read in
 * another form now. Commits the receipt as matched with what it ends.
 */
import type { Tx } from '../../../infra/database/db.ts';
import type { Changes } from '../changes.ts';
import { match } from './match-receipts.store.ts';
import { BATCH } from '../sql.ts';
import type { ReceiptAges } from '../sweep.rules.ts';
import type { NewReceipt } from '../types.ts';

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

/** A receipt that still waits; `given` is its id as it came. */
export type WaitingReceipt = StoredReceipt & { carrierAccountId: number; given: string };

/**
 * Reads receipts of these ages that match nothing, in the order in which they came, a batch at a time;
 * those of days to come were stored while a clock was ahead. They are sorted once, in a cursor of the
 * transaction, which reads to the end. The index of times is the one for it: `+ 0` rules out those that
 * begin with the account, which a table that was never analysed makes look as good.
 * @param of all of some carrier accounts, those of one connector, or those alone whose phone has an
 *   unconfirmed part of the account
 */
export async function* listWaiting(
  tx: Tx,
  ages: ReceiptAges,
  of: { accounts: readonly number[]; connectorId?: number; isHeld?: true },
): AsyncGenerator<WaitingReceipt[]> {
  if (ages.length === 0) return;
  await tx.query(
    `declare waiting_receipts no scroll cursor for
     select ${STORED}, carrier_account_id as "carrierAccountId", coalesce(given_id, carrier_id) as given
     from unnest($1::float8[], $2::float8[]) as age (younger, older)
       join receipt on received_at > now() - older * interval '1 second' and received_at <= now() - younger * interval '1 second'
     where received_on between current_date - 2 and current_date + 2 and not matched and carrier_account_id + 0 = any ($3::int[])
       and ($4::int is null or connector_id = $4)
       ${of.isHeld ? 'and exists (select from unconfirmed_part u where u.carrier_account_id = receipt.carrier_account_id and u.destination = receipt.destination)' : ''}
     order by received_at`,
    [
      ages.map(([younger]) => younger),
      ages.map(([, older]) => older),
      of.accounts,
      of.connectorId ?? null,
    ],
  );
  for (let count = BATCH; count === BATCH;) {
    const { rows } = await tx.query<WaitingReceipt>(`fetch ${BATCH} from waiting_receipts`);
    if (rows.length > 0) yield rows;
    count = rows.length;
  }
  await tx.query('close waiting_receipts');
}

/** Matches receipts that still wait, as `listWaiting` reads them. @returns how many */
export async function matchWaiting(
  tx: Tx,
  changes: Changes,
  ...which: [ages: ReceiptAges, of: Parameters<typeof listWaiting>[2]]
): Promise<number> {
  let matched = 0;
  for await (const rows of listWaiting(tx, ...which))
    for (const [accountId, ofAccount] of Map.groupBy(rows, (row) => row.carrierAccountId))
      matched += (await matchStored(tx, accountId, ofAccount, changes)).length;
  return matched;
}
