import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tx } from '../../../infra/database/db.ts';
import { retryAfter } from '../../../core/auth/limits/rate-limits.ts';
import { conflict, nothingToPay, notFound, tooManyRequests } from '../../../infra/errors.ts';
import { reserve } from '../../../core/ledger/ledger.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { outcomeOf, secondsToNextQuery } from './payments.rules.ts';
import { referenceOf } from '../../../core/ledger/reference.rules.ts';
import { insertEvent } from './payment-events.store.ts';
import { countOpen, lockPayment } from './payments.store.ts';
import { notePushed, startPush } from './payment-steps.store.ts';
import type { PaymentRow } from './payments.store.ts';
import type { Provider } from '../providers/provider.ts';
import type { PaymentService } from './payments.ts';
import { confirmSoon, hashOf } from './callbacks.ts';
import { endPayment } from './settle.ts';
import { lockFeeDue } from '../wallet.store.ts';
import { getPayment, getProvider, mustHave, stockOf } from './payments.ts';

// A prompt rings on somebody's phone, and holds a seller's units: nobody sends them without end.
const MOST_PUSHES = { most: 30, seconds: 3600 };

const MOST_PUSHES_TO_ONE = { most: 6, seconds: 3600 };

const MOST_OPEN = 3;

/** A push that is answered once the payer has is not waited for longer. */
const QUICK_ANSWER_MS = 1_500;

const newSecret = () => randomBytes(24).toString('base64url');

/**
 * Sends the STK push to the payer's phone, once: a repeat returns the state of the payment. The step ASKING
 * is committed before the request; where its answer is lost, the callback or a query decides.
 * @throws Refusal STOCK_SHORT where the seller has sold out meanwhile, CONFLICT where the client has another seller now
 */
export async function pushPayment(
  service: PaymentService,
  paymentId: string,
  phone: string,
): Promise<PaymentRow> {
  const { database } = service;
  const started = await database.run(systemScope(), async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) throw notFound('purchase');
    if (payment.status !== 'PENDING') throw conflict('purchase', payment.status);
    if (payment.step !== 'NEW') return undefined;
    await mustStillBeDue(tx, payment);
    const wait = await retryAfter(tx, [
      { key: `push ${payment.clientId}`, ...MOST_PUSHES },
      { key: `push ${phone}`, ...MOST_PUSHES_TO_ONE },
    ]);
    if (wait > 0) throw tooManyRequests(wait);
    if ((await countOpen(tx, payment.clientId)) >= MOST_OPEN)
      throw tooManyRequests(secondsToNextQuery(0));
    const provider = getProvider(service, payment.provider);
    if (payment.sellerId) {
      await mustHave(tx, payment.sellerId, payment.sellerUnits!);
      await reserve(tx, {
        sellerId: payment.sellerId,
        units: payment.sellerUnits!,
        purchaseId: payment.id,
        idempotencyKey: `reserve:${payment.id}`,
      });
    }
    const number = provider.numberFor?.(paymentId) ?? null;
    const secret = newSecret();
    await startPush(tx, paymentId, {
      secretHash: hashOf(secret),
      phone,
      reserved: payment.sellerId !== null,
      step: provider.answersOncePaid ? 'ON_PHONE' : 'ASKING',
      checkoutId: number,
      queryInSeconds: secondsToNextQuery(0),
    });
    await insertEvent(tx, {
      paymentId,
      kind: 'PUSH',
      facts: { phone, amount: payment.amount, currency: payment.currency },
    });
    return { payment, provider, number, secret };
  });
  if (!started) return getPayment(database, paymentId);
  const pushing = sendPush(service, started, phone);
  // A refusal comes at once; queries follow what the payer does later.
  if (started.provider.answersOncePaid)
    await Promise.race([pushing.catch(service.onFault), sleep(QUICK_ANSWER_MS)]);
  else await pushing;
  return getPayment(database, paymentId);
}

/**
 * @throws nothingToPay where the sender ID was decided on, conflict where the client has moved to another
 * seller, whose prices and stock are others
 */
async function mustStillBeDue(tx: Tx, payment: PaymentRow): Promise<void> {
  if (payment.purpose === 'SENDER_FEE') {
    if (!(await lockFeeDue(tx, payment.senderIdId!))) throw nothingToPay();
    return;
  }
  const seller = await stockOf(tx, payment.clientId);
  if ((seller?.clientId ?? null) !== payment.sellerId) throw conflict('purchase', 'SELLER_CHANGED');
}

/** A push that was written down; its secret is nowhere else. */
type StartedPush = {
  payment: PaymentRow;
  provider: Provider;
  number: string | null;
  secret: string;
};

/** Asks the provider to ask the payer, and writes down what it answers. */
async function sendPush(
  service: PaymentService,
  { payment, provider, number, secret }: StartedPush,
  phone: string,
): Promise<void> {
  const paymentId = payment.id;
  const reference = referenceOf(payment.number);
  const answer = await provider.push({
    number,
    phone,
    amount: Number(payment.amount),
    reference,
    about: payment.purpose === 'UNITS' ? 'SMS units' : 'Sender ID',
    callbackUrl: `${service.callbackOrigin}/v1/payments/stk/${secret}/${payment.id}`,
  });
  await service.database.run(systemScope(), async (tx) => {
    await lockPayment(tx, paymentId);
    await insertEvent(tx, {
      paymentId,
      kind: 'PUSH_ANSWER',
      checkoutId: answer.kind === 'accepted' ? answer.checkoutId : null,
      facts: { ...answer.facts, answer: answer.kind },
    });
    if (answer.kind === 'refused')
      await endPayment(
        tx,
        service,
        paymentId,
        { status: 'FAILED', reason: 'PROVIDER_REFUSED' },
        null,
      );
    else if (answer.kind === 'ended')
      await endPayment(tx, service, paymentId, outcomeOf(answer.code), null);
    else await notePushed(tx, paymentId, answer.kind === 'accepted' ? answer : undefined);
    if (answer.kind === 'accepted' && answer.paid)
      await confirmSoon(tx, payment, { ...answer, ...answer.paid });
  });
}
