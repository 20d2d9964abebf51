import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fromHundredths,
  invoiceRef,
  numberOfInvoice,
  taxIn,
  toHundredths,
} from './invoices.rules.ts';

test.each([
  ['116.00', '16', '100.00', '16.00'],
  ['100.00', '16', '86.21', '13.79'],
  ['0.01', '16', '0.01', '0.00'],
  ['118.00', '18.00', '100.00', '18.00'],
  ['80.00', null, '80.00', '0.00'],
  ['1.05', '5.00', '1.00', '0.05'],
])('%s with %s%% in it is %s and %s', (total, percent, net, tax) => {
  const split = taxIn(toHundredths(total), percent);
  expect([fromHundredths(split.net), fromHundredths(split.tax)]).toEqual([net, tax]);
});

test('net and tax add up to the total, and the tax is within half a hundredth of its share', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 12n }),
      fc.integer({ min: 1, max: 9_999 }),
      (total, share) => {
        const { net, tax } = taxIn(total, (share / 100).toFixed(2));
        expect(net + tax).toBe(total);
        const off = tax * (10_000n + BigInt(share)) - total * BigInt(share);
        expect(2n * (off < 0n ? -off : off)).toBeLessThanOrEqual(10_000n + BigInt(share));
      },
    ),
  );
});

test('a reference parses to its number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), (number) => {
      expect(numberOfInvoice(invoiceRef(number))).toBe(number);
    }),
  );
  expect(numberOfInvoice('12')).toBe(12n);
  expect(numberOfInvoice('Rose')).toBeUndefined();
});
