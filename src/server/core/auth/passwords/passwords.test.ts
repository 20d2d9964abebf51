import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

test('a password is kept as argon2id at the cost that OWASP names first, and only it fits', async () => {
  const kept = await hashPassword('correct horse');
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(kept, 'correct horse')).toBe(true);
  expect(await verifyPassword(kept, 'correct horse ')).toBe(false);
});

test('an account without a password, and no account, are entered by no password', async () => {
  expect(await verifyPassword(null, 'a password that nobody has')).toBe(false);
  expect(await verifyPassword(undefined, 'a password that nobody has')).toBe(false);
});
