import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainName } from './plain-name.rules.ts';

test.each([
  ['Jambo Tours & Travel (K) Ltd.', 'Jambo Tours & Travel (K) Ltd.'],
  ['Açúcar de Moçambique, S.A.', 'Açúcar de Moçambique, S.A.'],
  ['7 Eleven 24/7', '7 Eleven 24 7'],
  ['Your prize: https://evil.example/win?x=1 now', 'Your prize: now'],
  ['M-PESA evil.example/login', 'M-PESA evil example login'],
  ['www.evil.co.ke', 'www evil co ke'],
  ['write to help@evil.example', 'write to evil example'],
  ['ana.admin@example.com', 'ana admin'],
  ['Bank. Call +254 712 345-678 today', 'Bank. Call today'],
  ['Bank\r\nBcc: all', 'Bank Bcc: all'],
  ['Jam\u202ebo\u200b', 'Jam bo'],
  ['A'.repeat(200), 'A'.repeat(60)],
])('%j becomes %j', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

test('no linkable text is left, and a plain name is unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.emailAddress(), fc.domain(), fc.string()), (name) => {
      const plain = plainName(`Pay ${name} now`);
      expect(plain).not.toMatch(/:\/\/|@|[\p{L}\p{N}-]\.\p{L}{2}|\d{7}|[\r\n]/u);
      expect([...plain].length).toBeLessThanOrEqual(60);
      expect(plainName(plain)).toBe(plain);
    }),
  );
});
