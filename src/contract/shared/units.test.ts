import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  UNIT,
  formatUnits,
  parseDecimal,
  rateFinder,
  unitsForAmount,
  unitsForMessage,
  unitsFromNumber,
  unitsToNumber,
  wholeAmountForUnits,
} from './units.ts';

fc.configureGlobal({ seed: 34 });

describe('on the wire', () => {
  test.each([
    [0n, 0],
    [1n, 0.0001],
    [1_000_000_000n, 100_000],
    [12_345_678n, 1234.5678],
    [-5_000n, -0.5],
  ])('%s is %d', (units, number) => {
    expect(unitsToNumber(units)).toBe(number);
    expect(unitsFromNumber(number)).toBe(units);
  });

  test.each([0.00001, 1.23456, Number.NaN, Infinity, 1e15])('%d is refused', (number) => {
    expect(() => unitsFromNumber(number)).toThrow(RangeError);
  });

  test('a value beyond the exact range is refused, not rounded', () => {
    expect(() => unitsToNumber(10n ** 15n)).toThrow(RangeError);
  });

  test('property: units survive JSON', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n }), (units) => {
        const written = JSON.stringify(unitsToNumber(units));
        expect(unitsFromNumber(JSON.parse(written))).toBe(units);
        expect(parseDecimal(formatUnits(units).replaceAll(',', ''))).toBe(units);
      }),
    );
  });
});

test.each([
  ['0.8000', 8_000n],
  ['1', 10_000n],
  ['-2.5', -25_000n],
  ['12.3456', 123_456n],
])('parseDecimal %s', (decimal, value) => {
  expect(parseDecimal(decimal)).toBe(value);
});

test.each(['', '.5', '1.', '1.23456', '1e3', '1,000', ' 1', '0x1', '--1', 'NaN'])(
  'parseDecimal refuses %j',
  (decimal) => {
    expect(() => parseDecimal(decimal)).toThrow(RangeError);
  },
);

test.each([
  [0n, '0'],
  [1_000_000_000n, '100,000'],
  [12_345_678n, '1,234.5678'],
  [10_500n, '1.05'],
  [-12_345_000n, '-1,234.5'],
])('formatUnits %s', (units, written) => {
  expect(formatUnits(units)).toBe(written);
});

describe('prices', () => {
  test('a segment to the home region costs one unit', () => {
    expect(unitsForMessage(1, '0.8', '0.8000')).toBe(UNIT);
    expect(unitsForMessage(3, '0.8', '0.8')).toBe(3n * UNIT);
  });

  test('other regions cost in proportion, rounded up to four decimals', () => {
    expect(unitsForMessage(2, '1.6', '0.8')).toBe(4n * UNIT);
    expect(unitsForMessage(1, '1', '3')).toBe(3_334n);
    expect(unitsForMessage(3, '1', '3')).toBe(UNIT);
    expect(unitsForMessage(1, '0.0001', '99999999.9999')).toBe(1n);
  });

  test('property: rounding up is never short and never a ten-thousandth over', () => {
    const price = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const decimal = (value: bigint) =>
      `${value / UNIT}.${(value % UNIT).toString().padStart(4, '0')}`;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 255 }), price, price, (segments, region, home) => {
        const units = unitsForMessage(segments, decimal(region), decimal(home));
        const exact = BigInt(segments) * region * UNIT;
        expect(units * home >= exact).toBe(true);
        expect((units - 1n) * home < exact).toBe(true);
      }),
    );
  });

  test('money buys units rounded down, units cost whole money rounded up', () => {
    expect(unitsForAmount('100', '0.8')).toBe(125n * UNIT);
    expect(unitsForAmount('1', '3')).toBe(3_333n);
    expect(wholeAmountForUnits(125n * UNIT, '0.8')).toBe(100n);
    expect(wholeAmountForUnits(126n * UNIT, '0.8')).toBe(101n);
    expect(wholeAmountForUnits(0n, '0.8')).toBe(0n);
  });

  test('prices of zero and negative amounts are refused', () => {
    expect(() => unitsForMessage(1, '1', '0')).toThrow(RangeError);
    expect(() => unitsForAmount('1', '-1')).toThrow(RangeError);
    expect(() => unitsForAmount('-1', '1')).toThrow(RangeError);
  });
});

describe('rateFinder', () => {
  const kenya = { name: 'Kenya', regionFilters: ['254'] };
  const safaricom = { name: 'Safaricom', regionFilters: ['+25471', '+25472'] };
  const world = { name: 'World', regionFilters: [''] };

  test('the longest prefix wins, whatever the order, with or without a plus', () => {
    const find = rateFinder([kenya, safaricom]);
    expect(find('+254712345678')).toBe(safaricom);
    expect(find('254733345678')).toBe(kenya);
    expect(find('+255754123456')).toBeUndefined();
    expect(rateFinder([safaricom, kenya])('254712345678')).toBe(safaricom);
  });

  test('an empty prefix matches every number, and of two rates with one prefix the earlier wins', () => {
    expect(rateFinder([kenya, world])('+255754123456')).toBe(world);
    expect(
      rateFinder([kenya, { name: 'inherited', regionFilters: ['254'] }])('+254712345678'),
    ).toBe(kenya);
  });
});
