import type { Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import {
  GIVE_UP_AFTER_SECONDS,
  GIVE_UP_WITHOUT_NUMBER_SECONDS,
  outcomeOf,
  secondsToNextQuery,
} from './payments.rules.ts';
import { referenceOf } from '../../../core/ledger/reference.rules.ts';
import { insertEvent } from './payment-events.store.ts';
import { querySoon, claimDue, stopQueries } from './payment-queries.store.ts';
import { lockPayment, receiptIsTaken } from './payments.store.ts';
import type { PaymentRow } from './payments.store.ts';
import type { StatusAnswer } from '../providers/provider.ts';
import type { PaymentService } from './payments.ts';
import { endPayment } from './settle.ts';
import { getPayment } from './payments.ts';

/** Queries the provider about payments that are due. @returns how many were due */
export async function reconcileDue(service: PaymentService, most: number): Promise<number> {
  const due = await service.database.run(systemScope(), (tx) =>
    claimDue(tx, most, secondsToNextQuery),
  );
  // A payment that cannot be booked does not hold up the others; it is retried, and its fault reported.
  const results = await Promise.allSettled(due.map((payment) => queryStatus(service, payment)));
  const failures = results
    .filter((each) => each.status === 'rejected')
    .map((each): unknown => each.reason);
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} of ${due.length} payments could not be followed`,
    );
  return due.length;
}

/** Queries the provider about a payment and books the answer. */
export async function queryStatus(service: PaymentService, payment: PaymentRow): Promise<void> {
  const provider = service.providers.find((each) => each.name === payment.provider);
  // A payment without the provider's number cannot be queried: only the callback has it.
  const answer: StatusAnswer | undefined =
    provider && payment.checkoutId !== null
      ? await provider.queryStatus({
          checkoutId: payment.checkoutId,
          reference: referenceOf(payment.number),
        })
      : undefined;
  await service.database.run(systemScope(), async (tx) => {
    const now = await lockPayment(tx, payment.id);
    if (!now || now.status === 'COMPLETED') return stopQueries(tx, payment.id);
    if (answer)
      await insertEvent(tx, {
        paymentId: payment.id,
        kind: 'ASK',
        checkoutId: payment.checkoutId,
        facts: { ...answer.facts, answer: answer.kind },
      });
    if (answer?.kind === 'ended')
      return endPayment(
        tx,
        service,
        payment.id,
        outcomeOf(answer.code),
        await ownReceipt(tx, payment, answer.receipt),
      );
    const age = (Date.now() - (now.pushedAt ?? now.createdAt).getTime()) / 1000;
    // A push without a number, or unknown there, cannot be queried: only a callback can confirm it, and still credits.
    const isSilent = now.checkoutId === null || answer?.kind === 'notKnown';
    if (
      now.status === 'PENDING' &&
      age > (isSilent ? GIVE_UP_WITHOUT_NUMBER_SECONDS : GIVE_UP_AFTER_SECONDS)
    )
      await endPayment(tx, service, payment.id, { status: 'FAILED', reason: 'NO_WORD' }, null);
    // A failed payment is queried for a week: a fault at the provider must not hide that it was paid.
    else if (now.status !== 'PENDING' && age > GIVE_UP_AFTER_SECONDS)
      await stopQueries(tx, payment.id);
  });
}

/** The receipt, unless it belongs to another payment: then it is not believed, and the outcome still counts. */
async function ownReceipt(
  tx: Tx,
  payment: PaymentRow,
  receipt: string | null,
): Promise<string | null> {
  if (receipt === null || !(await receiptIsTaken(tx, payment.provider, receipt, payment.id)))
    return receipt;
  await insertEvent(tx, {
    paymentId: payment.id,
    kind: 'MISMATCH',
    checkoutId: payment.checkoutId,
    receipt,
    facts: { mismatch: 'RECEIPT' },
  });
  return null;
}

/** Queries the provider now. @returns the payment afterwards */
export async function retrySync(service: PaymentService, paymentId: string): Promise<PaymentRow> {
  const payment = await getPayment(service.database, paymentId);
  if (payment.status !== 'COMPLETED' && payment.step !== 'NEW') {
    await queryStatus(service, payment);
    await service.database.run(systemScope(), (tx) => queryUnlessEnded(tx, paymentId));
  }
  return getPayment(service.database, paymentId);
}

async function queryUnlessEnded(tx: Tx, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status === 'PENDING' && payment.step === 'CONFIRMING')
    await querySoon(tx, paymentId);
}
