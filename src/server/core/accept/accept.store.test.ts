import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { open } from '../../../../test/harness/wallets.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { consumeThroughput } from './accept.store.ts';

test('a limit of messages a second goes on as before once a clock that was a day ahead is right', async () => {
  const db = await createTestDatabase();
  const database = open(db, 'tuma_accept');
  const take = () =>
    database.run(systemScope(), async (tx) =>
      (await consumeThroughput(tx, [{ who: 'shop', perSecond: 100, wanted: 40 }])).get('shop'),
    );
  expect(await take()).toBe(40);
  await db.query(`update throughput set updated_at = updated_at + interval '1 day'`);
  expect(await take()).toBe(40);
});
