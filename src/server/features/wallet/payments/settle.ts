import { formatUnits } from '../../../../contract/shared/units.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { paymentsTotal } from '../../../infra/instruments.ts';
import { purchase, releaseReserve, reserve, sellReserve } from '../../../core/ledger/ledger.ts';
import { issueInvoice } from '../invoices/invoices.ts';
import { QUERY_AFTER_FAILURE_SECONDS } from './payments.rules.ts';
import type { Outcome } from './payments.rules.ts';
import { insertEvent } from './payment-events.store.ts';
import { lockPayment } from './payments.store.ts';
import { movePayment } from './payment-steps.store.ts';
import { stopQueriesOfFailed } from './payment-queries.store.ts';
import type { PaymentRow } from './payments.store.ts';
import type { PaymentService } from './payments.ts';
import { hasStock } from './payments.ts';

/**
 * Ends a payment and credits its buyer, once, however often the provider reports it. A success after a failure still
 * counts. The caller holds the payment's lock.
 */
export async function endPayment(
  tx: Tx,
  service: PaymentService,
  paymentId: string,
  outcome: Outcome,
  receipt: string | null,
): Promise<void> {
  const payment = (await lockPayment(tx, paymentId))!;
  const paid = outcome.status === 'COMPLETED';
  const moved = await movePayment(tx, paymentId, outcome.status, {
    reason: paid ? null : outcome.reason,
    receipt,
    reserved: false,
    queryInSeconds: paid || payment.checkoutId === null ? null : QUERY_AFTER_FAILURE_SECONDS,
  });
  if (!moved) {
    // A second failure is final, once time has passed since the first.
    await stopQueriesOfFailed(tx, paymentId, QUERY_AFTER_FAILURE_SECONDS);
    return;
  }
  if (paid) await credit(tx, service, payment);
  else if (payment.reserved) {
    await releaseReserve(tx, {
      sellerId: payment.sellerId!,
      units: payment.sellerUnits!,
      purchaseId: paymentId,
      idempotencyKey: `release:${paymentId}`,
    });
    await insertEvent(tx, {
      paymentId,
      kind: 'RELEASED',
      facts: { units: formatUnits(payment.sellerUnits!) },
    });
  }
  paymentsTotal.inc({ outcome: outcome.status.toLowerCase() });
  await service.onEnded(tx, { ...payment, receipt: receipt ?? payment.receipt }, outcome);
}

async function credit(tx: Tx, service: PaymentService, payment: PaymentRow): Promise<void> {
  const { id, clientId, sellerId, sellerUnits, units } = payment;
  if (payment.purpose === 'SENDER_FEE') {
    await service.onFeePaid(tx, payment.senderIdId!);
    await issueInvoice(tx, payment, null);
    return insertEvent(tx, {
      paymentId: id,
      kind: 'CREDITED',
      facts: { senderIdId: payment.senderIdId },
    });
  }
  const actor = { actorId: payment.createdBy ?? clientId, impersonatorId: payment.impersonatorId };
  let from = 'platform';
  if (sellerId && (payment.reserved || (await reserveAgain(tx, payment)))) {
    await sellReserve(tx, {
      ...actor,
      sellerId,
      buyerId: clientId,
      units: sellerUnits!,
      arrives: units,
      purchaseId: id,
      idempotencyKey: `purchase:${id}`,
    });
    await issueInvoice(tx, payment, sellerId);
    from = 'seller';
  } else {
    // Also where the seller has sold out since: the money came to the platform, and who paid gets what was paid for.
    await purchase(tx, {
      ...actor,
      clientId,
      units,
      purchaseId: id,
      idempotencyKey: `purchase:${id}`,
    });
    await issueInvoice(tx, payment, null);
  }
  await insertEvent(tx, {
    paymentId: id,
    kind: 'CREDITED',
    facts: { units: formatUnits(units), from },
  });
}

/** For a success that came after the reserve was given back. */
async function reserveAgain(tx: Tx, { id, sellerId, sellerUnits }: PaymentRow): Promise<boolean> {
  if (!(await hasStock(tx, sellerId!, sellerUnits!))) return false;
  await reserve(tx, {
    sellerId: sellerId!,
    units: sellerUnits!,
    purchaseId: id,
    idempotencyKey: `reserve again:${id}`,
  });
  return true;
}
