// Opening a payment. Money is moved under the system scope, after the caller has proved its reach: `push` asks the provider,
// `callbacks` stores what it reports, `reconcile` queries it, `settle` books the end.
import {
  parseDecimal,
  unitsForAmount,
  unitsToNumber,
  wholeAmountForUnits,
} from '../../../../contract/shared/units.ts';
import type { Payment } from '../../../../contract/api/payments.ts';
import type { Database, Tx } from '../../../infra/database/db.ts';
import {
  amountOutOfBounds,
  noProvider,
  noRate,
  notFound,
  stockShort,
} from '../../../infra/errors.ts';
import { newId } from '../../../infra/ids.ts';
import { lockBalances } from '../../../core/ledger/ledger.ts';
import { loadExchange, loadPriceTable } from '../../../core/ledger/rates.ts';
import { keepCountries } from '../../../core/ledger/rates.store.ts';
import { unitsToExchange } from '../../../core/ledger/exchange.rules.ts';
import type { Exchange } from '../../../core/ledger/exchange.rules.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { Outcome } from './payments.rules.ts';
import { referenceOf } from '../../../core/ledger/reference.rules.ts';
import { findFeePayment, insertPayment, lockPayment } from './payments.store.ts';
import type { PaymentRow } from './payments.store.ts';
import type { Provider } from '../providers/provider.ts';
import { findSeller } from '../wallet.store.ts';

/** The parts that payments need, and what follows when one ends. */
export type PaymentService = {
  database: Database;
  providers: readonly Provider[];
  /** Scheme, host and port of the addresses that providers call back. */
  callbackOrigin: string;
  /** Addresses and networks that callbacks come from; empty: any. */
  callbackNetworks: readonly string[];
  /** Releases what a paid fee unlocks, in the transaction that books it. */
  onFeePaid(tx: Tx, senderIdId: string): Promise<void>;
  /** Notifies the payer of the end, in the same transaction. */
  onEnded(tx: Tx, payment: PaymentRow, outcome: Outcome): Promise<void>;
  /** Reports a fault of work that no caller waits for. */
  onFault(error: unknown): void;
};

export type Payer = { clientId: string; impersonatorId: string | null };

/** The provider that takes a currency, if there is one. */
export function providerFor(
  providers: readonly Provider[],
  currency: string,
): Provider | undefined {
  return providers.find((provider) => provider.currency === currency);
}

/**
 * Opens a purchase of units: the price is frozen, nothing is paid yet.
 * @param wanted units in ten-thousandths, or a whole amount of money; of units the amount is rounded up, of
 * the amount the units down
 * @param phone E.164 with the plus
 * @throws Refusal NO_RATE, NO_PROVIDER, AMOUNT_OUT_OF_BOUNDS, STOCK_SHORT
 */
export async function openPurchase(
  tx: Tx,
  service: PaymentService,
  payer: Payer,
  wanted: { units: bigint } | { amount: bigint },
  phone: string,
): Promise<PaymentRow> {
  await keepCountries(tx, [payer.clientId]);
  const prices = await loadPriceTable(tx, payer.clientId);
  if (!prices) throw noRate('');
  const { costPrice, currency } = prices.home;
  const provider = providerFor(service.providers, currency);
  if (!provider) throw noProvider(currency);
  const amount = 'amount' in wanted ? wanted.amount : wholeAmountForUnits(wanted.units, costPrice);
  if (amount < BigInt(provider.leastAmount) || amount > BigInt(provider.mostAmount))
    throw amountOutOfBounds(provider.leastAmount, provider.mostAmount, currency);
  const units = unitsForAmount(String(amount), costPrice);
  const seller = await stockOf(tx, payer.clientId);
  const sellerUnits = seller ? unitsToExchange(units, seller.exchange) : null;
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

/**
 * The seller whose stock a client buys from, with the exchange of units; undefined if the platform sells, or
 * no price is known.
 */
export async function stockOf(
  tx: Tx,
  clientId: string,
): Promise<{ clientId: string; clientName: string; exchange: Exchange } | undefined> {
  const seller = await findSeller(tx, clientId);
  const exchange = seller && (await loadExchange(tx, seller.clientId, clientId));
  return seller && exchange && { ...seller, exchange };
}

/**
 * The payment of a sender ID's fee: the one in progress or paid, otherwise a new one.
 * @throws Refusal NO_PROVIDER, AMOUNT_OUT_OF_BOUNDS
 */
export async function openFeePayment(
  tx: Tx,
  service: PaymentService,
  payer: Payer,
  fee: { senderIdId: string; amount: string; currency: string },
  phone: string,
): Promise<PaymentRow> {
  const known = await findFeePayment(tx, fee.senderIdId);
  if (known) return known;
  const provider = providerFor(service.providers, fee.currency);
  if (!provider) throw noProvider(fee.currency);
  // Whole amounts alone can be pushed.
  const amount = (parseDecimal(fee.amount) + 9_999n) / 10_000n;
  if (amount < BigInt(provider.leastAmount) || amount > BigInt(provider.mostAmount))
    throw amountOutOfBounds(provider.leastAmount, provider.mostAmount, fee.currency);
  const id = newId();
  const isNew = await insertPayment(tx, {
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
  return (isNew ? await lockPayment(tx, id) : await findFeePayment(tx, fee.senderIdId))!;
}

/** @throws Refusal STOCK_SHORT, which does not reveal the seller's balance to the buyer */
export async function mustHave(tx: Tx, sellerId: string, units: bigint): Promise<void> {
  if (!(await hasStock(tx, sellerId, units))) throw stockShort();
}

export async function hasStock(tx: Tx, sellerId: string, units: bigint): Promise<boolean> {
  const stock = await lockBalances(tx, sellerId);
  return stock.available - stock.floor >= units;
}

export async function getPayment(database: Database, paymentId: string): Promise<PaymentRow> {
  const payment = await database.run(systemScope(), (tx) => lockPayment(tx, paymentId));
  if (!payment) throw notFound('purchase');
  return payment;
}

export function getProvider(service: PaymentService, name: string): Provider {
  const provider = service.providers.find((each) => each.name === name);
  if (!provider) throw noProvider(name);
  return provider;
}

/** A payment as it leaves. */
export function presentPayment(row: PaymentRow): Payment {
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
