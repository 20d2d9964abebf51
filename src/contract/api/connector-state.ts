import * as z from 'zod/mini';
import { timestamp } from '../endpoint.ts';

export const LINK_STATES = ['CLOSED', 'CONNECTING', 'BINDING', 'BOUND', 'UNBINDING'] as const;

/**
 * What a person reads as the state: that of the link, but a connector which no reload has put into force is a DRAFT, one that was stopped
 * and is closed is STOPPED, and one without a link is what is wanted of it.
 */
export const SHOWN_STATES = [
  'DRAFT',
  'BOUND',
  'CONNECTING',
  'BINDING',
  'UNBINDING',
  'CLOSED',
  'STARTED',
  'STOPPED',
] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

/** What the connector does now. */
export const live = {
  /** What an operator wants. */
  wanted: z.enum(['STARTED', 'STOPPED']),
  /** What it does; a generic connector that may send is BOUND, an HTTP connector has none. */
  state: z.nullable(z.enum(LINK_STATES)),
  stateSinceTimestamp: z.nullable(timestamp),
  lastError: z.nullable(z.string()),
  messagesPerSecond: z.number(),
  windowInUse: z.int(),
  window: z.int(),
  /** Messages that wait for a route which this connector serves; above 100,000 a lower bound. */
  queueLength: z.int(),
  /** Accepted by the carrier and without their last receipt; null while that is not counted. */
  receiptsOutstanding: z.nullable(z.int()),
};

/** One minute of a connector. */
export const minute = z.object({
  timestamp,
  submitted: z.int(),
  accepted: z.int(),
  refused: z.int(),
  throttled: z.int(),
  lost: z.int(),
  receipts: z.int(),
  received: z.int(),
  /** The most at one look. */
  windowInUse: z.int(),
  queueLength: z.int(),
});
