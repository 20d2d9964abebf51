/**
 * Claims for all links of the process. Claims of several links that come in one turn, or while others
 * are being stored, go together in the next statement, which costs more than the few messages that a
 * link claims at a time.
 */
import { claim } from '../../core/dispatch/submission/claim.store.ts';
import type { LeasedClaims } from '../../core/dispatch/submission/claim.store.ts';
import type { Sql } from './ports.ts';
import { isAboutRows } from './settler.ts';

/** A second statement runs beside the first, so that one that waits for a lock holds up only its own links. */
const MOST_STATEMENTS = 2;

type Waiting = {
  claims: LeasedClaims;
  resolve: (claimed: ReadonlySet<bigint>) => void;
  reject: (error: unknown) => void;
};

export class Claimer {
  readonly #sql: Pick<Sql, 'single'>;
  #waiting: Waiting[] = [];
  #running = 0;
  #isBeginning = false;

  constructor(sql: Pick<Sql, 'single'>) {
    this.#sql = sql;
  }

  /**
   * Claims the next messages of a link's chunks.
   * @returns the ids of chunks that hit, those of other links' among them; of any other chunk nothing may be submitted
   */
  claim(claims: LeasedClaims): Promise<ReadonlySet<bigint>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ claims, resolve, reject });
      this.#begin();
    });
  }

  /** Begins after this turn: what was stored for several links at once lets all of them claim, in one statement. */
  #begin(): void {
    if (this.#isBeginning || this.#running === MOST_STATEMENTS) return;
    this.#isBeginning = true;
    setImmediate(() => {
      this.#isBeginning = false;
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running++;
    while (this.#waiting.length > 0) await this.#store(this.#takeWaiting());
    this.#running--;
  }

  /**
   * Takes claims for one statement. A chunk is in it once: of one that was paused and resumed two links
   * may have a copy, and the statement could not say whose claim hit.
   */
  #takeWaiting(): Waiting[] {
    const chunks = new Set<bigint>();
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#waiting) {
      const ids = one.claims.claims.map(({ chunkId }) => chunkId);
      const isFree = !ids.some((id) => chunks.has(id));
      (isFree ? taken : left).push(one);
      if (isFree) for (const id of ids) chunks.add(id);
    }
    this.#waiting = left;
    return taken;
  }

  async #store(waiting: readonly Waiting[]): Promise<void> {
    try {
      const claimed = await this.#sql.single((tx) =>
        claim(
          tx,
          waiting.map(({ claims }) => claims),
        ),
      );
      for (const { resolve } of waiting) resolve(claimed);
    } catch (error) {
      // A row that the database refuses must not cut the links of the others.
      if (waiting.length > 1 && isAboutRows(error))
        for (const one of waiting) await this.#store([one]);
      else for (const { reject } of waiting) reject(error);
    }
  }
}
