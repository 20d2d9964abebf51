/**
 * Matches stored receipts: those that came before their answers, and those whose id is read in
 * another form now. Commits the receipt as matched with what it ends.
 */
import type { Tx } from '../../infra/database/db.ts';
import type { Changes } from './changes.ts';
import { match } from './match-receipts.store.ts';
import { BATCH } from './sql.ts';
import type { ReceiptAges } from './sweep.rules.ts';
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

/** Where reading goes on: after this receipt, in the order in which they came. */
type After = { moment: string } & Pick<StoredReceipt, 'storedId' | 'destination' | 'status'>;
const FIRST: After = { moment: '-infinity', storedId: '', destination: '', status: -1 };

/**
 * Reads receipts of these ages that match nothing, a batch at a time; those of days to come were stored
 * while a clock was ahead.
 * @param of all of some carrier accounts, those of one connector, or those alone whose phone has an
 *   unconfirmed part of the account
 */
export async function* listWaiting(
  tx: Tx,
  ages: ReceiptAges,
  of: { accounts: readonly number[]; connectorId?: number; isHeld?: true },
): AsyncGenerator<(StoredReceipt & { carrierAccountId: number; given: string })[]> {
  for (let after = FIRST; ages.length > 0;) {
    const { rows } = await tx.query<
      StoredReceipt & { carrierAccountId: number; given: string; moment: string }
    >(
      `select r.* from unnest($1::float8[], $2::float8[]) as age (younger, older) cross join lateral (
         select ${STORED}, carrier_account_id as "carrierAccountId", coalesce(given_id, carrier_id) as given, received_at::text as moment
         from receipt where received_on between current_date - 2 and current_date + 2 and not matched and carrier_account_id = any ($3::int[])
           and received_at > now() - older * interval '1 second' and received_at <= now() - younger * interval '1 second'
           and (received_at, carrier_id, destination, stat) > ($4::timestamptz, $5, $6, $7::smallint)
           ${of.connectorId === undefined ? '' : 'and connector_id = $8'}
           ${of.isHeld ? 'and exists (select from unconfirmed_part u where u.carrier_account_id = receipt.carrier_account_id and u.destination = receipt.destination)' : ''}
         order by received_at, carrier_id, destination, stat limit ${BATCH}) r
       order by r."receivedAt", r."carrierId", r.destination, r.status limit ${BATCH}`,
      [
        ages.map(([younger]) => younger),
        ages.map(([, older]) => older),
        of.accounts,
        after.moment,
        after.storedId,
        after.destination,
        after.status,
        ...(of.connectorId === undefined ? [] : [of.connectorId]),
      ],
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH) return;
    after = rows.at(-1)!;
  }
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
