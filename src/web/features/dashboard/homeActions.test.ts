import { expect, test } from 'vitest';
import { ROLES, type Role } from '../../../contract/shared/roles.ts';
import { homeActionsOf } from './homeActions.ts';

const own = (clientAccessLevel: Role) => ({ clientAccessLevel, impersonated: false });

test.each([
  ['CLIENT', false, 'send'],
  ['COMPANY', true, 'send'],
  ['EBU_CLIENT', false, 'send'],
  ['RESELLER', true, 'transfer'],
  ['RESELLER', false, 'invite'],
  ['ADMINISTRATOR', false, 'invite'],
  ['EBU_APPROVER', false, undefined],
] as const)('the main button of %s, with clients %s, is %s', (role, hasClients, main) => {
  expect(homeActionsOf(own(role), hasClients).at(-1)).toBe(main);
});

test('each role that sends has the way to it on its home page', () => {
  for (const role of ROLES) {
    const actions = homeActionsOf(own(role), true);
    expect(actions.length === 0 || actions.includes('send'), role).toBe(true);
  }
});

test('a person who acts for a reseller is not led to a transfer, which only the account itself may make', () => {
  const acting = { clientAccessLevel: 'RESELLER', impersonated: true } as const;
  expect(homeActionsOf(acting, true)).toEqual(['fromFile', 'send']);
});
