import { expect, test } from 'vitest';
import { addRoute } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { measurePace } from './aggregate.jobs.ts';
import { listPaces } from './forecast.store.ts';

const db = await createTestDatabase();
const database = open(db);
const clientId = await addClient(database, { parentId: null });
await addRoute(database);
const [connector] = await db.query<{ id: number }>('select id from connector');
const paces = async () => {
  await measurePace(database);
  return [...(await database.run(systemScope(), listPaces)).values()];
};
const submits = (perSecond: number) =>
  db.query(
    `insert into connector_state (connector_id, holder, state, since, window_size, in_window, submitted_per_s, slowest_tick_ms)
     values ($1, 'x', 'BOUND', now(), 10, 0, $2, 0)
     on conflict (connector_id) do update set submitted_per_s = $2, updated_at = now()`,
    [connector!.id, perSecond],
  );

test('a pace counts only while more is left to send: four messages are no measure', async () => {
  await submits(4);
  expect(await paces()).toEqual([]);
  await db.query(
    `insert into chunk (route_id, priority, client_id, sender, message_ids, size, pos, expires_at, owner, epoch)
     select 1, 1, $1, 'S', array(select gen_random_uuid() from generate_series(1, 100)), 100, 40, now() + interval '1 hour', $2, 1`,
    [clientId, connector!.id],
  );
  await submits(900);
  expect(await paces()).toEqual([900]);
  // A second with little to do afterwards does not lower it.
  await db.query('delete from chunk');
  await submits(2);
  expect(await paces()).toEqual([900]);
});
