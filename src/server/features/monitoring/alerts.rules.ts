import type { AlertKind, Thresholds } from '../../../contract/api/monitoring.ts';
import { roundShare } from '../../../contract/shared/percentages.ts';
import { isRefusing, isThrottling } from './recent-traffic.rules.ts';
import type { RecentAnswers } from './recent-traffic.rules.ts';
import type { Transitions } from '../../infra/transitions.ts';

/** An alert that comes back after it was resolved is a new one. */
export const NEXT: Transitions<'OPEN' | 'RESOLVED'> = { OPEN: ['RESOLVED'], RESOLVED: [] };

/** The facts that the rules read. Times are in seconds. */
export type AlertFacts = {
  /** Connectors that should hold a link, and for how long each has held none; 0 while it is bound. */
  connectors: {
    cid: string;
    downSeconds: number;
    /** Attempts to connect since it was last bound. */
    tries: number;
    lastError: string | null;
    /** The carrier's host and port, or its URL. */
    address: string;
    /** Within the hour that ended a quarter of an hour ago. */ taken: number;
    /** Since that hour began. */ receipts: number;
    /** Those among them that match no message, a minute after they came. */ unmatched: number;
  }[];
  /** The same by network, of networks that usually bring receipts. */
  networkReceipts: { cid: string; network: string; taken: number; receipts: number }[];
  /** Submissions that carriers answered in the last 20 minutes, those refused, and the most frequent code. */
  refusals: { cid: string; answers: number; refused: number; code: string }[];
  /** Routes and networks of which fewer messages are delivered than usual, in shares of receipts. */
  lowRates: {
    cid: string;
    network: string;
    share: number;
    usual: number;
    receipts: number;
    /** Of an open incident: the share of its messages that other connectors took over, the seconds of traffic that it judges, and its age. */
    incident?: { moved: number; spanSeconds: number; seconds: number };
  }[];
  /** The last minutes of connectors with traffic; undefined where there is too little of it. */
  recent: {
    cid: string;
    /** The most frequent refusal. */ code: string;
    answers: RecentAnswers | undefined;
    due: { taken: number; receipts: number } | undefined;
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

export type Finding = {
  kind: AlertKind;
  subject: string;
  facts: Record<string, number | string>;
  /** For how long it has lasted; undefined where nothing tells. */
  seconds?: number;
};

/** Fewer receipts that match nothing are chance: those of messages that another system sent, or that were sent again. */
const FEWEST_UNMATCHED = 5;
const UNMATCHED_PERCENT = 20;
/** Below this a missing receipt is chance. */
const FEWEST_TAKEN = 100;
/** Below this a refusal is chance. */
const FEWEST_ANSWERS = 50;
const KINDS_OF_PROCESS = ['api', 'worker', 'gateway'];
const round = (value: number) => Math.round(value);

/** The findings that exceed a threshold now, at most one of a kind per subject. */
export function findings(at: AlertFacts, limits: Thresholds): Finding[] {
  const found: Finding[] = [];
  const add = (kind: AlertKind, subject: string, facts: Finding['facts'], seconds?: number) =>
    found.push({ kind, subject, facts, ...(seconds !== undefined && { seconds }) });

  for (const { process, host, silentSeconds } of at.processes)
    if (silentSeconds > limits.processSeconds)
      add('PROCESS_SILENT', `${process}@${host}`, { seconds: round(silentSeconds) }, silentSeconds);
  for (const process of KINDS_OF_PROCESS)
    if (!at.processes.some((each) => each.process === process)) add('PROCESS_SILENT', process, {});
  // Without a gateway every connector is down, and that is one fault.
  const gatewayLives = at.processes.some(
    ({ process, silentSeconds }) => process === 'gateway' && silentSeconds <= limits.processSeconds,
  );
  for (const connector of at.connectors) {
    const { cid, downSeconds, tries, lastError, address, taken, receipts, unmatched } = connector;
    if (gatewayLives && downSeconds > limits.connectorMinutes * 60)
      add(
        'CONNECTOR_DOWN',
        cid,
        {
          // Whole minutes that have passed, as the tile of the connector counts them.
          minutes: Math.floor(downSeconds / 60),
          ...(tries > 0 && { tries }),
          ...(lastError !== null && { error: lastError }),
          address,
        },
        downSeconds,
      );
    // One network without receipts is seldom seen in those of the whole connector.
    const { due } = at.recent.find((each) => each.cid === cid) ?? {};
    const missing = [{ taken, receipts }, ...networksOf(at, cid), ...(due ? [due] : [])].find(
      (each) =>
        each.taken >= (each === due ? 0 : FEWEST_TAKEN) &&
        each.receipts * 100 < each.taken * limits.receiptsPercent,
    );
    if (missing) add('RECEIPTS_MISSING', cid, missing);
    if (unmatched >= FEWEST_UNMATCHED && unmatched * 100 >= receipts * UNMATCHED_PERCENT)
      add('RECEIPTS_UNMATCHED', cid, { unmatched });
  }
  found.push(...findingsOfTraffic(at, limits));
  if (at.oldestQueuedSeconds > limits.queueMinutes * 60)
    add(
      'QUEUE_OLD',
      '',
      { minutes: round(at.oldestQueuedSeconds / 60), queued: at.queued },
      at.oldestQueuedSeconds,
    );
  for (const { kind, waiting, overdueSeconds } of at.outbox)
    if (overdueSeconds > limits.outboxMinutes * 60)
      add('OUTBOX_STUCK', kind, { minutes: round(overdueSeconds / 60), waiting }, overdueSeconds);
  if (at.oldestPaymentSeconds > limits.paymentMinutes * 60)
    add(
      'PAYMENTS_SILENT',
      '',
      { minutes: round(at.oldestPaymentSeconds / 60), payments: at.payments },
      at.oldestPaymentSeconds,
    );
  if (!at.ledgerBalanced) add('LEDGER_UNBALANCED', '', {});
  if (!at.auditIntact) add('AUDIT_BROKEN', '', {});
  if (at.belowCost.prices > 0) add('SALE_BELOW_COST', '', at.belowCost);
  if (at.diskFree !== null && at.diskTotal && at.diskFree * 100 < at.diskTotal * limits.diskPercent)
    add('DISK_LOW', '', {
      percent: round(roundShare(at.diskFree / at.diskTotal, 3) * 1000) / 10,
      bytes: at.diskFree,
    });
  if (at.backupSeconds !== null && at.backupSeconds > limits.backupHours * 3600)
    add('BACKUP_OLD', '', { hours: round(at.backupSeconds / 3600) }, at.backupSeconds);
  return found;
}

/** The receipts of each network of a connector, the fewest of those expected first. */
function networksOf({ networkReceipts }: Pick<AlertFacts, 'networkReceipts'>, cid: string) {
  return networkReceipts
    .filter((each) => each.cid === cid)
    .toSorted((a, b) => a.receipts / a.taken - b.receipts / b.taken)
    .map(({ network, taken, receipts }) => ({ network, taken, receipts }));
}

/** Findings of carriers that refuse much, or deliver less than usual: one for each connector. */
function findingsOfTraffic(
  { refusals, lowRates, recent }: Pick<AlertFacts, 'refusals' | 'lowRates' | 'recent'>,
  limits: Thresholds,
): Finding[] {
  const ofMinutes = recent.flatMap(({ cid, code, answers }) =>
    answers && isRefusing(answers, limits.refusedPercent) ? [{ cid, code, ...answers }] : [],
  );
  const ofPeriods = refusals.filter(
    ({ cid, answers, refused }) =>
      answers >= FEWEST_ANSWERS &&
      refused * 100 > answers * limits.refusedPercent &&
      !ofMinutes.some((each) => each.cid === cid),
  );
  const throttling = recent.flatMap(({ cid, answers }): Finding[] =>
    answers && isThrottling(answers)
      ? [
          {
            kind: 'THROTTLED',
            subject: cid,
            facts: { throttled: answers.throttled, answers: answers.answers },
          },
        ]
      : [],
  );
  const refusing = [...ofMinutes, ...ofPeriods].map(({ cid, answers, refused, code }): Finding => ({
    kind: 'REFUSALS_HIGH',
    subject: cid,
    facts: { refused, answers, code },
  }));
  const low = [...Map.groupBy(lowRates, ({ cid }) => cid)].map(([cid, rates]): Finding => {
    const [worst] = rates.toSorted((a, b) => a.share - a.usual - (b.share - b.usual));
    const { network, share, usual, receipts, incident } = worst!;
    return {
      kind: 'DELIVERY_LOW',
      subject: cid,
      facts: {
        network,
        delivered: round(share * 100),
        usual: round(usual * 100),
        receipts,
        ...(incident && {
          moved: round(incident.moved * 100),
          spanMinutes: round(incident.spanSeconds / 60),
        }),
      },
      ...(incident && { seconds: incident.seconds }),
    };
  });
  return [...refusing, ...throttling, ...low];
}

/**
 * Knows which silences lasted while this process watched. At a start the others are starting too, and one that was stopped
 * in order comes back after an update: neither is silent yet.
 */
export class SilenceWatch {
  readonly #began: number;
  /** Kinds of process of which there is none, and since when. */
  readonly #missing = new Map<string, number>();

  constructor(now: number) {
    this.#began = now;
  }

  /** The findings without silences shorter than this many seconds. @param now milliseconds of a clock that never jumps */
  confirm(found: readonly Finding[], seconds: number, now: number): Finding[] {
    const isNone = ({ kind, facts }: Finding) =>
      kind === 'PROCESS_SILENT' && facts['seconds'] === undefined;
    const missing = new Set(found.filter(isNone).map(({ subject }) => subject));
    for (const subject of this.#missing.keys())
      if (!missing.has(subject)) this.#missing.delete(subject);
    for (const subject of missing) if (!this.#missing.has(subject)) this.#missing.set(subject, now);
    return found.filter((finding) => {
      if (finding.kind !== 'PROCESS_SILENT') return true;
      const since = isNone(finding) ? this.#missing.get(finding.subject)! : this.#began;
      return now - since > seconds * 1000;
    });
  }
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

/** Attempts after which a notification is given up: by then a reminder has followed. */
export const MOST_ATTEMPTS = 30;
