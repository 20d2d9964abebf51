// The wallet: its movements, purchases, transfers and statements.
import * as z from 'zod/mini';
import {
  done,
  endpoint,
  id,
  listOf,
  many,
  numeric,
  numericTimestamp,
  page,
  PORTAL,
  timestamp,
  units,
} from '../endpoint.ts';
import { amount, PAYMENT_STATUSES, PROVIDERS, payment, purchaseId } from './payments.ts';

export const TRANSACTION_TYPES = [
  'PURCHASE',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'REFUND',
  'CHARGE',
  'ADJUSTMENT',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** A movement of a wallet, or a purchase that has moved no units (yet). */
export const transaction = z.object({
  /** The key by which a call opens the row. */
  purchaseId: id,
  ref: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  /** Negative for a debit. */
  units,
  amount: z.nullable(amount),
  currency: z.nullable(z.string()),
  /** Null when no units moved. */
  balanceBefore: z.nullable(units),
  balanceAfter: z.nullable(units),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  reason: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  clientId: id,
  clientName: z.string(),
  /** The other party of a transfer, if within the caller's reach. */
  otherClientId: z.nullable(id),
  otherClientName: z.nullable(z.string()),
  /**
   * Set where a seller's units were set aside for a client's purchase or came back: the amount that
   * the client paid, null while it has not, and where the units came back.
   */
  sale: z.nullable(z.object({ amount: z.nullable(amount), currency: z.string() })),
  campaignId: z.nullable(id),
  campaignName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  createTimestamp: timestamp,
});
export type Transaction = z.output<typeof transaction>;

const transactionFilter = {
  'filter.paymentStatuses': many(z.enum(PAYMENT_STATUSES)),
  'filter.types': many(z.enum(TRANSACTION_TYPES)),
  'filter.clientIds': many(id),
  'filter.startTimestamp': z.optional(numericTimestamp),
  'filter.endTimestamp': z.optional(numericTimestamp),
};
/** An amount of money in each of its currencies. */
const sums = z.array(z.object({ currency: z.string(), amount }));
export const moreThanNone = z.number().check(z.positive(), z.maximum(1e9), z.multipleOf(0.0001));
const wholeAmount = z.int().check(z.positive(), z.maximum(1e9));
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/));

/** The fields of an adjustment that a person writes. */
export const adjusted = {
  units: z.number().check(
    z.minimum(-1e9),
    z.maximum(1e9),
    z.multipleOf(0.0001),
    z.refine((value) => value !== 0),
  ),
  note: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
};

export const purchases = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases`,
    who: 'purchases.read',
    summary: "The wallet's movements, and purchases that are pending or failed, newest first",
    input: z.object({ ...page, ...transactionFilter }),
    output: listOf('purchases', transaction),
  }),
  months: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases/months`,
    who: 'purchases.read',
    summary:
      "Units in and out of a wallet, and money for purchases, in each of the last six months of the caller's time zone; without a client the caller's own wallet, for staff all wallets",
    input: z.object({ clientId: z.optional(id) }),
    output: z.object({
      /** Null for all wallets. */
      clientName: z.nullable(z.string()),
      timezone: z.string(),
      /** The present month first. */
      months: z.array(
        z.object({
          month,
          unitsIn: units,
          /** Not negative. */
          unitsOut: units,
          /** Completed purchases of units by the wallet's owner. */
          paid: sums,
          /** Completed purchases by its clients; empty for all wallets. */
          received: sums,
        }),
      ),
    }),
  }),
  offer: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases/offer`,
    who: 'purchases.buy',
    summary: "The signed-in client's unit price, seller and payment methods",
    input: z.object({}),
    output: z.object({
      /** Price of one unit; null when there is no price for the client's own country. */
      costPrice: z.nullable(amount),
      currency: z.nullable(z.string()),
      /** Null when no provider accepts this currency here. */
      provider: z.nullable(
        z.object({ name: z.enum(PROVIDERS), leastAmount: z.int(), mostAmount: z.int() }),
      ),
      phone: z.nullable(z.string()),
      /** The seller of the units; null for the platform. */
      sellerName: z.nullable(z.string()),
      /**
       * Average daily use in the last 30 days, for estimating how long an amount lasts; 0 before a
       * week of use.
       */
      unitsADay: units,
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/purchases`,
    who: 'purchases.buy',
    idempotent: true,
    personal: true,
    summary:
      'Start a purchase of units, by units or by amount; nothing is paid until the push is sent',
    input: z.object({
      units: z.optional(moreThanNone),
      amount: z.optional(wholeAmount),
      phone: z.string().check(z.minLength(1), z.maxLength(40)),
    }),
    output: payment,
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases/:purchaseId`,
    who: 'purchases.read',
    summary: 'One payment and its status',
    input: purchaseId,
    output: z.extend(payment, {
      /** The buyer's balance when the units came; null before that, and where no units were bought. */
      balanceAfter: z.nullable(units),
    }),
  }),
  retrySync: endpoint({
    method: 'POST',
    path: `${PORTAL}/purchases:retrySync`,
    who: 'purchases.retrySync',
    personal: true,
    summary: 'Query the provider for the status of a payment now',
    input: purchaseId,
    output: payment,
  }),
  previewTransfer: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases/transferPreview`,
    who: 'purchases.transfer',
    summary: 'Preview of a transfer: units received, and the balance left',
    input: z.object({ clientId: id, units: z.pipe(numeric, moreThanNone) }),
    /**
     * `exchanged` is true if the two accounts count in units of different countries, so the
     * credited number differs.
     */
    output: z.object({
      units,
      arrives: units,
      exchanged: z.boolean(),
      fromCountry: z.string(),
      toCountry: z.string(),
      balanceAfter: units,
    }),
  }),
  transferUnits: endpoint({
    method: 'POST',
    path: `${PORTAL}/purchases:transferUnits`,
    who: 'purchases.transfer',
    idempotent: true,
    personal: true,
    summary: 'Give units of the own wallet to a client below; an administrator to anyone',
    /**
     * `arrives` is the amount that the preview showed; if prices have changed since, nothing moves.
     */
    input: z.object({
      clientId: id,
      units: moreThanNone,
      arrives: z.optional(moreThanNone),
      note: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    }),
    output: z.object({ transferId: id, units, arrived: units, balanceAfter: units }),
  }),
  adjust: endpoint({
    method: 'POST',
    path: `${PORTAL}/purchases:adjust`,
    who: 'platform.edit',
    idempotent: true,
    personal: true,
    stepUp: true,
    summary: 'Adjust a wallet by hand; negative units are deducted',
    input: z.object({
      clientId: id,
      ...adjusted,
    }),
    /** `approvalId` is set if the change waits for another administrator's approval. */
    output: z.object({
      transferId: z.nullable(id),
      units,
      balanceAfter: units,
      approvalId: z.nullable(id),
    }),
  }),
  receipt: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases/:purchaseId/receipt`,
    who: 'purchases.read',
    download: true,
    summary: 'The receipt of a completed payment (PDF)',
    input: purchaseId,
    output: done,
  }),
  export: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases/export`,
    who: 'purchases.read',
    download: true,
    summary: 'The list as a file (CSV)',
    input: z.object(transactionFilter),
    output: done,
  }),
  statement: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases/statement`,
    who: 'purchases.read',
    download: true,
    summary: "A month of a client's wallet with its opening and closing balance (PDF)",
    input: z.object({ clientId: z.optional(id), month }),
    output: done,
  }),
  reminder: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases/reminder`,
    who: 'purchases.buy',
    summary: "The signed-in client's top-up reminder",
    input: z.object({}),
    output: z.object({ every: z.nullable(z.enum(['WEEK', 'MONTH'])), units: z.nullable(units) }),
  }),
  setReminder: endpoint({
    method: 'PUT',
    path: `${PORTAL}/purchases/reminder`,
    who: 'purchases.buy',
    summary: 'Be reminded by mail to top up: every Monday or on the first of the month; null never',
    input: z.object({
      every: z.nullable(z.enum(['WEEK', 'MONTH'])),
      units: z.nullable(moreThanNone),
    }),
    output: done,
  }),
};
