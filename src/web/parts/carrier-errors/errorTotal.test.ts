import { expect, test } from 'vitest';
import { totalOf } from './errorTotal.ts';

const error = (network: string, day: number, share: number | null) => ({
  cid: 'carrier',
  country: 'KE',
  network,
  day,
  share,
});

test('all errors together are a share of what was submitted to their networks, each counted once', () => {
  const errors = [
    error('Safaricom', 20, 0.1),
    error('Safaricom', 10, 0.05),
    error('Airtel', 5, 0.05),
  ];
  const { errors: count, share } = totalOf(errors);
  expect(count).toBe(35);
  expect(share).toBeCloseTo(35 / 300);
});

test('a total without anything submitted has no share', () => {
  expect(totalOf([error('Safaricom', 3, null)])).toEqual({ errors: 3, share: null });
});
