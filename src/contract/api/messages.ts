// Messages sent, received and to submit, with their statuses and steps.
import * as z from 'zod/mini';
import {
  endpoint,
  id,
  listOf,
  many,
  nothing,
  page,
  PORTAL,
  timestamp,
  units,
  numericTimestamp,
} from '../endpoint.ts';
import { connectorName } from './gateway-names.ts';
import { routeId } from './routes.ts';

/**
 * A message's status and its number in the database; from 10 on it has ended. CLAIMED, SUBMITTED and
 * AMBIGUOUS of a live message are read from its parts.
 */
export const MESSAGE_STATUS = {
  QUEUED: 0,
  CLAIMED: 1,
  AMBIGUOUS: 2,
  SUBMITTED: 3,
  DELIVERED: 10,
  UNDELIVERABLE: 11,
  EXPIRED: 12,
  REJECTED: 13,
  FAILED: 14,
  CANCELLED: 15,
  UNKNOWN: 16,
} as const;
export type MessageStatus = keyof typeof MESSAGE_STATUS;
export const MESSAGE_STATUSES = Object.keys(MESSAGE_STATUS) as [MessageStatus, ...MessageStatus[]];

export const message = z.object({
  messageId: id,
  campaignId: z.nullable(id),
  campaignName: z.nullable(z.string()),
  clientId: id,
  clientName: z.string(),
  senderId: z.string(),
  destination: z.string(),
  /** Masked for readers who may see the message but not its text. */
  text: z.string(),
  encoding: z.enum(['GSM7', 'UCS2', 'BINARY']),
  segments: z.int(),
  /** The price: the sum of the three that follow. */
  units,
  unitsHeld: units,
  unitsCharged: units,
  unitsRefunded: units,
  country: z.string(),
  network: z.string(),
  /** Connector, route and the carrier's id: null for readers who do not operate the gateway. */
  connectorId: z.nullable(z.string()),
  routeId: z.nullable(z.int()),
  carrierMessageId: z.nullable(z.string()),
  status: z.enum(MESSAGE_STATUSES),
  carrierStatus: z.nullable(z.string()),
  errorCode: z.nullable(z.string()),
  dupRisk: z.boolean(),
  createTimestamp: timestamp,
  submitTimestamp: z.nullable(timestamp),
  doneTimestamp: z.nullable(timestamp),
});
export type Message = z.output<typeof message>;

export const TIMELINE_KINDS = [
  'ACCEPTED',
  'ROUTED',
  'SUBMITTED',
  'RECEIPT',
  'FINAL',
  'REQUEUED',
  'AMBIGUOUS',
  'RESENT',
  'FAILED_OVER',
  'CALLBACK',
] as const;

export const messageDetail = z.extend(message, {
  timeline: z.array(
    z.object({
      kind: z.enum(TIMELINE_KINDS),
      timestamp,
      part: z.nullable(z.int()),
      /**
       * Details of the step: the name of a route or connector, the carrier's id or status. Readers
       * who do not operate the gateway get no step of routing and no connector.
       */
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
    }),
  ),
});
export type MessageDetail = z.output<typeof messageDetail>;

/** A message from a phone. */
export const incoming = z.object({
  messageId: id,
  /** Null if not even the platform had an inbox. */
  clientId: z.nullable(id),
  clientName: z.nullable(z.string()),
  /** The phone. */
  source: z.string(),
  /** The number or sender ID that received it. */
  senderId: z.string(),
  /** Masked for readers who may see the message but not its text. */
  text: z.string(),
  encoding: z.enum(['GSM7', 'UCS2', 'BINARY']),
  /** The match that determined its owner; DEFAULT is the platform's inbox. */
  foundBy: z.nullable(z.enum(['NUMBER', 'CONVERSATION', 'DEFAULT'])),
  /** Null for readers who do not operate the gateway. */
  connectorId: z.nullable(z.string()),
  receiveTimestamp: timestamp,
});
export type Incoming = z.output<typeof incoming>;

/** A message of a campaign that is not yet submitted. */
export const messageToSubmit = z.object({
  /** Null for a recipient whose message is created when its campaign starts. */
  messageId: z.nullable(id),
  /** The recipient's row in the campaign's list, while there is no message yet. */
  rowNumber: z.nullable(z.int()),
  campaignId: id,
  campaignName: z.string(),
  campaignStatus: z.enum(['APPROVED', 'SCHEDULED', 'QUEUED', 'RUNNING', 'PAUSED']),
  clientId: id,
  clientName: z.string(),
  senderId: z.string(),
  destination: z.string(),
  /** Masked for readers who may see the message but not its text. */
  text: z.string(),
  segments: z.int(),
  units,
  country: z.string(),
  network: z.string(),
  /** The planned start of its campaign: its schedule, otherwise its creation. */
  dueTimestamp: timestamp,
});
export type MessageToSubmit = z.output<typeof messageToSubmit>;

/** The most rows in an export; the newest are kept. */
export const MOST_EXPORTED = 1_000_000;

/**
 * A whole number, or its first digits (at least nine, country prefix included), with or without
 * prefix.
 */
const numbers = many(z.string().check(z.maxLength(40)));
const range = {
  'filter.startTimestamp': z.optional(numericTimestamp),
  'filter.endTimestamp': z.optional(numericTimestamp),
};

const sentFilter = {
  'filter.destinations': numbers,
  'filter.senderIds': many(z.string()),
  'filter.campaignIds': many(id),
  'filter.clientIds': many(id),
  'filter.messageStatuses': many(z.enum(MESSAGE_STATUSES)),
  'filter.carrierStatuses': many(z.string()),
  'filter.countries': many(z.string()),
  /** Trade names of networks. */
  'filter.networks': many(z.string()),
  /** Connectors, ids of routes and codes of errors: refused to readers who do not operate the gateway. */
  'filter.connectors': many(connectorName),
  'filter.routes': many(routeId),
  'filter.errorCodes': many(z.string().check(z.maxLength(200))),
  ...range,
};

const receivedFilter = {
  /** Phones that sent a message. */
  'filter.destinations': numbers,
  /** Numbers and sender IDs that received it. */
  'filter.senderIds': many(z.string()),
  'filter.clientIds': many(id),
  ...range,
};

export const messages = {
  sent: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/mt`,
    who: 'messaging.read',
    summary: 'Messages sent (the MT log), newest first',
    input: z.object({ ...page, ...sentFilter }),
    output: listOf('mtMessages', message),
  }),
  exportSent: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/mt/export`,
    who: 'messaging.read',
    summary: 'Sent messages that match the filters as a CSV file, newest first, 1,000,000 at most',
    input: z.object(sentFilter),
    output: nothing,
    download: true,
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/mt/:messageId`,
    who: 'messaging.read',
    summary: 'One message with its timeline',
    input: z.object({ messageId: id }),
    output: messageDetail,
  }),
  received: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/mo`,
    who: 'messaging.read',
    summary: 'Messages received from phones (the MO log), newest first',
    input: z.object({ ...page, ...receivedFilter }),
    output: listOf('moMessages', incoming),
  }),
  exportReceived: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/mo/export`,
    who: 'messaging.read',
    summary:
      'Received messages that match the filters as a CSV file, newest first, 1,000,000 at most',
    input: z.object(receivedFilter),
    output: nothing,
    download: true,
  }),
  getReceived: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/mo/:messageId`,
    who: 'messaging.read',
    summary: 'One message from a phone',
    input: z.object({ messageId: id }),
    output: incoming,
  }),
  toDeliver: endpoint({
    method: 'GET',
    path: `${PORTAL}/sms/todeliver`,
    who: 'messaging.read',
    summary: 'Messages of campaigns that are not submitted yet, the next due first',
    input: z.object({
      ...page,
      'filter.campaignIds': many(id),
      'filter.clientIds': many(id),
      /** Due times from the start to before the end. */
      ...range,
    }),
    output: listOf('messages', messageToSubmit),
  }),
};
