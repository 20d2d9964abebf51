import type { PaymentReason, PaymentStatus } from '../../../../contract/api/payments.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { statusesBefore } from '../../../infra/transitions.ts';
import { NEXT, NEXT_STEP } from './payments.rules.ts';
import type { PaymentStep } from './payments.rules.ts';

/** Moves the step on; a step that does not lead there stays. */
async function moveStep(tx: Tx, paymentId: string, to: PaymentStep): Promise<void> {
  await tx.query(`update payment set step = $2 where id = $1 and step = any ($3)`, [
    paymentId,
    to,
    statusesBefore(NEXT_STEP, to),
  ]);
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
    `update payment set step = 'ASKING', phone = $2, reserved = $3, checkout_id = $5, pushed_at = now(), next_query_at = now() + $4 * interval '1 second', secret = '', secret_hash = $6
     where id = $1 and status = 'PENDING' and step = 'NEW'`,
    [paymentId, push.phone, push.reserved, push.queryInSeconds, push.checkoutId, push.secretHash],
  );
  if (rowCount === 0) return false;
  if (push.step !== 'ASKING') await moveStep(tx, paymentId, push.step);
  return true;
}

export async function notePushed(
  tx: Tx,
  paymentId: string,
  accepted: { checkoutId: string; merchantId: string | null } | undefined,
): Promise<void> {
  if (accepted)
    await tx.query(
      `update payment set checkout_id = coalesce(checkout_id, $2), merchant_id = coalesce(merchant_id, $3) where id = $1`,
      [paymentId, accepted.checkoutId, accepted.merchantId],
    );
  await moveStep(tx, paymentId, accepted ? 'ON_PHONE' : 'UNANSWERED');
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
    `update payment set checkout_id = coalesce(checkout_id, $2), merchant_id = coalesce(merchant_id, $3), receipt = coalesce(receipt, $4), next_query_at = now() where id = $1`,
    [paymentId, callback.checkoutId, callback.merchantId, callback.receipt],
  );
  await moveStep(tx, paymentId, 'CONFIRMING');
  await tx.query(`select pg_notify('payment', '')`);
}

/**
 * Ends a payment, from a status that leads there; false where it is at such an end already. `queryInSeconds`
 * null: no query follows.
 */
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
       next_query_at = case when $5::int is null then null else now() + $5 * interval '1 second' end where id = $1 and status = any ($7) and step = any ($8)`,
    [
      paymentId,
      to,
      more.reason,
      more.receipt,
      more.queryInSeconds,
      more.reserved,
      statusesBefore(NEXT, to),
      statusesBefore(NEXT_STEP, 'ENDED'),
    ],
  );
  return rowCount === 1;
}
