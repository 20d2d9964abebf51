// Consents, for customers' software.
import * as z from 'zod/mini';
import { endpoint, listOf, many, page } from '../endpoint.ts';
import { CONSENT_PURPOSES, consentGiven, consentRecord, consentWithdrawn } from './consents.ts';
import { query } from './contacts.ts';

export const restConsent = z.omit(consentRecord, { clientId: true });

export const restConsents = {
  list: endpoint({
    method: 'GET',
    path: '/v1/consents',
    who: 'messaging.read',
    key: 'contacts',
    summary:
      "The account's consents, the newest record first; with a query those whose phone begins with it",
    input: z.object({
      ...page,
      'filter.query': query,
      'filter.purposes': many(z.enum(CONSENT_PURPOSES)),
    }),
    output: listOf('consents', restConsent),
  }),
  record: endpoint({
    method: 'POST',
    path: '/v1/consents',
    who: 'messaging.send',
    key: 'contacts',
    summary: 'Record the consent of people to messages of a purpose',
    input: z.object(consentGiven),
    output: z.object({ recorded: z.int() }),
  }),
  withdraw: endpoint({
    method: 'POST',
    path: '/v1/consents:withdraw',
    who: 'messaging.send',
    key: 'contacts',
    summary: 'Withdraw the consents of people; the records remain',
    input: z.object(consentWithdrawn),
    output: z.object({ withdrawn: z.int() }),
  }),
};
