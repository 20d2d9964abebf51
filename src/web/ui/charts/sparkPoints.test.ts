import { expect, test } from 'vitest';
import { sparkPoints } from './sparkPoints.ts';

const BOX = { width: 120, height: 36 };
const heights = (values: readonly (number | null)[], isShare: boolean) =>
  sparkPoints(values, isShare, BOX)?.map(([, y]) => Math.round(y));

test('a delivery rate that moves by two points does not fall to the ground', () => {
  expect(heights([0.91, 0.89, 0.91], true)).toEqual([3, 6, 3]);
});

test('a delivery rate that falls by half does', () => {
  expect(heights([0.9, 0.4], true)).toEqual([3, 33]);
});

test('a count begins at zero', () => {
  expect(heights([100, 50], false)).toEqual([3, 18]);
});

test('a day without a measure has no point, and nothing but zeros has no curve', () => {
  expect(heights([1, null, 1], false)).toHaveLength(2);
  expect(sparkPoints([0, 0, 0], false, BOX)).toBeNull();
  expect(sparkPoints([0.9], true, BOX)).toBeNull();
});
