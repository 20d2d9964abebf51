/** How fast a link may send: a bucket of tokens under a limit that gives way when the carrier throttles. */

/** A burst lasts no longer than this share of a second. */
const BURST_SECONDS = 0.1;
const DECREASE = 0.9;
const INCREASE_A_SECOND = 0.03;
/**
 * Until the carrier throttled at a measured rate: the first burst that it refuses shows only that
 * it has a limit.
 */
const SEARCH_A_SECOND = 1;
/** Answers of one window arrive together: they are one sign of the carrier's limit, not many. */
const DECREASE_EVERY_MS = 500;

export class Pace {
  readonly #most: number;
  #limit: number;
  #tokens = 0;
  #at: number;
  #decreasedAt = -Infinity;
  /** True once the limit comes from a rate that the carrier accepted rather than from a burst. */
  #measured = false;
  #accepted = 0;
  #acceptedSince: number;
  #acceptedRate = 0;

  /** @param throughput PDUs a second, 0 for no limit @param now milliseconds of a monotonic clock, as everywhere here */
  constructor(throughput: number, now: number) {
    this.#most = throughput > 0 ? throughput : Infinity;
    this.#limit = this.#most;
    this.#at = now;
    this.#acceptedSince = now;
  }

  /** The present limit, in PDUs a second. */
  get limit(): number {
    return this.#limit;
  }

  /** Returns the number of PDUs that may be submitted now. */
  available(now: number): number {
    if (this.#limit === Infinity) return Infinity;
    const passed = (now - this.#at) / 1000;
    this.#at = now;
    if (now - this.#decreasedAt > 1000)
      this.#limit = Math.min(
        this.#most,
        this.#limit +
          Math.max(1, this.#limit * (this.#measured ? INCREASE_A_SECOND : SEARCH_A_SECOND)) *
            passed,
      );
    this.#tokens = Math.min(
      Math.max(1, this.#limit * BURST_SECONDS),
      this.#tokens + this.#limit * passed,
    );
    return Math.floor(this.#tokens);
  }

  take(count: number): void {
    if (this.#limit !== Infinity) this.#tokens -= count;
  }

  /** Returns the milliseconds until `count` PDUs may be submitted. */
  waitFor(count: number, now: number): number {
    return this.available(now) >= count
      ? 0
      : Math.max(1, Math.ceil(((count - this.#tokens) / this.#limit) * 1000));
  }

  accepted(count: number, now: number): void {
    this.#accepted += count;
    const passed = now - this.#acceptedSince;
    if (passed < 1000) return;
    this.#acceptedRate = (this.#accepted / passed) * 1000;
    this.#accepted = 0;
    this.#acceptedSince = now;
  }

  /** Lowers the limit to a little less than the rate that the carrier has just accepted. */
  throttled(now: number): void {
    if (now - this.#decreasedAt < DECREASE_EVERY_MS) return;
    this.#decreasedAt = now;
    const passed = Math.max(1, now - this.#acceptedSince);
    this.#measured = this.#limit !== Infinity && (this.#acceptedRate > 0 || passed >= 200);
    const taken = Math.max(
      this.#acceptedRate,
      passed >= 200 ? (this.#accepted / passed) * 1000 : this.#accepted,
    );
    this.#limit = Math.max(1, Math.min(this.#limit, Math.max(1, taken)) * DECREASE);
    this.#tokens = Math.min(this.#tokens, 0);
    this.#at = now;
  }
}
