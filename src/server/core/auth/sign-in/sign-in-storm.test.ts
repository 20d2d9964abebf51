// Many sign-ins to one account at one moment: all are answered, and none waits for another in a circle.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, PASSWORD } from '../../../../../test/harness/portal.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { rememberDevice } from '../sessions/devices.ts';
import { countAttempt, forgetAttempts } from '../limits/rate-limits.store.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const person = await portal.add('stormed', 'ADMINISTRATOR', null);

/** Deadlocks of this database since it was made, as PostgreSQL counts them; a transaction is repeated after one. */
async function countDeadlocks(): Promise<number> {
  await db.query('select pg_stat_force_next_flush()');
  const [row] = await db.query<{ deadlocks: number }>(
    'select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()',
  );
  return row!.deadlocks;
}

test('right and wrong passwords from several addresses at once are answered with 200, 401 or 429', async () => {
  const seen = new Map<number, number>();
  for (let round = 0; round < 6; round++) {
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        portal.call('POST', '/v1/signIn', {
          address: `198.51.100.${n % 4}`,
          body: { username: person.email, password: n % 3 === 0 ? 'wrong' : PASSWORD },
        }),
      ),
    );
    for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1);
  }
  expect([...seen.keys()].filter((status) => ![200, 401, 429].includes(status))).toEqual([]);
  expect(seen.get(200)).toBeGreaterThan(0);
  expect(seen.get(401)).toBeGreaterThan(0);
  expect(await countDeadlocks()).toBe(0);
});

test('attempts are reset in the order in which they are counted', async () => {
  // Tested in both orders, since the database may return either row first.
  for (const [first, second] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    await portal.database.run(systemScope(), async (tx) => {
      for (const key of [second, first]) await countAttempt(tx, `storm ${key}`, 900);
    });
    const keys = [`storm ${first}`, `storm ${second}`];
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        portal.database.run(systemScope(), async (tx) => {
          if (n % 2 === 0) return forgetAttempts(tx, keys);
          for (const key of keys) await countAttempt(tx, key, 900);
        }),
      ),
    );
  }
  expect(await countDeadlocks()).toBe(0);
});

test('browsers beyond the most of an account are forgotten in one order', async () => {
  for (let round = 0; round < 20; round++)
    await Promise.all(
      Array.from({ length: 40 }, () =>
        portal.database.run(systemScope(), (tx) => rememberDevice(tx, person.clientId, undefined)),
      ),
    );
  expect(await countDeadlocks()).toBe(0);
});
