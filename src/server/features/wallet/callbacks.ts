import { createHash, timingSafeEqual } from 'node:crypto';
import { mayComeFrom } from '../../infra/http/ip-ranges.ts';
import { askerOf } from '../../infra/http/asker.ts';
import { retryAfter } from '../../core/auth/rate-limits.ts';
import type { Tx } from '../../infra/database/db.ts';
import { callbackDoesNotFit, conflict, notFound } from '../../infra/errors.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { mismatchOf } from './payments.rules.ts';
import {
  claimOrphan,
  findByCheckout,
  insertEvent,
  lockPayment,
  noteCallback,
  noteReceipt,
  receiptIsTaken,
} from './payments.store.ts';
import type { PaymentRow } from './payments.store.ts';
import type { CallbackFacts } from './provider.ts';
import type { Till } from './payments.ts';

const MOST_ORPHANS = { most: 300, seconds: 3600 };

/** Has a success that the provider told of confirmed by asking back; a receipt that is another payment's is not believed. */
export async function confirmSoon(
  tx: Tx,
  payment: PaymentRow,
  heard: { checkoutId: string; merchantId: string | null; receipt: string | null },
): Promise<void> {
  const mismatch = await takenBy(tx, payment, heard);
  if (mismatch)
    await insertEvent(tx, {
      paymentId: payment.id,
      kind: 'MISMATCH',
      checkoutId: heard.checkoutId,
      receipt: heard.receipt,
      facts: { mismatch },
    });
  await noteCallback(tx, payment.id, mismatch ? { ...heard, receipt: null } : heard);
}

/**
 * Stores what came to the callback's address. It credits nothing: what bears the payment's own secret and facts has the
 * provider asked; everything else is an orphan.
 */
export async function hearCallback(
  till: Till,
  at: { secret: string; paymentId: string; address: string },
  body: unknown,
): Promise<void> {
  const facts = { body: shorten(body) };
  await till.database.run(systemScope(), async (tx) => {
    const payment = /^[0-9a-f-]{36}$/i.test(at.paymentId)
      ? await lockPayment(tx, at.paymentId)
      : undefined;
    const isGenuine =
      mayComeFrom(till.callbackNetworks, at.address) && bearsSecret(payment, at.secret);
    const genuine = isGenuine ? payment : undefined;
    const heard = readBy(till, genuine, body);
    const known = {
      address: at.address,
      checkoutId: heard?.checkoutId ?? null,
      receipt: heard?.receipt ?? null,
      amount: heard?.amount ?? null,
      phone: heard?.phone ?? null,
      facts,
    };
    // Anybody can write here: one address fills no table.
    if (!genuine || !heard) {
      const wait = await retryAfter(tx, [
        { key: `callback ${askerOf(at.address).asker}`, ...MOST_ORPHANS },
      ]);
      return void (
        wait > 0 || (await insertEvent(tx, { ...known, paymentId: null, kind: 'ORPHAN' }))
      );
    }
    const mismatch = mismatchOf(genuine, heard) ?? (await takenBy(tx, genuine, heard));
    if (mismatch)
      return insertEvent(tx, {
        ...known,
        paymentId: genuine.id,
        kind: 'MISMATCH',
        facts: { ...facts, mismatch },
      });
    await insertEvent(tx, { ...known, paymentId: genuine.id, kind: 'CALLBACK' });
    if (genuine.status !== 'COMPLETED') await noteCallback(tx, genuine.id, heard);
    else if (heard.receipt !== null) await noteReceipt(tx, genuine.id, heard.receipt);
  });
}

/** What of a callback belongs to another payment already. */
async function takenBy(
  tx: Tx,
  payment: PaymentRow,
  heard: { checkoutId: string; receipt: string | null },
): Promise<'CHECKOUT' | 'RECEIPT' | undefined> {
  const other = await findByCheckout(tx, payment.provider, heard.checkoutId);
  if (other && other.id !== payment.id) return 'CHECKOUT';
  return heard.receipt !== null &&
    (await receiptIsTaken(tx, payment.provider, heard.receipt, payment.id))
    ? 'RECEIPT'
    : undefined;
}

function readBy(
  till: Till,
  payment: PaymentRow | undefined,
  body: unknown,
): CallbackFacts | undefined {
  const asked = till.providers.filter(
    (provider) => payment === undefined || provider.name === payment.provider,
  );
  for (const provider of asked) {
    const heard = provider.readCallback(body);
    if (heard) return heard;
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
 * Gives an orphan callback to a payment that is not paid yet, and has the provider asked: it alone decides.
 * @throws Refusal NOT_FOUND, CONFLICT
 */
export async function claimCallback(tx: Tx, eventId: string, paymentId: string): Promise<void> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw notFound('purchase');
  if (payment.status === 'COMPLETED') throw conflict('purchase', payment.status);
  const event = await claimOrphan(tx, eventId, paymentId);
  if (!event?.checkoutId) throw notFound('callback');
  const heard = {
    checkoutId: event.checkoutId,
    code: '0',
    amount: event.amount,
    phone: null,
    receipt: event.receipt,
    merchantId: null,
  };
  const mismatch = mismatchOf(payment, heard) ?? (await takenBy(tx, payment, heard));
  if (mismatch) throw callbackDoesNotFit(mismatch);
  await noteCallback(tx, paymentId, heard);
}
