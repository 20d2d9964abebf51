/** What a link did of late: counts for the charts, and the last that went over it for whoever looks. */
import type { Trace } from './trace.store.ts';
import type { Tally } from './link-counts.store.ts';

export type Tallies = Tally;

export function tallies(): Tallies {
  return { submitted: 0, accepted: 0, refused: 0, throttled: 0, lost: 0, receipts: 0, received: 0 };
}

const KEPT = 50;

/** The last of a connector, while somebody looks; nothing otherwise. */
export class Ring {
  #traces: Trace[] = [];
  #watched = false;
  #changed = false;

  get isWatched(): boolean {
    return this.#watched;
  }

  /** With nobody there what was kept is forgotten. */
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

  /** The newest first; undefined where nothing came since the last time. */
  takeChanged(): readonly Trace[] | undefined {
    if (!this.#changed) return undefined;
    this.#changed = false;
    return this.#traces;
  }
}
