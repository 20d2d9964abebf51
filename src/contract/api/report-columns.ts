// The columns and filters of each kind of report.
import * as z from 'zod/mini';
import { id, timestamp } from '../endpoint.ts';
import { MESSAGE_STATUSES } from './messages.ts';
import type { ReportColumn } from '../shared/report-labels.ts';
import { reachOf, type Permission, type Role } from '../shared/roles.ts';
import { PAYMENT_STATUSES } from './payments.ts';
import { TRANSACTION_TYPES } from './purchases.ts';

export const REPORT_KINDS = [
  'SENT_MESSAGES',
  'INCOMING_MESSAGES',
  'CAMPAIGN_MESSAGES',
  'DELIVERY_SUMMARY',
  'TRANSACTIONS',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
const MESSAGE = [
  'created',
  'destination',
  'sender',
  'status',
  'carrierStatus',
  'error',
  'text',
  'segments',
  'units',
  'unitsHeld',
  'unitsCharged',
  'unitsRefunded',
  'country',
  'network',
  'campaign',
  'client',
  'submitted',
  'done',
  'messageId',
  'carrierMessageId',
  'connector',
] as const satisfies readonly ReportColumn[];

/** The dimensions of a delivery summary; each combination is a row. */
export const SUMMARY_KEYS = [
  'day',
  'client',
  'sender',
  'country',
  'network',
] as const satisfies readonly ReportColumn[];

/** The columns of each kind of report, in display order. */
export const REPORT_COLUMNS = {
  SENT_MESSAGES: MESSAGE,
  INCOMING_MESSAGES: ['received', 'source', 'recipient', 'text', 'client', 'messageId'],
  CAMPAIGN_MESSAGES: MESSAGE,
  DELIVERY_SUMMARY: [
    ...SUMMARY_KEYS,
    'messages',
    'segments',
    'units',
    'unitsHeld',
    'unitsCharged',
    'unitsRefunded',
    'handedOver',
    'delivered',
    'undeliverable',
    'expired',
    'rejected',
    'failed',
    'cancelled',
    'unknown',
    'deliveryRate',
  ],
  TRANSACTIONS: [
    'at',
    'ref',
    'type',
    'client',
    'units',
    'balanceBefore',
    'balanceAfter',
    'amount',
    'currency',
    'paymentStatus',
    'phone',
    'receipt',
    'about',
  ],
} as const satisfies Record<ReportKind, readonly ReportColumn[]>;

/** Columns for the roles that operate the gateway; the files of all others go without them. */
const SUPPLIER_COLUMNS: readonly ReportColumn[] = ['carrierMessageId', 'connector'];

/** The columns that a role may choose for a kind of report, in display order. */
export function columnsFor(role: Role, kind: ReportKind): readonly ReportColumn[] {
  const all: readonly ReportColumn[] = REPORT_COLUMNS[kind];
  return reachOf(role, 'gateway') === undefined
    ? all.filter((column) => !SUPPLIER_COLUMNS.includes(column))
    : all;
}

/** The permission that limits a kind's rows, in addition to `reports`. */
export const REPORT_PERMISSION = {
  SENT_MESSAGES: 'messaging.read',
  INCOMING_MESSAGES: 'messaging.read',
  CAMPAIGN_MESSAGES: 'messaging.read',
  DELIVERY_SUMMARY: 'statistics',
  TRANSACTIONS: 'purchases.read',
} as const satisfies Record<ReportKind, Permission>;

const some = <T extends z.ZodMiniType>(item: T) =>
  z.optional(z.array(item).check(z.maxLength(200)));

/** Filters of a report; `REPORT_FILTERS` has those of each kind. */
export const reportFilters = z.strictObject({
  /** Numbers, whole or their first digits; for incoming messages the sending phones. */
  destinations: some(z.string().check(z.maxLength(40))),
  /** Sender IDs; for incoming messages the receiving numbers and names. */
  senderIds: some(z.string().check(z.maxLength(40))),
  campaignIds: some(id),
  clientIds: some(id),
  messageStatuses: some(z.enum(MESSAGE_STATUSES)),
  carrierStatuses: some(z.string().check(z.maxLength(100))),
  countries: some(z.string().check(z.maxLength(2))),
  networks: some(z.string().check(z.maxLength(60))),
  types: some(z.enum(TRANSACTION_TYPES)),
  paymentStatuses: some(z.enum(PAYMENT_STATUSES)),
  startTimestamp: z.optional(timestamp),
  endTimestamp: z.optional(timestamp),
});
export type ReportFilters = z.output<typeof reportFilters>;

/** The filters of each kind. */
export const REPORT_FILTERS = {
  SENT_MESSAGES: [
    'destinations',
    'senderIds',
    'campaignIds',
    'clientIds',
    'messageStatuses',
    'carrierStatuses',
    'countries',
    'networks',
    'startTimestamp',
    'endTimestamp',
  ],
  INCOMING_MESSAGES: ['destinations', 'senderIds', 'clientIds', 'startTimestamp', 'endTimestamp'],
  CAMPAIGN_MESSAGES: ['campaignIds', 'messageStatuses'],
  DELIVERY_SUMMARY: [
    'senderIds',
    'clientIds',
    'countries',
    'networks',
    'startTimestamp',
    'endTimestamp',
  ],
  TRANSACTIONS: ['clientIds', 'types', 'paymentStatuses', 'startTimestamp', 'endTimestamp'],
} as const satisfies Record<ReportKind, readonly (keyof ReportFilters)[]>;
