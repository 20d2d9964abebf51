import { expect, test } from 'vitest';
import type { Role } from '../../../../contract/shared/roles.ts';
import { chooseApprovers, excerptOf } from './approvers.rules.ts';

const account = (clientId: string, accessLevel: Role, path: string) => ({
  clientId,
  accessLevel,
  path,
});
const everybody = [
  account('admin', 'ADMINISTRATOR', '1.'),
  account('admin2', 'ADMINISTRATOR', '1.9.'),
  account('support', 'IT_SUPPORT', '1.8.'),
  account('approver', 'EBU_APPROVER', '1.7.'),
  account('reseller', 'RESELLER', '1.2.'),
  account('company', 'COMPANY', '1.2.3.'),
  account('elsewhere', 'RESELLER', '1.4.'),
];
const chosen = (owner: { accessLevel: Role; path: string }, involved: string[] = []) =>
  chooseApprovers(everybody, owner, ['owner', ...involved]).map(({ clientId }) => clientId);

test.each<[string, Role, string, string[], string[]]>([
  ["an EBU client's, by the approvers", 'EBU_CLIENT', '1.6.', [], ['approver']],
  ['the nearest above', 'CLIENT', '1.2.3.5.', [], ['company']],
  ['the next, where the nearest made it', 'CLIENT', '1.2.3.5.', ['company'], ['reseller']],
  [
    "a reseller's own, by the administrators",
    'RESELLER',
    '1.4.',
    ['elsewhere'],
    ['admin', 'admin2'],
  ],
  ['with a hand in it, by the other', 'CLIENT', '1.5.', ['admin'], ['admin2']],
  ['an EBU client without approvers', 'EBU_CLIENT', '1.6.', ['approver'], ['admin', 'admin2']],
])('%s', (_name, accessLevel, path, involved, expected) => {
  expect(chosen({ accessLevel, path }, involved)).toEqual(expected);
});

test('an excerpt keeps to the signs of one SMS', () => {
  expect(excerptOf('Olá 😀\nmaria')).toBe('Ol maria');
  expect(excerptOf('x'.repeat(60))).toBe(`${'x'.repeat(37)}...`);
});
