import { expect, test } from 'vitest';
import { growth, isFlat } from './slope.ts';

const line = (from: number, step: number, noise = 0) =>
  Array.from({ length: 20 }, (_, at) => ({
    at: at * 60,
    value: from + at * step + (at % 2 === 0 ? noise : -noise),
  }));

test('growth is what the fitted line climbs from the first sample to the last', () => {
  expect(growth(line(100, 2))).toBeCloseTo(38);
  expect(growth(line(100, -1))).toBeCloseTo(-19);
  expect(growth(line(100, 0, 50))).toBeLessThan(0.1 * 100 + 5);
  expect(growth([{ at: 1, value: 5 }])).toBe(0);
});

test('a figure that climbs by more than its share is not flat', () => {
  const limit = { share: 0.2, least: 10 };
  expect(isFlat(line(100, 0), limit)).toBe(true);
  expect(isFlat(line(100, 0.9), limit)).toBe(true);
  expect(isFlat(line(100, 3), limit)).toBe(false);
  expect(isFlat(line(1, 0.4), limit)).toBe(true);
  expect(isFlat(line(100, -5), limit)).toBe(true);
});
