/** The statuses and steps of a payment, and what providers' codes mean. */
import type { Payment, PaymentReason, PaymentStatus } from '../../../../contract/api/payments.ts';
import type { Transitions } from '../../../infra/transitions.ts';

/** A payment that failed may still turn out to be paid: the provider's answer can come late. */
export const NEXT: Transitions<PaymentStatus> = {
  PENDING: ['COMPLETED', 'FAILED', 'CANCELED'],
  FAILED: ['COMPLETED'],
  CANCELED: ['COMPLETED'],
  COMPLETED: [],
};

export type PaymentStep = Payment['step'];

/**
 * The steps of a payment towards its end. A callback may overtake the answer to the push, or belong to a payment that was
 * never pushed; a late success ends a payment that had ended.
 */
export const NEXT_STEP: Transitions<PaymentStep> = {
  NEW: ['ASKING', 'CONFIRMING', 'ENDED'],
  ASKING: ['ON_PHONE', 'UNANSWERED', 'CONFIRMING', 'ENDED'],
  ON_PHONE: ['UNANSWERED', 'CONFIRMING', 'ENDED'],
  UNANSWERED: ['CONFIRMING', 'ENDED'],
  CONFIRMING: ['ENDED'],
  ENDED: ['ENDED'],
};

export type Outcome =
  | { status: 'COMPLETED' }
  | { status: 'FAILED' | 'CANCELED'; reason: PaymentReason };

// Result codes of Daraja, whose words differ between callback and query, and of the OpenAPI, with what its
// query's statuses come to.
const REASONS: Readonly<Record<string, PaymentReason>> = {
  '1': 'NO_MONEY',
  '4': 'LIMIT_REACHED',
  '17': 'PROVIDER_ERROR',
  '26': 'PROVIDER_ERROR',
  '1001': 'PHONE_BUSY',
  '1019': 'TIMED_OUT',
  '1025': 'PROVIDER_ERROR',
  '9999': 'PROVIDER_ERROR',
  '1031': 'CANCELLED_BY_PAYER',
  '1032': 'CANCELLED_BY_PAYER',
  '1036': 'NO_ANSWER',
  '1037': 'NO_ANSWER',
  '2001': 'WRONG_PIN',
  '2008': 'NOT_ALLOWED',
  '2026': 'TIMED_OUT',
  '2028': 'NOT_ALLOWED',
  '8006': 'NOT_ALLOWED',
  'INS-4': 'NOT_ALLOWED',
  'INS-5': 'CANCELLED_BY_PAYER',
  'INS-6': 'PROVIDER_ERROR',
  'INS-990': 'LIMIT_REACHED',
  'INS-991': 'LIMIT_REACHED',
  'INS-992': 'LIMIT_REACHED',
  'INS-995': 'NOT_ALLOWED',
  'INS-996': 'NOT_ALLOWED',
  'INS-2001': 'WRONG_PIN',
  'INS-2006': 'NO_MONEY',
  'INS-2051': 'NOT_ALLOWED',
  CANCELLED: 'CANCELLED_BY_PAYER',
  EXPIRED: 'TIMED_OUT',
  FAILED: 'PROVIDER_ERROR',
  DECLINED: 'NOT_ALLOWED',
};

/** The outcome of a provider's final code; an unknown code counts as the provider's failure. */
export function outcomeOf(code: string): Outcome {
  if (code === '0' || code === 'INS-0') return { status: 'COMPLETED' };
  const reason = REASONS[code] ?? 'PROVIDER_ERROR';
  return { status: reason === 'CANCELLED_BY_PAYER' ? 'CANCELED' : 'FAILED', reason };
}

const QUERY_AFTER_SECONDS = [30, 60, 120, 300, 900, 3_600];
const LAST_QUERY_AFTER_SECONDS = 6 * 3_600;
/** A payment without an answer for this long has failed. */
export const GIVE_UP_AFTER_SECONDS = 7 * 86_400;
/** The same for a push that has no number to query, or that the provider does not know; a prompt lives a minute or two. */
export const GIVE_UP_WITHOUT_NUMBER_SECONDS = 600;
/** A failure is queried once more: a success may have crossed it. */
export const QUERY_AFTER_FAILURE_SECONDS = 3_600;
/** A purchase that nobody pushed. */
export const FORGET_NEW_AFTER_SECONDS = 86_400;

/** Seconds until the provider is queried again, after `queryCount` queries. */
export function secondsToNextQuery(queryCount: number): number {
  return QUERY_AFTER_SECONDS[queryCount] ?? LAST_QUERY_AFTER_SECONDS;
}

/**
 * Finds a fact of a callback that does not match the payment; undefined if all match. The secret in the path shows that it
 * came from the provider; a callback whose facts differ all the same is stored and not believed.
 */
export function mismatchOf(
  payment: { checkoutId: string | null; amount: string; phone: string },
  callback: { checkoutId: string; code: string; amount: string | null; phone: string | null },
): 'CHECKOUT' | 'AMOUNT' | 'PHONE' | undefined {
  if (payment.checkoutId !== null && payment.checkoutId !== callback.checkoutId) return 'CHECKOUT';
  if (callback.code !== '0') return undefined;
  if (callback.amount === null || Number(callback.amount) !== Number(payment.amount))
    return 'AMOUNT';
  // Newer callbacks mask the number's middle.
  const pattern = callback.phone?.replace(/\*+/, '');
  if (pattern && !callback.phone!.includes('*') && pattern !== payment.phone.replace('+', ''))
    return 'PHONE';
  return undefined;
}
