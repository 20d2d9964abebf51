import * as z from 'zod/mini';
import { endpoint, id, listOf, many, numeric, page, PORTAL, timestamp, units } from './endpoint.ts';

/**
 * A message's status and its number in the database. Numbers only grow along a message's life.
 * CLAIMED, SUBMITTED and AMBIGUOUS of a live message are what its submissions say.
 */
export const MESSAGE_STATUS = {
  QUEUED: 0, CLAIMED: 1, AMBIGUOUS: 2, SUBMITTED: 3,
  DELIVERED: 10, UNDELIVERABLE: 11, EXPIRED: 12, REJECTED: 13, FAILED: 14, CANCELLED: 15, UNKNOWN: 16,
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
  /** Masked for those who may see the message and not its words. */
  text: z.string(),
  encoding: z.enum(['GSM7', 'UCS2', 'BINARY']),
  segments: z.int(),
  units,
  country: z.string(),
  network: z.string(),
  connectorId: z.nullable(z.string()),
  routeId: z.int(),
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

export const TIMELINE_KINDS = ['ACCEPTED', 'ROUTED', 'SUBMITTED', 'RECEIPT', 'FINAL', 'REQUEUED', 'AMBIGUOUS', 'RESENT', 'FAILED_OVER', 'CALLBACK'] as const;

export const messageDetail = z.extend(message, {
  timeline: z.array(z.object({
    kind: z.enum(TIMELINE_KINDS),
    timestamp,
    part: z.nullable(z.int()),
    /** What to show beside the step: a route's or connector's name, a carrier's id or word. */
    facts: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })),
});
export type MessageDetail = z.output<typeof messageDetail>;

export const messages = {
  sent: endpoint({
    method: 'GET', path: `${PORTAL}/sms/mt`, who: 'messaging.read', summary: 'Messages sent (the MT log), newest first',
    input: z.object({
      ...page,
      'filter.destinations': many(z.string()),
      'filter.senderIds': many(z.string()),
      'filter.campaignIds': many(id),
      'filter.clientIds': many(id),
      'filter.messageStatuses': many(z.enum(MESSAGE_STATUSES)),
      'filter.carrierStatuses': many(z.string()),
      'filter.countries': many(z.string()),
      'filter.startTimestamp': z.optional(numeric),
      'filter.endTimestamp': z.optional(numeric),
    }),
    output: listOf('mtMessages', message),
  }),
  get: endpoint({ method: 'GET', path: `${PORTAL}/sms/mt/:messageId`, who: 'messaging.read', summary: 'One message with its timeline', input: z.object({ messageId: id }), output: messageDetail }),
};
