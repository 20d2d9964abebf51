/**
 * Messages a second, as a token bucket of one second: an even stream passes, and so does a burst of
 * one second.
 */
export class Throughput {
  readonly #buckets = new Map<string, { left: number; at: number }>();

  /**
   * Takes up to `wanted` tokens from the bucket of `who`.
   * @param perSecond its refill rate
   * @param now milliseconds of a monotonic clock
   * @returns the number of tokens taken
   */
  take(who: string, perSecond: number, wanted: number, now: number = performance.now()): number {
    const most = Math.max(1, perSecond);
    const bucket = this.#buckets.get(who) ?? { left: most, at: now };
    bucket.left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    const taken = Math.min(wanted, Math.floor(bucket.left));
    bucket.left -= taken;
    if (this.#buckets.size > 10_000) this.#forget(now);
    this.#buckets.set(who, bucket);
    return taken;
  }

  /** Takes all wanted tokens, or none. */
  takeAll(
    who: string,
    perSecond: number,
    wanted: number,
    now: number = performance.now(),
  ): boolean {
    const taken = this.take(who, perSecond, wanted, now);
    if (taken === wanted) return true;
    this.#buckets.get(who)!.left += taken;
    return false;
  }

  /** A caller that was idle for a minute has a full bucket anyway. */
  #forget(now: number): void {
    for (const [who, { at }] of this.#buckets) if (now - at > 60_000) this.#buckets.delete(who);
  }
}
