import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('each field once, with what it was and what it became', () => {
  expect(changesOf({ email: 'a@b.test', use2fa: false, emailAlerts: [] }, { email: 'c@d.test', use2fa: true, emailAlerts: ['x@y.test', 'z@y.test'] })).toEqual([
    { field: 'email', before: 'a@b.test', after: 'c@d.test' },
    { field: 'use2fa', before: 'false', after: 'true' },
    { field: 'emailAlerts', before: undefined, after: 'x@y.test, z@y.test' },
  ]);
});

test('what began or ended has one side, and nothing kept gives nothing', () => {
  expect(changesOf(null, { name: 'Online shop', scopes: ['send'] })).toEqual([{ field: 'name', before: undefined, after: 'Online shop' }, { field: 'scopes', before: undefined, after: 'send' }]);
  expect(changesOf({ session: { id: 1 } }, null)).toEqual([{ field: 'session', before: '{"id":1}', after: undefined }]);
  expect(changesOf(null, null)).toEqual([]);
});
