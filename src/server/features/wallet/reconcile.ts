import type { Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import {
  GIVE_UP_AFTER_SECONDS,
  GIVE_UP_WITHOUT_NUMBER_SECONDS,
  outcomeOf,
  secondsToNextAsk,
} from './payments.rules.ts';
import { referenceOf } from '../../core/ledger/reference.rules.ts';
import { askSoon, claimDue, insertEvent, lockPayment, stopAsking } from './payments.store.ts';
import type { PaymentRow } from './payments.store.ts';
import type { AskAnswer } from './provider.ts';
import type { Till } from './payments.ts';
import { endPayment } from './settle.ts';
import { getPayment } from './payments.ts';

/** Asks the provider about payments that are due; gives how many there were. */
export async function askDue(till: Till, most: number): Promise<number> {
  const due = await till.database.run(systemScope(), (tx) => claimDue(tx, most, secondsToNextAsk));
  // One that cannot be booked holds up no other; its next time comes, and its fault is told.
  const asked = await Promise.allSettled(due.map((payment) => askAbout(till, payment)));
  const failures = asked
    .filter((each) => each.status === 'rejected')
    .map((each): unknown => each.reason);
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} of ${due.length} payments could not be followed`,
    );
  return due.length;
}

/** Asks the provider what became of a payment, and books what it says. */
export async function askAbout(till: Till, payment: PaymentRow): Promise<void> {
  const provider = till.providers.find((each) => each.name === payment.provider);
  // Without its number nobody can be asked: only the callback can tell it.
  const heard: AskAnswer | undefined =
    provider && payment.checkoutId !== null
      ? await provider.ask({
          checkoutId: payment.checkoutId,
          reference: referenceOf(payment.number),
        })
      : undefined;
  await till.database.run(systemScope(), async (tx) => {
    const now = await lockPayment(tx, payment.id);
    if (!now || now.status === 'COMPLETED') return stopAsking(tx, payment.id);
    if (heard)
      await insertEvent(tx, {
        paymentId: payment.id,
        kind: 'ASK',
        checkoutId: payment.checkoutId,
        facts: { ...heard.facts, answer: heard.kind },
      });
    if (heard?.kind === 'ended')
      return endPayment(tx, till, payment.id, outcomeOf(heard.code), heard.receipt);
    const age = (Date.now() - (now.pushedAt ?? now.createdAt).getTime()) / 1000;
    // Whoever has no number there cannot be asked about, or is not known: the callback alone can still tell, and still credits.
    const isSilent = now.checkoutId === null || heard?.kind === 'notKnown';
    if (
      now.status === 'PENDING' &&
      age > (isSilent ? GIVE_UP_WITHOUT_NUMBER_SECONDS : GIVE_UP_AFTER_SECONDS)
    )
      await endPayment(tx, till, payment.id, { status: 'FAILED', reason: 'NO_WORD' }, null);
    // One that failed is asked about for a week all the same: a fault there must not hide that it was paid.
    else if (now.status !== 'PENDING' && age > GIVE_UP_AFTER_SECONDS)
      await stopAsking(tx, payment.id);
  });
}

/** Has the provider asked now, and tells how the payment stands then. */
export async function retrySync(till: Till, paymentId: string): Promise<PaymentRow> {
  const payment = await getPayment(till.database, paymentId);
  if (payment.status !== 'COMPLETED' && payment.step !== 'NEW') {
    await askAbout(till, payment);
    await till.database.run(systemScope(), (tx) => askUnlessEnded(tx, paymentId));
  }
  return getPayment(till.database, paymentId);
}

async function askUnlessEnded(tx: Tx, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (payment?.status === 'PENDING' && payment.step === 'CONFIRMING') await askSoon(tx, paymentId);
}
