import { expect, test } from 'vitest';
import { inSizeOf } from './axisSize.ts';

test.each([
  [9_999, 5_000, [null, 5_000]],
  [10_000, 5_000, ['thousands', 5]],
  [9_999_999, 2_500_000, ['thousands', 2_500]],
  [10_000_000, 2_500_000, ['millions', 2.5]],
  [10_000_000, 0, [null, 0]],
])('on an axis to %d, %d has its size', (most, value, shown) => {
  expect(inSizeOf(most, value)).toEqual(shown);
});
