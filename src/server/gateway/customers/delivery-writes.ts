import { setTimeout as sleep } from 'node:timers/promises';
import { dropOutgoing, releaseOutgoing } from '../../core/background/outbox.store.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Log } from '../../infra/log.ts';

const FLUSH_MS = 5;
const RETRY_MS = 1000;
const LAST_FLUSHES = 3;

/** Writes the outcomes of deliveries: acknowledged and released rows in batches, others one by one. */
export class DeliveryWrites {
  readonly #database: Database;
  readonly #log: Log;
  #done: bigint[] = [];
  #released: bigint[] = [];
  #flushing: Promise<void> | undefined;
  readonly #pending = new Set<Promise<void>>();

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /** The customer acknowledged the delivery: its row ends. */
  done(id: bigint): void {
    this.#done.push(id);
    this.#flushSoon();
  }

  /** Returns rows to the outbox for the next bind. */
  release(ids: readonly bigint[]): void {
    if (ids.length === 0) return;
    this.#released.push(...ids);
    this.#flushSoon();
  }

  /** A write that fails leaves its row to the lease. */
  run(work: (tx: Tx) => Promise<unknown>): void {
    const written = this.#database
      .run(systemScope(), work)
      .then(
        () => {},
        (error: unknown) => this.#log.warn({ err: error }, 'delivery is left to its lease'),
      )
      .finally(() => this.#pending.delete(written));
    this.#pending.add(written);
  }

  /** Resolves when every outcome is written, or could not be written several times. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
    for (
      let flushes = 0;
      flushes < LAST_FLUSHES && (this.#flushing || this.#waiting > 0);
      flushes++
    ) {
      await this.#flushing;
      await this.#flush();
    }
  }

  get #waiting(): number {
    return this.#done.length + this.#released.length;
  }

  #flushSoon(): void {
    if (this.#flushing || this.#waiting === 0) return;
    this.#flushing = sleep(FLUSH_MS)
      .then(() => this.#flush())
      .finally(() => {
        this.#flushing = undefined;
        this.#flushSoon();
      });
  }

  async #flush(): Promise<void> {
    const [done, released] = [this.#done, this.#released];
    [this.#done, this.#released] = [[], []];
    if (done.length + released.length === 0) return;
    try {
      await this.#database.run(systemScope(), async (tx) => {
        if (done.length > 0) await dropOutgoing(tx, done);
        if (released.length > 0) await releaseOutgoing(tx, released);
      });
    } catch (error) {
      this.#log.warn({ err: error }, 'deliveries could not be ended yet');
      this.#done.push(...done);
      this.#released.push(...released);
      await sleep(RETRY_MS);
    }
  }
}
