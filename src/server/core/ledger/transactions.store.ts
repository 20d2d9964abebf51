/** The movements of wallets, read from ledger entries and open payments. */
import type { PaymentStatus } from '../../../contract/api/payments.ts';
import type { TransactionType } from '../../../contract/api/purchases.ts';
import type { Tx } from '../../infra/database/db.ts';
import { idFloorNear } from '../../infra/ids.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { addMadeBetween, whereWithin } from '../../infra/database/scoped-query.ts';

export type TransactionRow = {
  id: string;
  /**
   * Its position in the list: an entry's `seq` with 0; for a payment without an entry, the
   * preceding `seq` with 1.
   */
  seq: bigint;
  open: number;
  type: TransactionType;
  units: bigint;
  balanceAfter: bigint | null;
  status: PaymentStatus;
  reason: string | null;
  number: bigint | null;
  amount: string | null;
  currency: string | null;
  phone: string | null;
  receipt: string | null;
  clientId: string;
  clientName: string;
  otherClientId: string | null;
  otherClientName: string | null;
  /**
   * The amount that a client paid its seller for these units; the currency alone where the client has not
   * paid or the units came back.
   */
  saleAmount: string | null;
  saleCurrency: string | null;
  campaignId: string | null;
  campaignName: string | null;
  note: string | null;
  at: Date;
};

export type TransactionFilter = {
  statuses: string[];
  types: string[];
  clientIds: string[];
  from: Date | undefined;
  to: Date | undefined;
  /** Entries behind the one place and up to the other, whatever their time. */
  places?: { after: bigint; through: bigint };
};
export type TransactionCursor = { seq: bigint; open: number; id: string };

// The customer's label for an entry of `available`. A charge with a purchase is a seller's reserve
// for a payment in progress.
const TYPE = `case t.kind when 'PURCHASE' then 'PURCHASE' when 'REFUND' then 'REFUND' when 'ADJUSTMENT' then 'ADJUSTMENT'
  when 'CHARGE' then case when t.purchase_id is null then 'CHARGE' else 'TRANSFER_OUT' end
  else case when e.amount < 0 then 'TRANSFER_OUT' else 'TRANSFER_IN' end end`;

// Units that were set aside and came back, because the payment failed, were not paid for even if it came through later.
const SALE_AMOUNT = `case when p.client_id <> a.client_id and p.status = 'COMPLETED' and t.kind = 'CHARGE'
  and not exists (select 1 from ledger_transfer back where back.purchase_id = t.purchase_id and back.kind = 'REFUND' and back.created_at >= t.created_at)
  then p.amount::text end`;

/**
 * The movements of the wallets within reach and the purchases that moved nothing, newest first. For
 * named clients, or the caller's own, each is read by its own index; for everyone by the entries'
 * own order.
 */
export async function listTransactions(
  tx: Tx,
  scope: Scope,
  filter: TransactionFilter,
  page: {
    after: TransactionCursor | undefined;
    limit: number;
    oldestFirst?: true;
    /** For files, which need no count: `counted` is 0. */
    uncounted?: true;
  },
): Promise<{ rows: TransactionRow[]; counted: number }> {
  const entries = entriesSql(scope, filter);
  const payments = paymentsSql(scope, filter);
  const both = [entries, payments].filter((part) => part !== undefined);
  if (both.length === 0) return { rows: [], counted: 0 };
  let counted = 0;
  for (const part of page.uncounted ? [] : both) {
    const { rows } = await tx.query<{ counted: number }>(
      `select count(*)::int as counted from (${part.sql} limit ${COUNT_LIMIT + 1}) t`,
      part.values,
    );
    counted += rows[0]!.counted;
  }
  const [order, than] = page.oldestFirst ? ['asc', '>'] : ['desc', '<'];
  const found: TransactionRow[] = [];
  for (const part of both) {
    const values = [...part.values];
    let condition = '';
    if (page.after) {
      values.push(page.after.seq, page.after.open, page.after.id);
      condition = `${part.hasWhere ? ' and' : ' where'} (${part.seq}, ${part.open}, ${part.id}) ${than} ($${values.length - 2}::bigint, $${values.length - 1}::int, $${values.length}::uuid)`;
    }
    const { rows } = await tx.query<TransactionRow>(
      `${part.sql}${condition} order by ${part.seq} ${order}, ${part.id} ${order} limit ${page.limit}`,
      values,
    );
    found.push(...rows);
  }
  const sign = page.oldestFirst ? 1 : -1;
  found.sort(
    (a, b) =>
      sign * (a.seq === b.seq ? a.open - b.open || (a.id < b.id ? -1 : 1) : a.seq < b.seq ? -1 : 1),
  );
  return { rows: found.slice(0, page.limit), counted };
}

type Part = {
  sql: string;
  values: unknown[];
  hasWhere: boolean;
  seq: string;
  open: string;
  id: string;
};

function entriesSql(scope: Scope, filter: TransactionFilter): Part | undefined {
  if (filter.statuses.length > 0 && !filter.statuses.includes('COMPLETED')) return undefined;
  const where = whereWithin(scope, 'a.client_id');
  where.add('e.listed');
  if (filter.clientIds.length > 0) where.add('a.client_id = any (?)', filter.clientIds);
  if (filter.types.length > 0) where.add(`${TYPE} = any (?)`, filter.types);
  // Ids of transfers carry the time, a day early or late for clocks that differ: other days are not looked up.
  if (filter.from)
    where.add(
      't.created_at >= ? and e.transfer_id >= ?',
      filter.from,
      idFloorNear(filter.from, -1),
    );
  if (filter.to)
    where.add('t.created_at < ? and e.transfer_id < ?', filter.to, idFloorNear(filter.to, 1));
  if (filter.places)
    where.add('e.seq > ? and e.seq <= ?', filter.places.after, filter.places.through);
  return {
    sql: `select t.id, e.seq, 0 as open, ${TYPE} as type, e.amount as units, e.balance_after as "balanceAfter", 'COMPLETED' as status, null as reason, p.number, case when p.client_id = a.client_id then p.amount::text end as amount, case when p.client_id = a.client_id then p.currency end as currency,
        p.phone, p.receipt, a.client_id as "clientId", c.client_name as "clientName", coalesce(o.id, b.id) as "otherClientId", coalesce(o.client_name, b.client_name) as "otherClientName",
        ${SALE_AMOUNT} as "saleAmount", case when p.client_id <> a.client_id then p.currency end as "saleCurrency", t.campaign_id as "campaignId", g.campaign_name as "campaignName", t.note, t.created_at as at
      from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id join client c on c.id = a.client_id
      left join payment p on p.id = t.purchase_id left join campaign g on g.id = t.campaign_id
      left join lateral (select c2.id, c2.client_name from ledger_entry e2 join ledger_account a2 on a2.id = e2.account_id join client c2 on c2.id = a2.client_id
        where e2.transfer_id = t.id and a2.client_id <> a.client_id and t.kind in ('TRANSFER', 'PURCHASE') and a2.kind <> 'mint' limit 1) o on true
      -- For whom a seller's stock was set aside.
      left join client b on b.id = p.client_id and b.id <> a.client_id
      where ${where.sql}`,
    values: where.values,
    hasWhere: true,
    seq: 'e.seq',
    open: '0',
    id: 't.id',
  };
}

function paymentsSql(scope: Scope, filter: TransactionFilter): Part | undefined {
  if (filter.types.length > 0 && !filter.types.includes('PURCHASE')) return undefined;
  const where = whereWithin(scope, 'p.client_id');
  where.add(`p.status <> 'COMPLETED' and p.purpose = 'UNITS'`);
  if (filter.statuses.length > 0) where.add('p.status = any (?)', filter.statuses);
  if (filter.clientIds.length > 0) where.add('p.client_id = any (?)', filter.clientIds);
  addMadeBetween(where, 'p', filter);
  return {
    sql: `select p.id, p.after_seq as seq, 1 as open, 'PURCHASE' as type, p.units, null::bigint as "balanceAfter", p.status, p.reason, p.number, p.amount::text as amount, p.currency, p.phone, p.receipt,
        p.client_id as "clientId", c.client_name as "clientName", null::uuid as "otherClientId", null as "otherClientName", null as "saleAmount", null as "saleCurrency", null::uuid as "campaignId", null as "campaignName", null as note, p.created_at as at
      from payment p join client c on c.id = p.client_id where ${where.sql}`,
    values: where.values,
    hasWhere: true,
    seq: 'p.after_seq',
    open: '1',
    id: 'p.id',
  };
}
