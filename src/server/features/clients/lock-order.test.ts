// One order of locks for every caller: an account's row before its one-time tokens.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal, type Answer, type Person } from '../../../../test/harness/portal.ts';
import { openActivation, openLinkToken } from '../../core/auth/passwords/one-time-tokens.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { purposeKeys } from '../../infra/secrets.ts';

const ROUNDS = 12;
/** Accounts at a time, with four calls each: as many transactions as the portal has connections. */
const AT_ONCE = 3;

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const codeKey = purposeKeys({ bytes: Buffer.alloc(32, 9) }, 'codes');

const byStaff = (verb: string, { clientId }: Person) =>
  portal.call('POST', `/v1/portal/clients:${verb}`, { token: root.token, body: { clientId } });
const wordOf = ({ status, body }: Answer) => `${status} ${String(body['error'] ?? '')}`.trim();
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

/** Deadlocks of this database since it was made, as PostgreSQL counts them. */
async function countDeadlocks(): Promise<number> {
  await db.query('select pg_stat_force_next_flush()');
  const [row] = await db.query<{ deadlocks: number }>(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  );
  return row!.deadlocks;
}

test('concurrent activation by code and by staff, and a block, do not deadlock', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const people = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        portal.add(`waiting-${round}-${n}`, 'CLIENT', root, { clientStatus: 'PENDING_ACTIVATION' }),
      ),
    );
    const calls = await Promise.all(
      people.map(async (person) => {
        const { token, code } = await portal.database.run(systemScope(), (tx) =>
          openActivation(tx, codeKey, person.clientId, null),
        );
        const activate = (otp: string) =>
          portal.call('POST', '/v1/activateAccountOTP', { token, body: { otp } });
        return [
          () => byStaff('adminActivateAccount', person),
          () => activate(wrongOf(code)),
          () => byStaff('blockClient', person),
          () => activate(code),
        ];
      }),
    );
    const answers = await Promise.all(calls.flat().map((call) => call()));
    for (const answer of answers) seen.add(wordOf(answer));
  }
  expect(
    [...seen].filter(
      (word) => !['200', '409 CONFLICT', '422 OTP_WRONG', '422 OTP_GONE'].includes(word),
    ),
  ).toEqual([]);
  expect(seen).toContain('200');
  expect(await countDeadlocks()).toBe(0);
});

test('a password link, a reset by staff and a block do not deadlock', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const people = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) => portal.add(`linked-${round}-${n}`, 'CLIENT', root)),
    );
    const calls = await Promise.all(
      people.map(async (person) => {
        const token = await portal.database.run(systemScope(), (tx) =>
          openLinkToken(tx, person.clientId, 'PASSWORD', 900),
        );
        return [
          () =>
            portal.call('POST', '/v1/portal/clients:updatePasswordExternal', {
              token,
              body: { newPassword: 'Juniper-stairs-41' },
            }),
          () => byStaff('adminResetPass', person),
          () => byStaff('blockClient', person),
        ];
      }),
    );
    const answers = await Promise.all(calls.flat().map((call) => call()));
    for (const answer of answers) seen.add(wordOf(answer));
  }
  expect(
    [...seen].filter((word) => !['200', '409 CONFLICT', '404 LINK_GONE'].includes(word)),
  ).toEqual([]);
  expect(seen).toContain('200');
  expect(await countDeadlocks()).toBe(0);
});
