// What moves a payment: opened, pushed, confirmed by asking back, credited once. Money is moved under the system scope,
// after the caller has proved its reach.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mayComeFrom } from '../../infra/http/ip-ranges.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  formatUnits,
  parseDecimal,
  unitsForAmount,
  unitsToNumber,
  wholeAmountForUnits,
} from '../../../contract/shared/units.ts';
import type { Payment } from '../../../contract/api/wallet.ts';
import { askerOf } from '../../infra/http/asker.ts';
import { waitFor } from '../../core/auth/tries.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import {
  amountOutOfBounds,
  callbackDoesNotFit,
  conflict,
  noProvider,
  noRate,
  notFound,
  stockShort,
  tooManyRequests,
} from '../../infra/errors.ts';
import { newId } from '../../infra/ids.ts';
import { paymentsTotal } from '../../infra/instruments.ts';
import {
  lockBalances,
  purchase,
  releaseReserve,
  reserve,
  sellReserve,
} from '../../core/ledger/ledger.ts';
import { exchangeOf, priceTable } from '../../core/ledger/rates.ts';
import { toExchange, type Exchange } from '../../core/ledger/exchange.rules.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { issueInvoice } from './invoices.ts';
import {
  ASK_AGAIN_AFTER_FAILURE_SECONDS,
  GIVE_UP_AFTER_SECONDS,
  GIVE_UP_WITHOUT_NUMBER_SECONDS,
  mismatchOf,
  outcomeOf,
  secondsToNextAsk,
  type Outcome,
} from './payments.rules.ts';
import { referenceOf } from '../../core/ledger/reference.rules.ts';
import {
  askSoon,
  claimDue,
  claimOrphan,
  countOpen,
  findByCheckout,
  findFeePayment,
  insertEvent,
  insertPayment,
  lockPayment,
  movePayment,
  noteCallback,
  notePushed,
  noteReceipt,
  receiptIsTaken,
  startPush,
  stopAsking,
} from './payments.store.ts';
import type { PaymentRow } from './payments.store.ts';
import type { AskAnswer, CallbackFacts, Provider } from './provider.ts';
import { findSeller } from './wallet.store.ts';

/** What payments stand on. */
export type Till = {
  database: Database;
  providers: readonly Provider[];
  /** Of the addresses that providers call back: scheme, host and port. */
  callbackOrigin: string;
  /** Addresses and networks that callbacks come from; empty: any. */
  callbackNetworks: readonly string[];
  /** What a paid fee sets free, in the transaction that books it. */
  onFeePaid(tx: Tx, senderIdId: string): Promise<void>;
  /** What the payer hears when it ended, in the same transaction. */
  onEnded(tx: Tx, payment: PaymentRow, outcome: Outcome): Promise<void>;
  /** A fault of work that nobody waits for. */
  onFault(error: unknown): void;
};

export type Payer = { clientId: string; impersonatorId: string | null };

/** Of the currency, if anybody takes it. */
export function providerFor(
  providers: readonly Provider[],
  currency: string,
): Provider | undefined {
  return providers.find((provider) => provider.currency === currency);
}

/**
 * Opens a purchase of units: the price is frozen, nothing is paid yet.
 * @param wanted units in ten-thousandths, or a whole amount of money; of units the amount is rounded up, of the amount the units down
 * @param phone E.164 with the plus
 * @throws Refusal NO_RATE, NO_PROVIDER, AMOUNT_OUT_OF_BOUNDS, STOCK_SHORT
 */
export async function openPurchase(
  tx: Tx,
  till: Till,
  payer: Payer,
  wanted: { units: bigint } | { amount: bigint },
  phone: string,
): Promise<PaymentRow> {
  const prices = await priceTable(tx, payer.clientId);
  if (!prices) throw noRate('');
  const { costPrice, currency } = prices.home;
  const provider = providerFor(till.providers, currency);
  if (!provider) throw noProvider(currency);
  const amount = 'amount' in wanted ? wanted.amount : wholeAmountForUnits(wanted.units, costPrice);
  if (amount < BigInt(provider.leastAmount) || amount > BigInt(provider.mostAmount))
    throw amountOutOfBounds(provider.leastAmount, provider.mostAmount, currency);
  const units = unitsForAmount(String(amount), costPrice);
  const seller = await stockOf(tx, payer.clientId);
  const sellerUnits = seller ? toExchange(units, seller.exchange) : null;
  if (seller) await mustHave(tx, seller.clientId, sellerUnits!);
  const id = newId();
  await insertPayment(tx, {
    id,
    clientId: payer.clientId,
    purpose: 'UNITS',
    senderIdId: null,
    sellerId: seller?.clientId ?? null,
    sellerUnits,
    units,
    costPrice,
    amount: String(amount),
    currency,
    provider: provider.name,
    phone,
    createdBy: payer.clientId,
    impersonatorId: payer.impersonatorId,
  });
  return (await lockPayment(tx, id))!;
}

/** Whose stock a client buys from, and how its units become the client's; the platform sells where nobody stands between, or no price tells. */
export async function stockOf(
  tx: Tx,
  clientId: string,
): Promise<{ clientId: string; clientName: string; exchange: Exchange } | undefined> {
  const seller = await findSeller(tx, clientId);
  const exchange = seller && (await exchangeOf(tx, seller.clientId, clientId));
  return seller && exchange && { ...seller, exchange };
}

/**
 * The payment of a sender ID's fee: the one under way or done, else a new one.
 * @throws Refusal NO_PROVIDER, AMOUNT_OUT_OF_BOUNDS
 */
export async function openFeePayment(
  tx: Tx,
  till: Till,
  payer: Payer,
  fee: { senderIdId: string; amount: string; currency: string },
  phone: string,
): Promise<PaymentRow> {
  const known = await findFeePayment(tx, fee.senderIdId);
  if (known) return known;
  const provider = providerFor(till.providers, fee.currency);
  if (!provider) throw noProvider(fee.currency);
  // Whole amounts alone can be pushed.
  const amount = (parseDecimal(fee.amount) + 9_999n) / 10_000n;
  if (amount < BigInt(provider.leastAmount) || amount > BigInt(provider.mostAmount))
    throw amountOutOfBounds(provider.leastAmount, provider.mostAmount, fee.currency);
  const id = newId();
  await insertPayment(tx, {
    id,
    clientId: payer.clientId,
    purpose: 'SENDER_FEE',
    senderIdId: fee.senderIdId,
    sellerId: null,
    sellerUnits: null,
    units: 0n,
    costPrice: null,
    amount: String(amount),
    currency: fee.currency,
    provider: provider.name,
    phone,
    createdBy: payer.clientId,
    impersonatorId: payer.impersonatorId,
  });
  return (await lockPayment(tx, id))!;
}

// A prompt rings on somebody's phone, and holds a seller's units: nobody sends them without end.
const MOST_PUSHES = { most: 30, seconds: 3600 };
const MOST_PUSHES_TO_ONE = { most: 6, seconds: 3600 };
const MOST_OPEN = 3;
/** A push that is answered once the payer has is not waited for longer. */
const QUICK_ANSWER_MS = 1_500;
const MOST_ORPHANS = { most: 300, seconds: 3600 };

const newSecret = () => randomBytes(24).toString('base64url');

/** @throws Refusal STOCK_SHORT, which tells the buyer nothing of the seller's balance */
async function mustHave(tx: Tx, sellerId: string, units: bigint): Promise<void> {
  if (!(await hasStock(tx, sellerId, units))) throw stockShort();
}

async function hasStock(tx: Tx, sellerId: string, units: bigint): Promise<boolean> {
  const stock = await lockBalances(tx, sellerId);
  return stock.available - stock.floor >= units;
}

/**
 * Sends the prompt to the payer's phone, once: a repeat answers how the payment stands. The row says that we are asking
 * before we ask; an answer that is lost leaves it to the callback and to asking back.
 * @throws Refusal STOCK_SHORT where the seller has sold out meanwhile
 */
export async function pushPayment(
  till: Till,
  paymentId: string,
  phone: string,
): Promise<PaymentRow> {
  const { database } = till;
  const started = await database.run(systemScope(), async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!payment) throw notFound('purchase');
    if (payment.status !== 'PENDING') throw conflict('purchase', payment.status);
    if (payment.step !== 'NEW') return undefined;
    const wait = await waitFor(tx, [
      { key: `push ${payment.clientId}`, ...MOST_PUSHES },
      { key: `push ${phone}`, ...MOST_PUSHES_TO_ONE },
    ]);
    if (wait > 0) throw tooManyRequests(wait);
    if ((await countOpen(tx, payment.clientId)) >= MOST_OPEN)
      throw tooManyRequests(secondsToNextAsk(0));
    const provider = getProvider(till, payment.provider);
    if (payment.sellerId) {
      await mustHave(tx, payment.sellerId, payment.sellerUnits!);
      await reserve(tx, {
        sellerId: payment.sellerId,
        units: payment.sellerUnits!,
        purchaseId: payment.id,
        idem: `reserve:${payment.id}`,
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
      askInSeconds: secondsToNextAsk(0),
    });
    await insertEvent(tx, {
      paymentId,
      kind: 'PUSH',
      facts: { phone, amount: payment.amount, currency: payment.currency },
    });
    return { payment, provider, number, secret };
  });
  if (!started) return getPayment(database, paymentId);
  const pushing = sendPush(till, started, phone);
  // What the payer does is followed by whoever asks about the payment; a refusal comes at once.
  if (started.provider.answersOncePaid)
    await Promise.race([pushing.catch(till.onFault), sleep(QUICK_ANSWER_MS)]);
  else await pushing;
  return getPayment(database, paymentId);
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
  till: Till,
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
    callbackUrl: `${till.callbackOrigin}/v1/payments/stk/${secret}/${payment.id}`,
  });
  await till.database.run(systemScope(), async (tx) => {
    await lockPayment(tx, paymentId);
    await insertEvent(tx, {
      paymentId,
      kind: 'PUSH_ANSWER',
      checkoutId: answer.kind === 'accepted' ? answer.checkoutId : null,
      facts: { ...answer.facts, answer: answer.kind },
    });
    if (answer.kind === 'refused')
      await endPayment(tx, till, paymentId, { status: 'FAILED', reason: 'PROVIDER_REFUSED' }, null);
    else if (answer.kind === 'ended')
      await endPayment(tx, till, paymentId, outcomeOf(answer.code), null);
    else await notePushed(tx, paymentId, answer.kind === 'accepted' ? answer : undefined);
    if (answer.kind === 'accepted' && answer.paid)
      await confirmSoon(tx, payment, { ...answer, ...answer.paid });
  });
}

/** Has a success that the provider told of confirmed by asking back; a receipt that is another payment's is not believed. */
async function confirmSoon(
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

export async function getPayment(database: Database, paymentId: string): Promise<PaymentRow> {
  const payment = await database.run(systemScope(), (tx) => lockPayment(tx, paymentId));
  if (!payment) throw notFound('purchase');
  return payment;
}

function getProvider(till: Till, name: string): Provider {
  const provider = till.providers.find((each) => each.name === name);
  if (!provider) throw noProvider(name);
  return provider;
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
      const wait = await waitFor(tx, [
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

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function shorten(body: unknown): unknown {
  const text = JSON.stringify(body) ?? '';
  return text.length <= 8_000 ? body : text.slice(0, 8_000);
}

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

/**
 * Brings a payment to its end and its units to whoever bought them; once, whatever is heard how often. A success that
 * comes after a failure still counts. The caller holds the payment's lock.
 */
export async function endPayment(
  tx: Tx,
  till: Till,
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
    askInSeconds: paid || payment.checkoutId === null ? null : ASK_AGAIN_AFTER_FAILURE_SECONDS,
  });
  if (!moved) {
    // A second failure: there is nothing more to hear.
    await stopAsking(tx, paymentId);
    return;
  }
  if (paid) await credit(tx, till, payment);
  else if (payment.reserved) {
    await releaseReserve(tx, {
      sellerId: payment.sellerId!,
      units: payment.sellerUnits!,
      purchaseId: paymentId,
      idem: `release:${paymentId}`,
    });
    await insertEvent(tx, {
      paymentId,
      kind: 'RELEASED',
      facts: { units: formatUnits(payment.sellerUnits!) },
    });
  }
  paymentsTotal.inc({ outcome: outcome.status.toLowerCase() });
  await till.onEnded(tx, { ...payment, receipt: receipt ?? payment.receipt }, outcome);
}

async function credit(tx: Tx, till: Till, payment: PaymentRow): Promise<void> {
  const { id, clientId, sellerId, sellerUnits, units } = payment;
  if (payment.purpose === 'SENDER_FEE') {
    await till.onFeePaid(tx, payment.senderIdId!);
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
      idem: `purchase:${id}`,
    });
    await issueInvoice(tx, payment, sellerId);
    from = 'seller';
  } else {
    // Also where the seller has sold out since: the money came to the platform, and who paid gets what was paid for.
    await purchase(tx, { ...actor, clientId, units, purchaseId: id, idem: `purchase:${id}` });
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
    idem: `reserve again:${id}`,
  });
  return true;
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

/** A payment as it leaves. */
export function showPayment(row: PaymentRow): Payment {
  return {
    purchaseId: row.id,
    ref: referenceOf(row.number),
    purpose: row.purpose,
    clientId: row.clientId,
    clientName: row.clientName,
    units: unitsToNumber(row.units),
    costPrice: row.costPrice,
    amount: row.amount,
    currency: row.currency,
    provider: row.provider,
    phone: row.phone,
    paymentStatus: row.status,
    step: row.step,
    reason: row.reason,
    receipt: row.receipt,
    senderIdId: row.senderIdId,
    invoiceId: row.invoiceId,
    createTimestamp: row.createdAt.getTime() / 1000,
    endTimestamp: row.endedAt && row.endedAt.getTime() / 1000,
  };
}
