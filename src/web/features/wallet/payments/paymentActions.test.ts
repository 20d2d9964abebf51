import { expect, test } from 'vitest';
import type { Role } from '../../../../contract/shared/roles.ts';
import { paymentActions } from './paymentActions.ts';

const READERS: readonly [role: Role, whose: 'own' | 'other', sync: boolean, again: boolean][] = [
  ['CLIENT', 'own', true, true],
  ['COMPANY', 'own', true, true],
  ['COMPANY', 'other', false, false],
  ['RESELLER', 'own', true, true],
  ['RESELLER', 'other', false, false],
  ['EBU_CLIENT', 'own', true, false],
  ['BD_CLIENT', 'other', false, false],
  ['IT_SUPPORT', 'other', true, false],
  ['ADMINISTRATOR', 'other', true, false],
];

test.each(READERS)('%s at a payment of %s: check now %s, try again %s', (role, whose, ...may) => {
  const me = { clientId: 'me', clientAccessLevel: role, impersonated: false };
  const payment = { clientId: whose === 'own' ? 'me' : 'other', units: 100 };
  const { maySync, mayBuyAgain } = paymentActions(me, payment);
  expect([maySync, mayBuyAgain]).toEqual(may);
  expect(paymentActions({ ...me, impersonated: true }, payment)).toEqual({
    maySync: false,
    mayBuyAgain: false,
  });
  // A fee has no units, and is paid on the page of its sender ID.
  expect(paymentActions(me, { ...payment, units: 0 }).mayBuyAgain).toBe(false);
});
