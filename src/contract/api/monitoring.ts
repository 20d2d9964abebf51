import * as z from 'zod/mini';
import { done, email, endpoint, id, numeric, PORTAL, timestamp } from '../endpoint.ts';

/** Alerts that the platform sends to its operators. */
export const ALERT_KINDS = [
  'CONNECTOR_DOWN',
  'QUEUE_OLD',
  'RECEIPTS_MISSING',
  'OUTBOX_STUCK',
  'PAYMENTS_SILENT',
  'LEDGER_UNBALANCED',
  'AUDIT_BROKEN',
  'DISK_LOW',
  'BACKUP_OLD',
  'PROCESS_SILENT',
  'SALE_BELOW_COST',
  'TEST',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most));

/** From when on something is an alert. */
export const thresholds = z.object({
  /** A connector that should be bound is not, for so many minutes. */
  connectorMinutes: whole(1, 1440),
  /** The oldest message that could go has waited so many minutes. */
  queueMinutes: whole(1, 1440),
  /** Fewer receipts than this share, in percent, of what a connector took within an hour. */
  receiptsPercent: whole(1, 100),
  /** A mail or callback has been due so many minutes, and nobody tries it. */
  outboxMinutes: whole(1, 1440),
  /** A payment was asked for, and no word came for so many minutes. */
  paymentMinutes: whole(5, 1440),
  /** Less than this share of the disk, in percent, is free. */
  diskPercent: whole(1, 90),
  /** The last whole back-up is older than so many hours. */
  backupHours: whole(1, 8760),
  /** A process has said nothing for so many seconds. */
  processSeconds: whole(20, 3600),
});
export type Thresholds = z.output<typeof thresholds>;

export const USUAL_THRESHOLDS: Thresholds = {
  connectorMinutes: 5,
  queueMinutes: 15,
  receiptsPercent: 50,
  outboxMinutes: 10,
  paymentMinutes: 30,
  diskPercent: 10,
  backupHours: 36,
  processSeconds: 60,
};

export const alert = z.object({
  alertId: id,
  kind: z.enum(ALERT_KINDS),
  /** Which connector, process or kind of thing it is about; '' where there is only one. */
  subject: z.string(),
  status: z.enum(['OPEN', 'RESOLVED']),
  /** Figures of what was found, as it was found last. */
  facts: z.record(z.string(), z.union([z.number(), z.string()])),
  raisedTimestamp: timestamp,
  resolvedTimestamp: z.nullable(timestamp),
  /** How many it was told, and how many could not be told yet. */
  told: z.int(),
  untold: z.int(),
});
export type Alert = z.output<typeof alert>;

export const alertSettings = z.object({
  thresholds,
  /** Recipients; if empty, the administrators' alert addresses or else their own. */
  recipients: z.array(email).check(z.maxLength(20)),
  webhookUrl: z.nullable(z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/\S+$/))),
});
export type AlertSettings = z.output<typeof alertSettings>;

/** A point of the charts: the greatest of the minutes it stands for; of what was counted, their sum. */
const point = z.object({
  timestamp,
  queued: z.int(),
  oldestQueuedSeconds: z.number(),
  outbox: z.int(),
  inFlight: z.int(),
  submitted: z.int(),
  receipts: z.int(),
  databaseBytes: z.number(),
  diskFree: z.nullable(z.number()),
});
export type StatusPoint = z.output<typeof point>;

const standing = z.object({
  version: z.string(),
  now: timestamp,
  processes: z.array(
    z.object({
      process: z.enum(['api', 'worker', 'gateway']),
      host: z.string(),
      version: z.string(),
      startedTimestamp: timestamp,
      heartbeatTimestamp: timestamp,
      alive: z.boolean(),
    }),
  ),
  connectors: z.array(
    z.object({
      cid: z.string(),
      kind: z.enum(['SMPP', 'HTTP', 'GENERIC']),
      state: z.string(),
      submittedPerSecond: z.number(),
      inWindow: z.int(),
      windowSize: z.int(),
    }),
  ),
  queued: z.int(),
  oldestQueuedSeconds: z.number(),
  inFlight: z.int(),
  ambiguous: z.int(),
  unmatchedReceipts: z.int(),
  pendingTasks: z.int(),
  outbox: z.array(z.object({ kind: z.string(), waiting: z.int(), overdueSeconds: z.number() })),
  paymentsWaiting: z.int(),
  databaseBytes: z.nullable(z.number()),
  diskFree: z.nullable(z.number()),
  diskTotal: z.nullable(z.number()),
  ledger: z.nullable(z.object({ ok: z.boolean(), timestamp })),
  backup: z.nullable(
    z.object({ timestamp, bytes: z.nullable(z.number()), verified: z.nullable(z.boolean()) }),
  ),
  alerts: z.array(alert),
});
export type StatusPage = z.output<typeof standing>;

export const status = {
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/status`,
    who: 'platform.read',
    summary:
      'System health: processes, connectors, queues, database, ledger, backups, and the last 50 alerts',
    input: z.object({}),
    output: standing,
  }),
  history: endpoint({
    method: 'GET',
    path: `${PORTAL}/status/history`,
    who: 'platform.read',
    summary: 'History of queues, database and disk in the last hours',
    input: z.object({ hours: z.pipe(numeric, z.int().check(z.minimum(1), z.maximum(168))) }),
    output: z.object({ points: z.array(point) }),
  }),
  settings: endpoint({
    method: 'GET',
    path: `${PORTAL}/status/settings`,
    who: 'platform.read',
    summary: 'Alert thresholds and recipients',
    input: z.object({}),
    output: alertSettings,
  }),
  update: endpoint({
    method: 'PATCH',
    path: `${PORTAL}/status/settings`,
    who: 'platform.edit',
    summary:
      'Change alert thresholds and recipients; a new webhook address gets a new secret, shown only once',
    input: z.partial(alertSettings),
    output: z.extend(alertSettings, { webhookSecret: z.nullable(z.string()) }),
  }),
  test: endpoint({
    method: 'POST',
    path: `${PORTAL}/status:testAlert`,
    who: 'platform.edit',
    summary: 'Send a test alert to all recipients',
    input: z.object({}),
    output: z.extend(done, { told: z.int() }),
  }),
};
