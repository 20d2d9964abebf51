/** The worker's receipts to customers' servers: those that wait in the outbox. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../infra/database/db.ts';
import { startPoller } from '../../../core/background/poller.ts';
import {
  claimOutgoing,
  delayOutgoing,
  dropOutgoing,
  endOutgoing,
} from '../../../core/background/outbox.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { FIRST_WAIT_SECONDS, ReceiptCaller } from './receipt-caller.ts';
import type { ReceiptCallerOptions } from './receipt-caller.ts';
import type { Report } from './receipts.rules.ts';
import { inBatches } from './in-batches.ts';

const AT_ONCE = 400;
const LEASE_SECONDS = 60;
const LONGEST_WAIT_SECONDS = 3600;
/** With the waits between them, somewhat more than a day. */
const MOST_ATTEMPTS = 32;
/** The least free places for which rows are claimed. */
const AT_LEAST = 100;
/**
 * Each call that ends triggers another claim: one claim for all calls that end within this time.
 */
const REST_MS = 20;

/**
 * Posts receipts to customers' servers, each message's in order. An unacknowledged receipt is
 * repeated for a day, so that a server may receive it twice and does not miss it by a night's
 * outage.
 */
export function startReceipts(at: ReceiptCallerOptions & { database: Database }): {
  wake(): void;
  stop(): Promise<void>;
} {
  const { database, log } = at;
  const run = <T>(work: Parameters<typeof database.run<T>>[1]) => database.run(systemScope(), work);
  const caller = new ReceiptCaller(at);
  const end = inBatches<bigint>((ids) => run((tx) => dropOutgoing(tx, ids)));
  return startPoller({
    label: 'receipts to addresses',
    concurrency: AT_ONCE,
    log,
    async claim(free) {
      if (free < AT_LEAST) return { rows: [] };
      await sleep(REST_MS);
      return {
        rows: await run((tx) => claimOutgoing(tx, 'RECEIPT_URL', free, LEASE_SECONDS)),
      };
    },
    async handle({ id, attempts, payload }) {
      const called = await caller.call(payload as Report, attempts); // this kind's payload
      switch (called.outcome) {
        case 'taken':
          return end(id);
        case 'busy':
          return run((tx) =>
            delayOutgoing(tx, id, called.seconds, 'the host is busy with others', { tried: false }),
          );
        case 'refused': {
          const wait = Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (attempts - 1));
          return run((tx) =>
            attempts >= MOST_ATTEMPTS
              ? endOutgoing(tx, id, called.reason)
              : delayOutgoing(tx, id, wait, called.reason),
          );
        }
      }
    },
  });
}
