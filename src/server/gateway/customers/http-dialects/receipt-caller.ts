/**
 * Calls customers' servers with receipts: a limited number at a time to one host, and few waiting for one
 * that is slow, so that it does not hold up the others.
 */
import { OutboundFailure } from '../../../infra/http/outbound.ts';
import type { Outbound } from '../../../infra/http/outbound.ts';
import type { Log } from '../../../infra/log.ts';
import { addressOf, isTaken, reportRequest } from './receipts.rules.ts';
import type { Report } from './receipts.rules.ts';

const TIMEOUT_MS = 20_000;
/** Requests to one host at a time. */
const AT_ONCE_A_HOST = 32;
const WAITING_FOR_SLOW = 20;
const SLOW_MS = 2000;
/** The time for which a host counts as slow after a slow or failed call. */
const SLOW_FOR_MS = 10_000;
const BUSY_SECONDS = 5;
/** From the first failed call to the next. */
export const FIRST_WAIT_SECONDS = 10;
/** The time after which a waiting receipt is given back: its lease may end before its answer comes. */
const LONGEST_TURN_MS = 30_000;

export type CallOutcome =
  | { outcome: 'taken' }
  /** The host was not called: it is busy with others. */
  | { outcome: 'busy'; seconds: number }
  | { outcome: 'refused'; reason: string };

type Host = { open: number; waiting: ((turn: boolean) => void)[]; slowUntil: number };

export type ReceiptCallerOptions = {
  outbound: Outbound;
  log: Log;
  /** Returns whether the operator allows an address that receipts are otherwise not sent to. */
  allowPrivate(url: string): boolean;
};

export class ReceiptCaller {
  readonly #options: ReceiptCallerOptions;
  readonly #hosts = new Map<string, Host>();

  constructor(options: ReceiptCallerOptions) {
    this.#options = options;
  }

  /** True for some seconds after a call to the address's host was slow or failed. */
  isSlow(url: string): boolean {
    const name = hostOf(url);
    const host = this.#hosts.get(name);
    if (!host) return false;
    if (isSlow(host)) return true;
    if (host.open === 0) this.#hosts.delete(name);
    return false;
  }

  /**
   * Calls when it is the host's turn.
   * @param attempts with this one
   */
  async call(receipt: Report, attempts: number): Promise<CallOutcome> {
    const name = hostOf(addressOf(receipt));
    const host = this.#hosts.get(name) ?? { open: 0, waiting: [], slowUntil: 0 };
    this.#hosts.set(name, host);
    if (isSlow(host) && host.waiting.length >= WAITING_FOR_SLOW)
      return { outcome: 'busy', seconds: BUSY_SECONDS };
    if (host.open < AT_ONCE_A_HOST) host.open++;
    else {
      const since = performance.now();
      if (!(await new Promise<boolean>((resolve) => host.waiting.push(resolve))))
        return { outcome: 'busy', seconds: BUSY_SECONDS };
      if (performance.now() - since > LONGEST_TURN_MS) {
        this.#next(name, host);
        return { outcome: 'busy', seconds: 0 };
      }
    }
    try {
      const since = performance.now();
      const reason = await this.#whyRefused(receipt, attempts);
      const now = performance.now();
      host.slowUntil = reason !== null || now - since > SLOW_MS ? now + SLOW_FOR_MS : 0;
      if (isSlow(host)) for (const turn of host.waiting.splice(WAITING_FOR_SLOW)) turn(false);
      return reason === null ? { outcome: 'taken' } : { outcome: 'refused', reason };
    } finally {
      this.#next(name, host);
    }
  }

  /** Gives back all that wait for their turn. */
  dismiss(): void {
    for (const { waiting } of this.#hosts.values())
      for (const turn of waiting.splice(0)) turn(false);
  }

  /** The one that has waited longest is next. */
  #next(name: string, host: Host): void {
    const waiting = host.waiting.shift();
    if (waiting) waiting(true);
    else if (--host.open === 0 && !isSlow(host)) this.#hosts.delete(name);
  }

  async #whyRefused(report: Report, attempts: number): Promise<string | null> {
    const { outbound, log, allowPrivate } = this.#options;
    const request = reportRequest(report, attempts);
    if (!request) return null;
    const dialect = 'batch' in report ? 'BATCH' : report.callback.dialect;
    const facts = {
      ...('batch' in report
        ? { batchId: report.batch.batchId, status: report.batch.status }
        : { messageId: report.event.messageId, status: report.event.status }),
      dialect,
      attempts,
    };
    try {
      const answer = await outbound.call({
        ...request,
        timeoutMs: TIMEOUT_MS,
        allowPrivate: allowPrivate(request.url),
      });
      if (isTaken(dialect, answer)) {
        log.debug(facts, 'receipt was taken');
        return null;
      }
      const reason =
        answer.status >= 200 && answer.status < 300
          ? 'the answer is not ACK/Jasmin'
          : `HTTP ${answer.status}`;
      log.info({ ...facts, reason }, 'receipt was not taken');
      return reason;
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      log.info({ ...facts, reason: error.message }, 'receipt was not taken');
      return error.message;
    }
  }
}

const isSlow = ({ slowUntil }: Host) => slowUntil > performance.now();

const MOST_NAMES = 1000;
const names = new Map<string, string>();

/** An address's host and port. Each message has an address of its own, but few beginnings differ. */
function hostOf(url: string): string {
  const [origin = url] = /^https?:\/\/[^/\\?#\s]+/i.exec(url) ?? [];
  const known = names.get(origin);
  if (known !== undefined) return known;
  const name = URL.parse(origin)?.host ?? '';
  if (names.size >= MOST_NAMES) names.clear();
  names.set(origin, name);
  return name;
}
