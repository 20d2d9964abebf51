import { expect, test } from 'vitest';
import { ROLES, type Role } from '../contract/roles.ts';
import { homeOf, menuOf, SCREENS, screensOf } from './screens.tsx';

const labels = (role: Role) => menuOf(role).map((entry) => (entry.kind === 'link' ? entry.label : [entry.label, ...entry.links.map(({ label }) => label)]));

test('a company sees the whole menu in the order of the product', () => {
  expect(labels('COMPANY')).toEqual(['dashboard', ['messaging', 'fromFile', 'campaigns', 'sentMessages'], 'tasks']);
});

test('an approver sees a single link to campaigns, and no background tasks', () => {
  expect(labels('EBU_APPROVER')).toEqual(['dashboard', 'campaigns']);
});

test('support has no dashboard and business development no background tasks in the menu', () => {
  expect(labels('IT_SUPPORT')).toEqual([['messaging', 'fromFile', 'campaigns', 'sentMessages'], 'tasks']);
  expect(labels('BD_CLIENT')).toEqual([['messaging', 'fromFile', 'campaigns', 'sentMessages']]);
});

test('every role lands on a screen that it may open', () => {
  for (const role of ROLES) expect(screensOf(role).map(({ path }) => (path === '' ? '/dashboard' : `/dashboard/${path}`))).toContain(homeOf(role));
});

test('every address stands for one screen', () => {
  expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length);
});
