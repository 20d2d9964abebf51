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

/** The thresholds of alerts. */
export const thresholds = z.object({
  /** Minutes for which a started connector has not been bound. */
  connectorMinutes: whole(1, 1440),
  /** Minutes for which the oldest sendable message has waited. */
  queueMinutes: whole(1, 1440),
  /**
   * Receipts, in percent of the parts that a connector accepted within an hour; fewer raise an
   * alert.
   */
  receiptsPercent: whole(1, 100),
  /** Minutes for which a mail or callback has been due without an attempt. */
  outboxMinutes: whole(1, 1440),
  /** Minutes for which a payment has had no outcome. */
  paymentMinutes: whole(5, 1440),
  /** Free space of the disk, in percent; less raises an alert. */
  diskPercent: whole(1, 90),
  /** Age in hours of the last complete backup. */
  backupHours: whole(1, 8760),
  /** Seconds since a process's last heartbeat. */
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
  /** The connector, process or kind that it concerns; '' if there is only one. */
  subject: z.string(),
  status: z.enum(['OPEN', 'RESOLVED']),
  /** The latest figures of the condition. */
  facts: z.record(z.string(), z.union([z.number(), z.string()])),
  raisedTimestamp: timestamp,
  resolvedTimestamp: z.nullable(timestamp),
  /** Recipients that were notified, and those that could not be notified yet. */
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

/** A point of the charts: the maximum of its minutes, or their sum for counts. */
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
