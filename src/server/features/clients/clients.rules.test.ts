import { expect, test } from 'vitest';
import { MAY_CREATE } from '../../../contract/api/client-fields.ts';
import { ROLES, type Role } from '../../../contract/shared/roles.ts';
import {
  clientNameOf,
  mayImpersonate,
  mayManage,
  mayOpen,
  missingDetails,
  nest,
  NEXT,
  openStatus,
} from './clients.rules.ts';

const whole = {
  accountType: 'COMPANY' as const,
  firstName: 'A',
  lastName: 'B',
  companyName: 'C',
  email: 'a@b.cd',
  phone: '+254700000000',
  country: 'KE',
  timezone: 'UTC',
};

test('details: a company needs its name, a person does not', () => {
  expect(missingDetails(whole)).toEqual([]);
  expect(missingDetails({ ...whole, companyName: null, phone: '' })).toEqual([
    'phone',
    'companyName',
  ]);
  expect(openStatus({ ...whole, accountType: 'INDIVIDUAL', companyName: null })).toBe('ACTIVE');
  expect(openStatus({ ...whole, companyName: null })).toBe('SHOULD_UPDATE_DETAILS');
});

test('names', () => {
  expect(clientNameOf(whole)).toBe('C');
  expect(clientNameOf({ ...whole, accountType: 'INDIVIDUAL' })).toBe('A B');
  expect(clientNameOf({ ...whole, companyName: null, firstName: null })).toBe('B');
  expect(clientNameOf({ ...whole, companyName: null, firstName: null, lastName: null })).toBe(
    'a@b.cd',
  );
});

test('each level may create its own set of levels under the root', () => {
  const table: Record<Role, Role[]> = {
    ADMINISTRATOR: [...ROLES],
    IT_SUPPORT: ['RESELLER', 'COMPANY', 'CLIENT'],
    BD_CLIENT: ['RESELLER', 'COMPANY', 'CLIENT'],
    EBU_APPROVER: [],
    RESELLER: ['RESELLER', 'COMPANY', 'CLIENT'],
    COMPANY: ['CLIENT'],
    EBU_CLIENT: [],
    CLIENT: [],
  };
  expect(MAY_CREATE).toEqual(table);
  for (const actor of ROLES)
    for (const level of ROLES)
      expect(
        mayOpen(actor, level, { accessLevel: 'ADMINISTRATOR', isRoot: true }),
        `${actor} ${level}`,
      ).toBe(table[actor].includes(level));
});

test('below the root no account is under a lower level, and support creates none there', () => {
  const under = (actor: Role, level: Role, accessLevel: Role) =>
    mayOpen(actor, level, { accessLevel, isRoot: false });
  expect(under('ADMINISTRATOR', 'RESELLER', 'COMPANY')).toBe(false);
  expect(under('ADMINISTRATOR', 'CLIENT', 'COMPANY')).toBe(true);
  expect(under('ADMINISTRATOR', 'CLIENT', 'CLIENT')).toBe(false);
  expect(under('RESELLER', 'COMPANY', 'RESELLER')).toBe(true);
  expect(under('IT_SUPPORT', 'CLIENT', 'RESELLER')).toBe(false);
});

const at = (accessLevel: Role, path: string) => ({ clientId: path, path, accessLevel });

test('administrators manage all accounts, others lower levels among their descendants, and nobody itself', () => {
  expect(mayManage(at('ADMINISTRATOR', '1.2.'), at('ADMINISTRATOR', '1.'))).toBe(true);
  expect(mayManage(at('ADMINISTRATOR', '1.'), at('ADMINISTRATOR', '1.'))).toBe(false);
  expect(mayManage(at('IT_SUPPORT', '1.2.'), at('ADMINISTRATOR', '1.'))).toBe(false);
  expect(mayManage(at('IT_SUPPORT', '1.2.'), at('IT_SUPPORT', '1.3.'))).toBe(false);
  expect(mayManage(at('IT_SUPPORT', '1.2.'), at('RESELLER', '1.4.'))).toBe(true);
  expect(mayManage(at('RESELLER', '1.4.'), at('RESELLER', '1.4.5.'))).toBe(true);
  expect(mayManage(at('RESELLER', '1.4.'), at('RESELLER', '1.40.'))).toBe(false);
});

test('acting for an account requires a strictly higher level', () => {
  for (const [place, actor] of ROLES.entries())
    for (const [other, level] of ROLES.entries())
      expect(mayImpersonate(at(actor, '1.'), at(level, '1.2.'))).toBe(place < other);
});

test('statuses follow their table, and a block can be lifted', () => {
  expect(NEXT.INVITED).not.toContain('PENDING_ACTIVATION');
  expect(NEXT.ACTIVE).toEqual(['SHOULD_RESET_PASSWORD_LEGACY', 'BLOCKED']);
  for (const [from, next] of Object.entries(NEXT))
    if (from !== 'BLOCKED') expect(next).toContain('BLOCKED');
});

test('nesting keeps every client once, whatever the top', () => {
  const row = (clientId: string, parentId: string | null) => ({
    clientId,
    parentId,
    clientName: clientId,
    accessLevel: 'CLIENT' as const,
    clientStatus: 'ACTIVE' as const,
    smsBalance: 0,
    messagesLast30Days: 0,
  });
  const tree = nest([row('b', 'out of sight'), row('c', 'b'), row('d', 'b'), row('e', 'c')]);
  expect(tree).toHaveLength(1);
  expect(tree[0]).toMatchObject({
    clientId: 'b',
    clients: [{ clientId: 'c', clients: [{ clientId: 'e', clients: [] }] }, { clientId: 'd' }],
  });
});
