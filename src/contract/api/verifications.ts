// The screens of one-time codes, which never show the code.
import * as z from 'zod/mini';
import {
  endpoint,
  id,
  listOf,
  many,
  nothing,
  numericTimestamp,
  page,
  PORTAL,
  timestamp,
} from '../endpoint.ts';
import { COUNTRY_CODES } from '../shared/countries.ts';
import { RECEIVER_LANGUAGES } from '../shared/receiver-languages.ts';
import { VERIFICATION_STATUSES } from './rest-verifications.ts';

export const verification = z.object({
  verificationId: id,
  clientId: id,
  clientName: z.string(),
  phone: z.string(),
  country: z.string(),
  brand: z.string(),
  status: z.enum(VERIFICATION_STATUSES),
  sendCount: z.int(),
  tries: z.int(),
  /** Null before its first message was accepted. */
  messageId: z.nullable(id),
  test: z.boolean(),
  createTimestamp: timestamp,
  endTimestamp: z.nullable(timestamp),
});
export type Verification = z.output<typeof verification>;

const codeCounts = z.object({
  started: z.int(),
  entered: z.int(),
  /** Ended by wrong codes, as many as were allowed. */
  failed: z.int(),
  /** Ended without the right code in time. */
  expired: z.int(),
  /** The share of ended verifications whose code was entered: 0 to 1; null if none has ended. */
  share: z.nullable(z.number()),
});

const filter = {
  'filter.clientIds': many(id),
  'filter.countries': many(z.enum(COUNTRY_CODES)),
  'filter.startTimestamp': z.optional(numericTimestamp),
  'filter.endTimestamp': z.optional(numericTimestamp),
};

const verificationText = z.object({
  /** Empty for any brand. */
  brand: z.string(),
  language: z.enum(RECEIVER_LANGUAGES),
  text: z.string(),
});
export type VerificationText = z.output<typeof verificationText>;
const textKey = {
  brand: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
  language: z.enum(RECEIVER_LANGUAGES),
};

export const verifications = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/verifications`,
    who: 'messaging.read',
    summary: 'One-time codes that software has started, newest first, without the codes',
    input: z.object({
      ...page,
      ...filter,
      'filter.statuses': many(z.enum(VERIFICATION_STATUSES)),
    }),
    output: listOf('verifications', verification),
  }),
  summary: endpoint({
    method: 'GET',
    path: `${PORTAL}/verifications/summary`,
    who: 'messaging.read',
    summary:
      'Codes started and what became of them, in all and by country; those of test keys do not count',
    input: z.object(filter),
    output: z.object({
      total: codeCounts,
      countries: z.array(z.extend(codeCounts, { country: z.string() })),
    }),
  }),
  texts: endpoint({
    method: 'GET',
    path: `${PORTAL}/verifications/texts`,
    who: 'self',
    summary: "The account's own texts of its codes",
    input: nothing,
    output: z.object({ texts: z.array(verificationText) }),
  }),
  putText: endpoint({
    method: 'PUT',
    path: `${PORTAL}/verifications/texts`,
    who: 'self',
    summary: 'Set the text of codes for a brand and language; it has #code# once',
    input: z.object({
      ...textKey,
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
    }),
    output: verificationText,
  }),
  removeText: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/verifications/texts`,
    who: 'self',
    summary: 'Remove a text, so that the usual one applies',
    input: z.object(textKey),
    output: z.object({ ok: z.literal(true) }),
  }),
};
