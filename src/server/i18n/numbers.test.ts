import { expect, test } from 'vitest';
import { dailyLimit, noUnits, feeUnpaid, type Refusal } from '../infra/errors.ts';
import type { Language } from './language.ts';
import { formatNumber, unitsText } from './numbers.ts';
import { sentence } from './sentence.ts';

const said = (language: Language, refusal: Refusal) =>
  sentence(language, refusal.code, refusal.values);

test('thousands are set apart as each language does', () => {
  expect(formatNumber(1234, 'en')).toBe('1,234');
  expect(formatNumber(1234, 'pt')).toBe('1.234');
  expect(formatNumber(-1_234_567, 'pt')).toBe('-1.234.567');
  expect(formatNumber(999, 'pt')).toBe('999');
  expect(formatNumber('1500.50', 'en')).toBe('1,500.50');
  expect(formatNumber('1500.50', 'pt')).toBe('1.500,50');
  expect(unitsText(12_345_000n, 'en')).toBe('1,234.5');
  expect(unitsText(12_345_000n, 'pt')).toBe('1.234,5');
});

test('a refusal writes its numbers in the language of its sentence', () => {
  const short = noUnits('1234.5', '1000');
  expect(said('en', short)).toMatch(/1,234\.5.*1,000/);
  expect(said('pt', short)).toMatch(/1\.234,5.*1\.000/);
  const limited = dailyLimit(1500, 20_000, 19_000);
  expect(said('en', limited)).toContain('20,000');
  expect(said('pt', limited)).toContain('20.000');
  expect(said('pt', feeUnpaid('KES', '3500.00'))).toContain('KES 3.500,00');
  // A task keeps a refusal as JSON until somebody reads it.
  expect(sentence('pt', short.code, JSON.parse(JSON.stringify(short.values)))).toContain('1.234,5');
});
