/**
 * Stores carriers' answers and receipts, one transaction after another for each carrier account:
 * those that arrive during a commit go with the next. Answers are stored before the receipts that
 * followed them, so that a receipt finds the carrier's id.
 */
import type {
  NotificationBatch,
  Notifier,
} from '../../core/dispatch/events/notifications.store.ts';
import { optOutByCarrier } from '../../core/opt-outs/opt-outs.ts';
import { storeAnswers } from '../../core/dispatch/submission/settle.store.ts';
import type { Answer, Lease, NewReceipt } from '../../core/dispatch/types.ts';
import type { Log } from '../../infra/log.ts';
import type { Clock, Sql } from './ports.ts';

const MOST_ANSWERS = 200;
const MOST_RECEIPTS = 400;
const GATHER_MS = 5;
/** In a dense flow a transaction waits for more, because its statements cost more than their rows: */
const LONGEST_GATHER_MS = 15;
/** until this many answers and receipts wait, */
const ENOUGH = 50;
/** or none came for this time: a carrier that waits for its receipts sends no more. */
const PAUSE_MS = 2;
const FIRST_RETRY_MS = 50;
/** A receipt that overtakes its answer by more than this, or at another process, is matched by the sweep. */
const MAY_BE_EARLY_MS = 60_000;

/** Notifies customers' servers by itself once a transaction is committed. */
export type SettlerNotifier = Notifier & { notify(batches: readonly NotificationBatch[]): void };

type Answers = { lease: Lease; answers: Answer[]; stored: () => void };
type Receipt = { receipt: NewReceipt; stored: (ok: boolean) => void };
/** Numbers of groups of answers and of receipts, received or stored. */
type Count = { answers: number; receipts: number };

export class Settler {
  readonly #sql: Sql;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #carrierAccountId: number;
  readonly #notifier: SettlerNotifier | undefined;
  #answers: Answers[] = [];
  #receipts: Receipt[] = [];
  #waiting = 0;
  #cameAt = -Infinity;
  /** When a receipt was stored that matched nothing: it may have overtaken an answer. */
  #unmatchedAt = -Infinity;
  readonly #came: Count = { answers: 0, receipts: 0 };
  readonly #stored: Count = { answers: 0, receipts: 0 };
  #idlers: { until: Count; resolve: () => void }[] = [];
  #running = false;
  #begin: (() => void) | undefined;

  /** @param notifier without one, everything goes through the outbox */
  constructor(
    sql: Sql,
    clock: Clock,
    log: Log,
    carrierAccountId: number,
    notifier?: SettlerNotifier,
  ) {
    this.#sql = sql;
    this.#clock = clock;
    this.#log = log;
    this.#carrierAccountId = carrierAccountId;
    this.#notifier = notifier;
  }

  /**
   * Accepts answers that belong together: they are stored in one transaction, after which `stored`
   * is called.
   */
  answers(lease: Lease, answers: Answer[], stored: () => void): void {
    this.#answers.push({ lease, answers, stored });
    this.#came.answers++;
    this.#cameAt = this.#clock.now();
    this.#waiting += answers.length;
    this.#run();
    if (this.#waiting >= MOST_ANSWERS) this.hurry();
  }

  /** Accepts a receipt; `stored` says whether it may be acknowledged to the carrier. */
  receipt(receipt: NewReceipt, stored: (ok: boolean) => void): void {
    this.#receipts.push({ receipt, stored });
    this.#came.receipts++;
    this.#cameAt = this.#clock.now();
    this.#run();
    if (this.#receipts.length >= MOST_RECEIPTS) this.hurry();
  }

  /** Stores at once: a caller waits for it. */
  hurry(): void {
    this.#begin?.();
  }

  /**
   * Resolves when everything received before this call is stored; while the database is away, that
   * waits for it. Later answers are not waited for: another link of the carrier account may be busy
   * for hours.
   */
  async idle(): Promise<void> {
    if (!this.#running) return;
    this.hurry();
    await new Promise<void>((resolve) => this.#idlers.push({ until: { ...this.#came }, resolve }));
  }

  #run(): void {
    if (!this.#running) void this.#loop();
  }

  async #loop(): Promise<void> {
    this.#running = true;
    while (this.#answers.length + this.#receipts.length > 0) {
      await this.#gather();
      const answers = this.#takeAnswers();
      const receipts = this.#receipts.splice(0, MOST_RECEIPTS);
      await this.#store(answers, receipts);
      this.#stored.answers += answers.length;
      this.#stored.receipts += receipts.length;
      this.#wakeIdlers();
    }
    this.#running = false; // in the same turn as the test above, so that the next answer starts the loop again
  }

  #wakeIdlers(): void {
    const { answers, receipts } = this.#stored;
    const [done, waiting] = [
      this.#idlers.filter(({ until }) => until.answers <= answers && until.receipts <= receipts),
      this.#idlers,
    ];
    this.#idlers = waiting.filter((idler) => !done.includes(idler));
    for (const { resolve } of done) resolve();
  }

  async #gather(): Promise<void> {
    // Enough came while the last transaction was being stored.
    if (this.#waiting + this.#receipts.length >= ENOUGH) return;
    const until = this.#clock.now() + LONGEST_GATHER_MS;
    const isFull = () => this.#waiting >= MOST_ANSWERS || this.#receipts.length >= MOST_RECEIPTS;
    let isHurried = false;
    for (let wait = GATHER_MS; !isFull() && !isHurried; wait = PAUSE_MS) {
      await new Promise<void>((resolve) => {
        const cancel = this.#clock.after(wait, resolve);
        this.#begin = () => {
          cancel();
          isHurried = true;
          resolve();
        };
      });
      this.#begin = undefined;
      const now = this.#clock.now();
      const isPause = now - this.#cameAt >= PAUSE_MS;
      if (isPause || now >= until || this.#waiting + this.#receipts.length >= ENOUGH) return;
    }
  }

  #takeAnswers(): Answers[] {
    let taken = 0;
    let groups = 0;
    while (groups < this.#answers.length && taken < MOST_ANSWERS)
      taken += this.#answers[groups++]!.answers.length;
    this.#waiting -= taken;
    return this.#answers.splice(0, groups);
  }

  async #store(answers: Answers[], receipts: Receipt[]): Promise<void> {
    for (let delay = FIRST_RETRY_MS; ; delay = Math.min(delay * 2, 1000)) {
      try {
        await this.#commit(answers, receipts);
        for (const { stored } of answers) stored();
        for (const { stored } of receipts) stored(true);
        return;
      } catch (error) {
        if (isAboutRows(error)) return this.#storeOneByOne(answers, receipts);
        // The database is away, or failed during the commit: every step can be repeated.
        if (delay === FIRST_RETRY_MS)
          this.#log.warn(
            { carrierAccountId: this.#carrierAccountId, err: error },
            'answers and receipts could not be stored and wait for the database',
          );
        await new Promise<void>((resolve) => {
          this.#clock.after(delay, resolve);
        });
      }
    }
  }

  async #commit(answers: readonly Answers[], receipts: readonly Receipt[]): Promise<void> {
    const batches = [...Map.groupBy(answers, ({ lease }) => lease)].map(([lease, of]) => ({
      lease,
      answers: of.flatMap((group) => group.answers),
    }));
    const { unmatched, notifications } = await this.#sql.run(async (tx) => {
      const stored = await storeAnswers(
        tx,
        this.#carrierAccountId,
        batches,
        receipts.map(({ receipt }) => receipt),
        {
          mayBeEarly: this.#clock.now() - this.#unmatchedAt < MAY_BE_EARLY_MS,
          ...(this.#notifier && { notifier: this.#notifier }),
        },
      );
      await optOutByCarrier(tx, stored.failures);
      return stored;
    });
    this.#notifier?.notify(notifications);
    if (unmatched > 0) this.#unmatchedAt = this.#clock.now();
  }

  /**
   * Stores rows one by one, so that a row that the database refuses does not hold up the others.
   */
  async #storeOneByOne(answers: readonly Answers[], receipts: readonly Receipt[]): Promise<void> {
    for (const group of answers) {
      try {
        await this.#commit([group], []);
      } catch (error) {
        this.#log.error(
          { messageId: group.answers[0]?.part.messageId, err: error },
          'answer was refused by the database; the message stays in flight until the link recovers',
        );
      }
      group.stored();
    }
    for (const one of receipts) {
      try {
        await this.#commit([], [one]);
        one.stored(true);
      } catch (error) {
        this.#log.error(
          { carrierAccountId: this.#carrierAccountId, err: error },
          'receipt was refused by the database',
        );
        one.stored(false);
      }
    }
  }
}

/**
 * True where the database refused the statement's content (SQLSTATE classes of data, constraints,
 * syntax, limits) rather than its execution.
 */
export function isAboutRows(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    /^(2[123]|42|54|P0)...$/.test(code) ||
    (code === '' && error instanceof Error && /has messages and no row/.test(error.message))
  );
}
