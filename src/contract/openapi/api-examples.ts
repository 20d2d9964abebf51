import * as z from 'zod/mini';
import { API_ERRORS } from './api-errors.ts';
import { TOLD_EVENTS } from './api-events.ts';
import { campaign, summary } from '../api/campaigns.ts';
import { MOST_TYPED } from '../api/compose.ts';
import { contact } from '../api/contacts.ts';
import type { Endpoint } from '../endpoint.ts';
import { openApiOf, type OpenApi, type Story, type Told } from './document.ts';
import {
  acceptedMessage,
  KEY_CALLS_PER_SECOND,
  KEY_MESSAGES_PER_SECOND,
  MOST_MESSAGES,
  refusedMessage,
  restAccount,
  restCampaigns,
  restContactGroups,
  restContacts,
  restGroup,
  restMessage,
  restMessages,
  SCRIPTS,
} from '../api/rest.ts';
import { VERSION } from '../shared/version.ts';

// What developers are told of the customers' calls beside what their definitions say. Every call and every event must have its
// story here, or this does not compile; the examples are held to the definitions by their types and by a test.

z.globalRegistry.add(acceptedMessage, { id: 'AcceptedMessage' });
z.globalRegistry.add(refusedMessage, { id: 'RefusedMessage' });
z.globalRegistry.add(restMessage, { id: 'Message' });
z.globalRegistry.add(campaign, { id: 'Campaign' });
z.globalRegistry.add(contact, { id: 'Contact' });
z.globalRegistry.add(restGroup, { id: 'ContactGroup' });
z.globalRegistry.add(summary, { id: 'CampaignSummary' });

const MESSAGE = '0199f0c2-4b1e-7d3a-9c55-2f6a7b8c9d0e';
const CAMPAIGN = '0199f0c5-91aa-7e0c-8d44-6b5a4c3d2e1f';
const CONTACT = '0199f0c7-3c5d-7f10-b1a2-9e8d7c6b5a49';
const GROUP = '0199f0c7-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const CLIENT = '0199aa00-0000-7000-8000-000000000001';
const AT = 1_790_000_000;

type Stories<G extends Record<string, Endpoint>> = {
  readonly [K in keyof G]: Story<G[K]> & { readonly operationId: string };
};

const MESSAGES: Stories<typeof restMessages> = {
  send: {
    operationId: 'sendMessages',
    tag: 'Messages',
    title: 'Send messages',
    description:
      'An answer of 200 means that the messages are on disk and their units are held: they go out even if a machine of ours stops that moment.\n\nOne message alone is refused with an HTTP status. Of `messages`, each has its own outcome in the order in which you gave them: one with a `messageId` was accepted, one with an `error` was not and costs nothing. A text longer than one SMS is split and joined again on the phone; `segments` says into how many parts.',
    requests: {
      one: {
        summary: 'One message',
        value: {
          from: 'TUMA',
          to: '+254712345678',
          text: 'Your code is 4821.',
          clientReference: 'order-20261',
        },
      },
      many: {
        summary: 'Several messages',
        value: {
          messages: [
            {
              from: 'TUMA',
              to: '+254712345678',
              text: 'Hello, Amina. Your parcel is here.',
              clientReference: 'parcel-1',
            },
            {
              from: 'TUMA',
              to: '+254712345692',
              text: 'Hello, Brian. Your parcel is here.',
              clientReference: 'parcel-2',
            },
          ],
        },
      },
      later: {
        summary: 'At a time, with a callback',
        value: {
          from: 'TUMA',
          to: '+254712345678',
          text: 'Your appointment is tomorrow at 9.',
          scheduleTimestamp: AT,
          validitySeconds: 3600,
          callbackUrl: 'https://shop.example.com/sms-events',
        },
      },
    },
    responses: {
      one: {
        summary: 'One message',
        value: {
          messageId: MESSAGE,
          clientReference: 'order-20261',
          from: 'TUMA',
          to: '+254712345678',
          segments: 1,
          encoding: 'GSM7',
          units: 1,
          test: true,
        },
      },
      many: {
        summary: 'Several messages',
        value: {
          acceptedCount: 1,
          refusedCount: 1,
          units: 1,
          messages: [
            {
              messageId: MESSAGE,
              clientReference: 'parcel-1',
              from: 'TUMA',
              to: '+254712345678',
              segments: 1,
              encoding: 'GSM7',
              units: 1,
              test: true,
            },
            {
              clientReference: 'parcel-2',
              to: '+254712345692',
              error: 'OPTED_OUT',
              message: '+254712345692 has asked for no more messages from this account.',
            },
          ],
        },
      },
    },
    errors: [
      'NOT_ALLOWED',
      'IDEMPOTENCY_KEY_REUSED',
      'TOO_LARGE',
      'NUMBER_REFUSED',
      'NUMBER_BLOCKED',
      'OPTED_OUT',
      'SENDER_MISSING',
      'SENDER_NOT_READY',
      'TEXT_EMPTY',
      'TEXT_TOO_LONG',
      'TIME_OUT_OF_BOUNDS',
      'OUTSIDE_WINDOW',
      'NO_RATE',
      'NO_ROUTE',
      'NO_UNITS',
      'DAILY_LIMIT',
      'THROUGHPUT',
      'QUEUE_FULL',
    ],
    fields: {
      units: 'Units held for it, of all accepted messages together where there are several.',
      messages:
        'Up to 1,000 messages, in the place of `from`, `to` and `text`; in the answer, one outcome for each, in their order.',
    },
  },
  get: {
    operationId: 'getMessage',
    tag: 'Messages',
    title: 'Get a message',
    description:
      'A status only moves on; `DELIVERED`, `UNDELIVERABLE`, `EXPIRED`, `REJECTED`, `FAILED`, `CANCELLED` and `UNKNOWN` are final, but for an `EXPIRED` that a late receipt turns into `DELIVERED`. To be told at once, use a webhook in the place of asking again and again.',
    requests: { one: { summary: 'By its id', value: { messageId: MESSAGE } } },
    responses: { delivered: { summary: 'Delivered', value: messageExample() } },
    errors: ['NOT_FOUND'],
  },
  list: {
    operationId: 'listMessages',
    tag: 'Messages',
    title: 'List messages',
    description:
      'Page by page: give the `nextPageToken` of an answer as the next `pageToken`, until it is empty. Ask by `filter.clientReferences` where an answer of ours was lost and you do not know whether a message was accepted.',
    requests: {
      page: {
        summary: 'The first page',
        value: { pageSize: 50, 'filter.clientReferences': ['order-20261'] },
      },
    },
    responses: {
      page: {
        summary: 'A page',
        value: { messages: [messageExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['BAD_PAGE_TOKEN'],
    fields: { messages: 'The messages of this page.' },
  },
};

function messageExample(): z.output<typeof restMessage> {
  return {
    messageId: MESSAGE,
    clientReference: 'order-20261',
    from: 'TUMA',
    to: '+254712345678',
    text: 'Your code is 4821.',
    encoding: 'GSM7',
    segments: 1,
    units: 1,
    country: 'KE',
    network: 'Safaricom',
    status: 'DELIVERED',
    carrierStatus: 'DELIVRD',
    errorCode: null,
    test: true,
    campaignId: null,
    createTimestamp: AT,
    scheduleTimestamp: null,
    submitTimestamp: AT + 0.2,
    doneTimestamp: AT + 1.4,
  };
}

const ACCOUNT: Stories<typeof restAccount> = {
  balance: {
    operationId: 'getBalance',
    tag: 'Account',
    title: 'Get the balance',
    description:
      'A message takes units when it is accepted, and gives them back where no carrier took it.',
    requests: {},
    responses: {
      balance: {
        summary: 'The balance',
        value: { units: 12_400.5, heldUnits: 320, creditLimitUnits: 0 },
      },
    },
    errors: [],
    fields: { units: 'What may be spent now, credit included.' },
  },
};

const CAMPAIGN_FIELDS = {
  status: 'Where it stands. `COMPLETED`, `DECLINED`, `CANCELLED` and `FAILED` are its ends.',
  units: 'What it comes to.',
};
const CAMPAIGNS: Stories<typeof restCampaigns> = {
  create: {
    operationId: 'createCampaign',
    tag: 'Campaigns',
    title: 'Prepare a campaign',
    description:
      'The `summary` says how many messages it comes to, what was left out and why, and what it costs, before anything is sent. Launch it, or forget it.',
    requests: {
      now: {
        summary: 'To three numbers',
        value: {
          campaignName: 'Opening day',
          from: 'TUMA',
          text: 'We open on Saturday at 10. Come and see us.',
          recipients: ['+254712345678', '+254722345678', '0733345678'],
        },
      },
    },
    responses: {
      prepared: { summary: 'Prepared', value: { campaignId: CAMPAIGN, summary: summaryExample() } },
    },
    errors: [
      'NOT_ALLOWED',
      'KEY_IS_TEST',
      'IDEMPOTENCY_KEY_REUSED',
      'TOO_LARGE',
      'SENDER_NOT_READY',
      'NO_RECIPIENTS',
      'TOO_MANY_TYPED',
      'NO_RATE',
    ],
    fields: CAMPAIGN_FIELDS,
  },
  launch: {
    operationId: 'launchCampaign',
    tag: 'Campaigns',
    title: 'Launch a campaign',
    description:
      'Its units are held as it goes to `QUEUED`. An account whose campaigns are approved by somebody sees it `WAITING_APPROVAL` first.',
    requests: { one: { summary: 'By its id', value: { campaignId: CAMPAIGN } } },
    responses: { launched: { summary: 'On its way', value: campaignExample('QUEUED') } },
    errors: [
      'NOT_ALLOWED',
      'KEY_IS_TEST',
      'NOT_FOUND',
      'CONFLICT',
      'IDEMPOTENCY_KEY_REUSED',
      'NO_UNITS',
      'OUTSIDE_WINDOW',
      'DAILY_LIMIT',
      'NO_SUMMARY',
    ],
    fields: CAMPAIGN_FIELDS,
  },
  get: {
    operationId: 'getCampaign',
    tag: 'Campaigns',
    title: 'Get a campaign',
    description: 'The counts follow the receipts, within a second or two.',
    requests: { one: { summary: 'By its id', value: { campaignId: CAMPAIGN } } },
    responses: { running: { summary: 'Running', value: campaignExample('RUNNING') } },
    errors: ['NOT_FOUND'],
    fields: CAMPAIGN_FIELDS,
  },
  cancel: {
    operationId: 'cancelCampaign',
    tag: 'Campaigns',
    title: 'Cancel a campaign',
    description: 'What a carrier has already runs its course and is counted.',
    requests: { one: { summary: 'By its id', value: { campaignId: CAMPAIGN } } },
    responses: { cancelled: { summary: 'Cancelled', value: campaignExample('CANCELLED') } },
    errors: ['NOT_ALLOWED', 'NOT_FOUND', 'CONFLICT'],
    fields: CAMPAIGN_FIELDS,
  },
};

function campaignExample(status: z.output<typeof campaign>['status']): z.output<typeof campaign> {
  const gone = status === 'RUNNING' ? 2 : 0;
  return {
    campaignId: CAMPAIGN,
    campaignName: 'Opening day',
    clientId: CLIENT,
    clientName: 'Duka Ltd',
    senderId: 'TUMA',
    text: 'We open on Saturday at 10. Come and see us.',
    source: 'COMPOSE',
    status,
    reason: null,
    recipientCount: 3,
    segmentCount: 3,
    unitsReserved: 3,
    unitsCharged: gone,
    counts: {
      queued: status === 'CANCELLED' ? 0 : 3 - gone,
      submitted: 1 * Number(gone > 0),
      ambiguous: 0,
      delivered: Number(gone > 0),
      undeliverable: 0,
      failed: 0,
      rejected: 0,
      expired: 0,
      unknown: 0,
      cancelled: status === 'CANCELLED' ? 3 : 0,
    },
    scheduleTimestamp: null,
    createTimestamp: AT,
    startTimestamp: gone ? AT + 5 : null,
    endTimestamp: status === 'CANCELLED' ? AT + 60 : null,
    approvedBy: null,
    timezone: 'Africa/Nairobi',
    waitingSinceTimestamp: null,
    approvalReasons: [],
    resumeTimestamp: null,
    copiedFrom: null,
  };
}

function summaryExample(): z.output<typeof summary> {
  return {
    campaignId: CAMPAIGN,
    rows: 3,
    valid: 3,
    invalid: 0,
    duplicate: 0,
    optedOut: 0,
    blocked: 0,
    segments: 3,
    units: 3,
    balance: 12_400.5,
    balanceAfter: 12_397.5,
    short: false,
    encoding: { gsm: 3, ucs2: 0 },
    regions: [],
    networks: [],
    lookalikes: { replaced: false, messages: 0, segmentsSaved: 0, unitsSaved: 0 },
    reasons: [],
    stopClause: null,
    dailyLimit: null,
  };
}

const CONTACTS: Stories<typeof restContacts> = {
  list: {
    operationId: 'listContacts',
    tag: 'Contacts',
    title: 'List contacts',
    description:
      'Page by page, newest first. `filter.query` finds by the beginning of a phone number, a name or an e-mail address.',
    requests: {
      page: { summary: 'Of a group', value: { pageSize: 50, 'filter.groupIds': [GROUP] } },
      found: { summary: 'By number', value: { 'filter.query': '+254712345678' } },
    },
    responses: {
      page: {
        summary: 'A page',
        value: { contacts: [contactExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['BAD_PAGE_TOKEN'],
    fields: { contacts: 'The contacts of this page.' },
  },
  create: {
    operationId: 'createContact',
    tag: 'Contacts',
    title: 'Add a contact',
    description:
      'A phone stands once in an account. What is in `attributes` can stand in the text of a campaign as a placeholder, `#Town#`. Whoever opted out stays opted out.',
    requests: {
      one: {
        summary: 'Into a group',
        value: {
          phone: '0712345678',
          firstName: 'Amina',
          lastName: 'Otieno',
          attributes: { Town: 'Thika' },
          groupIds: [GROUP],
        },
      },
    },
    responses: { added: { summary: 'Added', value: contactExample() } },
    errors: [
      'NOT_ALLOWED',
      'KEY_IS_TEST',
      'NOT_FOUND',
      'CONTACT_EXISTS',
      'GROUP_EMPTYING',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
  get: {
    operationId: 'getContact',
    tag: 'Contacts',
    title: 'Get a contact',
    description: 'With all that is known of the person, and since when they want no messages.',
    requests: { one: { summary: 'By its id', value: { contactId: CONTACT } } },
    responses: { contact: { summary: 'A contact', value: contactExample() } },
    errors: ['NOT_FOUND'],
  },
  update: {
    operationId: 'updateContact',
    tag: 'Contacts',
    title: 'Change a contact',
    description:
      'What you leave out stays. `attributes` and `groupIds` take the place of all that were there.',
    requests: {
      one: { summary: 'Another name', value: { contactId: CONTACT, firstName: 'Amina Wanjiru' } },
    },
    responses: {
      changed: { summary: 'Changed', value: { ...contactExample(), firstName: 'Amina Wanjiru' } },
    },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'NOT_FOUND', 'CONTACT_EXISTS', 'GROUP_EMPTYING'],
  },
  remove: {
    operationId: 'deleteContact',
    tag: 'Contacts',
    title: 'Delete a contact',
    description: 'It goes for good, out of every group. If the person opted out, that stays.',
    requests: { one: { summary: 'By its id', value: { contactId: CONTACT } } },
    responses: { gone: { summary: 'Gone', value: { deleted: true } } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'NOT_FOUND'],
    fields: { deleted: 'That it has gone.' },
  },
};

const CONTACT_GROUPS: Stories<typeof restContactGroups> = {
  list: {
    operationId: 'listContactGroups',
    tag: 'Contacts',
    title: 'List groups',
    description: 'Page by page, by name.',
    requests: { page: { summary: 'By a part of the name', value: { 'filter.query': 'shop' } } },
    responses: {
      page: {
        summary: 'A page',
        value: { groups: [groupExample()], collectionCount: 1, nextPageToken: '' },
      },
    },
    errors: ['BAD_PAGE_TOKEN'],
    fields: { 'filter.query': 'A part of the name.' },
  },
  create: {
    operationId: 'createContactGroup',
    tag: 'Contacts',
    title: 'Make a group',
    description: 'Put contacts into it with the `groupIds` of each.',
    requests: { one: { summary: 'A group', value: { groupName: 'Shop in Thika' } } },
    responses: { made: { summary: 'Made', value: { ...groupExample(), contactCount: 0 } } },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'GROUP_NAME_TAKEN', 'IDEMPOTENCY_KEY_REUSED'],
  },
  remove: {
    operationId: 'deleteContactGroup',
    tag: 'Contacts',
    title: 'Delete a group',
    description:
      'Its contacts remain. With `deleteContacts=true` they go with it, for good and out of every other group.',
    requests: {
      one: { summary: 'Its contacts remain', value: { groupId: GROUP } },
      all: { summary: 'With its contacts', value: { groupId: GROUP, deleteContacts: 'true' } },
    },
    responses: {
      gone: { summary: 'Gone', value: { deleted: true } },
      many: { summary: 'A group of many', value: { deleted: false } },
    },
    errors: ['NOT_ALLOWED', 'KEY_IS_TEST', 'NOT_FOUND', 'GROUP_EMPTYING', 'GROUP_IN_IMPORT'],
    fields: {
      deleted:
        'False of a group of more than 5,000: it goes in the background, and is listed until it has gone.',
    },
  },
};

function contactExample(): z.output<typeof contact> {
  return {
    contactId: CONTACT,
    clientId: CLIENT,
    phone: '+254712345678',
    firstName: 'Amina',
    lastName: 'Otieno',
    otherNames: '',
    email: '',
    attributes: { Town: 'Thika' },
    consent: null,
    groupIds: [GROUP],
    groups: [{ groupId: GROUP, groupName: 'Shop in Thika' }],
    optedOutTimestamp: null,
    createTimestamp: AT,
    updateTimestamp: AT,
  };
}

function groupExample(): z.output<typeof restGroup> {
  return {
    groupId: GROUP,
    groupName: 'Shop in Thika',
    description: '',
    contactCount: 1,
    emptying: null,
    createTimestamp: AT,
  };
}

/** What fields mean, by name: one name is one thing in every call. */
const FIELDS: Record<string, string> = {
  from: 'A sender ID that is ready for sending: your own, one delegated to you, or one of the platform.',
  to: 'A mobile number with its country prefix, such as `+254712345678`; one of your own country also as people write it there.',
  text: 'What it says. The GSM alphabet holds 160 characters in one part (153 in each of several), any other 70 (67).',
  clientReference: 'Your own name for it; it comes back with everything that is told of it.',
  scheduleTimestamp:
    'When it is to be sent, seconds since the epoch, at most 30 days ahead. Units are held at once. Without it: now.',
  validitySeconds: 'How long it may be tried from then on. Without it: 86,400.',
  priority: '3 goes before 0 in your own queue.',
  tags: 'Words that whoever runs the gateway may route by.',
  callbackUrl:
    'An address of yours that is told what becomes of this message, signed as webhooks are.',
  messages: 'Messages.',
  messageId: 'Our name for it, a UUID.',
  campaignId: 'Our name for the campaign, a UUID; null for a message of none.',
  segments: 'Parts that it takes.',
  encoding:
    'The alphabet: `GSM7`, or `UCS2` where a character is outside of it; `BINARY` is no text.',
  units: 'What it takes of your balance.',
  test: 'Whether it came from a test key: it cost nothing and reached nobody.',
  acceptedCount: 'How many were accepted.',
  refusedCount: 'How many were refused, and cost nothing.',
  error: 'A code that never changes its meaning, for software.',
  message: 'The same for a person, in the language of `Accept-Language`.',
  details: 'Each field that cannot be used, and why.',
  field: 'Where: `to`, or `messages[3].to`.',
  requestId: 'What to tell us when you ask for help.',
  country: 'Country of the number, two letters.',
  network: 'Network that the number was given out by.',
  status: 'Where it stands.',
  carrierStatus: 'What the carrier said of it, in its own words.',
  errorCode: 'Why it failed, as the carrier says it.',
  createTimestamp: 'When it was accepted, seconds since the epoch.',
  submitTimestamp: 'When a carrier took it.',
  doneTimestamp: 'When its status became final.',
  heldUnits: 'Set aside for messages on their way.',
  creditLimitUnits: 'How far below zero you may go.',
  pageSize: 'Rows of a page.',
  pageToken: 'The `nextPageToken` of the page before; empty for the first page.',
  nextPageToken: 'What to ask for the next page with; empty on the last.',
  collectionCount: 'How many there are in all, exact to 10,000.',
  collectionCountIsLowerBound: 'Whether there are more than `collectionCount`.',
  'filter.clientReferences': 'Only messages of these references of yours.',
  'filter.startTimestamp': 'Only what was accepted from then on, seconds since the epoch.',
  'filter.endTimestamp': 'Only what was accepted until then.',
  campaignName: 'What you call it. Without it, its beginning.',
  recipients: 'Up to 10,000 numbers. Doubles count once; those that want no messages are left out.',
  summary: 'What it comes to. Null while many recipients are being prepared.',
  clientId: 'The account.',
  clientName: 'The name of the account.',
  senderId: 'The sender ID that it goes out under.',
  source: 'Where its recipients came from.',
  reason: 'Why it stands where it stands.',
  recipientCount: 'Messages that it is.',
  segmentCount: 'Parts of all its messages.',
  unitsReserved: 'Units held for it.',
  unitsCharged: 'Units that it has cost so far.',
  counts: 'Its messages by where they stand.',
  startTimestamp: 'When it began.',
  endTimestamp: 'When it ended.',
  approvedBy: 'Who approved it.',
  timezone: 'The time zone of the account.',
  waitingSinceTimestamp: 'Since when somebody should approve it.',
  approvalReasons: 'Why somebody must.',
  resumeTimestamp: 'When a paused one goes on by itself.',
  copiedFrom: 'The campaign that it was made from.',
  rows: 'Numbers that you gave.',
  valid: 'Messages that will be sent.',
  invalid: 'Numbers that cannot be sent to.',
  duplicate: 'Numbers that stood there before.',
  optedOut: 'Numbers that want no messages from you.',
  blocked: 'Numbers that are blocked on the platform.',
  balance: 'What you may spend.',
  balanceAfter: 'What is left of that afterwards.',
  short: 'Whether that is not enough.',
  stopClause: 'What is added to each text, so that people can say no; null where nothing is.',
  contactId: 'Our name for the contact, a UUID.',
  phone:
    'A phone number, with its country prefix in answers; one of your own country also as people write it there.',
  firstName: 'First name.',
  lastName: 'Last name.',
  otherNames: 'Other names.',
  email: 'E-mail address.',
  attributes: 'What else you know, by names that a text may use as placeholders; 50 at most.',
  consent: 'What the person agreed to, how and when; null where nothing was written down.',
  what: 'What the person agreed to.',
  how: 'How they said so.',
  timestamp: 'When, seconds since the epoch.',
  groupIds: 'The groups that it is in, as a whole.',
  groups: 'Groups.',
  groupId: 'Our name for the group, a UUID.',
  groupName: 'What you call the group.',
  description: 'What you say of it.',
  contactCount: 'How many contacts are in it.',
  emptying:
    'What is being done to a group of many in the background; null where nothing is. Meanwhile nobody can be put into it.',
  deleteContacts: '`true` where its contacts are to go too.',
  optedOutTimestamp: 'Since when the person wants no messages from you; null where they do.',
  updateTimestamp: 'When it was last changed.',
  'filter.groupIds': 'Only contacts of these groups.',
  'filter.query': 'The beginning of a phone number, a name or an e-mail address.',
  id: 'Of the event: the same at every try, so that you can tell a repeat.',
  type: 'What happened.',
  createdTimestamp: 'When, seconds since the epoch.',
  data: 'The facts.',
  final: 'Whether nothing more is expected.',
  receiveTimestamp: 'When it came in, seconds since the epoch.',
};

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

/** Every call of customers' software, with its story, in the order of the page. */
export const TOLD: readonly Told[] = [
  ...told(restMessages, MESSAGES),
  ...told(restAccount, ACCOUNT),
  ...told(restCampaigns, CAMPAIGNS),
  ...told(restContacts, CONTACTS),
  ...told(restContactGroups, CONTACT_GROUPS),
];

/** The document without what the host it is read on adds: its name, its address, its gateway. */
export function apiDocument(): Omit<OpenApi, 'servers' | 'x-gateway'> {
  return openApiOf(TOLD, TOLD_EVENTS, {
    info: {
      title: '',
      version: VERSION,
      summary: 'Send SMS, and learn what became of every message.',
      description:
        'JSON over HTTPS with an API key as bearer. A test key (`tuma_test_...`) costs nothing and reaches nobody. Every write takes an `Idempotency-Key`, so that trying again is always safe. Times are seconds since the epoch, UTC; units have at most four decimals.',
    },
    tags: [
      { name: 'Messages', description: 'One message or a thousand, and what became of them.' },
      { name: 'Account', description: 'What is left to send with.' },
      {
        name: 'Campaigns',
        description:
          'One text to many numbers, with a summary before and counts afterwards. What the portal calls a campaign: everybody who works in it sees it there.',
      },
      {
        name: 'Contacts',
        description:
          'Whom the account writes to, and their groups: the same that stand in the portal under Contacts & Groups. Takes the scope `contacts`.',
      },
    ],
    security: {
      name: 'apiKey',
      description:
        'An API key: `tuma_test_...` or `tuma_live_...`, made in the portal under Settings, API keys.',
    },
    errors: API_ERRORS,
    everywhere: EVERYWHERE,
    fields: FIELDS,
    // An object has its names that are whole numbers first, so that 11 would stand before 01.
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
