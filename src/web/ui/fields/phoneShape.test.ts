import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import { normalizePhone } from '../../../contract/shared/phone.ts';
import { hasPhoneShape } from './phoneShape.ts';
import { phoneWithPrefix } from './phoneWithPrefix.ts';

test.each([
  ['0712345678', 'KE'],
  ['254712345678', 'KE'],
  ['+254 (0) 712 345678', 'KE'],
  ['84 123 4567', 'MZ'],
  ['0044 7400 123456', 'KE'],
  ['٠٧١٢٣٤٥٦٧٨', 'KE'],
  ['+683 8884012', 'TZ'],
  ['8884012', 'NU'],
])('%j in %s may be a phone number', (written, country) => {
  expect(hasPhoneShape(written, country)).toBe(true);
});

test.each([
  ['12345', 'KE'],
  ['71234567', 'KE'],
  ['841234', 'MZ'],
  ['+254712', 'KE'],
  ['my number', 'KE'],
  ['0712345678901234567', 'KE'],
])('%j in %s is no phone number', (written, country) => {
  expect(hasPhoneShape(written, country)).toBe(false);
});

test('the server accepts no number without the shape', () => {
  const written = fc.stringMatching(/^(\+|00|0)?[1-9][0-9]{2,16}$/);
  const country = fc.constantFrom(...COUNTRIES.map(({ code }) => code));
  fc.assert(
    fc.property(written, country, (text, code) => {
      const isAccepted = normalizePhone(phoneWithPrefix(text, code), code).ok;
      expect(!isAccepted || hasPhoneShape(text, code)).toBe(true);
    }),
    { numRuns: 3000, seed: 7 },
  );
});
