const WINDOW_MS = 100;

/**
 * Opens the highest of the values of this window of 100 ms and the one before.
 * @param now milliseconds that only grow
 * @returns a function that adds a value and returns the highest
 */
export function openPeak(now: () => number): (value: number) => number {
  let [since, current, before] = [now(), 0, 0];
  return (value) => {
    const passed = now() - since;
    if (passed >= WINDOW_MS) {
      before = passed < 2 * WINDOW_MS ? current : 0;
      current = 0;
      since += passed;
    }
    current = Math.max(current, value);
    return Math.max(before, current);
  };
}
