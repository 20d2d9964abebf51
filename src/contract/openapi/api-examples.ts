// The calls of the API document with their stories: what a definition does not say. A call or an
// event without a story does not compile; types and a test check the examples against the
// definitions.
import { API_ERRORS } from './api-errors.ts';
import { TOLD_EVENTS } from './api-events.ts';
import { MOST_TYPED } from '../api/compose.ts';
import type { Endpoint } from '../endpoint.ts';
import { openApiOf } from './document.ts';
import type { OpenApi } from './types.ts';
import type { Story, Told } from './story.ts';
import {
  KEY_CALLS_PER_SECOND,
  KEY_MESSAGES_PER_SECOND,
  MOST_MESSAGES,
  restMessages,
  SCRIPTS,
} from '../api/rest-messages.ts';
import { restAccount } from '../api/rest-account.ts';
import { restCampaigns } from '../api/rest-campaigns.ts';
import { restContactGroups, restContacts } from '../api/rest-contacts.ts';
import { restIncoming } from '../api/rest-incoming.ts';
import { restConsents } from '../api/rest-consents.ts';
import { restOptOuts } from '../api/rest-opt-outs.ts';
import { restSenders } from '../api/rest-senders.ts';
import { restTemplates } from '../api/rest-templates.ts';
import { restVerifications } from '../api/rest-verifications.ts';
import { VERSION } from '../shared/version.ts';
import type { Stories } from './examples/ids.ts';
import { INCOMING_MESSAGES, MESSAGES } from './examples/messages.ts';
import { ACCOUNT, SENDERS, TEMPLATES } from './examples/account.ts';
import { CAMPAIGNS } from './examples/campaigns.ts';
import { CONTACTS, CONTACT_GROUPS, OPT_OUTS } from './examples/contacts.ts';
import { CONSENTS } from './examples/consents.ts';
import { VERIFICATIONS } from './examples/verifications.ts';
import { FIELDS } from './field-meanings.ts';

const EVERYWHERE = [
  'BAD_INPUT',
  'KEY_UNKNOWN',
  'KEY_SCOPE',
  'KEY_ADDRESS',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
] as const;

const told = <G extends Record<string, Endpoint>>(group: G, stories: Stories<G>): Told[] =>
  Object.entries(group).map(([name, endpoint]) => ({
    operationId: stories[name]!.operationId,
    endpoint,
    story: stories[name] as unknown as Story,
  }));

/** Every call of customers' software with its story, in the order of the page. */
export const TOLD: readonly Told[] = [
  ...told(restMessages, MESSAGES),
  ...told(restIncoming, INCOMING_MESSAGES),
  ...told(restVerifications, VERIFICATIONS),
  ...told(restAccount, ACCOUNT),
  ...told(restSenders, SENDERS),
  ...told(restCampaigns, CAMPAIGNS),
  ...told(restTemplates, TEMPLATES),
  ...told(restContacts, CONTACTS),
  ...told(restContactGroups, CONTACT_GROUPS),
  ...told(restOptOuts, OPT_OUTS),
  ...told(restConsents, CONSENTS),
];

/** The document without the parts that depend on the host: name, address and gateway. */
export function apiDocument(): Omit<OpenApi, 'servers' | 'x-gateway'> {
  return openApiOf(TOLD, TOLD_EVENTS, {
    info: {
      title: '',
      version: VERSION,
      summary: 'Send SMS and follow the status of every message.',
      description:
        'JSON over HTTPS with an API key as bearer. A test key (`tuma_test_...`) costs nothing and reaches no phone. Every write takes an `Idempotency-Key`, so that a retry is always safe. Times are seconds since the epoch, UTC; units have at most four decimals.',
    },
    tags: [
      { name: 'Messages', description: 'Send one message or a thousand, and read their status.' },
      {
        name: 'Verifications',
        description:
          'One-time codes for your own users: one call sends a code, another checks what the person entered.',
      },
      {
        name: 'Account',
        description: 'The balance, the movements of the wallet, and the sender IDs to send under.',
      },
      {
        name: 'Campaigns',
        description:
          'One text to many numbers, with a summary before sending and counts afterwards. Campaigns made here appear in the portal too.',
      },
      {
        name: 'Templates',
        description:
          'Texts that the account keeps, the same as in the portal. A campaign takes one by its id.',
      },
      {
        name: 'Contacts',
        description:
          'The contacts and groups of the account, as in the portal under Contacts & Groups. Needs the scope `contacts`.',
      },
    ],
    security: {
      name: 'apiKey',
      description:
        'An API key, `tuma_test_...` or `tuma_live_...`. Create one in the portal under Settings, API keys.',
    },
    errors: API_ERRORS,
    everywhere: EVERYWHERE,
    fields: FIELDS,
    // Objects list integer-like keys first, so 11 would precede 01.
    sandboxNumbers: Object.entries(SCRIPTS)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([ending, script]) => ({
        ending,
        status: 'status' in script ? script.status : null,
        error: 'error' in script ? script.error : null,
        meaning: script.what,
      })),
    limits: {
      messagesPerRequest: MOST_MESSAGES,
      recipientsPerCampaign: MOST_TYPED,
      messagesPerSecond: KEY_MESSAGES_PER_SECOND,
      callsPerSecond: KEY_CALLS_PER_SECOND,
      bodyMegabytes: 8,
      pageSize: 200,
      idempotencyHours: 48,
    },
  });
}
