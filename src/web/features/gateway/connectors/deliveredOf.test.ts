import { expect, test } from 'vitest';
import { deliveredOf } from './deliveredOf.ts';

const rate = (receipts: number, share: number, usual: number | null) => ({
  hour: { receipts, share, medianSeconds: null },
  usual: usual === null ? null : { receipts: 50, share: usual, medianSeconds: null },
});

test('shares of routes weigh by their receipts of the hour, the usual ones too', () => {
  const { delivered, usual } = deliveredOf([rate(300, 0.9, 0.98), rate(100, 0.5, 0.94)]);
  expect(delivered).toBeCloseTo(0.8);
  expect(usual).toBeCloseTo(0.97);
});

test('there is no usual share while a route has none, and no share without a receipt', () => {
  expect(deliveredOf([rate(10, 0.9, 0.98), rate(1, 1, null)]).usual).toBeNull();
  expect(deliveredOf([rate(10, 0.9, 0.98), rate(0, 0, null)]).usual).toBeCloseTo(0.98);
  expect(deliveredOf([rate(0, 0, 0.9)])).toEqual({ delivered: null, usual: null });
});
