/** The state of a link as the console shows it, and its counters since they were last read. */
import type { Clock } from '../ports.ts';
import { tallies } from '../trace.ts';
import type { Tallies } from '../trace.ts';
import { LINK_TRANSITIONS } from './link-state.rules.ts';
import type { LinkState } from './ports.ts';

export class LinkHealth {
  readonly #clock: Clock;
  #state: LinkState = 'CLOSED';
  #since: Date;
  #tries = 0;
  #submitted = 0;
  #submittedSince: number;
  #slowestTick = 0;
  #tallies: Tallies = tallies();
  lastError: string | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.date();
    this.#submittedSince = clock.now();
  }

  get state(): LinkState {
    return this.#state;
  }

  /** @throws Error for a transition that the table does not have */
  moveTo(state: LinkState): void {
    if (this.#state === state) return;
    if (!LINK_TRANSITIONS[this.#state].includes(state))
      throw new Error(`a link cannot go from ${this.#state} to ${state}`);
    // Attempts to bind do not begin anew to be down: it counts from the last bind, or the first try.
    if (state === 'BOUND' || this.#state === 'BOUND') this.#since = this.#clock.date();
    if (state === 'CONNECTING') this.#tries++;
    // One that is stopped goes through UNBINDING.
    if (this.#state === 'BOUND' && state === 'CLOSED') this.#tallies.drops++;
    this.#state = state;
  }

  /** Runs `work` and remembers the longest run, because the process is blocked during it. */
  measure(work: () => void): void {
    const began = this.#clock.now();
    work();
    this.#slowestTick = Math.max(this.#slowestTick, this.#clock.now() - began);
  }

  get tallies(): Tallies {
    return this.#tallies;
  }

  countSubmitted(): void {
    this.#submitted++;
    this.#tallies.submitted++;
  }

  /** Returns the counts since the last call, and starts again at zero. */
  takeTallies(): Tallies {
    const taken = this.#tallies;
    this.#tallies = tallies();
    return taken;
  }

  /** Returns the state with the rates since the last call. */
  takeReport() {
    const now = this.#clock.now();
    const submittedPerSecond = (this.#submitted / Math.max(1, now - this.#submittedSince)) * 1000;
    const slowestTickMs = this.#slowestTick;
    const tries = this.#tries;
    this.#tries = 0;
    this.#submitted = 0;
    this.#submittedSince = now;
    this.#slowestTick = 0;
    return {
      state: this.#state,
      since: this.#since,
      lastError: this.lastError,
      tries,
      submittedPerSecond,
      slowestTickMs,
    };
  }
}
