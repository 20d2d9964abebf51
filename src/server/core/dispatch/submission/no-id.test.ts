// A carrier that accepts messages with a submit_sm_resp of status 0 and an empty message_id.
import { expect, test } from 'vitest';
import {
  answerWith,
  claimSome,
  deliveredReceipt,
  receiptsFor,
  takeOver,
} from '../../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import {
  addClient,
  addConnector,
  enqueueAll,
  makeMessage,
} from '../../../../../test/harness/pipeline.ts';
import { open } from '../../../../../test/harness/wallets.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { Changes } from '../changes.ts';
import { matchWaiting } from '../receipts/early-receipts.store.ts';
import { ALL_AGES } from '../sweep.rules.ts';
import { listLiveParts } from '../../messages/live-parts.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';

const { QUEUED, DELIVERED } = MESSAGE_STATUS;
const db = await createTestDatabase();
const database = open(db);
const clientId = await addClient(database);
const { connectorId, routeId } = await addConnector(
  database,
  0,
  { host: 'carrier', username: 'test' },
  1,
);
const lease = await takeOver(database, connectorId);

async function send(destination: string): Promise<string> {
  const message = makeMessage({ clientId, routeId, destination });
  await enqueueAll(database, [message]);
  const parts = await claimSome(database, lease, [routeId], 10);
  await answerWith(
    database,
    lease,
    parts.map((part) => ({ part, outcome: 'accepted', carrierId: '' })),
  );
  return message.id;
}
const find = async (id: string) =>
  (
    await db.query<{ status: number; carrier_ids: string[] | null }>(
      'select status, carrier_ids from message where id = $1',
      [id],
    )
  )[0]!;
const unmatched = async () =>
  (await db.query('select carrier_id from receipt where not matched order by 1')).map(
    (row) => row['carrier_id'],
  );

test('its receipt is found by the phone, and a repeat by the id that it brought', async () => {
  const id = await send('254700000001');
  const [live] = await database.run(systemScope(), (tx) => listLiveParts(tx, [id]));
  expect(live).toMatchObject({ state: 1, carrierId: null });
  await receiptsFor(database, [deliveredReceipt('41', '254700000002')]);
  expect((await find(id)).status).toBe(QUEUED);
  await receiptsFor(database, [deliveredReceipt('42', '254700000001')]);
  expect(await find(id)).toEqual({ status: DELIVERED, carrier_ids: ['42'] });
  await receiptsFor(database, [deliveredReceipt('42', '254700000001')]);
  expect(await unmatched()).toEqual(['41']);
  const next = await send('254700000001');
  await receiptsFor(database, [deliveredReceipt('43', '254700000001')]);
  expect((await find(next)).status).toBe(DELIVERED);
});

test('where two messages to the phone wait, a receipt says of neither that it arrived', async () => {
  const ids = [await send('254700000003'), await send('254700000003')];
  await receiptsFor(database, [deliveredReceipt('51', '254700000003')]);
  for (const id of ids) expect((await find(id)).status).toBe(QUEUED);
  expect(await unmatched()).toEqual(['41', '51']);
});

test('a receipt that was there long before the message says nothing of it', async () => {
  await receiptsFor(database, [deliveredReceipt('61', '254700000004')]);
  await db.query(
    `update receipt set received_at = now() - interval '5 minutes' where carrier_id = '61'`,
  );
  const late = await send('254700000004');
  await database.run(systemScope(), (tx) =>
    matchWaiting(tx, new Changes(undefined), ALL_AGES, { accounts: [1] }),
  );
  expect((await find(late)).status).toBe(QUEUED);
  await db.query(
    `update receipt set received_at = now() - interval '5 seconds' where carrier_id = '61'`,
  );
  await database.run(systemScope(), async (tx) => {
    const changes = new Changes(undefined);
    await matchWaiting(tx, changes, ALL_AGES, { accounts: [1] });
    await changes.writeAtCommit(tx);
  });
  expect((await find(late)).status).toBe(DELIVERED);
});
