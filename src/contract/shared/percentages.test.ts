import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatShare, roundShare } from './percentages.ts';

test.each([
  [0, '0%'],
  [1, '100%'],
  [3221 / 3222, '99.9%'],
  [0.9951, '99.5%'],
  [0.994, '99%'],
  [0.5, '50%'],
  [0.123, '12%'],
  [0.0123, '1.2%'],
  [0.0042, '0.42%'],
  [1 / 1_000_000, '0.01%'],
  [-0.9999, '-99.9%'],
  [2.5, '250%'],
] as const)('%d is written %s', (share, written) => {
  expect(formatShare(share, 'en')).toBe(written);
});

test('a rate has one decimal, a change its sign', () => {
  expect(formatShare(0.9999, 'en', { decimals: 1 })).toBe('99.9%');
  expect(formatShare(0.0001, 'en', { decimals: 1 })).toBe('0.1%');
  expect(formatShare(0.972, 'pt', { decimals: 1 })).toBe('97,2%');
  expect(formatShare(0.09, 'en', { signed: true })).toBe('+9%');
  expect(formatShare(-0.0001, 'en', { signed: true })).toBe('-0.01%');
});

test('only none is 0 and only all is 100, whatever the decimals', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true, minExcluded: true, maxExcluded: true });
  fc.assert(
    fc.property(
      share,
      fc.option(fc.nat(3)),
      fc.constantFrom('en', 'pt'),
      (each, decimals, language) => {
        const written = formatShare(each, language, decimals === null ? {} : { decimals });
        const value = Number(written.replace('%', '').replace(',', '.'));
        return value > 0 && value < 100;
      },
    ),
  );
  fc.assert(
    fc.property(share, fc.integer({ min: 1, max: 6 }), (each, decimals) => {
      const rounded = roundShare(each, decimals);
      return rounded > 0 && rounded < 1;
    }),
  );
});
