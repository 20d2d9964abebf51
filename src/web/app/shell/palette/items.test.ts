import { expect, test } from 'vitest';
import { actionsOf, matching, numberOf, remembered, type Item } from './items.ts';

const item = (label: string, to = `/${label}`, hint?: string): Item => ({
  group: 'go',
  label,
  to,
  ...(hint !== undefined && { hint }),
});

test.each([
  ['', ['Send SMS', 'Sent messages', 'Transacções']],
  ['sen', ['Send SMS', 'Sent messages']],
  ['SMS send', ['Send SMS']],
  ['transaccoes', ['Transacções']],
  ['cam sent', ['Sent messages']],
  ['c', ['Sent messages']],
  ['ent', []],
])('"%s" finds %j', (typed, labels) => {
  const items = [item('Send SMS'), item('Sent messages', '/s', 'Campaigns'), item('Transacções')];
  expect(matching(items, typed).map(({ label }) => label)).toEqual(labels);
});

test.each([
  ['0712 345 678', '0712345678'],
  ['+254 (712) 345-678', '+254712345678'],
  ['12345678', undefined],
  ['order 0712345678', undefined],
  ['', undefined],
])('a number in "%s" is %j', (typed, number) => {
  expect(numberOf(typed)).toBe(number);
});

test('the latest choice comes first, each once, and the oldest are left out', () => {
  const recent = [item('A'), item('B'), item('C')];
  expect(remembered(recent, item('B'), 3).map(({ label }) => label)).toEqual(['B', 'A', 'C']);
  expect(remembered(recent, item('D'), 3).map(({ label }) => label)).toEqual(['D', 'A', 'B']);
  expect(remembered(recent, item('D'), 3).every(({ group }) => group === 'recent')).toBe(true);
});

test('a role is offered what it may do', () => {
  const names = (role: Parameters<typeof actionsOf>[0]) => actionsOf(role).map(({ name }) => name);
  expect(names('CLIENT')).toContain('sendSms');
  expect(names('CLIENT')).not.toContain('inviteClient');
  expect(names('CLIENT')).not.toContain('testRoute');
  expect(names('RESELLER')).toContain('inviteClient');
  expect(names('IT_SUPPORT')).toContain('testRoute');
  expect(names('EBU_APPROVER')).not.toContain('sendSms');
});

test('a label that fits comes before a hint that does', () => {
  const items = [item('Send SMS', '/s', 'Campaigns'), item('Campaigns')];
  expect(matching(items, 'cam').map(({ label }) => label)).toEqual(['Campaigns', 'Send SMS']);
});
