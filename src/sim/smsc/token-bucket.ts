/** A bucket that holds a tenth of a second's worth, so that a client at the agreed rate is not refused for its bursts. */
export class TokenBucket {
  #tokens = 0;
  #at = -Infinity; // it begins full

  /** Takes a token. @param rate tokens a second, 0 for no limit @returns whether there was one */
  take(rate: number): boolean {
    if (rate === 0) return true;
    const now = performance.now();
    this.#tokens = Math.min(
      Math.max(1, rate / 10),
      this.#tokens + ((now - this.#at) * rate) / 1000,
    );
    this.#at = now;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
