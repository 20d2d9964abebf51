import { expect, test } from 'vitest';
import { regionName, relative } from './figures.tsx';

test('the age in the largest fitting unit, and nothing within the minute', () => {
  expect(relative('en', -59)).toBeUndefined();
  expect(relative('en', -60)).toBe('1 minute ago');
  expect(relative('en', -3599)).toBe('59 minutes ago');
  expect(relative('en', -90_000)).toBe('yesterday');
  expect(relative('en', 7200)).toBe('in 2 hours');
  expect(relative('en', 7 * 86_400 - 300)).toBe('in 7 days');
  expect(relative('en', 60)).toBe('in 1 minute');
  expect(relative('pt', -7200)).toBe('há 2 horas');
});

test("a region of prices with a country's name has it in the reader's language", () => {
  expect(regionName('Mozambique', 'pt')).toBe('Moçambique');
  expect(regionName('Kenya', 'pt')).toBe('Quénia');
  expect(regionName('Kenya', 'en')).toBe('Kenya');
  expect(regionName('East Africa', 'pt')).toBe('East Africa');
});
