import { expect, test } from 'vitest';
import { faultOf, quoteOf } from './quote.ts';

const PROVIDER = { leastAmount: 10, mostAmount: 150_000 };
const price = { costPrice: '0.8', mostAmount: PROVIDER.mostAmount, language: 'en' };

test.each([
  ['units', '1000', 10_000_000n, 800n, 10_000_000n, undefined],
  ['units', '1,001', 10_010_000n, 801n, 10_012_500n, undefined],
  ['amount', '800', 8_000_000n, 800n, 10_000_000n, undefined],
  ['amount', '80.5', 805_000n, 80n, 1_000_000n, 'NUMBER'],
  ['units', '', undefined, undefined, undefined, 'NUMBER'],
  ['units', 'many', undefined, undefined, undefined, 'NUMBER'],
  ['amount', '-5', undefined, undefined, undefined, 'NUMBER'],
  ['units', '0', 0n, 0n, undefined, 'NUMBER'],
  ['amount', '9', 90_000n, 9n, 112_500n, 'BOUNDS'],
  ['amount', '150001', 1_500_010_000n, 150_001n, undefined, 'BOUNDS'],
] as const)('%s %j', (by, written, wanted, cost, bought, fault) => {
  const quote = quoteOf(by, written, price);
  expect(quote).toEqual({ wanted, cost, bought });
  expect(faultOf(quote, by, by === 'amount' ? written : '', PROVIDER)).toBe(fault);
});

test('a number means what the screen writes: 10,5 is not 105, and 1.000 is a thousand in Portuguese', () => {
  const pt = { ...price, language: 'pt' };
  expect(quoteOf('units', '10,5', pt)).toMatchObject({ wanted: 105_000n, cost: 9n });
  expect(quoteOf('units', '10,5', price)).toMatchObject({ wanted: 105_000n });
  expect(quoteOf('units', '1.000', pt)).toMatchObject({ wanted: 10_000_000n, cost: 800n });
  expect(quoteOf('units', '1.000', price)).toMatchObject({ wanted: 10_000n });
});
