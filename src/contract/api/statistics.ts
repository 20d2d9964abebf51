import * as z from 'zod/mini';
import {
  endpoint,
  id,
  listOf,
  many,
  nothing,
  page,
  PORTAL,
  timestamp,
  units,
  numericTimestamp,
} from '../endpoint.ts';

/**
 * Counts of messages by the hour of their creation, read from the running totals of the pipeline. The
 * cost does not depend on the size of the log, and the counts outlive the messages.
 */
export const measures = z.object({
  messages: z.int(),
  segments: z.int(),
  /** Units that were charged. */
  units,
  /** Taken by a carrier; it goes on to one of the ends below. */
  submitted: z.int(),
  delivered: z.int(),
  undeliverable: z.int(),
  rejected: z.int(),
  expired: z.int(),
  failed: z.int(),
  unknown: z.int(),
  cancelled: z.int(),
  /** Not ended yet. */
  open: z.int(),
  /** Delivered, of those that ended and were not cancelled: 0 to 1; null while none did. */
  deliveryRate: z.nullable(z.number()),
});
export type Measures = z.output<typeof measures>;

/** How messages end, in the order in which charts stack them. */
export const ENDS = [
  'delivered',
  'undeliverable',
  'rejected',
  'expired',
  'failed',
  'unknown',
  'cancelled',
] as const;

/** By what the measures can be told apart. */
export const STATS_BY = ['client', 'sender', 'country', 'network'] as const;
export type StatsBy = (typeof STATS_BY)[number];

/** Measures of one client, sender ID, country or network. */
export const statsRow = z.extend(measures, {
  /** A client's id, a sender ID's name, an ISO 3166 country or a network's number; empty and 0 are those that nobody knows. */
  key: z.string(),
  /** A client's name, a network's trade name, else the key. */
  label: z.string(),
  /** The country of a network. */
  country: z.nullable(z.string()),
});
export type StatsRow = z.output<typeof statsRow>;

/** Ends other than the wanted and the chosen one. */
export const FAILURES = ['UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'FAILED', 'UNKNOWN'] as const;
export type Failure = (typeof FAILURES)[number];

/** The largest so many are told one by one. */
export const MOST_ROWS = 100;
/** As many points as a series may have of each; of a longer time it has the next longer ones. */
export const MOST_POINTS = { hour: 31 * 24, day: 366, week: 200 } as const;
/** Weeks begin on Monday; all but hours are of UTC. */
export const GRANULARITIES = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

/**
 * The period and its filters. Times are cut to whole hours, both ends included. Without a start it
 * begins with the first message; without an end it lasts until now.
 */
const filter = {
  'filter.clientIds': many(id),
  'filter.senderIds': many(z.string()),
  'filter.countries': many(z.string()),
  /** Trade names, as messages have them. */
  'filter.networks': many(z.string()),
  'filter.startTimestamp': z.optional(numericTimestamp),
  'filter.endTimestamp': z.optional(numericTimestamp),
};

/** IANA name of the zone whose hours and weekdays are meant. */
const zone = z._default(z.string().check(z.maxLength(60)), 'UTC');

const rows = z.object({
  totals: measures,
  /** By messages, the most first. */
  rows: z.array(statsRow),
  /** How many there are; those beyond `MOST_ROWS` are in `totals` alone. */
  rowCount: z.int(),
});

export const REPORT_SORTS = [
  'label',
  'messages',
  'segments',
  'units',
  'submitted',
  'delivered',
  'undeliverable',
  'rejected',
  'expired',
  'failed',
  'unknown',
  'cancelled',
  'open',
  'deliveryRate',
] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

const report = {
  ...filter,
  by: z._default(z.enum(STATS_BY), 'client'),
  sort: z._default(z.enum(REPORT_SORTS), 'messages'),
  order: z._default(z.enum(['asc', 'desc']), 'desc'),
};

export const stats = {
  dlr: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/dlr`,
    who: 'statistics',
    summary: 'Outcomes of messages: totals, the previous period, and over time',
    input: z.object({ ...filter, granularity: z.optional(z.enum(GRANULARITIES)) }),
    output: z.object({
      totals: measures,
      /** The same period right before the start; null when no start was given. */
      previous: z.nullable(measures),
      granularity: z.enum(GRANULARITIES),
      /** The hours, days, weeks or months in which there was something, by their beginning, the oldest first. */
      series: z.array(z.extend(measures, { timestamp })),
    }),
  }),
  network: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/network`,
    who: 'statistics',
    summary: 'Messages by mobile network',
    input: z.object(filter),
    output: rows,
  }),
  country: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/country`,
    who: 'statistics',
    summary: 'Messages by country',
    input: z.object(filter),
    output: rows,
  }),
  senderids: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/senderids`,
    who: 'statistics',
    summary: 'Messages by sender ID',
    input: z.object(filter),
    output: rows,
  }),
  hours: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/hours`,
    who: 'statistics',
    summary: 'Messages by weekday and hour of day in a time zone',
    input: z.object({ ...filter, timezone: zone }),
    output: z.object({
      cells: z.array(
        z.object({
          /** 1 is Monday, 7 Sunday. */
          weekday: z.int(),
          hour: z.int(),
          messages: z.int(),
          delivered: z.int(),
          deliveryRate: z.nullable(z.number()),
        }),
      ),
    }),
  }),
  failures: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/failures`,
    who: 'statistics',
    summary: "Failed messages by final status, error and the carrier's status",
    input: z.object(filter),
    /** Whole UTC days that the period touches. */
    output: z.object({
      /** Messages that ended otherwise than delivered or cancelled. */
      failed: z.int(),
      /** By messages, the most first. */
      rows: z.array(
        z.object({
          status: z.enum(FAILURES),
          errorCode: z.nullable(z.string()),
          carrierStatus: z.nullable(z.string()),
          messages: z.int(),
        }),
      ),
    }),
  }),
  reports: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/reports`,
    who: 'reports',
    summary: 'The user delivery report: measures by client, sender ID, country or network, sorted',
    input: z.object({ ...page, ...report }),
    output: z.extend(listOf('rows', statsRow), { totals: measures }),
  }),
  exportReport: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/reports/export`,
    who: 'reports',
    summary: 'The user delivery report as a CSV file: all rows that match the filters',
    input: z.object(report),
    output: nothing,
    download: true,
  }),
};
