// A consent that is withdrawn while a step of expansion that counts on it is being written.
import { expect, test } from 'vitest';
import { addRoute, addSender } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { RunningTask } from '../../../core/background/runner.ts';
import { insertConsents } from '../../../core/consents/consents.store.ts';
import { withdraw } from '../../../core/consents/consents.ts';
import type { Database } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { newId } from '../../../infra/ids.ts';
import { expandCampaign } from './expand.jobs.ts';

const db = await createTestDatabase();
const database = open(db);
const worker = open(db, 'tuma_worker', 4);
const rootId = await addClient(database, { parentId: null });
await addRoute(database);
const [STAYS, LEAVES] = ['254711000001', '254711000002'];

test('its promotion is cancelled, and those of others go', async () => {
  const clientId = await addClient(database, { parentId: rootId, units: 1_000_000n });
  await db.query('update client set demands_consent = true where id = $1', [clientId]);
  await addSender(database, clientId, 'SHOP', 'PROMOTIONAL');
  const campaignId = newId();
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender_id, sender, text, source, country, status, prepared_at, summary, total, segments, units_held)
     select $1, $2, 'Test', id, sender, 'Hello', 'FILE', 'KE', 'QUEUED', now(), '{"units":"20000"}', 2, 2, 20000 from sender where client_id = $2`,
    [campaignId, clientId],
  );
  await db.query(
    `insert into recipient (campaign_id, row_no, client_id, destination, segments, units, country)
     select $1, n, $2, destination, 1, 10000, 'KE' from unnest($3::text[]) with ordinality as t (destination, n)`,
    [campaignId, clientId, [STAYS, LEAVES]],
  );
  await database.run(systemScope(), (tx) =>
    insertConsents(
      tx,
      clientId,
      [STAYS, LEAVES],
      { purpose: 'PROMOTIONS', source: 'WEBSITE', wording: 'Yes', evidence: '', givenAt: null },
      null,
    ),
  );
  let isPlanned = false;
  let seenQueued = 0;
  const meanwhile: Database = {
    ...worker,
    async run(scope, work) {
      const outcome = await worker.run(scope, work);
      if (!isPlanned && typeof outcome === 'object' && outcome !== null && 'groups' in outcome) {
        isPlanned = true;
        await database.run(systemScope(), (tx) =>
          withdraw(tx, clientId, [LEAVES], { purpose: null, note: '' }),
        );
      }
      // A link may lease what is queued after any transaction, and the process may be killed there.
      seenQueued += (
        await db.query('select from message where destination = $1 and status = $2', [
          LEAVES,
          MESSAGE_STATUS.QUEUED,
        ])
      ).length;
      return outcome;
    },
  };
  const task = { input: { campaignId }, stopRequested: false, advance: async () => {} };
  await expandCampaign(meanwhile).run(task as unknown as RunningTask);
  expect([isPlanned, seenQueued]).toEqual([true, 0]);
  expect(
    await db.query(
      'select destination, status, error_code as reason from message where client_id = $1 order by destination',
      [clientId],
    ),
  ).toEqual([
    { destination: STAYS, status: MESSAGE_STATUS.QUEUED, reason: null },
    { destination: LEAVES, status: MESSAGE_STATUS.CANCELLED, reason: 'NO_CONSENT' },
  ]);
});
