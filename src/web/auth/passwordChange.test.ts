import { afterEach, expect, test, vi } from 'vitest';
import { accounts } from '../../contract/api/accounts.ts';
import { auth } from '../../contract/api/auth.ts';
import { passwordChange } from './passwordChange.ts';

const session = {
  token: 'temporary',
  refreshToken: 'refresh',
  client: { clientId: '0190a000-0000-7000-8000-000000000001' },
  password: 'mailed',
};
type Asked = { path: string; body: Record<string, string> };

/** A server, by its answers in turn: a status, 200 with a new session. */
function serve(statuses: number[]): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('location', { origin: 'http://portal.test' });
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  vi.stubGlobal('fetch', async (address: URL, { body }: { body: string }) => {
    asked.push({ path: address.pathname, body: JSON.parse(body) as Asked['body'] });
    return Response.json(
      { message: 'later', token: 'new', refreshToken: 'next' },
      { status: statuses[asked.length - 1] ?? 200 },
    );
  });
  return asked;
}
afterEach(() => vi.unstubAllGlobals());

test('after a renewal that failed, the same password is not changed again', async () => {
  const asked = serve([200, 503, 200]);
  const change = passwordChange(session);
  await expect(change('chosen-1')).rejects.toThrow('later');
  await expect(change('chosen-1')).resolves.toMatchObject({ token: 'new' });
  expect(asked.map(({ path }) => path)).toEqual([
    accounts.updatePassword.path,
    auth.refreshSession.path,
    auth.refreshSession.path,
  ]);
});

test('after a renewal that failed, another password replaces the one that is in force', async () => {
  const asked = serve([200, 503, 200, 200]);
  const change = passwordChange(session);
  await expect(change('chosen-1')).rejects.toThrow('later');
  await change('chosen-2');
  expect(asked[2]).toEqual({
    path: accounts.updatePassword.path,
    body: { oldPassword: 'chosen-1', newPassword: 'chosen-2' },
  });
});

test('the temporary password as the new one is left to the server to refuse', async () => {
  const asked = serve([400]);
  await expect(passwordChange(session)('mailed')).rejects.toThrow('later');
  expect(asked).toHaveLength(1);
});

test('an expired token is renewed once, and the change made with the new one', async () => {
  const asked = serve([401, 200, 200, 200]);
  await passwordChange(session)('chosen-1');
  expect(asked.map(({ path }) => path)).toEqual([
    accounts.updatePassword.path,
    auth.refreshSession.path,
    accounts.updatePassword.path,
    auth.refreshSession.path,
  ]);
});
