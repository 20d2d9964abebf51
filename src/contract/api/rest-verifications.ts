// One-time codes for the users of customers' software: start sends one, check compares it.
import * as z from 'zod/mini';
import { endpoint, id, timestamp, units } from '../endpoint.ts';
import { singleLine } from '../shared/fields.ts';
import { RECEIVER_LANGUAGES } from '../shared/receiver-languages.ts';
import { offer } from './rest-messages.ts';

export const VERIFICATION_STATUSES = ['PENDING', 'VERIFIED', 'FAILED', 'EXPIRED'] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const brandName = singleLine(40);

export const restVerification = z.object({
  verificationId: id,
  /** E.164 with the plus. */
  to: z.string(),
  status: z.enum(VERIFICATION_STATUSES),
  /** The sender ID of the message. */
  from: z.string(),
  messageId: id,
  segments: z.int(),
  units,
  /** How often the code was sent. */
  sendCount: z.int(),
  triesLeft: z.int(),
  expiresTimestamp: timestamp,
  /** Before it, a start for this number is refused. */
  resendTimestamp: timestamp,
  test: z.boolean(),
});
export type RestVerification = z.output<typeof restVerification>;

export const restVerificationCheck = z.object({
  verificationId: id,
  status: z.enum(VERIFICATION_STATUSES),
  /** True once: for the call that entered the right code. */
  valid: z.boolean(),
  triesLeft: z.int(),
});

const seconds = (least: number, most: number, preset: number) =>
  z._default(z.int().check(z.minimum(least), z.maximum(most)), preset);

export const restVerifications = {
  start: endpoint({
    method: 'POST',
    path: '/v1/verifications',
    who: 'messaging.send',
    key: 'send',
    idempotent: 'optional',
    summary: 'Send a one-time code to a phone, or the same code once more',
    input: z.object({
      to: offer.to,
      from: z.optional(offer.from),
      /** The name that the text says; it also chooses among the account's own texts. */
      brand: z.optional(brandName),
      language: z._default(z.enum(RECEIVER_LANGUAGES), 'en'),
      /** Digits of the code. */
      length: seconds(4, 10, 6),
      validitySeconds: seconds(60, 3600, 600),
      /** How often a code may be entered. */
      tries: seconds(1, 10, 5),
      resendSeconds: seconds(30, 600, 60),
    }),
    output: restVerification,
  }),
  check: endpoint({
    method: 'POST',
    path: '/v1/verifications/:verificationId:check',
    who: 'messaging.send',
    key: 'send',
    idempotent: 'optional',
    summary: 'Check the code that a person entered',
    input: z.object({
      verificationId: id,
      code: z.string().check(z.trim(), z.regex(/^\d{4,10}$/)),
    }),
    output: restVerificationCheck,
  }),
};
