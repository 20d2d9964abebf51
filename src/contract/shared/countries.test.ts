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

test('home comes first and is suggested, the rest follows by label', () => {
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

test('in Portuguese countries are called as in Mozambique, and what is no country has no name', () => {
  expect(['KE', 'TZ', 'UG', 'MZ', 'QX'].map(countryNames('pt'))).toEqual([
    'Quénia',
    'Tanzânia',
    'Uganda',
    'Moçambique',
    undefined,
  ]);
  expect(countryNames('en')('KE')).toBe('Kenya');
});
