// Payments by mobile money as they go: pushes, callbacks, and what the ledger says.
import * as z from 'zod/mini';
import {
  endpoint,
  id,
  listOf,
  many,
  numericTimestamp,
  page,
  PORTAL,
  timestamp,
  units,
} from '../endpoint.ts';

export const PAYMENT_STATUSES = ['PENDING', 'COMPLETED', 'FAILED', 'CANCELED'] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The purpose of a ledger transfer, and the accounts that it is between. */
export const TRANSFER_KINDS = [
  'PURCHASE',
  'TRANSFER',
  'CHARGE',
  'CAPTURE',
  'REFUND',
  'ADJUSTMENT',
] as const;
export const ACCOUNT_KINDS = ['available', 'held', 'mint', 'revenue', 'adjust'] as const;

/** The reason for a payment's status; the screen has a text for each. */
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
  /** The provider's answer to the push was lost, and no callback has arrived since. */
  'NO_WORD',
  'NEVER_ASKED',
  'WRONG_AMOUNT',
] as const;
export type PaymentReason = (typeof PAYMENT_REASONS)[number];

/** Payment providers, by country. */
export const PROVIDERS = ['MPESA_KE', 'MPESA_TZ', 'MPESA_MZ'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** The progress of a payment that has not ended. */
export const PAYMENT_STEPS = [
  'NEW',
  'ASKING',
  'ON_PHONE',
  'UNANSWERED',
  'CONFIRMING',
  'ENDED',
] as const;

/** A money amount as a decimal text, beside its currency. */
export const amount = z.string();

/** A payment while and after it is made. */
export const payment = z.object({
  purchaseId: id,
  ref: z.string(),
  purpose: z.enum(['UNITS', 'SENDER_FEE']),
  clientId: id,
  clientName: z.string(),
  /** Zero when the payment is not for units. */
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
  /** Set once the payment is received. */
  invoiceId: z.nullable(id),
  createTimestamp: timestamp,
  endTimestamp: z.nullable(timestamp),
});
export type Payment = z.output<typeof payment>;

export const purchaseId = z.object({ purchaseId: id });

export const payments = {
  sendStk: endpoint({
    method: 'POST',
    path: `${PORTAL}/payments:sendStk`,
    who: 'purchases.buy',
    personal: true,
    summary: "Prompt the payer's phone for the PIN, for a purchase or the fee of a sender ID",
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
    summary: 'Payments with their requests and callbacks, newest first',
    input: z.object({
      ...page,
      'filter.paymentStatuses': many(z.enum(PAYMENT_STATUSES)),
      'filter.clientIds': many(id),
      'filter.query': z.optional(z.string().check(z.trim(), z.maxLength(100))),
      'filter.startTimestamp': z.optional(numericTimestamp),
      'filter.endTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('payments', payment),
  }),
  days: endpoint({
    method: 'GET',
    path: `${PORTAL}/payments/days`,
    who: 'platform.read',
    summary:
      "Payments of the last seven days of the caller's time zone, by the day on which they began: the money received, and how many were not completed",
    input: z.object({}),
    output: z.object({
      timezone: z.string(),
      /** Today first. */
      days: z.array(
        z.object({
          day: z.string(),
          received: z.array(z.object({ currency: z.string(), amount })),
          completed: z.int(),
          pending: z.int(),
          /** Failed or cancelled. */
          failed: z.int(),
        }),
      ),
    }),
  }),
  events: endpoint({
    method: 'GET',
    path: `${PORTAL}/payments/:purchaseId/events`,
    who: 'platform.read',
    summary:
      'Requests to and callbacks from the provider about a payment, with the resulting ledger entries',
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
      'Match an orphan callback to its payment; units are credited once the provider confirms it',
    input: z.object({ eventId: z.string().check(z.regex(/^\d{1,18}$/)), purchaseId: id }),
    output: payment,
  }),
  ledger: endpoint({
    method: 'GET',
    path: `${PORTAL}/payments/ledger`,
    who: 'platform.read',
    summary: 'The last ledger check; now=true runs it again',
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
  /** A provider's callback about a payment; the secret belongs to that payment. Always answered 200. */
  callback: endpoint({
    method: 'POST',
    path: '/v1/payments/stk/:secret/:purchaseId',
    who: 'public',
    foreign: true,
    summary: "A provider's callback about a payment; stored, then confirmed by a status query",
    input: z.looseObject({
      secret: z.string().check(z.maxLength(200)),
      purchaseId: z.string().check(z.maxLength(200)),
    }),
    output: z.object({ ResultCode: z.int(), ResultDesc: z.string() }),
  }),
};
