import { expect, test } from 'vitest';
import { networkOf } from './networks.ts';
import { measureText } from './sms.ts';
import {
  hasLink,
  sharedClause,
  stopClause,
  usualClause,
  withoutStopClause,
  withStopClause,
  withToken,
} from './stop-clauses.ts';

const link = { base: 'sms.duka.co.ke/s/', length: 6 };
const clauses = {
  byPlace: {
    'KE/1': 'STOP *456*9*5#',
    'KE/2': 'STOP 15500',
    UG: 'STOP *196#',
    'UG/21': 'STOP *197#',
    MZ: 'SAIR {link}',
  },
  link,
};
const everywhere = { byPlace: { ...clauses.byPlace, ZZ: 'STOP {link}' }, link };
const safaricom = '\nSTOP *456*9*5#';

test('the code of Safaricom: a line break, STOP, a space, the code; 15 septets, nothing invisible at the end', () => {
  const clause = stopClause(clauses, { country: 'KE', network: 1 });
  expect(clause).toBe(safaricom);
  expect(clause.trimEnd()).toBe(clause);
  expect(measureText(clause)).toMatchObject({ encoding: 'GSM7', units: 15 });
});

test.each([
  ['+254722000000', 'KE', safaricom],
  ['+254733000000', 'KE', '\nSTOP 15500'],
  ['+254770000000', 'KE', ''],
  ['+256772000000', 'UG', '\nSTOP *197#'],
  ['+256700000000', 'UG', '\nSTOP *196#'],
  ['+258840000000', 'MZ', '\nSAIR sms.duka.co.ke/s/xxxxxx'],
  ['+12025550100', 'constructor', ''],
])('%s: that of its operator, else of its country, else none', (number, country, clause) => {
  expect(stopClause(clauses, { country, network: networkOf(number).code })).toBe(clause);
});

test('a country as a whole has its own clause, else that of its first operator', () => {
  expect(usualClause(clauses, 'UG')).toBe('\nSTOP *196#');
  expect(usualClause(clauses, 'KE')).toBe(safaricom);
  expect(usualClause(clauses, 'MZ')).toBe('\nSAIR sms.duka.co.ke/s/xxxxxx');
  expect(sharedClause(clauses, 'MZ')).toBe('');
  expect(usualClause(clauses, 'RW')).toBe('');
});

test('an operator without a code gets the general link, with a token of its own in place of the sample', () => {
  const airtel = { country: 'KE', network: 5 };
  expect(hasLink(clauses, airtel)).toBe(false);
  expect(hasLink(everywhere, airtel)).toBe(true);
  expect(hasLink(everywhere, { country: 'KE', network: 1 })).toBe(false);
  const text = `Sale${stopClause(everywhere, airtel)}`;
  expect(withToken(text, everywhere, 'aB3xYz')).toBe('Sale\nSTOP sms.duka.co.ke/s/aB3xYz');
  expect(measureText(withToken(text, everywhere, 'aB3xYz')).units).toBe(measureText(text).units);
});

test('is omitted if the text already contains it, however it is spaced', () => {
  expect(withStopClause('Sale today', safaricom)).toBe('Sale today\nSTOP *456*9*5#');
  expect(withStopClause('Sale today\nSTOP*456*9*5#', safaricom)).toBe('Sale today\nSTOP*456*9*5#');
  expect(withStopClause(withStopClause('Sale', safaricom), safaricom)).toBe('Sale\nSTOP *456*9*5#');
  expect(withStopClause('Sale', '')).toBe('Sale');
});

test.each([
  'Sale. STOP *4 5 6*9*5# today',
  'Sale. STOP *456*9*5#1 today',
  'Sale. S T O P *456*9*5#',
])('is added where nobody could use what the text contains of it: %s', (text) => {
  expect(withStopClause(text, '\nSTOP *456*9*5#')).toBe(`${text}\nSTOP *456*9*5#`);
});

test('every receiver gets a link that works, whatever the text contains of it', () => {
  const clauses = {
    byPlace: { KE: 'STOP {link}' },
    link: { base: 'duka.co.ke/s/', length: 6 },
  };
  const clause = stopClause(clauses, { country: 'KE', network: 0 });
  for (const text of [
    'Sale',
    'Sale. STOP duka.co.ke/s/xxx xxx now',
    'Sale. STOP duka.co.ke/s/xxxxxxA now',
    'STOP duka.co.ke/s/xxxxxx Sale duka.co.ke/s/xxxxxxA',
  ])
    expect(withToken(withStopClause(text, clause), clauses, 'aB3dE6')).toMatch(
      /STOP\s*duka\.co\.ke\/s\/aB3dE6(?![A-Za-z0-9])/,
    );
});

test('is taken off the end of a text that has one, so that each receiver gets its own', () => {
  expect(withoutStopClause('Sale\nSTOP *456*9*5#', clauses)).toBe('Sale');
  expect(withoutStopClause('Sale STOP *196# \n', clauses)).toBe('Sale');
  expect(withoutStopClause('Sale \nSTOP *196#', clauses)).toBe('Sale ');
  expect(withoutStopClause('Dial STOP *196# now', clauses)).toBe('Dial STOP *196# now');
});
