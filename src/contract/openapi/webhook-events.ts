import * as z from 'zod/mini';
import { id, timestamp } from '../endpoint.ts';
import { MESSAGE_STATUSES } from '../api/messages.ts';
import { WEBHOOK_EVENTS } from '../api/webhooks.ts';

// Events sent to customers' addresses. The API document shows them; a test compares them with what is sent.

const event = { id, type: z.enum(WEBHOOK_EVENTS), createdTimestamp: timestamp };

/** The status of a message has changed. */
export const messageEvent = z.object({
  ...event,
  data: z.object({
    messageId: id,
    clientReference: z.nullable(z.string()),
    from: z.string(),
    to: z.string(),
    status: z.enum(MESSAGE_STATUSES),
    final: z.boolean(),
    errorCode: z.nullable(z.string()),
    carrierStatus: z.nullable(z.string()),
    segments: z.int(),
    /** Only on messages of a test key. */
    test: z.optional(z.literal(true)),
    submitTimestamp: z.nullable(timestamp),
    doneTimestamp: z.nullable(timestamp),
  }),
});

/** An approver decided on a campaign, or on messages of software that waited as one. */
export const campaignEvent = z.object({
  ...event,
  data: z.object({
    campaignId: id,
    campaignName: z.string(),
    from: z.string(),
    messageCount: z.int(),
    /** The approver's reason for declining. */
    reason: z.nullable(z.string()),
  }),
});

/** A message from a phone. */
export const moEvent = z.object({
  ...event,
  data: z.object({
    messageId: id,
    from: z.string(),
    to: z.string(),
    text: z.string(),
    receiveTimestamp: timestamp,
  }),
});
