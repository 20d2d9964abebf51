/** A link's counters for the charts, and its last PDUs for an operator who watches. */
import type { Trace } from './trace.store.ts';
import type { Tally } from './link-counts.store.ts';

export type Tallies = Tally;

export function tallies(): Tallies {
  return {
    submitted: 0,
    accepted: 0,
    refused: 0,
    throttled: 0,
    lost: 0,
    receipts: 0,
    received: 0,
    drops: 0,
  };
}

const KEPT = 50;

/** The last PDUs of a connector while it is watched. */
export class Ring {
  #traces: Trace[] = [];
  #watched = false;
  #changed = false;

  get isWatched(): boolean {
    return this.#watched;
  }

  /** Forgets the PDUs when no operator watches any more. */
  watch(watched: boolean): void {
    this.#watched = watched;
    if (!watched) this.#traces = [];
  }

  add(trace: () => Omit<Trace, 'timestamp'>): void {
    if (!this.#watched) return;
    this.#traces = [
      { timestamp: Date.now() / 1000, ...trace() },
      ...this.#traces.slice(0, KEPT - 1),
    ];
    this.#changed = true;
  }

  /** Returns the PDUs, newest first; undefined where none came since the last call. */
  takeChanged(): readonly Trace[] | undefined {
    if (!this.#changed) return undefined;
    this.#changed = false;
    return this.#traces;
  }
}
