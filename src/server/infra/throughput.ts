/** Messages a second, as a bucket that holds one second's worth: an even stream passes, and so does a burst of a second. */
export class Throughput {
  readonly #buckets = new Map<string, { left: number; at: number }>();

  /**
   * Takes up to `wanted` from the bucket of `who`.
   * @param perSecond how fast it fills
   * @param now milliseconds of a clock that only goes forward
   * @returns how many were there
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

  /** Takes all that is wanted, or nothing. */
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
