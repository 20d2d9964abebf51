import type { PaymentReason, PaymentStatus, Payment } from '../../../contract/api/payments.ts';
import type { Tx } from '../../infra/database/db.ts';
import { listPage, newestFirst } from '../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import { statusesBefore } from '../../infra/transitions.ts';
import { NEXT } from './payments.rules.ts';

export type PaymentStep = Payment['step'];

export type PaymentRow = {
  id: string;
  number: bigint;
  clientId: string;
  clientName: string;
  purpose: Payment['purpose'];
  senderIdId: string | null;
  sellerId: string | null;
  /** The same in the seller's own units, which its stock is counted in; null if the platform sells. */
  sellerUnits: bigint | null;
  /** Ten-thousandths. */
  units: bigint;
  costPrice: string | null;
  amount: string;
  currency: string;
  provider: string;
  phone: string;
  status: PaymentStatus;
  step: PaymentStep;
  reason: PaymentReason | null;
  reserved: boolean;
  /** The SHA-256 hash of the secret in its callback's address; null until it is pushed. */
  secretHash: Buffer | null;
  invoiceId: string | null;
  checkoutId: string | null;
  receipt: string | null;
  queryCount: number;
  createdBy: string | null;
  impersonatorId: string | null;
  createdAt: Date;
  pushedAt: Date | null;
  endedAt: Date | null;
};

const COLUMNS = `p.id, p.number, p.client_id as "clientId", (select client_name from client where id = p.client_id) as "clientName", p.purpose, p.sender_id as "senderIdId",
  p.seller_id as "sellerId", p.seller_units as "sellerUnits", p.units, p.cost_price::text as "costPrice", p.amount::text as amount, p.currency, p.provider, p.phone, p.status, p.step, p.reason, p.reserved,
  case when p.secret <> '' then sha256(convert_to(p.secret, 'UTF8')) else p.secret_hash end as "secretHash", (select id from invoice where payment_id = p.id) as "invoiceId",
  p.checkout_id as "checkoutId", p.receipt, p.query_count as "queryCount", p.created_by as "createdBy", p.impersonator_id as "impersonatorId", p.created_at as "createdAt", p.pushed_at as "pushedAt", p.ended_at as "endedAt"`;

export type NewPayment = Pick<
  PaymentRow,
  | 'id'
  | 'clientId'
  | 'purpose'
  | 'senderIdId'
  | 'sellerId'
  | 'sellerUnits'
  | 'units'
  | 'costPrice'
  | 'amount'
  | 'currency'
  | 'provider'
  | 'phone'
  | 'createdBy'
  | 'impersonatorId'
>;

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await tx.query(
    `insert into payment (id, client_id, purpose, sender_id, seller_id, seller_units, units, cost_price, amount, currency, provider, phone, created_by, impersonator_id, after_seq)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce((select max(seq) from ledger_entry where listed), 0)`,
    [
      payment.id,
      payment.clientId,
      payment.purpose,
      payment.senderIdId,
      payment.sellerId,
      payment.sellerUnits,
      payment.units,
      payment.costPrice,
      payment.amount,
      payment.currency,
      payment.provider,
      payment.phone,
      payment.createdBy,
      payment.impersonatorId,
    ],
  );
}

/** A payment within reach. */
export async function findPayment(
  tx: Tx,
  scope: Scope,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const where = whereWithin(scope, 'p.client_id');
  where.add('p.id = ?', paymentId);
  return (
    await tx.query<PaymentRow>(`select ${COLUMNS} from payment p where ${where.sql}`, where.values)
  ).rows[0];
}

/** The payment, locked until the transaction ends: who settles it waits for who pushes it. */
export async function lockPayment(tx: Tx, paymentId: string): Promise<PaymentRow | undefined> {
  return (
    await tx.query<PaymentRow>(`select ${COLUMNS} from payment p where p.id = $1 for update`, [
      paymentId,
    ])
  ).rows[0];
}

/** The payment that pays the fee of a sender ID, or did. */
export async function findFeePayment(tx: Tx, senderIdId: string): Promise<PaymentRow | undefined> {
  return (
    await tx.query<PaymentRow>(
      `select ${COLUMNS} from payment p where p.sender_id = $1 and p.status in ('PENDING', 'COMPLETED') order by p.status limit 1`,
      [senderIdId],
    )
  ).rows[0];
}

export async function findByCheckout(
  tx: Tx,
  provider: string,
  checkoutId: string,
): Promise<PaymentRow | undefined> {
  return (
    await tx.query<PaymentRow>(
      `select ${COLUMNS} from payment p where p.provider = $1 and p.checkout_id = $2`,
      [provider, checkoutId],
    )
  ).rows[0];
}

export async function receiptIsTaken(
  tx: Tx,
  provider: string,
  receipt: string,
  by: string,
): Promise<boolean> {
  return (
    (
      await tx.query('select from payment where provider = $1 and receipt = $2 and id <> $3', [
        provider,
        receipt,
        by,
      ])
    ).rowCount > 0
  );
}

/** Pushes of a client that are under way. */
export async function countOpen(tx: Tx, clientId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from payment where client_id = $1 and status = 'PENDING' and step <> 'NEW'`,
    [clientId],
  );
  return rows[0]!.count;
}

/** Begins the push; false if it has begun. From here on the provider is queried, even if this process dies first. */
export async function startPush(
  tx: Tx,
  paymentId: string,
  push: {
    phone: string;
    reserved: boolean;
    step: 'ASKING' | 'ON_PHONE';
    checkoutId: string | null;
    queryInSeconds: number;
    secretHash: Buffer;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update payment set step = $5, phone = $2, reserved = $3, checkout_id = $6, pushed_at = now(), next_query_at = now() + $4 * interval '1 second', secret = '', secret_hash = $7
     where id = $1 and status = 'PENDING' and step = 'NEW'`,
    [
      paymentId,
      push.phone,
      push.reserved,
      push.queryInSeconds,
      push.step,
      push.checkoutId,
      push.secretHash,
    ],
  );
  return rowCount === 1;
}

export async function notePushed(
  tx: Tx,
  paymentId: string,
  accepted: { checkoutId: string; merchantId: string | null } | undefined,
): Promise<void> {
  // The callback may have come first, and moved the step on.
  await tx.query(
    `update payment set checkout_id = coalesce(checkout_id, $2), merchant_id = coalesce(merchant_id, $3), step = case when step in ('ASKING', 'ON_PHONE') then $4 else step end where id = $1`,
    [
      paymentId,
      accepted?.checkoutId ?? null,
      accepted?.merchantId ?? null,
      accepted ? 'ON_PHONE' : 'UNANSWERED',
    ],
  );
}

/** A payment that was confirmed by asking back has its receipt's number from the callback, which came after. */
export async function noteReceipt(tx: Tx, paymentId: string, receipt: string): Promise<void> {
  await tx.query(`update payment set receipt = $2 where id = $1 and receipt is null`, [
    paymentId,
    receipt,
  ]);
}

/** Stores a callback: a query confirms it at once. */
export async function noteCallback(
  tx: Tx,
  paymentId: string,
  callback: { checkoutId: string; merchantId: string | null; receipt: string | null },
): Promise<void> {
  await tx.query(
    `update payment set checkout_id = coalesce(checkout_id, $2), merchant_id = coalesce(merchant_id, $3), receipt = coalesce(receipt, $4),
       step = case when status = 'PENDING' then 'CONFIRMING' else step end, next_query_at = now() where id = $1`,
    [paymentId, callback.checkoutId, callback.merchantId, callback.receipt],
  );
  await tx.query(`select pg_notify('payment', '')`);
}

/** Queries the provider as soon as a worker is free. */
export async function querySoon(tx: Tx, paymentId: string): Promise<void> {
  await tx.query(`update payment set next_query_at = now() where id = $1`, [paymentId]);
  await tx.query(`select pg_notify('payment', '')`);
}

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
    `select ${COLUMNS} from payment p where p.next_query_at <= now() order by p.next_query_at limit $1 for update skip locked`,
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

/** Ends a payment, from a status that leads there; false where it is at such an end already. `queryInSeconds` null: nobody asks any more. */
export async function movePayment(
  tx: Tx,
  paymentId: string,
  to: Exclude<PaymentStatus, 'PENDING'>,
  more: {
    reason: PaymentReason | null;
    receipt: string | null;
    queryInSeconds: number | null;
    reserved: boolean;
  },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update payment set status = $2, step = 'ENDED', reason = $3, receipt = coalesce(receipt, $4), reserved = $6, ended_at = now(),
       next_query_at = case when $5::int is null then null else now() + $5 * interval '1 second' end where id = $1 and status = any ($7)`,
    [
      paymentId,
      to,
      more.reason,
      more.receipt,
      more.queryInSeconds,
      more.reserved,
      statusesBefore(NEXT, to),
    ],
  );
  return rowCount === 1;
}

export async function stopQueries(tx: Tx, paymentId: string): Promise<void> {
  await tx.query('update payment set next_query_at = null where id = $1', [paymentId]);
}

/** Purchases that nobody pushed for so long. */
export async function listForgotten(tx: Tx, seconds: number, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from payment where status = 'PENDING' and step = 'NEW' and created_at < now() - $1 * interval '1 second' order by created_at limit $2`,
    [seconds, most],
  );
  return rows.map((row) => row.id);
}

export type PaymentFilter = {
  statuses: string[];
  clientIds: string[];
  from: Date | undefined;
  to: Date | undefined;
  number: bigint | undefined;
  text: string | undefined;
};

/** Payments newest first, within reach. */
export async function listPayments(
  tx: Tx,
  scope: Scope,
  filter: PaymentFilter,
  page: PageRequest,
): Promise<Page<PaymentRow>> {
  const where = whereWithin(scope, 'p.client_id');
  if (filter.statuses.length > 0) where.add('p.status = any (?)', filter.statuses);
  if (filter.clientIds.length > 0) where.add('p.client_id = any (?)', filter.clientIds);
  if (filter.from) where.add('p.created_at >= ?', filter.from);
  if (filter.to) where.add('p.created_at < ?', filter.to);
  if (filter.number !== undefined) where.add('p.number = ?', filter.number);
  else if (filter.text !== undefined)
    where.add(
      '(p.receipt = ? or p.checkout_id = ? or p.phone = ?)',
      filter.text.toUpperCase(),
      filter.text,
      `+${filter.text.replace(/\D/g, '')}`,
    );
  return listPage<PaymentRow>(tx, page, {
    counted: 'payment p',
    where,
    order: newestFirst('p.id'),
    read: (rows) => `select ${COLUMNS} from payment p ${rows}`,
  });
}

/** Queries every open payment soon: after a restore it may have been paid since the backup. @returns how many */
export async function queryAllSoon(tx: Tx): Promise<number> {
  return (
    await tx.query(
      `update payment set next_query_at = now() where status = 'PENDING' and step <> 'NEW'`,
    )
  ).rowCount;
}
