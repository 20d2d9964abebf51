// Errors of carriers by connector, network and code.
import * as z from 'zod/mini';
import { endpoint, PORTAL, timestamp } from '../endpoint.ts';
import { connectorName } from './gateway-names.ts';

/**
 * Failures that carriers name. REFUSED, TEMPORARY (submitted again later) and LOST (no answer) are
 * answers to a submission, the others the statuses of receipts.
 */
export const CARRIER_FAILURES = [
  'REFUSED',
  'TEMPORARY',
  'LOST',
  'UNDELIVERABLE',
  'EXPIRED',
  'REJECTED',
  'FAILED',
  'UNKNOWN',
] as const;
export type CarrierFailure = (typeof CARRIER_FAILURES)[number];

const place = {
  cid: z.string(),
  kind: z.enum(['SMPP', 'HTTP', 'GENERIC']),
  /** Trade name; empty where the network is unknown. */
  network: z.string(),
  country: z.string(),
};

const carrierError = z.object({
  ...place,
  outcome: z.enum(CARRIER_FAILURES),
  /** The receipt's word; empty for answers. */
  carrierStatus: z.string(),
  /** The code of the answer or receipt; long numbers in it are replaced by `…`. */
  errorCode: z.string(),
  /** Parts in the last hour and the last day. */
  hour: z.int(),
  day: z.int(),
  /**
   * Parts of a usual day: the mean of the week that ended three days ago. Null while the connector has
   * fewer than three days of traffic in it.
   */
  usualDay: z.nullable(z.number()),
  /** `day` for each part that was submitted to this network over this connector in the last day. */
  share: z.nullable(z.number()),
});
export type CarrierError = z.output<typeof carrierError>;

/** Final receipts of an hour. */
const rate = z.object({
  receipts: z.int(),
  /** The part of them that reports a delivery. */
  share: z.number(),
  /** Between the submission and the receipt of a delivery. */
  medianSeconds: z.nullable(z.number()),
});
export type Rate = z.output<typeof rate>;

/** UNKNOWN: too few receipts, or too short a history, for a judgement. */
export const RATE_VERDICTS = ['LOW', 'SLOW', 'USUAL', 'UNKNOWN'] as const;
export type RateVerdict = (typeof RATE_VERDICTS)[number];

const deliveryRate = z.object({
  ...place,
  routeId: z.int(),
  /** Null where the route is gone, or none decided. */
  routeOrder: z.nullable(z.int()),
  /** The last hour. */
  hour: rate,
  /** The middle of the hours of the last two weeks with enough receipts; null without any. */
  usual: z.nullable(rate),
  verdict: z.enum(RATE_VERDICTS),
});
export type DeliveryRate = z.output<typeof deliveryRate>;

export const carrierErrors = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/jasmin/carrier-errors`,
    who: 'gateway',
    summary:
      'Errors that carriers answered and reported in the last day, by connector, network and code, and the delivery rates of the last hour',
    input: z.object({
      /** The connector to read; left out for all. */
      cid: z.optional(connectorName),
    }),
    output: z.object({
      /** When the last hour and the last day began, to ten minutes. */
      hourTimestamp: timestamp,
      dayTimestamp: timestamp,
      errors: z.array(carrierError),
      /** More errors than are listed. */
      more: z.int(),
      rates: z.array(deliveryRate),
    }),
  }),
};
