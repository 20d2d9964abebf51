// Examples of the API document: consents.
import * as z from 'zod/mini';
import { restConsent } from '../../api/rest-consents.ts';
import type { restConsents } from '../../api/rest-consents.ts';
import { type Stories, AT } from './ids.ts';

z.globalRegistry.add(restConsent, { id: 'Consent' });

const FIELDS = {
  phones: 'Numbers with their country prefix, or in the national form of the account.',
  purpose: 'The purpose that they agreed to.',
  source: 'The way in which they agreed.',
  wording: 'The words that they read or heard.',
  evidence: 'Where the proof lies: a form, a recording, a line of a log.',
  timestamp: 'When they agreed; now where it is left out.',
  note: 'Why or how they withdrew it.',
};

export const CONSENTS: Stories<typeof restConsents> = {
  list: {
    operationId: 'listConsents',
    tag: 'Contacts',
    title: 'List consents',
    description: 'Page by page, the newest record first, with those that were withdrawn.',
    requests: { promotions: { summary: 'To promotions', value: { 'filter.purposes': ['PROMOTIONS'] } } },
    responses: {
      page: {
        summary: 'A page',
        value: { consents: [consentExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['NOT_ALLOWED', 'BAD_PAGE_TOKEN'],
    fields: {
      ...FIELDS,
      optOutTimestamp:
        'The time at which the number opted out of such messages of every sender, so that none is sent whatever it agreed to; null where it did not.',
      contactName: 'The name of the contact with this number; empty without one.',
      consentId: 'The id of the record, a UUID.',
      recordTimestamp: 'When it was recorded.',
      withdrawTimestamp: 'When it was withdrawn; null while it is in force.',
      'filter.query': 'The beginning of a phone number.',
      'filter.purposes': 'Only those of these purposes.',
      consents: 'The consents of this page.',
    },
  },
  record: {
    operationId: 'recordConsents',
    tag: 'Contacts',
    title: 'Record consents',
    description:
      'Of people who agreed on your site, on paper or by phone. Where an account demands consent, promotions go only to numbers with one to `PROMOTIONS`.',
    requests: {
      one: {
        summary: 'From your site',
        value: {
          phones: ['+254712345678'],
          purpose: 'PROMOTIONS',
          source: 'WEBSITE',
          wording: 'Yes, send me offers by SMS. I can stop them at any time.',
          evidence: 'Form 7, entry 20261',
          timestamp: AT,
        },
      },
    },
    responses: { recorded: { summary: 'Recorded', value: { recorded: 1 } } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST'],
    fields: { ...FIELDS, recorded: 'How many numbers.' },
  },
  withdraw: {
    operationId: 'withdrawConsents',
    tag: 'Contacts',
    title: 'Withdraw consents',
    description: 'The records remain, with the time; the audit log keeps it too.',
    requests: {
      one: {
        summary: 'One number',
        value: { phones: ['+254712345678'], purpose: 'PROMOTIONS', note: 'Asked in the shop' },
      },
    },
    responses: { withdrawn: { summary: 'Withdrawn', value: { withdrawn: 1 } } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST'],
    fields: {
      ...FIELDS,
      purpose: 'Of this purpose alone; of all where it is left out.',
      withdrawn: 'How many consents were in force.',
    },
  },
};

function consentExample(): z.output<typeof restConsent> {
  return {
    consentId: '0199f0c2-4b1e-7d3a-9c55-2f6a7b8c9d1a',
    phone: '+254712345678',
    purpose: 'PROMOTIONS',
    source: 'WEBSITE',
    wording: 'Yes, send me offers by SMS. I can stop them at any time.',
    evidence: 'Form 7, entry 20261',
    timestamp: AT,
    recordTimestamp: AT + 2,
    withdrawTimestamp: null,
    optOutTimestamp: null,
    contactName: 'Amina Otieno',
  };
}
