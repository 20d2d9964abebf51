import * as z from 'zod/mini';

/** Stable codes that software may rely on; the words for a person are the server's, in their language. */
export const ERROR_CODES = [
  'BAD_INPUT', 'BAD_PAGE_TOKEN', 'NOT_SIGNED_IN', 'WRONG_CREDENTIALS', 'ACCOUNT_NOT_ACTIVE', 'NOT_ALLOWED', 'NOT_FOUND', 'ACCOUNT_PENDING',
  'TEMPORARY_PASSWORD_EXPIRED', 'OTP_WRONG', 'OTP_GONE', 'LINK_GONE', 'WRONG_PASSWORD', 'ALREADY_REGISTERED', 'LEVEL_TOO_HIGH',
  'NOT_WHILE_IMPERSONATING', 'DETAILS_INCOMPLETE', 'PASSWORD_CHANGE_DUE', 'UNDER_ITSELF', 'LEVEL_DOES_NOT_FIT', 'CLIENTS_DO_NOT_FIT',
  'CREDIT_IN_USE', 'OUTSIDE_WINDOW', 'DAILY_LIMIT', 'FOUR_EYES', 'PROOF_NEEDED', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_MISSING',
  'TOO_LARGE', 'TOO_MANY_REQUESTS', 'NO_UNITS', 'NO_ROUTE', 'NO_RATE', 'SENDER_NOT_READY', 'NO_RECIPIENTS', 'UNKNOWN_PLACEHOLDER', 'FILE_REFUSED',
  'NO_SUMMARY', 'PREVIEW_FAILED', 'UPLOAD_GONE', 'LIST_TOO_WIDE', 'CONTACT_EXISTS', 'GROUP_NAME_TAKEN', 'TOO_MANY_TYPED', 'NAME_TAKEN', 'TAKEN',
  'IN_USE', 'DRAFT_INVALID', 'UNAVAILABLE', 'INTERNAL', 'NO_PROVIDER', 'AMOUNT_OUT_OF_BOUNDS', 'STOCK_SHORT', 'CANNOT_PAY_FROM', 'NOTHING_TO_PAY',
  'RATES_IN_TWO_CURRENCIES', 'RATE_TOO_LOW', 'COUNTRY_FIXED', 'HOMES_DIFFER', 'NOTHING_ARRIVES', 'ARRIVES_CHANGED',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const failure = z.object({
  message: z.string(),
  error: z.string(),
  details: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
  requestId: z.optional(z.string()),
});
export type Failure = z.output<typeof failure>;
