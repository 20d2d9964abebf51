import { expect, test } from 'vitest';
import { openPeak } from './peak.rules.ts';

test('a peak holds for this window and the next, and is forgotten after a pause', () => {
  let now = 1000;
  const peak = openPeak(() => now);
  const at = (time: number, value: number) => {
    now = 1000 + time;
    return peak(value);
  };
  expect([at(0, 3), at(50, 32), at(99, 1)]).toEqual([3, 32, 32]);
  // The window before counts, however early in it the peak was.
  expect([at(100, 2), at(199, 5)]).toEqual([32, 32]);
  expect([at(200, 1), at(299, 4)]).toEqual([5, 5]);
  // After a pause of two windows nothing is left of it.
  expect(at(499, 2)).toBe(2);
});
