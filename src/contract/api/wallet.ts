import * as z from 'zod/mini';
import { ownRate } from './clients.ts';
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
  singleLine,
} from '../endpoint.ts';

export const TRANSACTION_TYPES = [
  'PURCHASE',
  'TRANSFER_IN',
  'TRANSFER_OUT',
  'REFUND',
  'CHARGE',
  'ADJUSTMENT',
] as const;
export type TransactionType = (typeof TRANSACTION_TYPES)[number];
export const PAYMENT_STATUSES = ['PENDING', 'COMPLETED', 'FAILED', 'CANCELED'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** What a movement of the ledger was for, and the accounts that it is between. */
export const TRANSFER_KINDS = [
  'PURCHASE',
  'TRANSFER',
  'CHARGE',
  'CAPTURE',
  'REFUND',
  'ADJUSTMENT',
] as const;
export const ACCOUNT_KINDS = ['available', 'held', 'mint', 'revenue', 'adjust'] as const;

/** Why a payment stands where it stands; each has words on the screen. */
export const PAYMENT_REASONS = [
  'CANCELLED_BY_PAYER',
  'WRONG_PIN',
  'NO_MONEY',
  'NO_ANSWER',
  'TIMED_OUT',
  'LIMIT_REACHED',
  'PHONE_BUSY',
  'NOT_ALLOWED',
  'PROVIDER_REFUSED',
  'PROVIDER_ERROR',
  /** The provider's answer to the push was lost, and nothing was heard since. */
  'NO_WORD',
  'NEVER_ASKED',
  'WRONG_AMOUNT',
] as const;
export type PaymentReason = (typeof PAYMENT_REASONS)[number];

/** Who moves the money, by country. */
export const PROVIDERS = ['MPESA_KE', 'MPESA_TZ', 'MPESA_MZ'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** How far a payment that is not at its end has come. */
export const PAYMENT_STEPS = [
  'NEW',
  'ASKING',
  'ON_PHONE',
  'UNANSWERED',
  'CONFIRMING',
  'ENDED',
] as const;

/** A money amount as a decimal text, beside its currency. */
const amount = z.string();

/** A movement of a wallet, or a purchase that moved nothing (yet). */
export const transaction = z.object({
  /** What the row is opened by. */
  purchaseId: id,
  ref: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  /** Below zero where units left. */
  units,
  amount: z.nullable(amount),
  currency: z.nullable(z.string()),
  /** Null where nothing was moved. */
  balanceBefore: z.nullable(units),
  balanceAfter: z.nullable(units),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  reason: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  receipt: z.nullable(z.string()),
  clientId: id,
  clientName: z.string(),
  /** Whom units went to or came from, where that is within reach. */
  otherClientName: z.nullable(z.string()),
  campaignId: z.nullable(id),
  campaignName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  createTimestamp: timestamp,
});
export type Transaction = z.output<typeof transaction>;

/** A payment while and after it is made. */
export const payment = z.object({
  purchaseId: id,
  ref: z.string(),
  purpose: z.enum(['UNITS', 'SENDER_FEE']),
  clientId: id,
  clientName: z.string(),
  /** Zero where it pays for something else. */
  units,
  costPrice: z.nullable(amount),
  amount,
  currency: z.string(),
  provider: z.string(),
  phone: z.string(),
  paymentStatus: z.enum(PAYMENT_STATUSES),
  step: z.enum(PAYMENT_STEPS),
  reason: z.nullable(z.enum(PAYMENT_REASONS)),
  receipt: z.nullable(z.string()),
  senderIdId: z.nullable(id),
  /** Of a payment that was received. */
  invoiceId: z.nullable(id),
  createTimestamp: timestamp,
  endTimestamp: z.nullable(timestamp),
});
export type Payment = z.output<typeof payment>;

const purchaseId = z.object({ purchaseId: id });
const transactionFilter = {
  'filter.paymentStatuses': many(z.enum(PAYMENT_STATUSES)),
  'filter.types': many(z.enum(TRANSACTION_TYPES)),
  'filter.clientIds': many(id),
  'filter.startTimestamp': z.optional(numericTimestamp),
  'filter.endTimestamp': z.optional(numericTimestamp),
};
const moreThanNone = z.number().check(z.positive(), z.maximum(1e9), z.multipleOf(0.0001));
const wholeAmount = z.int().check(z.positive(), z.maximum(1e9));
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/));

export const purchases = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases`,
    who: 'purchases.read',
    summary: "The wallet's movements and the purchases that are under way or failed, newest first",
    input: z.object({ ...page, ...transactionFilter }),
    output: listOf('purchases', transaction),
  }),
  offer: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases/offer`,
    who: 'purchases.buy',
    summary: 'What a unit costs the signed-in client, from whom, and how it can be paid',
    input: z.object({}),
    output: z.object({
      /** Of one unit; null where nobody has set a price for the client's own country. */
      costPrice: z.nullable(amount),
      currency: z.nullable(z.string()),
      /** Null where no provider takes this currency here. */
      provider: z.nullable(
        z.object({ name: z.enum(PROVIDERS), leastAmount: z.int(), mostAmount: z.int() }),
      ),
      phone: z.nullable(z.string()),
      /** Whose stock the units come from; null where the platform sells. */
      sellerName: z.nullable(z.string()),
      /** Sent in the last 30 days, in units a day: to tell how long an amount lasts. */
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
      'Open a purchase of units, by units or by amount; nothing is paid until the push is sent',
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
    summary: 'One payment and where it stands',
    input: purchaseId,
    output: payment,
  }),
  retrySync: endpoint({
    method: 'POST',
    path: `${PORTAL}/purchases:retrySync`,
    who: 'purchases.retrySync',
    personal: true,
    summary: 'Ask the provider now what became of a payment',
    input: purchaseId,
    output: payment,
  }),
  previewTransfer: endpoint({
    method: 'GET',
    path: `${PORTAL}/purchases/transferPreview`,
    who: 'purchases.transfer',
    summary: 'What would arrive of units given to a client, and what would remain',
    input: z.object({ clientId: id, units: z.pipe(numeric, moreThanNone) }),
    /** `exchanged`: the two count in units of different countries, so that another number arrives than leaves. */
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
    /** `arrives`: what the preview told; where prices have changed since, nothing is moved. */
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
    summary: 'Correct a wallet by hand; units below zero take away',
    input: z.object({
      clientId: id,
      units: z.number().check(
        z.minimum(-1e9),
        z.maximum(1e9),
        z.multipleOf(0.0001),
        z.refine((value) => value !== 0),
      ),
      note: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
    }),
    /** `approvalId`: nothing was moved; another administrator has to approve it. */
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
    summary: 'When the signed-in client wants to be reminded to top up',
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

export const payments = {
  sendStk: endpoint({
    method: 'POST',
    path: `${PORTAL}/payments:sendStk`,
    who: 'purchases.buy',
    personal: true,
    summary:
      'Ask the payer on the phone for the PIN: for a purchase, or for the fee of a sender ID',
    input: z.object({
      purchaseId: z.optional(id),
      senderIdId: z.optional(id),
      phone: z.string().check(z.minLength(1), z.maxLength(40)),
    }),
    output: payment,
  }),
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/payments`,
    who: 'platform.read',
    summary: 'Every payment with what was asked and heard, newest first',
    input: z.object({
      ...page,
      'filter.paymentStatuses': many(z.enum(PAYMENT_STATUSES)),
      'filter.clientIds': many(id),
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(60))),
      'filter.startTimestamp': z.optional(numericTimestamp),
      'filter.endTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('payments', payment),
  }),
  events: endpoint({
    method: 'GET',
    path: `${PORTAL}/payments/:purchaseId/events`,
    who: 'platform.read',
    summary:
      'All that was asked of the provider and heard from it about a payment, and the ledger entries that came of it',
    input: purchaseId,
    output: z.object({
      payment,
      events: z.array(
        z.object({
          eventId: z.string(),
          kind: z.string(),
          timestamp,
          address: z.nullable(z.string()),
          facts: z.string(),
        }),
      ),
      entries: z.array(
        z.object({
          transferId: id,
          type: z.enum(TRANSFER_KINDS),
          account: z.enum(ACCOUNT_KINDS),
          clientName: z.string(),
          units,
          balanceAfter: units,
          timestamp,
        }),
      ),
    }),
  }),
  orphans: endpoint({
    method: 'GET',
    path: `${PORTAL}/payments/orphans`,
    who: 'platform.read',
    summary: 'Callbacks that belong to no payment, newest first',
    input: z.object({ ...page }),
    output: listOf(
      'orphans',
      z.object({
        eventId: z.string(),
        receipt: z.nullable(z.string()),
        amount: z.nullable(amount),
        phone: z.nullable(z.string()),
        checkoutId: z.nullable(z.string()),
        address: z.nullable(z.string()),
        timestamp,
        facts: z.string(),
      }),
    ),
  }),
  claim: endpoint({
    method: 'POST',
    path: `${PORTAL}/payments:claim`,
    who: 'platform.edit',
    personal: true,
    summary:
      'Give an orphan callback to the payment that it pays; units are credited once the provider confirms it',
    input: z.object({ eventId: z.string().check(z.regex(/^\d{1,18}$/)), purchaseId: id }),
    output: payment,
  }),
  ledger: endpoint({
    method: 'GET',
    path: `${PORTAL}/payments/ledger`,
    who: 'platform.read',
    summary: 'What the last proof of the ledger found; with now=true it is proved again',
    input: z.object({ now: z.optional(z.enum(['true', 'false'])) }),
    output: z.object({
      ok: z.boolean(),
      sum: z.string(),
      negative: z.int(),
      drift: z.int(),
      unbalanced: z.int(),
      holds: z.int(),
      reserves: z.int(),
      overdrawn: z.int(),
      unfolded: z.string(),
      timestamp,
    }),
  }),
  /** Where a provider tells of a payment; the secret is the payment's own. Always answered 200. */
  callback: endpoint({
    method: 'POST',
    path: '/v1/payments/stk/:secret/:purchaseId',
    who: 'public',
    foreign: true,
    summary: "The provider's word on a payment; stored, then confirmed by asking back",
    input: z.looseObject({
      secret: z.string().check(z.maxLength(200)),
      purchaseId: z.string().check(z.maxLength(200)),
    }),
    output: z.object({ ResultCode: z.int(), ResultDesc: z.string() }),
  }),
};

/** What was sold to whom for a payment that was received; nothing of it ever changes. */
export const invoice = z.object({
  invoiceId: id,
  /** Its number in its seller's series, which has no gaps. */
  ref: z.string(),
  purchaseId: id,
  clientId: id,
  clientName: z.string(),
  sellerName: z.string(),
  purpose: z.enum(['UNITS', 'SENDER_FEE']),
  units,
  net: amount,
  taxName: z.nullable(z.string()),
  taxPercent: z.nullable(z.string()),
  tax: amount,
  total: amount,
  currency: z.string(),
  createTimestamp: timestamp,
});
export type Invoice = z.output<typeof invoice>;

const line = (most: number) =>
  z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(most)));

export const invoices = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/invoices`,
    who: 'purchases.read',
    summary: 'Invoices of payments that were received, newest first',
    input: z.object({
      ...page,
      'filter.clientIds': many(id),
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(40))),
      'filter.startTimestamp': z.optional(numericTimestamp),
      'filter.endTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('invoices', invoice),
  }),
  pdf: endpoint({
    method: 'GET',
    path: `${PORTAL}/invoices/:invoiceId/pdf`,
    who: 'purchases.read',
    download: true,
    summary: 'An invoice (PDF)',
    input: z.object({ invoiceId: id }),
    output: done,
  }),
  details: endpoint({
    method: 'GET',
    path: `${PORTAL}/invoices/details`,
    who: 'invoices.details',
    summary:
      "What stands on the signed-in client's invoices beside its account's own details; of an administrator, the platform's",
    input: z.object({}),
    /** `sells`: it has, or may have, clients of its own that buy from it, so that tax can be told. */
    output: z.object({
      legalName: z.nullable(z.string()),
      address: z.nullable(z.string()),
      taxNumber: z.nullable(z.string()),
      taxName: z.nullable(z.string()),
      taxPercent: z.nullable(z.string()),
      sells: z.boolean(),
    }),
  }),
  setDetails: endpoint({
    method: 'PUT',
    path: `${PORTAL}/invoices/details`,
    who: 'invoices.details',
    personal: true,
    summary: 'Set them; invoices that were issued stay as they are',
    input: z
      .object({
        legalName: z.nullable(singleLine(120)),
        address: line(400),
        taxNumber: z.nullable(singleLine(40)),
        taxName: z.nullable(singleLine(20)),
        taxPercent: z.nullable(
          z.string().check(
            z.regex(/^\d{1,2}(\.\d{1,2})?$/),
            z.refine((value) => Number(value) > 0),
          ),
        ),
      })
      .check(
        z.refine(({ taxName, taxPercent }) => (taxName === null) === (taxPercent === null), {
          path: ['taxPercent'],
        }),
      ),
    output: done,
  }),
};

/** What a message part to a region costs a client, and whose price that is. */
export const rate = z.object({
  ...ownRate.shape,
  rateId: id,
  /** Whom it is for. */
  clientId: id,
  clientName: z.string(),
  /** It stands higher in the tree; changing it makes the client's own. */
  inherited: z.boolean(),
  /** What the one who asks pays for the same region, where that is above the client: the margin is the difference. */
  ownCostPrice: z.nullable(amount),
  fromTimestamp: timestamp,
  /** The price that is charged, the highest of its numbers: never less, in units, than the seller pays. Null where the seller has no price, so that nothing can be sent there. */
  chargedCostPrice: z.nullable(amount),
  /** The prefixes whose numbers are charged more than was set. */
  raisedPrefixes: z.array(z.string()),
  /** The lowest price that may be set; null for the client itself, and where no price of the seller's tells. */
  leastCostPrice: z.nullable(amount),
  /** It is charged below the seller's price, as an administrator set it; not told to the client itself. */
  belowFloor: z.boolean(),
  /** The price that replaces it, and when. */
  next: z.nullable(
    z.object({ rateId: id, costPrice: amount, currency: z.string(), fromTimestamp: timestamp }),
  ),
});
export type ClientRate = z.output<typeof rate>;

const fromTimestamp = z.optional(z.nullable(timestamp));
const change = z.object({
  line: z.int(),
  regionName: z.string(),
  before: z.nullable(amount),
  costPrice: amount,
  currency: z.string(),
  regionFilters: z.array(z.string()),
  change: z.enum(['NEW', 'CHANGED', 'SAME']),
  /** Where the price lies below it. */ leastCostPrice: z.nullable(amount),
});

export const rates = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/bulksmsrates`,
    who: 'rates.read',
    summary: "Rates in force: the signed-in client's, or those of the clients named",
    input: z.object({ ...page, 'filter.clientIds': many(id) }),
    output: listOf('rates', rate),
  }),
  update: endpoint({
    method: 'PUT',
    path: `${PORTAL}/bulksmsrates/:rateId`,
    who: 'rates.update',
    summary: "Change a client's rate from a date on; an inherited one becomes the client's own",
    input: z.object({
      rateId: id,
      clientId: z.optional(id),
      costPrice: ownRate.shape.costPrice,
      currency: z.optional(ownRate.shape.currency),
      regionFilters: z.optional(ownRate.shape.regionFilters),
      fromTimestamp,
    }),
    output: rate,
  }),
  add: endpoint({
    method: 'POST',
    path: `${PORTAL}/bulksmsrates`,
    who: 'rates.update',
    summary: 'Add a region to the rates of a client',
    input: z.object({ clientId: id, ...ownRate.shape, fromTimestamp }),
    output: rate,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/bulksmsrates/:rateId`,
    who: 'rates.update',
    summary: "Take a client's own rate away, so that it inherits again",
    input: z.object({ rateId: id }),
    output: done,
  }),
  floor: endpoint({
    method: 'GET',
    path: `${PORTAL}/bulksmsrates/floor`,
    who: 'rates.update',
    summary:
      'The lowest price that may be set for a region of a client, in the currency of its rates; null where there is none',
    input: z.object({
      clientId: id,
      regionName: ownRate.shape.regionName,
      regionFilters: many(z.string().check(z.regex(/^\d{1,15}$/))),
      fromTimestamp: z.optional(numericTimestamp),
    }),
    output: z.object({ leastCostPrice: z.nullable(amount), currency: z.nullable(z.string()) }),
  }),
  previewImport: endpoint({
    method: 'POST',
    path: `${PORTAL}/bulksmsrates:previewImport`,
    who: 'rates.update',
    upload: true,
    summary: 'Read rates from a CSV (region, prefixes, price, currency) and tell what would change',
    input: z.object({}),
    output: z.object({
      rows: z.array(z.object({ line: z.int(), ...ownRate.shape })),
      problems: z.array(z.object({ line: z.int(), field: z.string(), message: z.string() })),
    }),
  }),
  import: endpoint({
    method: 'POST',
    path: `${PORTAL}/bulksmsrates:import`,
    who: 'rates.update',
    summary: 'Set many rates of a client at once; with dryRun it only tells what would change',
    input: z.object({
      clientId: id,
      rows: z.array(ownRate).check(z.minLength(1), z.maxLength(1000)),
      fromTimestamp,
      dryRun: z.optional(z.boolean()),
    }),
    output: z.object({ changes: z.array(change) }),
  }),
};
