// A campaign's forecast, its sending hours and its progress.
import * as z from 'zod/mini';
import { timestamp, units } from '../endpoint.ts';

/**
 * A route that some of a campaign's messages are expected to take. Readers who do not operate the
 * gateway get one row for each network, without route and connectors.
 */
const forecastRoute = z.object({
  routeId: z.nullable(z.int()),
  order: z.nullable(z.int()),
  type: z.nullable(z.string()),
  /** The names of its connectors. */
  connectors: z.array(z.string()),
  country: z.string(),
  network: z.string(),
  messages: z.int(),
  segments: z.int(),
  units,
});

/** A campaign's forecast: computed before it is sent, then kept. */
export const forecast = z.object({
  timestamp,
  messages: z.int(),
  segments: z.int(),
  units,
  routes: z.array(forecastRoute),
  /** Messages without a route; they would fail and be refunded. */
  withoutRoute: z.int(),
  /** True when the routes are estimated from a sample of recipients. */
  sampled: z.boolean(),
  /** Messages ahead of it in its routes' queues; null for readers who do not operate the gateway. */
  queuedBefore: z.nullable(z.int()),
  /**
   * Recent throughput of its connectors or their limit, in parts a second; null if none has sent
   * yet, and for readers who do not operate the gateway.
   */
  partsPerSecond: z.nullable(z.number()),
  startTimestamp: timestamp,
  /** Null when the throughput is unknown. */
  finishTimestamp: z.nullable(timestamp),
});
export type Forecast = z.output<typeof forecast>;

/** A network's share of a forecast, over all its routes. */
const forecastNetwork = z.pick(forecastRoute, {
  country: true,
  network: true,
  messages: true,
  segments: true,
  units: true,
});

/** A forecast as its readers get it. */
export const shownForecast = z.extend(forecast, { networks: z.array(forecastNetwork) });
export type ShownForecast = z.output<typeof shownForecast>;

/** Sending hours of a campaign across all its countries; null when none is limited. */
export const campaignWindow = z.object({
  open: z.boolean(),
  /** The countries whose hours limit it. */
  countries: z.array(z.string()),
  /** The next time that it may be sent, if not now; null when no hour suits all its countries. */
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
  /** Length of each of `steps`. */
  stepSeconds: z.int(),
  /** Submissions and receipts of each step that has any, oldest first. */
  steps: z.array(z.object({ timestamp, submitted: z.int(), delivered: z.int(), failed: z.int() })),
  networks: z.array(networkCourse),
});
export type CampaignProgress = z.output<typeof campaignProgress>;
