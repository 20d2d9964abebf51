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

/** Up to so many are counted. */
export const MOST_COUNTED = 100;

const attention = z.object({
  kind: z.enum(ATTENTIONS),
  count: z.int(),
  /** There are more than were counted. */
  countIsLowerBound: z.boolean(),
  /** The one that has been so the longest: what it is called, whose it is where that is somebody else, and why. */
  first: z.object({
    id: z.nullable(z.string()),
    name: z.nullable(z.string()),
    clientName: z.nullable(z.string()),
    reason: z.nullable(z.string()),
    sinceTimestamp: z.nullable(timestamp),
  }),
});
export type AttentionItem = z.output<typeof attention>;

/** The way of a new client to the first campaign. */
export const FIRST_STEPS = ['DETAILS', 'SENDER', 'UNITS', 'CONTACTS', 'CAMPAIGN'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const firstStep = z.object({
  step: z.enum(FIRST_STEPS),
  done: z.boolean(),
  /** Begun, and somebody else's turn. */
  waiting: z.boolean(),
  optional: z.boolean(),
});
export type FirstStepState = z.output<typeof firstStep>;

/** Over how many whole days before today the use of units is averaged: the first on which enough was used. */
export const PACE_DAYS = [7, 30] as const;

const stock = z.object({
  balance: units,
  /** Under it the client wants to be told; 0 is never. */
  lowUnitsNotifyLevel: units,
  /** How fast units went lately, by sending and to others; null where too little was used to tell. */
  pace: z.nullable(z.object({ days: z.int(), unitsPerDay: units })),
  /** Whole days that the balance lasts at that pace. */
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
  /** Messages with a known outcome, delivered or not, without the cancelled ones. */
  ended: z.int(),
  units,
});
export type Tally = z.output<typeof tally>;

const figures = z.object({
  /** The start of the UTC day. */
  dayTimestamp: timestamp,
  today: tally,
  yesterday: tally,
  /** The whole hours of today that have passed; what is compared are these hours of each day. */
  wholeHours: z.int(),
  throughHours: z.object({ today: tally, yesterday: tally, lastWeek: tally }),
  /** Clients within reach that sent today; null for whoever has none. */
  clientsSending: z.nullable(z.int()),
  /** Clients within reach that may be used; null for whoever has none. */
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
