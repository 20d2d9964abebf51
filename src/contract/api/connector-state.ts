// The state of a connector's link, and its traffic by minute.
import * as z from 'zod/mini';
import { timestamp } from '../endpoint.ts';

export const LINK_STATES = ['CLOSED', 'CONNECTING', 'BINDING', 'BOUND', 'UNBINDING'] as const;

/**
 * The states that screens show: the link's state, DRAFT for a connector that no reload has applied,
 * STOPPED for one that was stopped and is closed, and the wanted state for one without a link.
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

/** The connector's live state. */
export const live = {
  /** The state that the operator asked for. */
  wanted: z.enum(['STARTED', 'STOPPED']),
  /** The link's state. A generic connector that may send is BOUND; an HTTP connector has none. */
  state: z.nullable(z.enum(LINK_STATES)),
  stateSinceTimestamp: z.nullable(timestamp),
  lastError: z.nullable(z.string()),
  messagesPerSecond: z.number(),
  windowInUse: z.int(),
  window: z.int(),
  /** Queued messages of the routes that this connector serves; a lower bound above 100,000. */
  queueLength: z.int(),
  /** Accepted by the carrier without a final receipt yet; null while not counted. */
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
  /** The highest value sampled. */
  windowInUse: z.int(),
  queueLength: z.int(),
});
