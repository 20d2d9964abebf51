import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { COUNTRIES, countryNames, PHONE_PREFIXES } from './countries.ts';

test('every country of the numbering plans is there once, with its prefix', () => {
  const expected = Object.fromEntries(
    getCountries()
      .filter((code) => /^[A-Z]{2}$/.test(code))
      .map((code) => [code, `+${getCountryCallingCode(code)}`]),
  );
  expect(PHONE_PREFIXES).toEqual(expected);
  expect(COUNTRIES).toHaveLength(Object.keys(expected).length);
});

test('home countries come first and are suggested, the rest follow by label', () => {
  expect(COUNTRIES.filter((country) => country.suggested).map((country) => country.code)).toEqual([
    'KE',
    'TZ',
    'UG',
    'MZ',
  ]);
  expect(COUNTRIES[0]).toEqual({
    code: 'KE',
    label: 'Kenya',
    phonePrefix: '+254',
    suggested: true,
  });
  const rest = COUNTRIES.slice(4).map((country) => country.label);
  expect(rest).toEqual([...rest].sort((one, other) => one.localeCompare(other, 'en')));
});

test('Portuguese names are those of Mozambique, and an unknown code has no name', () => {
  expect(['KE', 'TZ', 'UG', 'MZ', 'QX'].map(countryNames('pt'))).toEqual([
    'Quénia',
    'Tanzânia',
    'Uganda',
    'Moçambique',
    undefined,
  ]);
  expect(countryNames('en')('KE')).toBe('Kenya');
});
