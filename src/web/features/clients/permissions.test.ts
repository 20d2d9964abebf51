import { expect, test } from 'vitest';
import type { Client } from '../../../contract/api/client-fields.ts';
import { ROLES, type Role } from '../../../contract/shared/roles.ts';
import { actionsFor, mayStandUnder, seesPrivileged } from './permissions.ts';

const me = (clientAccessLevel: Role) => ({ clientId: 'me', clientAccessLevel });
const other = (accessLevel: Role, clientStatus: Client['clientStatus'] = 'ACTIVE') => ({
  clientId: 'other',
  accessLevel,
  clientStatus,
  parentId: 'parent',
});

test('nobody manages their own account, and accounts without clients manage none', () => {
  for (const role of ROLES)
    expect(actionsFor(me(role), { ...other(role), clientId: 'me' })).toEqual([]);
  for (const role of ['CLIENT', 'EBU_CLIENT', 'EBU_APPROVER'] as const) {
    for (const level of ROLES) expect(actionsFor(me(role), other(level))).toEqual([]);
  }
});

test('an administrator may do everything that a status allows', () => {
  expect(actionsFor(me('ADMINISTRATOR'), other('CLIENT'))).toEqual([
    'edit',
    'brand',
    'resetPassword',
    'impersonate',
    'changeLevel',
    'move',
    'removeStrongSignIn',
    'block',
  ]);
  expect(actionsFor(me('ADMINISTRATOR'), other('CLIENT', 'INVITED'))).toEqual([
    'edit',
    'resend',
    'changeLevel',
    'move',
    'block',
  ]);
  expect(actionsFor(me('ADMINISTRATOR'), other('CLIENT', 'PENDING_ACTIVATION'))).toEqual([
    'edit',
    'activate',
    'changeLevel',
    'move',
    'removeStrongSignIn',
    'block',
  ]);
  expect(actionsFor(me('ADMINISTRATOR'), other('CLIENT', 'BLOCKED'))).toEqual([
    'edit',
    'changeLevel',
    'move',
    'removeStrongSignIn',
    'unblock',
  ]);
  expect(actionsFor(me('ADMINISTRATOR'), other('CLIENT', 'SHOULD_RESET_PASSWORD_LEGACY'))).toEqual([
    'edit',
    'resetPassword',
    'changeLevel',
    'move',
    'removeStrongSignIn',
    'block',
  ]);
  expect(actionsFor(me('ADMINISTRATOR'), other('ADMINISTRATOR'))).not.toContain('impersonate');
  expect(actionsFor(me('ADMINISTRATOR'), { ...other('ADMINISTRATOR'), parentId: null })).toEqual([
    'edit',
    'brand',
    'resetPassword',
    'removeStrongSignIn',
    'block',
  ]);
});

test('each other role has the permissions of the table', () => {
  expect(actionsFor(me('RESELLER'), other('CLIENT'))).toEqual([
    'edit',
    'resetPassword',
    'impersonate',
    'changeLevel',
    'move',
    'block',
  ]);
  // A reseller under a reseller: everything but acting for it.
  expect(actionsFor(me('RESELLER'), other('RESELLER'))).toEqual([
    'edit',
    'resetPassword',
    'changeLevel',
    'move',
    'block',
  ]);
  expect(actionsFor(me('COMPANY'), other('CLIENT'))).toEqual(['edit', 'block']);
  expect(actionsFor(me('IT_SUPPORT'), other('CLIENT'))).toEqual(['edit', 'resetPassword']);
  expect(actionsFor(me('IT_SUPPORT'), other('IT_SUPPORT'))).toEqual([]);
  expect(actionsFor(me('IT_SUPPORT'), other('ADMINISTRATOR'))).toEqual([]);
  expect(actionsFor(me('BD_CLIENT'), other('RESELLER', 'INVITED'))).toEqual(['edit', 'resend']);
});

test('rates and limits are for those above, and for staff also on themselves', () => {
  expect(seesPrivileged(me('RESELLER'), 'me')).toBe(false);
  expect(seesPrivileged(me('RESELLER'), 'other')).toBe(true);
  expect(seesPrivileged(me('IT_SUPPORT'), 'me')).toBe(true);
});

test('an account is placed under one that may create it', () => {
  expect(mayStandUnder('RESELLER', { accessLevel: 'RESELLER' })).toBe(true);
  expect(mayStandUnder('RESELLER', { accessLevel: 'COMPANY' })).toBe(false);
  expect(mayStandUnder('CLIENT', { accessLevel: 'COMPANY' })).toBe(true);
  expect(mayStandUnder('ADMINISTRATOR', { accessLevel: 'ADMINISTRATOR' })).toBe(true);
});
