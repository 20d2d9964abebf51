import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listSignInWays, type WaysFacts } from './ways.rules.ts';

const HERE = 'sms.tuma.test',
  ELSEWHERE = 'brand.test';
const plain: WaysFacts = {
  hasTotp: false,
  passkeys: [],
  recoveryCodesLeft: 0,
  use2fa: false,
  otpChannel: 'EMAIL',
  required: false,
};
const here = { host: HERE, isRefused: false },
  elsewhere = { host: ELSEWHERE, isRefused: false };

test.each<[string, Partial<WaysFacts>, string[]]>([
  ['a password alone', {}, []],
  ['codes by mail', { use2fa: true }, ['EMAIL']],
  ['codes by SMS', { use2fa: true, otpChannel: 'SMS' }, ['SMS']],
  [
    'codes by mail where strong sign-in is demanded and not set up yet',
    { use2fa: true, required: true },
    ['EMAIL'],
  ],
  ['an app', { hasTotp: true, recoveryCodesLeft: 10 }, ['TOTP', 'RECOVERY_CODE']],
  [
    'an app beside codes by mail',
    { hasTotp: true, use2fa: true, recoveryCodesLeft: 1 },
    ['TOTP', 'RECOVERY_CODE'],
  ],
  ['an app whose recovery codes are used up', { hasTotp: true }, ['TOTP']],
  [
    'a passkey of this host',
    { passkeys: [here], recoveryCodesLeft: 10 },
    ['PASSKEY', 'EMAIL', 'RECOVERY_CODE'],
  ],
  [
    'a passkey of another host',
    { passkeys: [elsewhere], otpChannel: 'SMS', recoveryCodesLeft: 10 },
    ['SMS', 'RECOVERY_CODE'],
  ],
  [
    'a demanded passkey of another host',
    { passkeys: [elsewhere], required: true, recoveryCodesLeft: 2 },
    ['RECOVERY_CODE'],
  ],
  ['a demanded passkey of another host alone', { passkeys: [elsewhere], required: true }, []],
  [
    'a passkey that may be a copy',
    { passkeys: [{ host: HERE, isRefused: true }], required: true, recoveryCodesLeft: 2 },
    ['RECOVERY_CODE'],
  ],
  [
    'all of them',
    { hasTotp: true, passkeys: [elsewhere, here], recoveryCodesLeft: 3, use2fa: true },
    ['PASSKEY', 'TOTP', 'RECOVERY_CODE'],
  ],
])('lists the ways of an account with %s', (_name, facts, ways) => {
  expect(listSignInWays({ ...plain, ...facts }, HERE)).toEqual(ways);
});

const factsArbitrary: fc.Arbitrary<WaysFacts> = fc.record({
  hasTotp: fc.boolean(),
  recoveryCodesLeft: fc.nat(10),
  use2fa: fc.boolean(),
  required: fc.boolean(),
  otpChannel: fc.constantFrom('SMS', 'EMAIL'),
  passkeys: fc.array(
    fc.record({ host: fc.constantFrom(HERE, ELSEWHERE), isRefused: fc.boolean() }),
    { maxLength: 3 },
  ),
});

test('never offers a code by mail or SMS beside an app, or where strong sign-in is required and set up', () => {
  fc.assert(
    fc.property(factsArbitrary, (facts) => {
      const ways = listSignInWays(facts, HERE);
      const isStrong = facts.hasTotp || facts.passkeys.length > 0;
      const isSent = ways.includes('SMS') || ways.includes('EMAIL');
      if (facts.hasTotp || (facts.required && isStrong)) expect(isSent).toBe(false);
      if (!isStrong && !facts.use2fa) expect(ways).toEqual([]);
      expect(new Set(ways).size).toBe(ways.length);
    }),
  );
});
