import { expect, test } from 'vitest';
import { ENDINGS as DARAJA } from '../../../sim/mpesa/daraja-endings.ts';
import { ENDINGS as OPEN_API } from '../../../sim/mpesa/openapi-endings.ts';
import { SANDBOX_ACCOUNTS } from './accounts.ts';

test('the first purchase of each account succeeds: no simulator has an ending for its phone', () => {
  expect(SANDBOX_ACCOUNTS.length).toBeGreaterThan(5);
  const failing = SANDBOX_ACCOUNTS.filter(({ phone }) => {
    const ending = phone.slice(-2);
    return ending in DARAJA || ending in OPEN_API;
  });
  expect(failing).toEqual([]);
});

test('accounts are named as people and firms are', () => {
  for (const { firstName, lastName, companyName, name } of SANDBOX_ACCOUNTS)
    for (const word of [firstName, lastName, companyName ?? ''])
      expect(word.toLowerCase(), name).not.toMatch(/sandbox|client|support|ebu|test/);
});
