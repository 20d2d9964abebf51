import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { normaliseCarrierId } from './carrier-ids.ts';

describe('ids', () => {
  test.each([
    ['00aBc', 'same', 'ABC'],
    ['0000', 'same', '0'],
    [' 12 ', 'same', '12'],
    ['6f1c-9a', 'same', '6F1C-9A'],
    ['0C0FFEE', 'hexToDecimal', '12648430'],
    ['c0ffee', 'hexToDecimal', '12648430'],
    ['0012648430', 'decimalToHex', 'C0FFEE'],
    ['6f1c-9a', 'hexToDecimal', '6F1C-9A'],
    ['C0FFEE', 'decimalToHex', 'C0FFEE'],
    ['FFFFFFFFFFFFFFFFFFFF', 'hexToDecimal', '1208925819614629174706175'],
    ['', 'same', ''],
  ] as const)('%j %s', (id, conversion, normal) => {
    expect(normaliseCarrierId(id, conversion)).toBe(normal);
  });

  test('ids answered in hex and reported in decimal compare equal', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 128n }),
        fc.boolean(),
        fc.nat(4),
        (id, upper, zeros) => {
          const hex = id.toString(16);
          const answered = '0'.repeat(zeros) + (upper ? hex.toUpperCase() : hex);
          expect(normaliseCarrierId(answered, 'hexToDecimal')).toBe(
            normaliseCarrierId(id.toString(), 'same'),
          );
          expect(normaliseCarrierId(id.toString(), 'decimalToHex')).toBe(
            normaliseCarrierId(answered, 'same'),
          );
        },
      ),
      { seed: 43 },
    );
  });
});
