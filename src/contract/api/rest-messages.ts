// Messages of customers' own software, sent with an API key: one or a thousand, and their outcomes.
import * as z from 'zod/mini';
import {
  endpoint,
  id,
  listOf,
  many,
  page,
  timestamp,
  units,
  numericTimestamp,
} from '../endpoint.ts';
import { MESSAGE_STATUSES } from './messages.ts';

/** The most messages in one call. */
export const MOST_MESSAGES = 1000;
/**
 * The rate limit of one key: calls and messages a second. One second's worth may come as a burst; above it
 * the answer is 429 with Retry-After.
 */
export const KEY_CALLS_PER_SECOND = 1000;
export const KEY_MESSAGES_PER_SECOND = 10_000;
/** The most characters of a text; 255 parts of any alphabet hold fewer. */
const TEXT_LENGTH = 40_000;

export const offer = {
  /** A sender ID that is ready for sending: the account's own, one delegated to it, or one of the platform's. */
  from: z.string().check(z.trim(), z.minLength(1), z.maxLength(20)),
  /**
   * A mobile number with its country prefix (+254712345678), or in the national form of the
   * account's country (0712345678).
   */
  to: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  text: z.string().check(z.minLength(1), z.maxLength(TEXT_LENGTH)),
  /** The customer's own reference; every event and answer about the message repeats it. */
  clientReference: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  /** When to send it, at most 30 days ahead; default now. Units are held at once. */
  scheduleTimestamp: z.optional(timestamp),
  /** Validity from its scheduled time: 60 to 604,800; default 86,400. */
  validitySeconds: z.optional(z.int().check(z.minimum(60), z.maximum(604_800))),
  /** 3 is sent before 0 within the account's own queue. */
  priority: z.optional(z.int().check(z.minimum(0), z.maximum(3))),
  /** For routing: an operator's filters may select by tag. */
  tags: z.optional(
    z.array(z.string().check(z.regex(/^[A-Za-z0-9-]{1,40}$/))).check(z.maxLength(10)),
  ),
  /** The address for events about this message, signed like webhooks. */
  callbackUrl: z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))),
};
const oneMessage = z.strictObject(offer);
export type RestOffer = z.output<typeof oneMessage>;

/** An accepted message: it is on disk and its units are held. */
export const acceptedMessage = z.object({
  messageId: id,
  clientReference: z.nullable(z.string()),
  from: z.string(),
  /** E.164 with the plus. */
  to: z.string(),
  segments: z.int(),
  encoding: z.enum(['GSM7', 'UCS2', 'BINARY']),
  units,
  /** True for a test key: nothing is charged or sent. */
  test: z.boolean(),
  /** True where it is sent only once its text is approved; its units are held meanwhile. */
  waitingForApproval: z.boolean(),
  /** The campaign in which messages of its text wait; its decision comes as an event. */
  campaignId: z.nullable(id),
});
/** A refused message, in the form of every error. */
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
  /** The parts of `units` that are held now, were charged and were given back; a test key's are all 0. */
  unitsHeld: units,
  unitsCharged: units,
  unitsRefunded: units,
  country: z.string(),
  network: z.string(),
  status: z.enum(MESSAGE_STATUSES),
  /** The carrier's own status. */
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
 * Outcomes of a test key's messages, by the last two digits of the number; any other number is
 * delivered after a second. An entry with an `error` is refused on acceptance; the others are accepted
 * and reported like real messages. Endings that a sandbox's simulated carrier also knows mean the same.
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
    what: 'the carrier does not know the outcome',
  },
  '90': { error: 'NO_UNITS', what: 'the account has no units' },
  '91': { error: 'NO_ROUTE', what: 'there is no route to this number' },
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
      'Send one message, or up to 1,000 as `messages`: each then has its own outcome, in order, and a refused one does not affect the others',
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
    summary: 'The status of a message',
    input: z.object({ messageId: id }),
    output: restMessage,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/v1/messages/:messageId:cancel',
    who: 'messaging.send',
    key: 'send',
    summary: 'Cancel a message that no carrier has yet; its units are refunded',
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
      /** When they were accepted, seconds since the epoch. */
      'filter.startTimestamp': z.optional(numericTimestamp),
      'filter.endTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('messages', restMessage),
  }),
};
