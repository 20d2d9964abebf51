/**
 * The gateway's receipts to customers' servers: called from memory, right after the transaction that
 * stored the carriers' receipts. A call that fails goes into the outbox, from which the worker repeats it.
 */
import { toSender } from '../../../core/dispatch/events/events.ts';
import type { Receipt, UrlCallback } from '../../../core/dispatch/events/events.ts';
import { endNotifications } from '../../../core/dispatch/events/notifications.ts';
import { deleteNotifications } from '../../../core/dispatch/events/notifications.store.ts';
import type {
  NotificationBatch,
  Notifier,
} from '../../../core/dispatch/events/notifications.store.ts';
import type { Outgoing } from '../../../core/background/outbox.store.ts';
import type { Database } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { newId } from '../../../infra/ids.ts';
import { EndedBatches } from './ended-batches.ts';
import { FIRST_WAIT_SECONDS, ReceiptCaller } from './receipt-caller.ts';
import type { CallOutcome, ReceiptCallerOptions } from './receipt-caller.ts';
import { inBatches } from './in-batches.ts';

/** Calls in progress or waiting; more go into the outbox. */
const MOST_WAITING = 20_000;
/** Batches with failed calls that end within this time end together. */
const GATHER_MS = 10;
/** The time for which the next receipt of a message waits behind a call that failed. */
const FAILED_MS = 60_000;
/** How long a stopping process waits for its calls in progress; the worker takes over the rest. */
const STOP_MS = 3000;

/** A call of a message, and the end of its batch, with which a call that failed is stored. */
type LastCall = { call: Promise<CallOutcome>; stored: Promise<void> };
type Ended = { id: bigint; failed: readonly Outgoing[] };

export class DirectReceipts implements Notifier {
  readonly owner = newId();
  readonly #options: ReceiptCallerOptions & { database: Database };
  readonly #caller: ReceiptCaller;
  /** The last call of each message: the next waits for it. */
  readonly #last = new Map<string, LastCall>();
  readonly #running = new Set<Promise<void>>();
  readonly #ended: EndedBatches;
  readonly #endFailed: (ended: Ended) => Promise<void>;
  #waiting = 0;
  #stopping = false;

  constructor(options: ReceiptCallerOptions & { database: Database }) {
    this.#options = options;
    this.#caller = new ReceiptCaller(options);
    this.#ended = new EndedBatches((ids) => deleteNotifications(options.database.plain, ids));
    this.#endFailed = inBatches(async (ended) => {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      await options.database.run(systemScope(), (tx) => endNotifications(tx, ended));
    });
  }

  takes(url: string, messageId: string): boolean {
    if (this.#last.has(messageId)) return true;
    return !this.#stopping && this.#waiting < MOST_WAITING && !this.#caller.isSlow(url);
  }

  takeEnded(): readonly bigint[] {
    return this.#ended.take();
  }

  /** Makes the calls of a committed transaction. */
  notify(batches: readonly NotificationBatch[]): void {
    for (const batch of batches) {
      this.#ended.forget(batch.ended);
      const work = this.#callBatch(batch)
        .catch((error: unknown) =>
          this.#options.log.warn(
            { err: error },
            'the end of receipts to addresses could not be stored; the worker repeats them',
          ),
        )
        .finally(() => this.#running.delete(work));
      this.#running.add(work);
    }
  }

  /** Waits for the calls in progress; a call that takes longer stays in its row, which the worker takes over. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#caller.dismiss();
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref());
    await Promise.race([Promise.all(this.#running), late]);
  }

  async #callBatch({ id, receipts }: NotificationBatch): Promise<void> {
    const end = Promise.withResolvers<void>();
    end.promise.catch(() => {}); // thrown to those that wait for it, and below
    this.#waiting += receipts.length;
    const calls = receipts.map((receipt) => this.#callInOrder(receipt, end.promise));
    const taken = new Set<string>();
    try {
      const outcomes = await Promise.all(calls.map(({ call }) => call)).finally(() => {
        this.#waiting -= receipts.length;
      });
      const failed = receipts.flatMap(({ event, callback }, at) => {
        const called = outcomes[at]!;
        if (called.outcome === 'taken') return [];
        const row = toSender(event, callback);
        return called.outcome === 'busy'
          ? [{ ...row, seconds: called.seconds }]
          : [{ ...row, seconds: FIRST_WAIT_SECONDS, failure: called.reason }];
      });
      await (failed.length === 0 ? this.#ended.end(id) : this.#endFailed({ id, failed }));
      end.resolve();
      for (const [at, { event }] of receipts.entries())
        if (outcomes[at]!.outcome === 'taken') taken.add(event.messageId);
    } catch (error) {
      end.reject(error);
      throw error;
    } finally {
      for (const [at, { event }] of receipts.entries()) {
        const forget = () => this.#forget(event.messageId, calls[at]!);
        if (taken.has(event.messageId)) forget();
        else setTimeout(forget, FAILED_MS).unref();
      }
    }
  }

  #forget(messageId: string, call: LastCall): void {
    if (this.#last.get(messageId) === call) this.#last.delete(messageId);
  }

  /**
   * A receipt follows its message's last one, and goes behind one that failed, once that is stored. Where
   * it could not be stored, the worker takes over both.
   */
  #callInOrder(receipt: Receipt<UrlCallback>, stored: Promise<void>): LastCall {
    const { messageId } = receipt.event;
    const before = this.#last.get(messageId);
    const afterLast = async ({ call, stored: end }: LastCall): Promise<CallOutcome> => {
      if ((await call).outcome === 'taken') return this.#call(receipt);
      if (end !== stored) await end; // of one batch, both are stored together
      return { outcome: 'busy', seconds: 0 };
    };
    const last = { call: before ? afterLast(before) : this.#call(receipt), stored };
    last.call.catch(() => {}); // thrown where its batch awaits it
    this.#last.set(messageId, last);
    return last;
  }

  async #call(receipt: Receipt<UrlCallback>): Promise<CallOutcome> {
    if (this.#stopping) return { outcome: 'busy', seconds: 0 };
    try {
      return await this.#caller.call(receipt, 1);
    } catch (error) {
      this.#options.log.error({ err: error }, 'receipt could not be written');
      return { outcome: 'refused', reason: 'it could not be written' };
    }
  }
}
