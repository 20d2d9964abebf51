/** Counts tries by key in a window of time, in this process's memory. */
export type Limiter = {
  /** Counts one try. Answers 0, or the whole seconds to wait when there were too many. */
  take(key: string): number;
  /** The key did well: start again from nothing. */
  forget(key: string): void;
};

/**
 * @param tries how many are let through in `seconds`
 * @param now a clock in milliseconds
 */
export function openLimiter(tries: number, seconds: number, now: () => number = Date.now): Limiter {
  const seen = new Map<string, { count: number; until: number }>();
  return {
    take(key) {
      const at = now();
      // Bounded by what can be tried in one window; swept when it grows.
      if (seen.size > 10_000) for (const [old, { until }] of seen) if (until <= at) seen.delete(old);
      let entry = seen.get(key);
      if (!entry || entry.until <= at) seen.set(key, (entry = { count: 0, until: at + seconds * 1000 }));
      entry.count++;
      return entry.count > tries ? Math.ceil((entry.until - at) / 1000) : 0;
    },
    forget(key) {
      seen.delete(key);
    },
  };
}
