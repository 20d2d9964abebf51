// Prices of message parts, of the platform and of clients.
import * as z from 'zod/mini';
import { ownRate } from './client-fields.ts';
import {
  done,
  endpoint,
  id,
  listOf,
  many,
  numericTimestamp,
  page,
  PORTAL,
  timestamp,
} from '../endpoint.ts';
import { amount } from './payments.ts';

/** The most prices of one list. */
export const MOST_RATES = 1000;

/** The price of a message part to a region, and its origin. */
export const rate = z.object({
  ...ownRate.shape,
  rateId: id,
  /** The client that pays this price. */
  clientId: id,
  clientName: z.string(),
  /** True if it is inherited; changing it creates the client's own price. */
  inherited: z.boolean(),
  /** The caller's own price for the same region when the caller is above the client; the margin is the difference. */
  ownCostPrice: z.nullable(amount),
  fromTimestamp: timestamp,
  /**
   * The highest price charged among its numbers: in units never less than the seller's. Null if the
   * seller has no price, so that nothing can be sent there.
   */
  chargedCostPrice: z.nullable(amount),
  /** The prefixes that are charged more than the price that was set. */
  raisedPrefixes: z.array(z.string()),
  /**
   * The lowest price that may be set; null for the client itself, and if no price of the seller is
   * comparable.
   */
  leastCostPrice: z.nullable(amount),
  /**
   * True if it is charged below the seller's price, as set by an administrator; hidden from the
   * client itself.
   */
  belowFloor: z.boolean(),
  /** The price that replaces it, and the time of the change. */
  next: z.nullable(
    z.object({ rateId: id, costPrice: amount, currency: z.string(), fromTimestamp: timestamp }),
  ),
});
export type ClientRate = z.output<typeof rate>;

/** The most clients whose rates one call lists: each is worked out by itself. */
const MOST_CLIENTS_AT_ONCE = 20;

const fromTimestamp = z.optional(z.nullable(timestamp));
const change = z.object({
  line: z.int(),
  regionName: z.string(),
  before: z.nullable(amount),
  costPrice: amount,
  currency: z.string(),
  regionFilters: z.array(z.string()),
  change: z.enum(['NEW', 'CHANGED', 'SAME']),
  /** The minimum, when the price is below it. */ leastCostPrice: z.nullable(amount),
});

export const rates = {
  list: endpoint({
    method: 'GET',
    path: `${PORTAL}/bulksmsrates`,
    who: 'rates.read',
    summary: "Rates in force: the signed-in client's, or those of the clients named",
    input: z.object({ ...page, 'filter.clientIds': many(id, MOST_CLIENTS_AT_ONCE) }),
    output: listOf('rates', rate),
  }),
  update: endpoint({
    method: 'PUT',
    path: `${PORTAL}/bulksmsrates/:rateId`,
    who: 'rates.update',
    summary: "Change a client's rate from a date on; an inherited one becomes the client's own",
    input: z.object({
      rateId: id,
      clientId: z.optional(id),
      costPrice: ownRate.shape.costPrice,
      currency: z.optional(ownRate.shape.currency),
      regionFilters: z.optional(ownRate.shape.regionFilters),
      fromTimestamp,
    }),
    output: rate,
  }),
  add: endpoint({
    method: 'POST',
    path: `${PORTAL}/bulksmsrates`,
    who: 'rates.update',
    summary: 'Add a region to the rates of a client',
    input: z.object({ clientId: id, ...ownRate.shape, fromTimestamp }),
    output: rate,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/bulksmsrates/:rateId`,
    who: 'rates.update',
    summary: "Remove a client's own rate, so that it inherits again",
    input: z.object({ rateId: id }),
    output: done,
  }),
  floor: endpoint({
    method: 'GET',
    path: `${PORTAL}/bulksmsrates/floor`,
    who: 'rates.update',
    summary:
      'The lowest price allowed for a region of a client, in the currency of its rates; null if there is none',
    input: z.object({
      clientId: id,
      regionName: ownRate.shape.regionName,
      regionFilters: many(z.string().check(z.regex(/^\d{1,15}$/))),
      fromTimestamp: z.optional(numericTimestamp),
    }),
    output: z.object({ leastCostPrice: z.nullable(amount), currency: z.nullable(z.string()) }),
  }),
  previewImport: endpoint({
    method: 'POST',
    path: `${PORTAL}/bulksmsrates:previewImport`,
    who: 'rates.update',
    upload: true,
    summary: 'Preview rates from a CSV (region, prefixes, price, currency)',
    input: z.object({}),
    output: z.object({
      rows: z.array(z.object({ line: z.int(), ...ownRate.shape })),
      problems: z.array(z.object({ line: z.int(), field: z.string(), message: z.string() })),
    }),
  }),
  import: endpoint({
    method: 'POST',
    path: `${PORTAL}/bulksmsrates:import`,
    who: 'rates.update',
    summary: 'Set many rates of a client at once; dryRun only previews the changes',
    input: z.object({
      clientId: id,
      /** `line` is that of the file, by which a price that is refused is named; without it rows count from line 2. */
      rows: z
        .array(
          z.object({
            ...ownRate.shape,
            line: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
          }),
        )
        .check(z.minLength(1), z.maxLength(MOST_RATES)),
      fromTimestamp,
      dryRun: z.optional(z.boolean()),
    }),
    output: z.object({ changes: z.array(change) }),
  }),
};
