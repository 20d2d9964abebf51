import { expect, test } from 'vitest';
import { findTotpStep, newTotpSecret, totpUri } from './totp.rules.ts';

// RFC 6238, appendix B: the key '12345678901234567890' in Base32, the last six of its eight digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('accepts the code of RFC 6238 at %i seconds', (epoch, code) => {
  expect(findTotpStep(secret, code, epoch)).toBe(Math.floor(epoch / 30));
});

test.each([
  ['at the start of the step before', -30, true],
  ['at the start of the next step', 30, true],
  ['two steps late', 60, false],
  ['two steps early', -60, false],
])('%s the code is accepted: %s', (_name, drift, isAccepted) => {
  const step = Math.floor(1234567890 / 30);
  expect(findTotpStep(secret, '005924', step * 30 + drift)).toBe(isAccepted ? step : undefined);
});

test.each(['', '12345', '1234567', 'abcdef', '28708２', ' 287082'])(
  'refuses an invalid code: "%s"',
  (code) => {
    expect(findTotpStep(secret, code, 59)).toBeUndefined();
  },
);

test('creates secrets of 160 bits, and an address with issuer and account', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(newTotpSecret());
  const uri = new URL(totpUri(secret, 'Kibo & Co', 'amina@kibo.test'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Kibo & Co:amina@kibo.test');
  expect(uri.searchParams.get('secret')).toBe(secret);
  expect(uri.searchParams.get('issuer')).toBe('Kibo & Co');
});
