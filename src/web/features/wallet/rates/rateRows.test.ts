import { expect, test } from 'vitest';
import { countryOf, networksOf } from './rateRows.ts';

test.each([
  [['254'], 'KE'],
  [['25471', '25472'], 'KE'],
  [['258'], 'MZ'],
  [['49'], 'DE'],
  [['254', '255'], undefined],
  [['1'], undefined],
  [['999'], undefined],
])('%j is of %s', (prefixes, country) => {
  expect(countryOf(prefixes)).toBe(country);
});

const mozambique = ['258'];
const vodacom = ['25884', '25885'];
const half = ['258861'];

test.each([
  ['a country alone', mozambique, [mozambique], ['Vodacom', 'Tmcel', 'Movitel']],
  ['a country beside one network', mozambique, [mozambique, vodacom], ['Tmcel', 'Movitel']],
  ['one network', vodacom, [mozambique, vodacom], ['Vodacom']],
  ['a part of a range', half, [mozambique, half], ['Movitel']],
  ['the rest of that range', mozambique, [mozambique, half], ['Vodacom', 'Tmcel', 'Movitel']],
  ['a country without known networks', ['49'], [['49']], []],
])('the networks of %s', (_name, prefixes, all, networks) => {
  expect(networksOf(prefixes, all)).toEqual(networks);
});
