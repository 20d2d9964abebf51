// The Status screen: health, its history, and alerts.
import * as z from 'zod/mini';
import { done, endpoint, id, numeric, PORTAL, timestamp } from '../endpoint.ts';
import { email } from '../shared/fields.ts';

/** Alerts that the platform sends to its operators. */
export const ALERT_KINDS = [
  'CONNECTOR_DOWN',
  'QUEUE_OLD',
  'RECEIPTS_MISSING',
  'REFUSALS_HIGH',
  'THROTTLED',
  'DELIVERY_LOW',
  'RECEIPTS_UNMATCHED',
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
  /** Submissions that a carrier refused, in percent of those it answered within 20 minutes. */
  refusedPercent: whole(1, 100),
  /** Points by which the delivery rate of an hour is below the usual one of its route and network. */
  deliveryPoints: whole(1, 100),
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
  refusedPercent: 10,
  deliveryPoints: 15,
  outboxMinutes: 10,
  paymentMinutes: 30,
  diskPercent: 10,
  backupHours: 36,
  processSeconds: 60,
};

/** The figures of a condition. */
const conditionFacts = z.record(z.string(), z.union([z.number(), z.string()]));

/** An operator who has taken a problem on. It ends when its cause ends. */
const acknowledgement = z.object({ name: z.string(), note: z.string(), timestamp });
export type Acknowledgement = z.output<typeof acknowledgement>;

export const alert = z.object({
  alertId: id,
  kind: z.enum(ALERT_KINDS),
  /** The connector, process or kind that it concerns; '' if there is only one. */
  subject: z.string(),
  status: z.enum(['OPEN', 'RESOLVED']),
  /** The latest figures. */
  facts: conditionFacts,
  raisedTimestamp: timestamp,
  resolvedTimestamp: z.nullable(timestamp),
  /** Recipients that were notified, and those that could not be notified yet. */
  told: z.int(),
  untold: z.int(),
  /** The last operator who took it on. */
  acknowledgement: z.nullable(acknowledgement),
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

const problem = z.object({
  kind: z.enum(ALERT_KINDS),
  subject: z.string(),
  facts: conditionFacts,
  /** When it began, or was noticed; null where nobody knows. */
  sinceTimestamp: z.nullable(timestamp),
  acknowledgement: z.nullable(acknowledgement),
  /** True while it cannot wait for the morning and is in nobody's hands. */
  isUrgent: z.boolean(),
});
export type Problem = z.output<typeof problem>;

/** The present state in one sentence. */
const verdict = z.object({
  /** URGENT while a problem is urgent, WARNING while another is there. */
  tone: z.enum(['OK', 'WARNING', 'URGENT']),
  /** The problem that comes first. */
  problem: z.nullable(problem),
  /** The number of other problems. */
  more: z.int(),
});
export type Verdict = z.output<typeof verdict>;

/** OFF for a connector that was stopped, or that no reload has put into force. */
export const CONNECTOR_LEVELS = ['DOWN', 'DEGRADED', 'OK', 'OFF'] as const;
export type ConnectorLevel = (typeof CONNECTOR_LEVELS)[number];

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
      level: z.enum(CONNECTOR_LEVELS),
      /** When it bound; while it is not bound, when it last was, or was first tried. */
      sinceTimestamp: z.nullable(timestamp),
      lastError: z.nullable(z.string()),
      /** Messages that wait for it. */
      queueLength: z.int(),
      /** Receipts of the last 15 whole minutes for each part that the carrier accepted in them, 1 at most. */
      receiptShare: z.nullable(z.number()),
      /** Parts submitted in each of the last 60 whole minutes, the oldest first. */
      minutes: z.array(z.int()),
      /** How often its bound link was lost in the last hour. */
      drops: z.int(),
    }),
  ),
  /** The problems of this moment, with or without an alert, the most urgent first. */
  problems: z.array(problem),
  verdict,
  thresholds,
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
      'System health in one answer: verdict, problems, processes, connectors, queues, database, ledger, backups, and the last 50 alerts',
    input: z.object({}),
    output: standing,
  }),
  history: endpoint({
    method: 'GET',
    path: `${PORTAL}/status/history`,
    who: 'platform.read',
    summary: 'History of queues, database and disk in the last hours',
    input: z.object({ hours: z.pipe(numeric, z.int().check(z.minimum(1), z.maximum(168))) }),
    output: z.object({
      points: z.array(point),
      /** The time of a point; one in which nothing was measured is left out. */
      seconds: z.int(),
    }),
  }),
  settings: endpoint({
    method: 'GET',
    path: `${PORTAL}/status/settings`,
    who: 'platform.read',
    summary: 'Alert thresholds and recipients',
    input: z.object({}),
    output: z.extend(alertSettings, {
      /** The addresses that alerts go to now, also where no recipients are set. */
      notified: z.array(z.string()),
    }),
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
  acknowledge: endpoint({
    method: 'POST',
    path: `${PORTAL}/status:acknowledge`,
    who: 'platform.read',
    summary: 'Take a present problem on, with a note for the others; it ends when its cause ends',
    input: z.object({
      kind: z.enum(ALERT_KINDS),
      subject: z._default(z.string().check(z.maxLength(300)), ''),
      note: z._default(z.string().check(z.trim(), z.maxLength(300)), ''),
      /** Refused where a colleague has taken it on already; otherwise that one is replaced. */
      unlessTaken: z._default(z.boolean(), false),
    }),
    output: acknowledgement,
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
