import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashCode, isRightCode, keyOfCode, maskCode, newCode, revealCode } from './codes.rules.ts';

const key = Buffer.alloc(32, 1);
const other = Buffer.alloc(32, 2);
const id = '0199f0cb-8192-7d43-be5f-60718293a4b5';

test('a code has its length, and is another one for each verification and key', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 4, max: 10 }), (verificationId, length) => {
      const { code } = newCode(key, verificationId, length);
      expect(code).toMatch(new RegExp(`^\\d{${length}}$`));
      expect(newCode(key, verificationId, length).code).toBe(code);
    }),
  );
  const codes = new Set(
    Array.from({ length: 1000 }, (_, at) => newCode(key, `${id}${at}`, 10).code),
  );
  expect(codes.size).toBe(1000);
  expect(newCode(other, id, 10).code).not.toBe(newCode(key, id, 10).code);
});

test('the stars of a stored text become the code, and nothing else does', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.integer({ min: 4, max: 10 }),
      (before, after, length) => {
        const { code, key: tag } = newCode(key, id, length);
        const { text, at } = maskCode(before, after, length);
        expect(text).toBe(`${before}${'*'.repeat(length)}${after}`);
        const place = { verificationId: id, at, length, key: tag };
        expect(revealCode(key, text, place)).toBe(`${before}${code}${after}`);
      },
    ),
  );
});

test('a rotation keeps codes under way; a key that is gone, or a text that was blanked, gives none', () => {
  const { code, key: tag } = newCode(key, id, 6);
  const place = { verificationId: id, at: 0, length: 6, key: tag };
  const rotated = () => [other, key];
  expect(revealCode(rotated, '******', place)).toBe(code);
  expect(isRightCode(rotated, { verificationId: id, hash: hashCode(key, id, code) }, code)).toBe(
    true,
  );
  expect(revealCode(other, '******', place)).toBeUndefined();
  expect(revealCode(key, '', place)).toBeUndefined();
});

test('a code that is sent again after a rotation is the one that was hashed', () => {
  const hash = hashCode(key, id, newCode(key, id, 6).code);
  const rotated = () => [other, key];
  const tag = keyOfCode(rotated, { verificationId: id, hash, length: 6 });
  expect(tag).toBe(newCode(key, id, 6).key);
  expect(revealCode(rotated, '******', { verificationId: id, at: 0, length: 6, key: tag! })).toBe(
    newCode(key, id, 6).code,
  );
  expect(keyOfCode(other, { verificationId: id, hash, length: 6 })).toBeUndefined();
});

test('a code is right for its own verification alone', () => {
  const hash = hashCode(key, id, '482193');
  expect(isRightCode(key, { verificationId: id, hash }, '482193')).toBe(true);
  expect(isRightCode(key, { verificationId: id, hash }, '482194')).toBe(false);
  expect(isRightCode(key, { verificationId: `${id}0`, hash }, '482193')).toBe(false);
  expect(isRightCode(other, { verificationId: id, hash }, '482193')).toBe(false);
});
