// Webhooks and the log of their deliveries.
import * as z from 'zod/mini';
import {
  done,
  endpoint,
  id,
  listOf,
  many,
  page,
  PORTAL,
  timestamp,
  numericTimestamp,
} from '../endpoint.ts';
import { singleLine } from '../shared/fields.ts';

/** The events that a webhook may receive. */
export const WEBHOOK_EVENTS = [
  'message.submitted',
  'message.delivered',
  'message.failed',
  'message.expired',
  'message.rejected',
  'message.cancelled',
  'message.unknown',
  'mo.received',
  'campaign.approved',
  'campaign.declined',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
/** The event that the test button sends. */
export const TEST_EVENT = 'webhook.test' as const;

export const DELIVERY_STATUSES = ['PENDING', 'DELIVERED', 'FAILED'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The most webhooks of a client. */
export const MOST_WEBHOOKS = 20;
/** Seconds for which the previous secret also signs. */
export const OLD_SECRET_SECONDS = 86_400;
/** The most deliveries that one call sends again. */
export const MOST_REPLAYED = 10_000;

export const webhook = z.object({
  webhookId: id,
  /** Null for the one that signs callbacks of single messages (`callbackUrl`). */
  url: z.nullable(z.string()),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  createTimestamp: timestamp,
  /** The time until which the previous secret also signs. */
  oldSecretUntilTimestamp: z.nullable(timestamp),
  /** The time since which no delivery was accepted; null if there is no failure. */
  failingSinceTimestamp: z.nullable(timestamp),
  /** Its host is suspended after failures: since when, and the time of the next probe; null if it is not. */
  breaker: z.nullable(z.object({ openTimestamp: timestamp, probeTimestamp: timestamp })),
  /** Pending and failed deliveries; at most 10,000 are counted. */
  pendingCount: z.int(),
  failedCount: z.int(),
});
export type Webhook = z.output<typeof webhook>;

const deliveryFacts = {
  deliveryId: z.string(),
  webhookId: id,
  url: z.string(),
  eventId: id,
  event: z.string(),
  messageId: z.nullable(id),
  /** The phone of the message, the recipient's or, of an incoming one, the sender's. */
  phone: z.nullable(z.string()),
  status: z.enum(DELIVERY_STATUSES),
  /** Attempts since it was created or sent again by hand. */
  attempts: z.int(),
  replays: z.int(),
  /** The outcome of the last attempt: an HTTP status, or the reason why there was none. */
  lastStatus: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  /** How long the last attempt took. */
  lastMilliseconds: z.nullable(z.int()),
  createTimestamp: timestamp,
  endTimestamp: z.nullable(timestamp),
  /** The time of the next attempt while it is pending. */
  nextTimestamp: z.nullable(timestamp),
};
export const webhookDelivery = z.object(deliveryFacts);
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const webhookDeliveryDetail = z.object({
  ...deliveryFacts,
  /** The JSON body, the same at each attempt. */
  body: z.string(),
  /**
   * Headers of the last request, and headers and beginning of its answer; null before the first.
   */
  request: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  /** The last attempts, oldest first. */
  tries: z.array(
    z.object({
      timestamp,
      status: z.nullable(z.int()),
      milliseconds: z.int(),
      error: z.nullable(z.string()),
    }),
  ),
});
export type WebhookDeliveryDetail = z.output<typeof webhookDeliveryDetail>;

const address = z.string().check(z.trim(), z.minLength(1), z.maxLength(2000));
const description = singleLine(100, 0);
const events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .check(z.minLength(1), z.maxLength(WEBHOOK_EVENTS.length));
const who = 'credentials';

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/webhooks`,
    who,
    summary: 'The own webhooks, newest first',
    input: z.object(page),
    output: listOf('webhooks', webhook),
  }),
  create: endpoint({
    method: 'POST',
    path: `${PORTAL}/webhooks`,
    who,
    personal: true,
    stepUp: true,
    summary: 'Add a webhook; this answer is the only one that shows its secret',
    input: z.object({ url: address, description: z._default(description, ''), events }),
    output: z.object({ webhook, secret: z.string() }),
  }),
  createCallbacks: endpoint({
    method: 'POST',
    path: `${PORTAL}/webhooks:createCallbacks`,
    who,
    personal: true,
    stepUp: true,
    summary:
      'Make the secret that signs callbacks of single messages (callbackUrl); this answer is the only one that shows it',
    input: z.object({}),
    output: z.object({ webhook, secret: z.string() }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/webhooks/:webhookId`,
    who,
    personal: true,
    summary: 'Change a webhook, or pause it; another address asks for a step-up',
    input: z.object({
      webhookId: id,
      url: z.optional(address),
      description: z.optional(description),
      events: z.optional(events),
      enabled: z.optional(z.boolean()),
    }),
    output: webhook,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/webhooks/:webhookId`,
    who,
    personal: true,
    stepUp: true,
    summary: 'Delete a webhook; what waits for it is not delivered',
    input: z.object({ webhookId: id }),
    output: done,
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: `${PORTAL}/webhooks:rotateSecret`,
    who,
    personal: true,
    stepUp: true,
    summary: 'Give a webhook a new secret; for 24 hours the old one signs as well',
    input: z.object({ webhookId: id }),
    output: z.object({ webhook, secret: z.string() }),
  }),
  sendTest: endpoint({
    method: 'POST',
    path: `${PORTAL}/webhooks:sendTest`,
    who,
    summary: 'Send a test event once, now, and return the answer',
    input: z.object({ webhookId: id }),
    output: webhookDeliveryDetail,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: `${PORTAL}/webhooks/deliveries`,
    who,
    summary: 'Deliveries to the own webhooks, newest first',
    input: z.object({
      ...page,
      'filter.webhookIds': many(id),
      'filter.deliveryStatuses': many(z.enum(DELIVERY_STATUSES)),
      'filter.events': many(z.enum([...WEBHOOK_EVENTS, TEST_EVENT])),
      'filter.messageIds': many(id),
      'filter.startTimestamp': z.optional(numericTimestamp),
      'filter.endTimestamp': z.optional(numericTimestamp),
    }),
    output: listOf('deliveries', webhookDelivery),
  }),
  delivery: endpoint({
    method: 'GET',
    path: `${PORTAL}/webhooks/deliveries/:deliveryId`,
    who,
    summary: 'One delivery with what was sent and answered',
    input: z.object({ deliveryId: z.string().check(z.regex(/^\d{1,18}$/)) }),
    output: webhookDeliveryDetail,
  }),
  replay: endpoint({
    method: 'POST',
    path: `${PORTAL}/webhooks:replay`,
    who,
    summary: 'Send a delivery again, now, with the same event id',
    input: z.object({ deliveryId: z.string().check(z.regex(/^\d{1,18}$/)) }),
    output: webhookDelivery,
  }),
  replayFailed: endpoint({
    method: 'POST',
    path: `${PORTAL}/webhooks:replayFailed`,
    who,
    summary: 'Retry deliveries given up since a time, 10,000 at most in one call',
    input: z.object({ webhookId: id, sinceTimestamp: timestamp }),
    output: z.object({ count: z.int(), more: z.boolean() }),
  }),
};
