import { expect, test } from 'vitest';
import { readRates } from './rate-import.rules.ts';

test('a price list is read by its column names, and faults name them as written', () => {
  const { rows, problems } = readRates(
    [
      ['País', 'prefixos', 'Preço', 'moeda'],
      ['Kenya', '+254', '0,9', 'kes'],
      ['=cmd', '999', '-5', 'KES'],
      ['Uganda', '256', 'abc', ''],
      ['Kenya', '254', '1', 'KES'],
      ['', '', '', ''],
    ],
    'en',
  );
  expect(rows).toEqual([
    { line: 2, regionName: 'Kenya', regionFilters: ['254'], costPrice: '0.9', currency: 'KES' },
  ]);
  expect(problems).toEqual([
    { line: 3, field: 'Preço', message: '"-5" cannot be used here.' },
    { line: 4, field: 'Preço', message: '"abc" cannot be used here.' },
    { line: 4, field: 'moeda', message: 'This is empty.' },
    { line: 5, field: 'País', message: expect.stringContaining('2') },
  ]);
  expect(readRates([['region', 'price']], 'en').problems.map(({ field }) => field)).toEqual([
    'prefixes',
    'currency',
  ]);
});

test('a comma that may set thousands apart is refused, and one before decimals is read', () => {
  const lines = ['1,250', '12,500', '1,25', '0,125', '1,2500', '1.250'].map((price, at) => [
    `Region ${at}`,
    String(200 + at),
    price,
    'UGX',
  ]);
  const { rows, problems } = readRates(
    [['region', 'prefixes', 'price', 'currency'], ...lines],
    'en',
  );
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [2, '"1,250" cannot be used here.'],
    [3, '"12,500" cannot be used here.'],
  ]);
  expect(rows.map(({ costPrice }) => costPrice)).toEqual(['1.25', '0.125', '1.2500', '1.250']);
});
