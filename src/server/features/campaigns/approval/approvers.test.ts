import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addConnector } from '../../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import type { Messenger } from '../../../core/mail/notifications.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { newId } from '../../../infra/ids.ts';
import { sendPlatformSms } from '../../messages/platform-sms.ts';
import { insertSender } from '../../senders/senders.store.ts';
import { notifyApprovers } from './approvers.jobs.ts';

const db = await createTestDatabase();
const database = open(db);
const messenger: Messenger = {
  secretKey: { bytes: Buffer.alloc(32, 9) },
  origin: 'https://sms.tuma.test',
  platformName: 'Tuma',
  sendPlatformSms,
};
const rootId = await addClient(database, { parentId: null });
await database.run(systemScope(), (tx) =>
  insertSender(tx, {
    id: newId(),
    sender: 'TUMA',
    clientId: rootId,
    kind: 'TRANSACTIONAL',
    country: 'KE',
    status: 'READY_FOR_SENDING',
    isGeneric: true,
  }),
);
const { connectorId } = await addConnector(
  database,
  0,
  { host: '127.0.0.1', port: 1, username: 'x' },
  1,
);
await db.query(
  `insert into connector_state (connector_id, holder, state, since, window_size, in_window, submitted_per_s, slowest_tick_ms, updated_at) values ($1, 'test', 'BOUND', now(), 10, 0, 0, 0, now() + interval '1 hour')`,
  [connectorId],
);
const ownerId = await addClient(database, { parentId: rootId, name: 'Acme' });
const approverId = await addClient(database, { parentId: rootId, name: 'Approver' });
await db.query(`update client set access_level = 'EBU_CLIENT' where id = $1`, [ownerId]);
await db.query(
  `update client set access_level = 'EBU_APPROVER', phone = '+254712000001' where id = $1`,
  [approverId],
);

async function submit(scheduledAt: string | null): Promise<string> {
  const id = newId();
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, waiting_since, total, summary, scheduled_at, created_by)
     values ($1, $2, 'Rent', 'TEST', 'Rent is due on Friday', 'FILE', 'KE', 'WAITING_APPROVAL', now(), 1200, jsonb_build_object('units', '18000000'), now() + $3::interval, $2)`,
    [id, ownerId, scheduledAt],
  );
  return id;
}
/** Every notice so far: mails by account, and the texts to the approver's phone. */
async function notices() {
  // A number gets one SMS a minute, and the days between these notices pass in no time.
  await db.query('delete from rate_limit');
  await notifyApprovers(database, messenger);
  const mails = await db.query<{ clientId: string }>(
    `select client_id as "clientId" from outbox where kind = 'MAIL' order by id`,
  );
  const texts = await db.query<{ text: string }>(
    `select text from message where destination = '254712000001' order by id`,
  );
  return { mails: mails.map(({ clientId }) => clientId), texts: texts.map(({ text }) => text) };
}
const notifiedAgo = (id: string, ago: string) =>
  db.query(`update campaign set approvers_notified_at = now() - $2::interval where id = $1`, [
    id,
    ago,
  ]);

test('approvers are notified once with text, price and link, reminded daily and before its time', async () => {
  const id = await submit('8 hours');
  const first = await notices();
  expect(first.mails).toEqual([approverId]);
  expect(first.texts).toHaveLength(1);
  for (const part of [
    'Acme',
    'Rent is due on Friday',
    '1,200 messages',
    '1,800 units',
    `https://sms.tuma.test/dashboard/campaigns/${id}`,
  ])
    expect(first.texts[0]).toContain(part);
  expect(await notices()).toEqual(first);

  await notifiedAgo(id, '25 hours');
  const daily = await notices();
  expect(daily.mails).toHaveLength(2);
  expect(daily.texts[1]).toMatch(/still waiting for your approval/);
  expect(await notices()).toEqual(daily);

  // Half an hour before its time, notified three hours ago.
  await notifiedAgo(id, '3 hours');
  await db.query(`update campaign set scheduled_at = now() + interval '30 minutes' where id = $1`, [
    id,
  ]);
  const before = await notices();
  expect(before.mails).toHaveLength(3);
  expect(await notices()).toEqual(before);

  await db.query(`update campaign set status = 'APPROVED' where id = $1`, [id]);
  await notifiedAgo(id, '25 hours');
  expect(await notices()).toEqual(before);
});
