/** Rows of payments. */
import type { PaymentReason, PaymentStatus, Payment } from '../../../../contract/api/payments.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { listPage, newestFirst } from '../../../infra/database/list-page.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { addMadeBetween, whereWithin } from '../../../infra/database/scoped-query.ts';
import type { PaymentStep } from './payments.rules.ts';

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

export const COLUMNS = `p.id, p.number, p.client_id as "clientId", (select client_name from client where id = p.client_id) as "clientName", p.purpose, p.sender_id as "senderIdId",
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

/** @returns false where a payment of the same fee is in progress; a concurrent one is waited for */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into payment (id, client_id, purpose, sender_id, seller_id, seller_units, units, cost_price, amount, currency, provider, phone, created_by, impersonator_id, after_seq)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, coalesce((select max(seq) from ledger_entry where listed), 0)
     on conflict (sender_id) where status = 'PENDING' and sender_id is not null do nothing`,
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
  return rowCount === 1;
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

/** Payment requests on a client's phone that are not answered yet. */
export async function countOpen(tx: Tx, clientId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from payment where client_id = $1 and status = 'PENDING' and step <> 'NEW'`,
    [clientId],
  );
  return rows[0]!.count;
}

/** Purchases that nobody pushed for so long, locked until the transaction ends; one that is being pushed just now is none. */
export async function listForgotten(tx: Tx, seconds: number, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from payment where status = 'PENDING' and step = 'NEW' and created_at < now() - $1 * interval '1 second' order by created_at limit $2 for update skip locked`,
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
  addMadeBetween(where, 'p', filter);
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
