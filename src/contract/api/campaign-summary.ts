// The summary of a prepared campaign: recipients, refused rows, segments and price.
import * as z from 'zod/mini';
import { id, timestamp, units } from '../endpoint.ts';

/** A region's share of a prepared campaign. */
const regionShare = z.object({
  regionName: z.string(),
  country: z.string(),
  messages: z.int(),
  segments: z.int(),
  units,
});

/** A network's share of a prepared campaign; the name is empty when the number does not determine it. */
const networkShare = z.object({
  network: z.string(),
  country: z.string(),
  messages: z.int(),
  segments: z.int(),
  units,
});

/** The messages to be sent, left out and charged; computed when the campaign is prepared. */
export const summary = z.object({
  campaignId: id,
  rows: z.int(),
  valid: z.int(),
  invalid: z.int(),
  duplicate: z.int(),
  optedOut: z.int(),
  blocked: z.int(),
  segments: z.int(),
  /** Segments of the longest message. */
  mostSegments: z.int(),
  units,
  balance: units,
  balanceAfter: units,
  /** The balance does not cover it. */
  short: z.boolean(),
  encoding: z.object({ gsm: z.int(), ucs2: z.int() }),
  regions: z.array(regionShare),
  /** By network, most first; empty for a campaign prepared before networks were counted. */
  networks: z.array(networkShare),
  /**
   * Look-alikes of GSM 03.38: whether they take the place of what it lacks, in how many messages that makes a difference, and how
   * many segments and units all messages together are fewer with them than without.
   */
  lookalikes: z.object({
    replaced: z.boolean(),
    messages: z.int(),
    segmentsSaved: z.int(),
    unitsSaved: units,
  }),
  /** Refused rows by reason, most first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** The sender IDs that stand in where an operator has not approved the campaign's own, with their messages. */
  standIns: z.array(z.object({ senderId: z.string(), messages: z.int(), units })),
  stopClause: z.nullable(z.string()),
  /** How many messages the client may send a day (UTC), and how many of today are taken; null where there is no limit. */
  dailyLimit: z.nullable(z.object({ limit: z.int(), used: z.int() })),
  /** Another campaign with the same text within a day, with the number of recipients in both; null if there is none. */
  repeats: z.nullable(
    z.object({ campaignId: id, campaignName: z.string(), recipients: z.int(), timestamp }),
  ),
});
export type CampaignSummary = z.output<typeof summary>;
