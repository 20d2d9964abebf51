import { expect, test } from 'vitest';
import { ROLES, type Role } from '../../../../contract/shared/roles.ts';
import { budgetOf } from './invitations.rules.ts';

const now = new Date('2026-11-22T12:00:00Z');
const aged = (days: number) => new Date(now.getTime() - days * 86_400_000);
const budget = { standard: 200, newcomer: 20 };

test.each<[Role, number, number]>([
  ['ADMINISTRATOR', 0, 200],
  ['IT_SUPPORT', 0, 200],
  ['BD_CLIENT', 0, 200],
  ['RESELLER', 0, 20],
  ['RESELLER', 29.9, 20],
  ['RESELLER', 30, 200],
  ['COMPANY', 0, 20],
  ['COMPANY', 3650, 20],
])('%s of %d days may send %d invitations a day', (accessLevel, days, most) => {
  expect(budgetOf({ accessLevel, createdAt: aged(days) }, budget, now)).toBe(most);
});

test('a newcomer never may send more than the standard budget of its level', () => {
  for (const accessLevel of ROLES) {
    const [young, old] = [0, 400].map((days) =>
      budgetOf({ accessLevel, createdAt: aged(days) }, budget, now),
    );
    expect(young).toBeLessThanOrEqual(old!);
  }
});
