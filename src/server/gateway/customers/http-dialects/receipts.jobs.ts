import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../infra/database/db.ts';
import type { Receipt } from '../../../core/dispatch/events.ts';
import { startPoller } from '../../../core/background/poller.ts';
import type { Log } from '../../../infra/log.ts';
import { OutboundFailure } from '../../../infra/http/outbound.ts';
import type { Outbound } from '../../../infra/http/outbound.ts';
import {
  claimOutgoing,
  delayOutgoing,
  dropOutgoing,
  endOutgoing,
} from '../../../core/background/outbox.store.ts';
import type { Claimed } from '../../../core/background/outbox.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { isTaken, receiptRequest } from './receipts.rules.ts';
import type { UrlCallback } from './receipts.rules.ts';

const AT_ONCE = 400;
const LEASE_SECONDS = 60;
const TIMEOUT_MS = 20_000;
const FIRST_WAIT_SECONDS = 10;
const LONGEST_WAIT_SECONDS = 3600;
/** With the waits between them, somewhat more than a day. */
const MOST_ATTEMPTS = 32;
/** Rows are claimed by so many, or by all there are. */
const AT_LEAST = 100;
/**
 * Each call that ends triggers another claim: one claim for all calls that end within this time.
 */
const REST_MS = 20;
/**
 * Requests to one host at a time. Rows behind them wait here, but only so many for a slow or
 * failing host, so that it does not occupy the whole claim.
 */
const AT_ONCE_A_HOST = 32;
const WAITING_FOR_SLOW = 20;
const SLOW_MS = 2000;
const BUSY_SECONDS = 5;
/** A row that waited so long is left to the next claim: its lease may end before its answer comes. */
const LONGEST_TURN_MS = 30_000;

type Place = {
  database: Database;
  outbound: Outbound;
  log: Log;
  /** Returns whether the operator allows an address that receipts are otherwise not sent to. */ allowPrivate(
    url: string,
  ): boolean;
};

/**
 * Posts receipts to customers' servers, each message's in order. An unacknowledged receipt is
 * repeated for a day, so that a server may receive it twice and does not miss it by a night's
 * outage.
 */
export function startReceipts(at: Place): { wake(): void; stop(): Promise<void> } {
  const hosts = new Map<
    string,
    { open: number; waiting: ((turn: boolean) => void)[]; slow: boolean }
  >();
  const end = together((ids) => at.database.run(systemScope(), (tx) => dropOutgoing(tx, ids)));
  return startPoller({
    label: 'receipts to addresses',
    concurrency: AT_ONCE,
    log: at.log,
    async claim(free) {
      if (free < AT_LEAST) return { rows: [] };
      await sleep(REST_MS);
      return {
        rows: await at.database.run(systemScope(), (tx) =>
          claimOutgoing(tx, 'RECEIPT_URL', free, LEASE_SECONDS),
        ),
      };
    },
    handle: async (row) => {
      const name = URL.parse(row.target)?.host ?? '';
      const host = hosts.get(name) ?? { open: 0, waiting: [], slow: false };
      hosts.set(name, host);
      const putOff = (seconds: number) =>
        at.database.run(systemScope(), (tx) =>
          delayOutgoing(tx, row.id, seconds, 'the host is busy with others', { tried: false }),
        );
      if (host.slow && host.waiting.length >= WAITING_FOR_SLOW) return putOff(BUSY_SECONDS);
      if (host.open < AT_ONCE_A_HOST) host.open++;
      else {
        const since = performance.now();
        if (!(await new Promise<boolean>((resolve) => host.waiting.push(resolve))))
          return putOff(BUSY_SECONDS);
        if (performance.now() - since > LONGEST_TURN_MS) {
          next();
          return putOff(0);
        }
      }
      try {
        const since = performance.now();
        const taken = await sendReceipt(at, row, end);
        host.slow = !taken || performance.now() - since > SLOW_MS;
        if (host.slow) for (const waiting of host.waiting.splice(WAITING_FOR_SLOW)) waiting(false);
      } finally {
        next();
      }

      /** The host that has waited longest is next. */
      function next(): void {
        const waiting = host.waiting.shift();
        if (waiting) waiting(true);
        else if (--host.open === 0) hosts.delete(name);
      }
    },
  });
}

/** Batches single calls while the previous batch is under way. */
function together(work: (ids: readonly bigint[]) => Promise<void>): (id: bigint) => Promise<void> {
  let ids: bigint[] = [];
  let next: Promise<void> | undefined;
  let running: Promise<unknown> = Promise.resolve();
  return (id) => {
    ids.push(id);
    next ??= running.then(() => {
      const these = ids;
      [ids, next] = [[], undefined];
      const done = work(these);
      running = done.catch(() => {});
      return done;
    });
    return next;
  };
}

async function sendReceipt(
  { database, outbound, log, allowPrivate }: Place,
  row: Claimed,
  end: (id: bigint) => Promise<void>,
): Promise<boolean> {
  const { event, callback } = row.payload as Receipt & { callback: UrlCallback }; // this kind's payload
  const request = receiptRequest(callback, event, row.attempts);
  const facts = {
    messageId: event.messageId,
    status: event.status,
    dialect: callback.dialect,
    attempts: row.attempts,
  };
  const reason = request ? await whyNotTaken() : null;
  if (reason === null) {
    if (request) log.debug(facts, 'receipt was taken');
    await end(row.id);
    return true;
  }
  log.info({ ...facts, reason }, 'receipt was not taken');
  await database.run(systemScope(), (tx) =>
    row.attempts >= MOST_ATTEMPTS
      ? endOutgoing(tx, row.id, reason)
      : delayOutgoing(
          tx,
          row.id,
          Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (row.attempts - 1)),
          reason,
        ),
  );
  return false;

  async function whyNotTaken(): Promise<string | null> {
    try {
      const answer = await outbound.call({
        ...request!,
        timeoutMs: TIMEOUT_MS,
        allowPrivate: allowPrivate(request!.url),
      });
      return isTaken(callback.dialect, answer)
        ? null
        : answer.status >= 200 && answer.status < 300
          ? 'the answer is not ACK/Jasmin'
          : `HTTP ${answer.status}`;
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      return error.message;
    }
  }
}
