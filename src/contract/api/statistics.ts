// Figures of messages by outcome, network, country, sender ID and client.
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
  /** Accepted by a carrier; one of the outcomes below follows. */
  submitted: z.int(),
  delivered: z.int(),
  undeliverable: z.int(),
  rejected: z.int(),
  expired: z.int(),
  failed: z.int(),
  unknown: z.int(),
  cancelled: z.int(),
  /** Not yet final. */
  open: z.int(),
  /**
   * The delivered share of final messages, cancelled ones excluded: 0 to 1; null if there are none.
   */
  deliveryRate: z.nullable(z.number()),
});
export type Measures = z.output<typeof measures>;

/** Outcomes, in the order in which charts stack them. */
export const ENDS = [
  'delivered',
  'undeliverable',
  'rejected',
  'expired',
  'failed',
  'unknown',
  'cancelled',
] as const;

/** The dimensions of the measures. */
export const STATS_BY = ['client', 'sender', 'country', 'network'] as const;
export type StatsBy = (typeof STATS_BY)[number];

/** Measures of one client, sender ID, country or network. */
export const statsRow = z.extend(measures, {
  /**
   * A client's id, a sender ID's name, an ISO 3166 country or a network's number; empty or 0 if
   * unknown.
   */
  key: z.string(),
  /** A client's name or a network's trade name, otherwise the key. */
  label: z.string(),
  /** The country of a network. */
  country: z.nullable(z.string()),
});
export type StatsRow = z.output<typeof statsRow>;

/** Outcomes other than delivered and cancelled. */
export const FAILURES = ['UNDELIVERABLE', 'EXPIRED', 'REJECTED', 'FAILED', 'UNKNOWN'] as const;
export type Failure = (typeof FAILURES)[number];

/** The most rows that are listed individually. */
export const MOST_ROWS = 100;
/** The most points of a series at each step; a longer period uses the next longer step. */
export const MOST_POINTS = { hour: 31 * 24, day: 366, week: 200 } as const;
/** Weeks begin on Monday; all steps but hours are in UTC. */
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

/** IANA name of the zone of the hours and weekdays. */
const zone = z._default(z.string().check(z.maxLength(60)), 'UTC');

const rows = z.object({
  totals: measures,
  /** Most messages first. */
  rows: z.array(statsRow),
  /** The number of rows; those beyond `MOST_ROWS` are in `totals` alone. */
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
      /** The period of the same length before the start; null if no start was given. */
      previous: z.nullable(measures),
      granularity: z.enum(GRANULARITIES),
      /** Non-empty hours, days, weeks or months by their beginning, oldest first. */
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
  rankings: endpoint({
    method: 'GET',
    path: `${PORTAL}/stats/rankings`,
    who: 'statistics',
    summary: 'Messages by mobile network, by country and by sender ID, in one answer',
    input: z.object(filter),
    output: z.object({ networks: rows, countries: rows, senders: rows }),
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
    input: z.object({
      ...filter,
      /** Counts the messages of these campaigns instead, whatever the period. */
      'filter.campaignIds': many(id),
    }),
    /** Whole UTC days that the period touches. */
    output: z.object({
      /** The newest messages that were counted, where campaigns have more. */
      sampledMessages: z.optional(z.int()),
      /** Messages with an outcome other than delivered or cancelled. */
      failed: z.int(),
      /** Most messages first. */
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
