// The draft of the routes run against messages that were sent, before it is put into force.
import * as z from 'zod/mini';
import { endpoint, id, PORTAL, timestamp } from '../endpoint.ts';

/** The most messages that one comparison reads, the newest of the last 24 hours. */
export const MOST_COMPARED = 100_000;

/** A route, and the connectors that serve it when all that are started are up. */
const servedRoute = z.object({
  routeId: z.int(),
  order: z.int(),
  type: z.string(),
  /** Each with its share of the route's messages, 0 to 1; none where all are stopped. */
  connectors: z.array(z.object({ cid: z.string(), share: z.number() })),
});
export type ServedRoute = z.output<typeof servedRoute>;

/** Messages that the draft sends another way than the configuration in force. */
export const movedMessages = z.object({
  /** Null where no route takes them. */
  before: z.nullable(servedRoute),
  after: z.nullable(servedRoute),
  messages: z.int(),
  segments: z.int(),
  /** By the cost of a segment on each connector, in the platform's currency. */
  costBefore: z.number(),
  costAfter: z.number(),
  /** The newest of them. */
  examples: z.array(z.object({ messageId: id, destination: z.string(), senderId: z.string() })),
});
export type MovedMessages = z.output<typeof movedMessages>;

export const routeComparison = {
  compare: endpoint({
    method: 'POST',
    path: `${PORTAL}/jasmin:compareRoutes`,
    who: 'gateway',
    summary:
      'Run the draft against messages of the last 24 hours, a few thousand a call: those that it would send another way than the configuration in force, and the cost',
    input: z.object({
      /** `next` of the answer before; left out for the newest messages. */
      after: z.optional(id),
    }),
    output: z.object({
      /** Changes when either configuration does: sums of different ones do not add up. */
      fingerprint: z.string(),
      sinceTimestamp: timestamp,
      /** Messages read in this call, and those among them that go the same way. */
      read: z.int(),
      stayed: z.int(),
      /** The cost of those that go the same way. */
      costStayed: z.number(),
      moved: z.array(movedMessages),
      /** The start of the next call; null when all were read. */
      next: z.nullable(id),
    }),
  }),
};
