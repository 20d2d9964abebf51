/**
 * The calls of customers' own software, with an API key in place of a person. One message or a thousand, what became of
 * them, the balance, campaigns, and whom they write to.
 */
import * as z from 'zod/mini';
import { campaign, summary } from './campaigns.ts';
import { MOST_TYPED } from './compose.ts';
import {
  contact,
  contactDetails,
  contactGroup,
  groupDescription,
  groupName,
  query,
  written,
} from './contacts.ts';
import {
  endpoint,
  id,
  listOf,
  many,
  page,
  timestamp,
  units,
  numericTimestamp,
  singleLine,
} from '../endpoint.ts';
import { MESSAGE_STATUSES } from './messages.ts';

/** Messages of one call at most. */
export const MOST_MESSAGES = 1000;
/** What one key may ask for a second: calls, and messages in them. A burst of one second's worth passes; above it comes 429 with Retry-After. */
export const KEY_CALLS_PER_SECOND = 1000;
export const KEY_MESSAGES_PER_SECOND = 10_000;
/** Characters of a text at most; 255 parts of any alphabet hold less. */
const TEXT_LENGTH = 40_000;

const offer = {
  /** A sender ID that is ready for sending: the account's own, one delegated to it, or one of the platform's. */
  from: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  /** A mobile number with its country prefix (+254712345678), or as people write it in the account's own country (0712345678). */
  to: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  text: z.string().check(z.minLength(1), z.maxLength(TEXT_LENGTH)),
  /** The customer's own name for the message; it comes back with everything that is told of it. */
  clientReference: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** When to send it, at most 30 days ahead; left out: now. Units are held at once. */
  scheduleTimestamp: z.optional(timestamp),
  /** How long it may be tried, from when it is to be sent: 60 to 604,800; left out: 86,400. */
  validitySeconds: z.optional(z.int().check(z.minimum(60), z.maximum(604_800))),
  /** 3 goes before 0 in the account's own queue. */
  priority: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
  /** For routing: an operator's filters may ask for a tag. */
  tags: z.optional(
    z.array(z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/))).check(z.maxLength(10)),
  ),
  /** An address that is told what becomes of this message, signed like webhooks. */
  callbackUrl: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))),
};
const oneMessage = z.strictObject(offer);
export type RestOffer = z.output<typeof oneMessage>;

/** A message that was taken: it is on disk and its units are held. */
export const acceptedMessage = z.object({
  messageId: id,
  clientReference: z.nullable(z.string()),
  from: z.string(),
  /** E.164 with the plus. */
  to: z.string(),
  segments: z.int(),
  encoding: z.enum(['GSM7', 'UCS2', 'BINARY']),
  units,
  /** Of a test key: nothing is charged and nothing leaves. */
  test: z.boolean(),
});
/** A message that was not taken, in the form of every error. */
export const refusedMessage = z.object({
  clientReference: z.nullable(z.string()),
  to: z.string(),
  error: z.string(),
  message: z.string(),
  details: z.optional(z.array(z.object({ field: z.string(), message: z.string() }))),
});

export const restMessage = z.object({
  messageId: id,
  clientReference: z.nullable(z.string()),
  from: z.string(),
  to: z.string(),
  text: z.string(),
  encoding: z.enum(['GSM7', 'UCS2', 'BINARY']),
  segments: z.int(),
  units,
  country: z.string(),
  network: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  /** What the carrier said, in its own words. */
  carrierStatus: z.nullable(z.string()),
  errorCode: z.nullable(z.string()),
  test: z.boolean(),
  campaignId: z.nullable(id),
  createTimestamp: timestamp,
  scheduleTimestamp: z.nullable(timestamp),
  submitTimestamp: z.nullable(timestamp),
  doneTimestamp: z.nullable(timestamp),
});
export type RestMessage = z.output<typeof restMessage>;

/**
 * What a test key's messages come to, by the last two digits of the number; every other number is delivered after a
 * second. Those with an `error` are refused when they are handed over; the rest are taken, and told of like real ones.
 * The endings that outcomes and the simulated carrier of a sandbox share are the same.
 */
export const SCRIPTS = {
  '01': {
    status: 'UNDELIVERABLE',
    carrierStatus: 'UNDELIV',
    errorCode: '027',
    seconds: 1,
    what: 'the phone is off or away',
  },
  '02': {
    status: 'UNDELIVERABLE',
    carrierStatus: 'UNDELIV',
    errorCode: '013',
    seconds: 1,
    what: 'the number is barred or does not exist',
  },
  '03': {
    status: 'EXPIRED',
    carrierStatus: 'EXPIRED',
    errorCode: '032',
    seconds: 1,
    what: 'not delivered within its validity',
  },
  '04': {
    status: 'REJECTED',
    carrierStatus: 'REJECTD',
    errorCode: '009',
    seconds: 1,
    what: 'the subscriber does not want this sender',
  },
  '05': {
    status: 'REJECTED',
    carrierStatus: null,
    errorCode: 'ESME_RINVDSTADR',
    seconds: 0,
    what: 'refused by the carrier at once',
  },
  '08': {
    status: 'DELIVERED',
    carrierStatus: 'DELIVRD',
    errorCode: null,
    seconds: 30,
    what: 'delivered after 30 seconds',
  },
  '11': {
    status: 'UNKNOWN',
    carrierStatus: 'UNKNOWN',
    errorCode: null,
    seconds: 1,
    what: 'the carrier does not know what became of it',
  },
  '90': { error: 'NO_UNITS', what: 'the account has no units' },
  '91': { error: 'NO_ROUTE', what: 'no route leads there' },
  '92': { error: 'OPTED_OUT', what: 'the phone asked for no more messages' },
  '93': { error: 'NUMBER_BLOCKED', what: 'the number is blocked on the platform' },
  '94': { error: 'DAILY_LIMIT', what: "the account's limit of today is used" },
  '95': { error: 'THROUGHPUT', what: 'more messages a second than allowed' },
  '96': { error: 'QUEUE_FULL', what: 'too many messages of the account wait' },
} as const;

export const restMessages = {
  send: endpoint({
    method: 'POST',
    path: '/v1/messages',
    who: 'messaging.send',
    key: 'send',
    idempotent: 'optional',
    largeBody: true,
    summary:
      'Send one message, or up to 1,000 as `messages`: then each has an outcome of its own, in their order, and one that is refused keeps none of the others back',
    input: z.object({
      from: z.optional(offer.from),
      to: z.optional(offer.to),
      text: z.optional(offer.text),
      clientReference: offer.clientReference,
      scheduleTimestamp: offer.scheduleTimestamp,
      validitySeconds: offer.validitySeconds,
      priority: offer.priority,
      tags: offer.tags,
      callbackUrl: offer.callbackUrl,
      messages: z.optional(z.array(oneMessage).check(z.minLength(1), z.maxLength(MOST_MESSAGES))),
    }),
    output: z.union([
      z.object({
        acceptedCount: z.int(),
        refusedCount: z.int(),
        units,
        messages: z.array(z.union([acceptedMessage, refusedMessage])),
      }),
      acceptedMessage,
    ]),
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/messages/:messageId',
    who: 'messaging.read',
    key: 'read',
    summary: 'What became of a message',
    input: z.object({ messageId: id }),
    output: restMessage,
  }),
  list: endpoint({
    method: 'GET',
    path: '/v1/messages',
    who: 'messaging.read',
    key: 'read',
    summary: "The account's messages, newest first; of a test key the test messages",
    input: z.object({
      ...page,
      'filter.clientReferences': many(z.string().check(z.maxLength(100))),
      /** When they were handed over, seconds since the epoch. */
      'filter.startTimestamp': z.optional(numericTimestamp),
      'filter.endTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('messages', restMessage),
  }),
};

export const restAccount = {
  balance: endpoint({
    method: 'GET',
    path: '/v1/balance',
    who: 'messaging.read',
    key: 'read',
    summary: 'What the account may spend',
    input: z.object({}),
    output: z.object({
      /** What may be spent now, credit included. */
      units,
      /** Set aside for what is on its way. */
      heldUnits: units,
      /** How far below zero the account may go. */
      creditLimitUnits: units,
    }),
  }),
};

const byCampaign = z.object({ campaignId: id });

export const restCampaigns = {
  create: endpoint({
    method: 'POST',
    path: '/v1/campaigns',
    who: 'messaging.send',
    key: 'send',
    idempotent: 'optional',
    largeBody: true,
    summary:
      'Prepare one text to up to 10,000 numbers, and say what it comes to; nothing is sent before it is launched',
    input: z.object({
      campaignName: z.optional(singleLine(100, 0)),
      from: offer.from,
      text: z.string().check(z.minLength(1), z.maxLength(10_000)),
      recipients: z
        .array(z.string().check(z.maxLength(40)))
        .check(z.minLength(1), z.maxLength(MOST_TYPED)),
      scheduleTimestamp: z.optional(timestamp),
    }),
    output: z.object({
      campaignId: id,
      /** Null while many recipients are being prepared; the campaign says when they are. */
      summary: z.nullable(summary),
    }),
  }),
  launch: endpoint({
    method: 'POST',
    path: '/v1/campaigns/:campaignId:launch',
    who: 'messaging.send',
    key: 'send',
    idempotent: 'optional',
    summary: 'Send a prepared campaign: at once, at its time, or after somebody has approved it',
    input: byCampaign,
    output: campaign,
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/campaigns/:campaignId',
    who: 'messaging.read',
    key: 'read',
    summary: 'Where a campaign stands, with its counts',
    input: byCampaign,
    output: campaign,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/v1/campaigns/:campaignId:cancel',
    who: 'messaging.send',
    key: 'send',
    summary: 'Stop what of a campaign no carrier has yet; its units come back',
    input: byCampaign,
    output: campaign,
  }),
};

const byContact = z.object({ contactId: id });

export const restContacts = {
  list: endpoint({
    method: 'GET',
    path: '/v1/contacts',
    who: 'messaging.read',
    key: 'contacts',
    summary:
      "The account's contacts, newest first; with a query those whose phone, name or e-mail begins with it",
    input: z.object({ ...page, 'filter.groupIds': many(id), 'filter.query': query }),
    output: listOf('contacts', contact),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/contacts',
    who: 'messaging.send',
    key: 'contacts',
    idempotent: 'optional',
    summary: 'Add a contact; a phone stands once',
    input: z.object({ phone: written, ...contactDetails }),
    output: contact,
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/contacts/:contactId',
    who: 'messaging.read',
    key: 'contacts',
    summary: 'One contact',
    input: byContact,
    output: contact,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/v1/contacts/:contactId',
    who: 'messaging.send',
    key: 'contacts',
    summary: 'Change a contact; what is left out stays',
    input: z.object({ contactId: id, phone: z.optional(written), ...contactDetails }),
    output: contact,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/contacts/:contactId',
    who: 'messaging.send',
    key: 'contacts',
    summary: 'Delete a contact, out of every group',
    input: byContact,
    output: z.object({ deleted: z.literal(true) }),
  }),
};

export const restGroup = z.pick(contactGroup, {
  groupId: true,
  groupName: true,
  description: true,
  contactCount: true,
  emptying: true,
  createTimestamp: true,
});

export const restContactGroups = {
  list: endpoint({
    method: 'GET',
    path: '/v1/contactgroups',
    who: 'messaging.read',
    key: 'contacts',
    summary: "The account's contact groups by name; with a query those that have it in their name",
    input: z.object({ ...page, 'filter.query': query }),
    output: listOf('groups', restGroup),
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/contactgroups',
    who: 'messaging.send',
    key: 'contacts',
    idempotent: 'optional',
    summary: "Make a contact group; its name is nobody else's, upper or lower case",
    input: z.object({ groupName, description: groupDescription }),
    output: restGroup,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/contactgroups/:groupId',
    who: 'messaging.send',
    key: 'contacts',
    summary: 'Delete a group; its contacts remain, or with deleteContacts=true go with it',
    input: z.object({
      groupId: id,
      deleteContacts: z._default(z.enum(['true', 'false']), 'false'),
    }),
    output: z.object({
      /** False of a group of many: it goes in the background, and is listed until it has gone. */
      deleted: z.boolean(),
    }),
  }),
};
