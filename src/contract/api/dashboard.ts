// The dashboard: tiles, and what needs attention.
import * as z from 'zod/mini';
import { endpoint, id, nothing, PORTAL, timestamp, units } from '../endpoint.ts';

/** Items that need attention, the most urgent first. */
export const ATTENTIONS = [
  'LEDGER_WRONG',
  'CONNECTOR_DOWN',
  'LOW_UNITS',
  'CAMPAIGN_TOO_LATE',
  'CAMPAIGN_FAILED',
  'WEBHOOK_FAILING',
  'DOCUMENT_REJECTED',
  'SENDER_FEE',
  'SENDER_UNREGISTERED',
  'CAMPAIGN_APPROVAL',
  'SENDER_REVIEW',
  'SECOND_APPROVAL',
  'PAYMENT_SILENT',
  'PAYMENT_ORPHAN',
] as const;
export type Attention = (typeof ATTENTIONS)[number];

/** The most that are counted. */
export const MOST_COUNTED = 100;

const attention = z.object({
  kind: z.enum(ATTENTIONS),
  count: z.int(),
  /** True if there are more than were counted. */
  countIsLowerBound: z.boolean(),
  /** The oldest item: its name, its owner if that is another account, and the reason. */
  first: z.object({
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    clientName: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    sinceTimestamp: z.nullable(timestamp),
  }),
});
export type AttentionItem = z.output<typeof attention>;

/** The steps of a new client up to its first campaign. */
export const FIRST_STEPS = ['DETAILS', 'SENDER', 'UNITS', 'CONTACTS', 'CAMPAIGN'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const firstStep = z.object({
  step: z.enum(FIRST_STEPS),
  done: z.boolean(),
  /** Begun, and waiting for another person. */
  waiting: z.boolean(),
  optional: z.boolean(),
  /** The platform's own sender ID, which the account can send as meanwhile. */
  sharedSender: z.nullable(z.string()),
});
export type FirstStepState = z.output<typeof firstStep>;

/**
 * The spans, in whole days before today, over which the use of units is averaged; the first with
 * enough use counts.
 */
export const PACE_DAYS = [7, 30] as const;
/** A balance of a client that lasts fewer days than this runs low. */
export const LOW_DAYS = 3;

const stock = z.object({
  balance: units,
  /** The balance below which the client is notified; 0 is never. */
  lowUnitsNotifyLevel: units,
  /** Recent use of units, by sending and by transfers; null if there was too little. */
  pace: z.nullable(z.object({ days: z.int(), unitsPerDay: units })),
  /** Whole days that the balance lasts at that rate. */
  daysLeft: z.nullable(z.int()),
});
export type Stock = z.output<typeof stock>;

const scheduled = z.object({
  campaignId: id,
  campaignName: z.string(),
  clientId: id,
  clientName: z.string(),
  senderId: z.string(),
  recipientCount: z.int(),
  scheduleTimestamp: timestamp,
});
export type Scheduled = z.output<typeof scheduled>;

const tally = z.object({
  messages: z.int(),
  delivered: z.int(),
  /** Messages with a known outcome, cancelled ones excluded. */
  ended: z.int(),
  /** Null for callers who see no units. */
  units: z.nullable(units),
});
export type Tally = z.output<typeof tally>;

const outcomes = z.object({
  messages: z.int(),
  delivered: z.int(),
  notDelivered: z.int(),
  cancelled: z.int(),
  /** Messages without an outcome yet. */
  open: z.int(),
});
export type Outcomes = z.output<typeof outcomes>;

/** How many days the home shows, today included. */
export const SHOWN_DAYS = 30;
/** The days of a small curve beside a figure, today included. */
export const SPARK_DAYS = 14;

/** A calendar day in the account's time zone, `yyyy-MM-dd`. */
const localDay = z.string();

const dayOutcomes = z.extend(outcomes, {
  day: localDay,
  /** The first hour that counts to the day. */
  startTimestamp: timestamp,
  units: z.nullable(units),
});

const figures = z.object({
  /** The account's time zone, in which its days begin and end. */
  timezone: z.string(),
  /** The start of the account's day. */
  dayTimestamp: timestamp,
  today: tally,
  yesterday: tally,
  /** Completed hours of today; the comparison uses the same hours of each day. */
  wholeHours: z.int(),
  throughHours: z.object({ today: tally, yesterday: tally, lastWeek: tally }),
  /** The last days, oldest first, today last. */
  days: z.array(dayOutcomes),
  /** The hours of a day: today's up to the present one, and the messages of the same weekday last week. */
  hours: z.array(z.object({ hour: z.int(), today: z.nullable(outcomes), lastWeek: z.int() })),
  /** Clients within reach that sent today; null for callers without clients. */
  clientsSending: z.nullable(z.int()),
  /** Active clients within reach; null for callers without clients. */
  clients: z.nullable(z.int()),
});
export type Figures = z.output<typeof figures>;

/** Decimal text, such as `1240.5`; negative for a loss. */
const money = z.string();

const saleDay = z.object({
  day: localDay,
  /** Sold and transferred. */
  units,
  transferredUnits: units,
  /** Paid for units, in the currency of the seller's own price. */
  amount: money,
  margin: money,
});

const sales = z.object({
  /** Null where the seller has no price of its own. */
  currency: z.nullable(z.string()),
  /** The seller's present price of a unit, from which margins are calculated. */
  costPrice: z.nullable(z.string()),
  /** The last days, oldest first, today last. */
  days: z.array(saleDay),
  /** The same weekday last week up to this time of the day. */
  lastWeekUnits: units,
});
export type Sales = z.output<typeof sales>;

const watched = { clientId: id, clientName: z.string(), smsBalance: units };

const clientWatch = z.object({
  /** Clients whose units last fewer than three days. */
  low: z.object({
    count: z.int(),
    clients: z.array(z.object({ ...watched, daysLeft: z.int(), unitsPerDay: units })),
  }),
  /** Clients that used to send, and have not for 14 days. */
  silent: z.object({
    count: z.int(),
    clients: z.array(z.object({ ...watched, silentDays: z.int() })),
  }),
  /** The clients that sent most in the last days, with the messages of each day, oldest first. */
  top: z.array(z.object({ ...watched, messages: z.int(), days: z.array(z.int()) })),
});
export type ClientWatch = z.output<typeof clientWatch>;

export const dashboard = {
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/dashboard`,
    who: 'dashboard',
    summary:
      "Items that need the signed-in client's attention, its first steps, how long its units last, and its next campaigns",
    input: nothing,
    output: z.object({
      attention: z.array(attention),
      firstSteps: z.nullable(z.array(firstStep)),
      stock: z.nullable(stock),
      /** True for an account with clients of its own, whose figures count before it sends itself. */
      hasClients: z.boolean(),
      scheduled: z.array(scheduled),
    }),
  }),
  figures: endpoint({
    method: 'GET',
    path: `${PORTAL}/dashboard/figures`,
    who: 'dashboard',
    summary:
      "Messages and units of today and of the last 30 days in the account's time zone, compared with the same hours yesterday and a week ago",
    input: nothing,
    output: figures,
  }),
  clients: endpoint({
    method: 'GET',
    path: `${PORTAL}/dashboard/clients`,
    who: 'purchases.transfer',
    summary:
      'Sales of the last 14 days, clients that run out of units or stopped sending, and those that send most',
    input: nothing,
    output: z.extend(clientWatch, { sales }),
  }),
  hideFirstSteps: endpoint({
    method: 'PUT',
    path: `${PORTAL}/dashboard/firstSteps`,
    who: 'dashboard',
    personal: true,
    summary: 'Hide or show the first steps',
    input: z.object({ hidden: z.boolean() }),
    output: z.object({ hidden: z.boolean() }),
  }),
};
