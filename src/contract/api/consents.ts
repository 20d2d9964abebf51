// Consents of people to messages, on record.
import * as z from 'zod/mini';
import { done, endpoint, id, listOf, many, page, phone, PORTAL, timestamp } from '../endpoint.ts';
import { ofClients, phones, query, text } from './contacts.ts';

/** The purposes that a person agrees to. */
export const CONSENT_PURPOSES = ['PROMOTIONS', 'ALERTS', 'SURVEYS'] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

/** The way in which a person agreed. */
export const CONSENT_SOURCES = [
  'WEBSITE',
  'APP',
  'PAPER',
  'CALL',
  'SMS',
  'IN_PERSON',
  'OTHER',
] as const;

export const consentRecord = z.object({
  consentId: id,
  clientId: id,
  phone: z.string(),
  purpose: z.enum(CONSENT_PURPOSES),
  source: z.enum(CONSENT_SOURCES),
  /** The words that the person read or heard. */
  wording: z.string(),
  /** Where the proof lies: a form, a recording, a line of a log. */
  evidence: z.string(),
  /** When the person agreed. */
  timestamp,
  recordTimestamp: timestamp,
  /** When the person withdrew it; null while it is in force. */
  withdrawTimestamp: z.nullable(timestamp),
  /**
   * The time at which the number opted out of such messages of every sender, so that none is sent whatever it
   * agreed to; else null.
   */
  optOutTimestamp: z.nullable(timestamp),
  /** The name of the contact with this number; empty if there is none. */
  contactName: z.string(),
});
export type ConsentRecord = z.output<typeof consentRecord>;

export const consentGiven = {
  phones,
  purpose: z.enum(CONSENT_PURPOSES),
  source: z.enum(CONSENT_SOURCES),
  wording: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)),
  evidence: z._default(text(500), ''),
  /** When they agreed; now, where it is left out. */
  timestamp: z.optional(timestamp),
};

export const consentWithdrawn = {
  phones,
  /** All purposes, where it is left out. */
  purpose: z.optional(z.enum(CONSENT_PURPOSES)),
  note: z._default(text(300), ''),
};

export const consents = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/consents`,
    who: 'messaging.read',
    summary: 'Consents, the newest record first; with a query those whose phone begins with it',
    input: z.object({
      ...page,
      ...ofClients,
      'filter.query': query,
      'filter.purposes': many(z.enum(CONSENT_PURPOSES)),
    }),
    output: listOf('consents', consentRecord),
  }),
  record: endpoint({
    method: 'POST',
    path: `${PORTAL}/consents`,
    who: 'messaging.send',
    summary: 'Record the consent of people to messages of a purpose',
    input: z.object(consentGiven),
    output: z.object({ recorded: z.int() }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: `${PORTAL}/consents:withdrawConsents`,
    who: 'messaging.send',
    summary: 'Withdraw the consents of people; the records remain',
    input: z.object(consentWithdrawn),
    output: z.object({ withdrawn: z.int() }),
  }),
  proof: endpoint({
    method: 'GET',
    path: `${PORTAL}/consents:proof`,
    who: 'messaging.send',
    download: true,
    summary:
      'Everything about one number for a regulator (PDF): consents, opt-outs, and every message from the account',
    input: z.object({ phone }),
    output: done,
  }),
};
