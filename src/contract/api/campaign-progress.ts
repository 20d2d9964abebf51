// A campaign's forecast, its sending hours and its progress.
import * as z from 'zod/mini';
import { timestamp, units } from '../endpoint.ts';

/** One of several ways that a campaign's messages are expected to take. */
const forecastRoute = z.object({
  routeId: z.int(),
  order: z.int(),
  type: z.string(),
  /** The names of its connectors. */
  connectors: z.array(z.string()),
  country: z.string(),
  network: z.string(),
  messages: z.int(),
  segments: z.int(),
  units,
});

/** What is to be expected of a campaign: computed before it is sent, kept when it is. */
export const forecast = z.object({
  timestamp,
  messages: z.int(),
  segments: z.int(),
  units,
  routes: z.array(forecastRoute),
  /** Messages that no route leads to; they would fail, and their units come back. */
  withoutRoute: z.int(),
  /** Whether routes were found for a sample of the recipients and reckoned from it. */
  sampled: z.boolean(),
  /** Messages that stand before it in the queue of its routes. */
  queuedBefore: z.int(),
  /** Parts a second that its connectors took lately, or are limited to; null where none has sent yet. */
  partsPerSecond: z.nullable(z.number()),
  startTimestamp: timestamp,
  /** Null where no pace is known. */
  finishTimestamp: z.nullable(timestamp),
});
export type Forecast = z.output<typeof forecast>;

/** The hours in which a campaign may be sent, of all the countries it goes to; null where none is limited. */
export const campaignWindow = z.object({
  open: z.boolean(),
  /** The countries whose hours limit it. */
  countries: z.array(z.string()),
  /** When it may be sent next, where it may not now; null where no hour suits all its countries. */
  opensTimestamp: z.nullable(timestamp),
  closesTimestamp: z.nullable(timestamp),
});
export type CampaignWindow = z.output<typeof campaignWindow>;

export const networkCourse = z.object({
  country: z.string(),
  network: z.string(),
  messages: z.int(),
  segments: z.int(),
  units,
  submitted: z.int(),
  delivered: z.int(),
  undeliverable: z.int(),
  rejected: z.int(),
  expired: z.int(),
  failed: z.int(),
  unknown: z.int(),
  cancelled: z.int(),
});
export type NetworkCourse = z.output<typeof networkCourse>;

export const campaignProgress = z.object({
  /** How long each of `steps` is. */
  stepSeconds: z.int(),
  /** What was handed over and what came back in each step in which something was, oldest first. */
  steps: z.array(z.object({ timestamp, submitted: z.int(), delivered: z.int(), failed: z.int() })),
  networks: z.array(networkCourse),
});
export type CampaignProgress = z.output<typeof campaignProgress>;
