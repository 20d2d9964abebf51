import type { AlertKind, Thresholds } from '../../../contract/api/monitoring.ts';
import type { Transitions } from '../../infra/transitions.ts';

/** An alert that comes back after it was resolved is a new one. */
export const NEXT: Transitions<'OPEN' | 'RESOLVED'> = { OPEN: ['RESOLVED'], RESOLVED: [] };

/** The facts that the rules read. Times are in seconds. */
export type AlertFacts = {
  /** Connectors that should hold a link, and for how long each has held none; 0 while it is bound. */
  connectors: {
    cid: string;
    downSeconds: number;
    /** Within the hour that ended a quarter of an hour ago. */ taken: number;
    /** Since that hour began. */ receipts: number;
  }[];
  oldestQueuedSeconds: number;
  queued: number;
  outbox: { kind: string; waiting: number; overdueSeconds: number }[];
  payments: number;
  oldestPaymentSeconds: number;
  ledgerBalanced: boolean;
  /** True if the last verification of the audit log's hash chain succeeded. */
  auditIntact: boolean;
  belowCost: { prices: number; clients: number; example: string };
  diskFree: number | null;
  diskTotal: number | null;
  /** Seconds since the last whole backup, or since the installation was made where there is none; null where none is wanted. */
  backupSeconds: number | null;
  processes: { process: string; host: string; silentSeconds: number }[];
};

export type Finding = { kind: AlertKind; subject: string; facts: Record<string, number | string> };

/** Below this a missing receipt is chance. */
const FEWEST_TAKEN = 100;
const KINDS_OF_PROCESS = ['api', 'worker', 'gateway'];
const round = (value: number) => Math.round(value);

/** The findings that exceed a threshold now, at most one of a kind per subject. */
export function findings(at: AlertFacts, limits: Thresholds): Finding[] {
  const found: Finding[] = [];
  const add = (kind: AlertKind, subject: string, facts: Finding['facts']) =>
    found.push({ kind, subject, facts });

  for (const { process, host, silentSeconds } of at.processes)
    if (silentSeconds > limits.processSeconds)
      add('PROCESS_SILENT', `${process}@${host}`, { seconds: round(silentSeconds) });
  for (const process of KINDS_OF_PROCESS)
    if (!at.processes.some((each) => each.process === process)) add('PROCESS_SILENT', process, {});
  // Without a gateway every connector is down, and that is one fault.
  const gatewayLives = at.processes.some(
    ({ process, silentSeconds }) => process === 'gateway' && silentSeconds <= limits.processSeconds,
  );
  for (const { cid, downSeconds, taken, receipts } of at.connectors) {
    if (gatewayLives && downSeconds > limits.connectorMinutes * 60)
      add('CONNECTOR_DOWN', cid, { minutes: round(downSeconds / 60) });
    if (taken >= FEWEST_TAKEN && receipts * 100 < taken * limits.receiptsPercent)
      add('RECEIPTS_MISSING', cid, { taken, receipts });
  }
  if (at.oldestQueuedSeconds > limits.queueMinutes * 60)
    add('QUEUE_OLD', '', { minutes: round(at.oldestQueuedSeconds / 60), queued: at.queued });
  for (const { kind, waiting, overdueSeconds } of at.outbox)
    if (overdueSeconds > limits.outboxMinutes * 60)
      add('OUTBOX_STUCK', kind, { minutes: round(overdueSeconds / 60), waiting });
  if (at.oldestPaymentSeconds > limits.paymentMinutes * 60)
    add('PAYMENTS_SILENT', '', {
      minutes: round(at.oldestPaymentSeconds / 60),
      payments: at.payments,
    });
  if (!at.ledgerBalanced) add('LEDGER_UNBALANCED', '', {});
  if (!at.auditIntact) add('AUDIT_BROKEN', '', {});
  if (at.belowCost.prices > 0) add('SALE_BELOW_COST', '', at.belowCost);
  if (at.diskFree !== null && at.diskTotal && at.diskFree * 100 < at.diskTotal * limits.diskPercent)
    add('DISK_LOW', '', { percent: round((at.diskFree / at.diskTotal) * 100), bytes: at.diskFree });
  if (at.backupSeconds !== null && at.backupSeconds > limits.backupHours * 3600)
    add('BACKUP_OLD', '', { hours: round(at.backupSeconds / 3600) });
  return found;
}

const REMIND_AFTER_SECONDS = 86_400;
/** A finding that is absent for this long is resolved, so one that flaps at its threshold is a single alert. */
const CALM_SECONDS = 300;

export type OpenAlert = {
  id: string;
  kind: string;
  subject: string;
  secondsSinceNotified: number;
  secondsSinceFound: number;
};

/** Sorts findings into new ones, open ones (with a reminder once a day), and those resolved for some minutes. */
export function compare(
  open: readonly OpenAlert[],
  found: readonly Finding[],
): {
  raise: Finding[];
  remain: { id: string; finding: Finding; remind: boolean }[];
  resolve: string[];
} {
  const key = ({ kind, subject }: { kind: string; subject: string }) => `${kind} ${subject}`;
  const now = new Map(found.map((finding) => [key(finding), finding]));
  const known = new Set(open.map(key));
  return {
    raise: [...now.values()].filter((finding) => !known.has(key(finding))),
    remain: open.flatMap((each) => {
      const finding = now.get(key(each));
      return finding
        ? [{ id: each.id, finding, remind: each.secondsSinceNotified >= REMIND_AFTER_SECONDS }]
        : [];
    }),
    resolve: open
      .filter((each) => !now.has(key(each)) && each.secondsSinceFound >= CALM_SECONDS)
      .map(({ id }) => id),
  };
}

/** Seconds until a notification that could not be delivered is retried: a minute at first, an hour at most. */
export function retryAfter(attempts: number): number {
  return Math.min(3600, 60 * 2 ** Math.max(0, attempts - 1));
}

/** After so many attempts a notification is given up: by then a reminder has followed. */
export const MOST_ATTEMPTS = 30;
