import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { open } from '../../../../../test/harness/wallets.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { addToWindows, countAttempt, lockWindows } from './rate-limits.store.ts';

const db = await createTestDatabase();
const database = open(db);
const attempt = () => database.run(systemScope(), (tx) => countAttempt(tx, 'sign-in', 900));
const lock = () =>
  database.run(systemScope(), async (tx) => {
    const window = (await lockWindows(tx, [{ key: 'messages', seconds: 60 }])).get('messages')!;
    await addToWindows(tx, [{ key: 'messages', count: 5 }]);
    return window;
  });

test('attempts of a window are counted until it ends', async () => {
  expect((await attempt()).count).toBe(1);
  expect(await attempt()).toMatchObject({ count: 2 });
});

test('no window lasts longer than its seconds, also one that began while the clock was a day ahead', async () => {
  await attempt();
  await lock();
  expect((await lock()).used).toBe(5);
  await db.query(`update rate_limit set until = until + interval '1 day'`);
  expect(await attempt()).toMatchObject({ count: 1, left: 900 });
  expect(await lock()).toMatchObject({ used: 0, left: 60 });
});
