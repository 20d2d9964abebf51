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
  addCampaign,
  addClient,
  addConnector,
  enqueueAll,
  makeMessage,
} from '../../../../../test/harness/pipeline.ts';
import { open } from '../../../../../test/harness/wallets.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { sweepDispatch } from '../../../features/campaigns/progress/aggregate.jobs.ts';

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

/** Sends one message that the carrier accepts under an id. */
async function send(destination: string, carrierId: string): Promise<string> {
  const message = makeMessage({ clientId, routeId, destination });
  await enqueueAll(database, [message]);
  const parts = await claimSome(database, lease, [routeId], 10);
  await answerWith(
    database,
    lease,
    parts.map((part) => ({ part, outcome: 'accepted', carrierId })),
  );
  return message.id;
}
const statuses = async (ids: string[]) =>
  (
    await db.query<{ status: number }>(
      'select status from message where id = any ($1) order by array_position($1, id)',
      [ids],
    )
  ).map(({ status }) => status);

test('receipts of one id and two phones end both messages, though they come together', async () => {
  const ids = [await send('254700000001', '77'), await send('254700000002', '77')];
  await receiptsFor(database, [
    deliveredReceipt('77', '254700000001'),
    deliveredReceipt('77', '254700000002'),
  ]);
  expect(await statuses(ids)).toEqual([MESSAGE_STATUS.DELIVERED, MESSAGE_STATUS.DELIVERED]);
});

test('a receipt for two live messages with one id and phone ends the newest, and its repeat ends no other', async () => {
  const ids = [await send('254700000003', '78'), await send('254700000003', '78')];
  await receiptsFor(database, [
    deliveredReceipt('78', '254700000003'),
    deliveredReceipt('78', '254700000003'),
  ]);
  expect(await statuses(ids)).toEqual([MESSAGE_STATUS.QUEUED, MESSAGE_STATUS.DELIVERED]);
});

test.each([
  ['DELIVERED', 'DELIVRD', '80'],
  ['UNDELIVERABLE', 'UNDELIV', '81'],
  ['EXPIRED', 'EXPIRED', '82'],
] as const)('a repeated receipt that says %s stores no row', async (status, carrierStatus, id) => {
  const destination = `2547000009${id}`;
  const receipt = {
    ...deliveredReceipt(id, destination),
    status: MESSAGE_STATUS[status],
    carrierStatus,
  };
  const ids = [await send(destination, id)];
  await receiptsFor(database, [receipt]);
  await receiptsFor(database, [receipt]);
  expect(await statuses(ids)).toEqual([MESSAGE_STATUS[status]]);
  expect(await db.query('select stat from receipt where carrier_id = $1', [id])).toEqual([]);
});

test('a carrier that reports EXPIRED after the wait has ended the message is noted once', async () => {
  const ids = [await send('254700000983', '83')];
  await db.query(`update receipt_wait set due_at = now() - interval '1 hour'`);
  await sweepDispatch(database);
  expect(await statuses(ids)).toEqual([MESSAGE_STATUS.EXPIRED]);
  const receipt = {
    ...deliveredReceipt('83', '254700000983'),
    status: MESSAGE_STATUS.EXPIRED,
    carrierStatus: 'EXPIRED',
  };
  await receiptsFor(database, [receipt]);
  await receiptsFor(database, [receipt]);
  expect(await db.query(`select stat from receipt where carrier_id = '83'`)).toEqual([
    { stat: MESSAGE_STATUS.EXPIRED },
  ]);
});

test('a sweep ends all that expired in the queue, be it one message a chunk', async () => {
  const campaignId = await addCampaign(database, clientId);
  await enqueueAll(
    database,
    Array.from({ length: 50 }, (_, n) =>
      makeMessage({
        clientId,
        routeId,
        campaignId,
        destination: `2547000001${n + 10}`,
        expiresAt: new Date(Date.now() - 1000 - n),
      }),
    ),
  );
  await sweepDispatch(database);
  expect(
    await db.query('select count(*)::int as chunks from chunk where campaign_id = $1', [
      campaignId,
    ]),
  ).toEqual([{ chunks: 0 }]);
  expect(
    await db.query(
      'select status, count(*)::int as messages from message where campaign_id = $1 group by 1',
      [campaignId],
    ),
  ).toEqual([{ status: MESSAGE_STATUS.EXPIRED, messages: 50 }]);
});
