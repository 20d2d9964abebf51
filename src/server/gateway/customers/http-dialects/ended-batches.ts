/**
 * Ends batches of notifications of which every call was taken. Their rows go with the next transaction
 * that writes a batch, and by a statement of their own where none comes soon: a commit for nothing but
 * their end costs as much as twenty messages. A row that is deleted twice is gone all the same.
 */

/** In a dense flow the next batch is written within this time. */
const GATHER_MS = 50;
/** A transaction that took rows has usually ended after this time; where it failed, they are deleted by another. */
const TAKEN_MS = 1000;

type Ended = {
  endedAt: number;
  takenAt: number;
  resolve: () => void;
  reject: (error: unknown) => void;
};

export class EndedBatches {
  readonly #waiting = new Map<bigint, Ended>();
  readonly #delete: (ids: readonly bigint[]) => Promise<unknown>;
  #timer: NodeJS.Timeout | undefined;

  /** @param deleteRows deletes the rows of batches, in a transaction of its own */
  constructor(deleteRows: (ids: readonly bigint[]) => Promise<unknown>) {
    this.#delete = deleteRows;
  }

  /** Resolves when the row of a batch is gone. */
  end(id: bigint): Promise<void> {
    return new Promise((resolve, reject) => {
      const endedAt = performance.now();
      this.#waiting.set(id, { endedAt, takenAt: -Infinity, resolve, reject });
      if (!this.#timer) this.#wait();
    });
  }

  /** Takes the batches that the caller's transaction deletes; `forget` follows its commit. */
  take(endedBefore = Infinity): bigint[] {
    const now = performance.now();
    const ids: bigint[] = [];
    for (const [id, ended] of this.#waiting) {
      if (now - ended.takenAt < TAKEN_MS || ended.endedAt > endedBefore) continue;
      ended.takenAt = now;
      ids.push(id);
    }
    return ids;
  }

  /** Forgets batches whose deletion is committed. */
  forget(ids: readonly bigint[]): void {
    for (const id of ids) {
      this.#waiting.get(id)?.resolve();
      this.#waiting.delete(id);
    }
  }

  #wait(): void {
    this.#timer = setTimeout(() => this.#deleteOld(), GATHER_MS);
  }

  #deleteOld(): void {
    const ids = this.take(performance.now() - GATHER_MS);
    this.#timer = undefined;
    if (this.#waiting.size > ids.length) this.#wait();
    if (ids.length === 0) return;
    this.#delete(ids).then(
      () => this.forget(ids),
      (error: unknown) => {
        for (const id of ids) {
          this.#waiting.get(id)?.reject(error);
          this.#waiting.delete(id);
        }
      },
    );
  }
}
