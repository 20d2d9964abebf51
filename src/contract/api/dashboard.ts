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
});
export type FirstStepState = z.output<typeof firstStep>;

/**
 * The spans, in whole days before today, over which the use of units is averaged; the first with
 * enough use counts.
 */
export const PACE_DAYS = [7, 30] as const;

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
  units,
});
export type Tally = z.output<typeof tally>;

const figures = z.object({
  /** The start of the UTC day. */
  dayTimestamp: timestamp,
  today: tally,
  yesterday: tally,
  /** Completed hours of today; the comparison uses the same hours of each day. */
  wholeHours: z.int(),
  throughHours: z.object({ today: tally, yesterday: tally, lastWeek: tally }),
  /** Clients within reach that sent today; null for callers without clients. */
  clientsSending: z.nullable(z.int()),
  /** Active clients within reach; null for callers without clients. */
  clients: z.nullable(z.int()),
});
export type Figures = z.output<typeof figures>;

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
      scheduled: z.array(scheduled),
    }),
  }),
  figures: endpoint({
    method: 'GET',
    path: `${PORTAL}/dashboard/figures`,
    who: 'dashboard',
    summary: 'Messages and units of today, compared with the same hours yesterday and a week ago',
    input: nothing,
    output: figures,
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
