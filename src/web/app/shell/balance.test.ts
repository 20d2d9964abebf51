import { expect, test } from 'vitest';
import { shareOfBalance } from './balance.ts';

test.each([
  [0, 100, 0],
  [-5, 100, 0],
  [50, 100, 0.125],
  [100, 100, 0.25],
  [200, 100, 0.5],
  [400, 100, 1],
  [9000, 100, 1],
  [9000, 0, 0],
])('a balance of %d with an alert at %d fills %d of the meter', (balance, level, share) => {
  expect(shareOfBalance(balance, level)).toBeCloseTo(share);
});
