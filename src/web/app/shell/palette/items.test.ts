import { expect, test } from 'vitest';
import { ROLES } from '../../../../contract/shared/roles.ts';
import { addressOf, SCREENS } from '../../screens.tsx';
import {
  actionsOf,
  matching,
  matchingActions,
  messageIdOf,
  numberOf,
  remembered,
  type Item,
} from './items.ts';
import { partsOf } from './parts.ts';

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
  expect(names('RESELLER')).toContain('transferUnits');
  // It reads transactions and transfers nothing.
  expect(names('IT_SUPPORT')).not.toContain('transferUnits');
  expect(actionsOf('COMPANY').find(({ name }) => name === 'transferUnits')?.to).toBe(
    '/dashboard/purchases?open=transfer',
  );
});

test.each([
  ['stop', ['Stop connector airtel-ke', 'Stop connector mtn']],
  ['stop air', ['Stop connector airtel-ke']],
  ['mtn sto', ['Stop connector mtn']],
  ['st', []],
  ['conn mtn', []],
  ['airtel', []],
  ['', []],
])('"%s" offers to stop %j', (typed, labels) => {
  const items = [item('Stop connector airtel-ke', '/a'), item('Stop connector mtn', '/m')];
  expect(matchingActions(items, typed, 'Stop').map(({ label }) => label)).toEqual(labels);
});

test.each([
  ['019ab6f2-7c11-7e53-b9b0-6d3c1a2b4c5d', true],
  ['019AB6F2-7C11-7E53-B9B0-6D3C1A2B4C5D', true],
  ['019ab6f2-7c11-7e53-b9b0', false],
  ['0712345678', false],
])('"%s" is a message id: %s', (typed, is) => {
  expect(messageIdOf(typed)).toBe(is ? typed : undefined);
});

test('a label that fits comes before a hint that does', () => {
  const items = [item('Send SMS', '/s', 'Campaigns'), item('Campaigns')];
  expect(matching(items, 'cam').map(({ label }) => label)).toEqual(['Campaigns', 'Send SMS']);
});

test('every screen with an address of its own is in the menu, an action, or a part', () => {
  const found = new Set([
    ...actionsOf('ADMINISTRATOR').map(({ to }) => to),
    ...ROLES.flatMap((role) => partsOf(role).map(({ to }) => to)),
  ]);
  // Forms begin on the list that they add to, and these addresses are reached by a link that was sent.
  const begun = [
    ...['smpp', 'http', 'generic'].map((kind) => `jasmin/create-${kind}`),
    'reports/download-report/schedules/new',
    'settings/sessions',
    'settings/restoration',
    'test',
  ];
  const missing = SCREENS.filter(
    (screen) => !screen.menu && !screen.path.includes(':') && !begun.includes(screen.path),
  ).filter((screen) => !found.has(addressOf(screen)));
  expect(missing.map(({ path }) => path)).toEqual([]);
});

test('a client finds its API keys, and nothing of the gateway', () => {
  const labels = partsOf('CLIENT').map(({ label }) => label);
  expect(labels).toContain('settings.tabs.apiKeys');
  expect(labels.filter((label) => /^(gateway|monitoring)\./.test(label))).toEqual([]);
});
