// Callbacks of providers, which are believed once a query confirms them.
import { createHash, timingSafeEqual } from 'node:crypto';
import { mayComeFrom } from '../../../infra/http/ip-ranges.ts';
import { askerOf } from '../../../infra/http/address-block.ts';
import { retryAfter } from '../../../core/auth/limits/rate-limits.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { callbackDoesNotFit, conflict, notFound } from '../../../infra/errors.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { mismatchOf } from './payments.rules.ts';
import { claimOrphan, insertEvent } from './payment-events.store.ts';
import { findByCheckout, lockPayment, receiptIsTaken } from './payments.store.ts';
import { noteCallback, noteReceipt } from './payment-steps.store.ts';
import type { PaymentRow } from './payments.store.ts';
import type { CallbackFacts } from '../providers/provider.ts';
import type { PaymentService } from './payments.ts';

const MOST_ORPHANS = { most: 300, seconds: 3600 };

/** Confirms a reported success by a query; a receipt of another payment is not believed. */
export async function confirmSoon(
  tx: Tx,
  payment: PaymentRow,
  callback: { checkoutId: string; merchantId: string | null; receipt: string | null },
): Promise<void> {
  const mismatch = await takenBy(tx, payment, callback);
  if (mismatch)
    await insertEvent(tx, {
      paymentId: payment.id,
      kind: 'MISMATCH',
      checkoutId: callback.checkoutId,
      receipt: callback.receipt,
      facts: { mismatch },
    });
  await noteCallback(tx, payment.id, mismatch ? { ...callback, receipt: null } : callback);
}

/**
 * Stores a callback. It credits nothing: with the payment's own secret and facts it causes a query, and any other
 * body is stored as an orphan.
 */
export async function handleCallback(
  service: PaymentService,
  at: { secret: string; paymentId: string; address: string },
  body: unknown,
): Promise<void> {
  const facts = { body: shorten(body) };
  await service.database.run(systemScope(), async (tx) => {
    const payment = /^[0-9a-f-]{36}$/i.test(at.paymentId)
      ? await lockPayment(tx, at.paymentId)
      : undefined;
    const isGenuine =
      mayComeFrom(service.callbackNetworks, at.address) && bearsSecret(payment, at.secret);
    const genuine = isGenuine ? payment : undefined;
    const callback = readBy(service, genuine, body);
    const known = {
      address: at.address,
      checkoutId: callback?.checkoutId ?? null,
      receipt: callback?.receipt ?? null,
      amount: callback?.amount ?? null,
      phone: callback?.phone ?? null,
      facts,
    };
    // Anybody can write here: one address fills no table.
    if (!genuine || !callback) {
      const wait = await retryAfter(tx, [
        { key: `callback ${askerOf(at.address).asker}`, ...MOST_ORPHANS },
      ]);
      return void (
        wait > 0 || (await insertEvent(tx, { ...known, paymentId: null, kind: 'ORPHAN' }))
      );
    }
    const mismatch = mismatchOf(genuine, callback) ?? (await takenBy(tx, genuine, callback));
    if (mismatch)
      return insertEvent(tx, {
        ...known,
        paymentId: genuine.id,
        kind: 'MISMATCH',
        facts: { ...facts, mismatch },
      });
    await insertEvent(tx, { ...known, paymentId: genuine.id, kind: 'CALLBACK' });
    if (genuine.status !== 'COMPLETED') await noteCallback(tx, genuine.id, callback);
    else if (callback.receipt !== null) await noteReceipt(tx, genuine.id, callback.receipt);
  });
}

/** The fact of a callback that already belongs to another payment. */
async function takenBy(
  tx: Tx,
  payment: PaymentRow,
  callback: { checkoutId: string; receipt: string | null },
): Promise<'CHECKOUT' | 'RECEIPT' | undefined> {
  const other = await findByCheckout(tx, payment.provider, callback.checkoutId);
  if (other && other.id !== payment.id) return 'CHECKOUT';
  return callback.receipt !== null &&
    (await receiptIsTaken(tx, payment.provider, callback.receipt, payment.id))
    ? 'RECEIPT'
    : undefined;
}

function readBy(
  service: PaymentService,
  payment: PaymentRow | undefined,
  body: unknown,
): CallbackFacts | undefined {
  const candidates = service.providers.filter(
    (provider) => payment === undefined || provider.name === payment.provider,
  );
  for (const provider of candidates) {
    const callback = provider.readCallback(body);
    if (callback) return callback;
  }
  return undefined;
}

function bearsSecret(payment: PaymentRow | undefined, secret: string): boolean {
  const expected = payment?.secretHash;
  return expected !== undefined && expected !== null && timingSafeEqual(expected, hashOf(secret));
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function shorten(body: unknown): unknown {
  const text = JSON.stringify(body) ?? '';
  return text.length <= 8_000 ? body : text.slice(0, 8_000).toWellFormed();
}

/**
 * Assigns an orphan callback to an unpaid payment and queries the provider, which alone decides.
 * @throws Refusal NOT_FOUND, CONFLICT
 */
export async function claimCallback(tx: Tx, eventId: string, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw notFound('purchase');
  if (payment.status === 'COMPLETED') throw conflict('purchase', payment.status);
  const event = await claimOrphan(tx, eventId, paymentId);
  if (!event?.checkoutId) throw notFound('callback');
  const callback = {
    checkoutId: event.checkoutId,
    code: '0',
    amount: event.amount,
    phone: null,
    receipt: event.receipt,
    merchantId: null,
  };
  const mismatch = mismatchOf(payment, callback) ?? (await takenBy(tx, payment, callback));
  if (mismatch) throw callbackDoesNotFit(mismatch);
  await noteCallback(tx, paymentId, callback);
}
