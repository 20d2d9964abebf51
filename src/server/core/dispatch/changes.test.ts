import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, until } from '../../../../test/harness/pipeline.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { newId } from '../../infra/ids.ts';
import { Changes } from './changes.ts';

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_gateway', {
  max: 4,
  name: 'changes',
  onLost: () => {},
});
const portal = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 1,
  name: 'changes',
  onLost: () => {},
});
afterAll(async () => {
  await database.close();
  await portal.close();
});
const clientId = await addClient(portal);
const connectorId = 7;

/** The changes of one accepted part of one message. */
function changesOfOne(): Changes {
  const changes = new Changes();
  const messageId = newId();
  const facts = { clientId, campaignId: null, sender: 'SHOP', country: 'KE', network: 1 };
  changes.deltas.add(messageId, facts, { submitted: 1, captured: 10_000n });
  changes.outstanding.add(connectorId, 1);
  changes.outcomes.addAnswer(
    { messageId, connectorId, routeId: connectorId, network: 1 },
    'ACCEPTED',
  );
  return changes;
}
const write = () => database.run(systemScope(), (tx) => changesOfOne().write(tx));

test('the counts of a transaction are one statement, which locks a connector before its outcomes', async () => {
  await write();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let hasLocked = () => {};
  const locked = new Promise<void>((resolve) => {
    hasLocked = resolve;
  });
  const holder = database.run(systemScope(), async (tx) => {
    await tx.query('select from connector_outstanding where connector_id = $1 for update', [
      connectorId,
    ]);
    hasLocked();
    await released;
  });
  await locked;
  const second = write();
  const seen = until(
    'the second waits for the connector',
    async () =>
      (await db.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)).length > 0,
  );
  // The second has not touched the outcomes that it counts in.
  const outcomes = seen
    .then(() =>
      db.query(
        'select parts::int from connector_outcome where connector_id = $1 for update nowait',
        [connectorId],
      ),
    )
    .finally(() => release());
  expect(await outcomes).toEqual([{ parts: 1 }]);
  await Promise.all([holder, second]);
  const [sums] = await db.query(
    `select (select parts::int from connector_outstanding where connector_id = $1) as outstanding,
       (select sum(parts)::int from connector_outcome where connector_id = $1) as outcomes,
       (select sum(submitted)::int from campaign_delta where client_id = $2) as submitted`,
    [connectorId, clientId],
  );
  expect(sums).toEqual({ outstanding: 2, outcomes: 2, submitted: 2 });
});
