import { expect, test } from 'vitest';
import { plainNumber, writtenNumber } from './plainNumber.ts';

test.each([
  ['1000', '1000', '1000'],
  ['10,5', '10.5', '10.5'],
  ['10.5', '10.5', '10.5'],
  ['0.125', '0.125', '0.125'],
  ['0,125', '0.125', '0.125'],
  ['1,000', '1000', '1.000'],
  ['1.000', '1.000', '1000'],
  ['12.400,5', '12400.5', '12400.5'],
  ['12,400.5', '12400.5', '12400.5'],
  ['1 000 000,25', '1000000.25', '1000000.25'],
  ['1\u00a0000', '1000', '1000'],
  ['1,000,000', '1000000', '1000000'],
  ['1.000.000', '1000000', '1000000'],
  ['-10,5', '-10.5', '-10.5'],
  ['-1.000', '-1.000', '-1000'],
  ['1000,000', '1000.000', '1000.000'],
  ['', '', ''],
])('%j is %j on an English screen and %j on a Portuguese one', (written, en, pt) => {
  expect(plainNumber(written, 'en')).toBe(en);
  expect(plainNumber(written, 'pt')).toBe(pt);
});

test.each(['1,2,3', '1.2.3', '1,00.000,5', '1 0', 'many', '1.,5'])('%j is no number', (written) => {
  for (const language of ['en', 'pt', 'sw'])
    expect(Number(plainNumber(written, language))).toBeNaN();
});

test('a number that a field is filled with is read back unchanged', () => {
  for (const language of ['en', 'pt', 'sw'])
    for (const value of [0, 5, 10.5, 0.125, 12.345, 1234.567, 1000, 999.9999])
      expect(Number(plainNumber(writtenNumber(value, language), language))).toBe(value);
});
