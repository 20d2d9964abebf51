import { expect, test } from 'vitest';
import type { Refusal } from '../../infra/errors.ts';
import {
  allowanceAt,
  compileGuard,
  refuseByShare,
  refuseNumber,
  ruleOf,
  rulesInForce,
  velocityNow,
  waitsUntil,
} from './guard.rules.ts';
import type { GuardRule } from './guard.rules.ts';

const rule = (id: string, kind: GuardRule['kind'], more: Partial<GuardRule> = {}): GuardRule => ({
  id,
  clientId: null,
  kind,
  countries: [],
  prefix: '',
  digits: null,
  codes: null,
  share: null,
  messages: null,
  seconds: null,
  until: null,
  ...more,
});
const named = (refusal: Refusal | undefined) => refusal && [refusal.code, ruleOf(refusal)?.ruleId];

test.each([
  ['without rules anything goes', [], undefined],
  [
    'a country that the account does not allow',
    [rule('own', 'COUNTRIES', { clientId: 'c', countries: ['TZ'] })],
    ['COUNTRY_NOT_ALLOWED', 'own'],
  ],
  [
    "the account's countries go before the platform's",
    [
      rule('all', 'COUNTRIES', { countries: ['TZ'] }),
      rule('own', 'COUNTRIES', { clientId: 'c', countries: ['KE'] }),
    ],
    undefined,
  ],
  ['a range of the platform', [rule('r', 'RANGE', { prefix: '25471' })], ['RANGE_BLOCKED', 'r']],
  [
    'ranges of the platform and of the account add up',
    [
      rule('other', 'RANGE', { prefix: '25573' }),
      rule('own', 'RANGE', { clientId: 'c', prefix: '2547123' }),
    ],
    ['RANGE_BLOCKED', 'own'],
  ],
  ['a range that only begins alike', [rule('r', 'RANGE', { prefix: '2547129' })], undefined],
])('%s', (_, rules, expected) => {
  expect(named(refuseNumber(compileGuard(rules), '254712345678', 'KE'))).toEqual(expected);
});

test.each([
  [{ sent: 5, entered: 0 }, false],
  [{ sent: 6, entered: 0 }, true],
  // One that is entered makes up for four that are not.
  [{ sent: 10, entered: 1 }, false],
  [{ sent: 11, entered: 1 }, true],
  [{ sent: 505, entered: 100 }, false],
  [{ sent: 506, entered: 100 }, true],
])('of %j, five may stay unentered beyond a share of 20 %%', (use, refused) => {
  const guard = compileGuard([rule('s', 'SHARE', { digits: 8, codes: 5, share: 20 })]);
  const refusal = refuseByShare(guard, '254712345678', new Map([['25471234', use]]));
  expect(named(refusal)).toEqual(refused ? ['CODES_NOT_ENTERED', 's'] : undefined);
});

test('an account is new until its rule ends; the rule of the platform limits nobody by itself', () => {
  const until = new Date('2026-11-27T12:00:00Z');
  const limit = { messages: 10, seconds: 3600 };
  const own = compileGuard([rule('n', 'NEW_ACCOUNT', { clientId: 'c', until, ...limit })]);
  expect(velocityNow(own, new Date('2026-11-27T11:59:59Z'))).toMatchObject({ id: 'n', ...limit });
  expect(velocityNow(own, until)).toBeUndefined();
  expect(velocityNow(compileGuard([rule('p', 'NEW_ACCOUNT', limit)]), new Date())).toBeUndefined();
});

const NOW = new Date('2026-11-27T12:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const USE = { id: 'n', messages: 100, seconds: 3600, until: later(86_400), used: 60, left: 600 };

test.each([
  ['now', 0, {}, 40],
  ['within the time of the rule', 599, {}, 40],
  ['after it', 600, {}, 100],
  ['once the account is new no more', 86_400, {}, undefined],
  ['where the rule was lowered', 0, { messages: 50 }, 0],
  ['where nothing was sent', 0, { used: 0, left: 0 }, 100],
] as const)('a campaign of a new account may have, %s', (_, seconds, more, expected) => {
  expect(allowanceAt({ ...USE, ...more }, later(seconds), NOW)).toBe(expected);
});

test.each([
  ['within the limit', 40, {}, null],
  ['beyond it until its time ends', 41, {}, 600],
  ['beyond it at any time', 101, {}, 86_400],
  ['until the account is new no more, if that is sooner', 41, { until: later(60) }, 60],
] as const)('a campaign waits, %s', (_, total, more, seconds) => {
  expect(waitsUntil({ ...USE, ...more }, total, NOW)).toEqual(
    seconds === null ? null : later(seconds),
  );
});

test("the rules in force are the account's own, those of the platform that they do not replace, and the limit while it is new", () => {
  const until = new Date(1000);
  const guard = compileGuard([
    rule('all countries', 'COUNTRIES', { countries: ['KE'] }),
    rule('own countries', 'COUNTRIES', { clientId: 'c', countries: ['TZ'] }),
    rule('range', 'RANGE', { prefix: '25499' }),
    rule('share 3', 'SHARE', { digits: 3, codes: 1, share: 20 }),
    rule('share 6', 'SHARE', { digits: 6, codes: 1, share: 20 }),
    rule('own share 6', 'SHARE', { clientId: 'c', digits: 6, codes: 2, share: 20 }),
    rule('number', 'NUMBER', { messages: 5, seconds: 60 }),
    rule('new accounts', 'NEW_ACCOUNT', { messages: 5, seconds: 60 }),
    rule('new', 'NEW_ACCOUNT', { clientId: 'c', messages: 5, seconds: 60, until }),
  ]);
  const always = ['number', 'own countries', 'own share 6', 'range', 'share 3'];
  expect([...rulesInForce(guard, new Date(999))].toSorted()).toEqual(['new', ...always].toSorted());
  expect([...rulesInForce(guard, until)].toSorted()).toEqual(always);
});
