import { expect, test } from 'vitest';
import { changesOf, wordsOf } from './changes.ts';

const say = (field: string, value: unknown) =>
  field === 'use2fa' ? (value ? 'yes' : 'no') : undefined;

test('each field once, with old and new value, in words if it has any', () => {
  expect(
    changesOf(
      { email: 'a@b.test', use2fa: false, emailAlerts: [] },
      { email: 'c@d.test', use2fa: true, emailAlerts: ['x@y.test', 'z@y.test'] },
      say,
    ),
  ).toEqual([
    { field: 'email', before: 'a@b.test', after: 'c@d.test' },
    { field: 'use2fa', before: 'no', after: 'yes' },
    { field: 'emailAlerts', before: undefined, after: 'x@y.test, z@y.test' },
  ]);
});

test('a beginning or an end has one side, and an empty change shows nothing', () => {
  expect(changesOf(null, { name: 'Online shop', scopes: ['send'] }, say)).toEqual([
    { field: 'name', before: undefined, after: 'Online shop' },
    { field: 'scopes', before: undefined, after: 'send' },
  ]);
  expect(changesOf({ session: { clientId: 1, use2fa: true } }, null, say)).toEqual([
    { field: 'session', before: 'Client id: 1, Use2fa: yes', after: undefined },
  ]);
  expect(changesOf(null, null, say)).toEqual([]);
});

test('a field without a label is read from its name', () => {
  expect(['dailyLimitMessages', 'host', 'clientId'].map(wordsOf)).toEqual([
    'Daily limit messages',
    'Host',
    'Client id',
  ]);
});
