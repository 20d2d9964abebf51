// Started campaigns and queued messages when their sender ID is blocked or withdrawn.
import { Readable } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import {
  addRoute,
  addSender,
  call,
  messenger,
  startTasks,
} from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { makeMessage } from '../../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { sms } from '../../../../contract/api/campaign-sending.ts';
import { enqueue } from '../../../core/dispatch/queue/enqueue.store.ts';
import { newId } from '../../../infra/ids.ts';
import { getBalances, hold } from '../../../core/ledger/ledger.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { campaignRoutes } from '../campaigns.api.ts';
import { aggregate, dropEnded } from '../progress/aggregate.jobs.ts';
import { stopBlockedSenders } from './blocked-senders.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const rootId = await addClient(database, { parentId: null });
await addRoute(database);
await db.query('delete from sending_window');
const routes = campaignRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)), messenger });
const runner = startTasks(database);
afterAll(() => runner.stop());
const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
  database.run(systemScope(), work);
const UNITS = 1_000_000n;
let made = 0;

async function newClient(sender = `SHOP${++made}`): Promise<Caller & { sender: string }> {
  const clientId = await addClient(database, { parentId: rootId, units: UNITS });
  await addSender(database, clientId, sender);
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'COMPANY', path: row!.path, sender };
}

/** A started campaign to `people` recipients, all of it in the queue. */
async function underWay(client: Caller & { sender: string }, people = 3): Promise<string> {
  const csv = `phone\n${Array.from({ length: people }, (_, n) => `07123456${String(n).padStart(2, '0')}`).join('\n')}`;
  const { uploadId } = await call(
    routes,
    sms.fromFileStep1,
    client,
    {},
    { file: { fileName: 'list.csv', stream: Readable.from([Buffer.from(csv)]) } },
  );
  const { campaignId } = await call(routes, sms.fromFileStep2, client, {
    uploadId,
    phoneColumn: 'phone',
    campaignName: 'Test',
    senderId: client.sender,
    text: 'Hello',
  });
  const until = (sql: string) =>
    vi.waitFor(
      async () => {
        runner.wake();
        expect(await db.query(sql, [campaignId])).toHaveLength(1);
      },
      { timeout: 180_000, interval: 20 },
    );
  await until(`select from task where input ->> 'campaignId' = $1 and status <> 'PENDING'`);
  await call(routes, sms.sendCampaign, client, { campaignId });
  await until('select from campaign where id = $1 and expanded_at is not null');
  return campaignId;
}

const availableTo = async (client: Caller) =>
  (await system((tx) => getBalances(tx, client.clientId))).available;
const settle = async () => {
  await stopBlockedSenders(database);
  await dropEnded(database);
  await aggregate(database);
};

/** A single message of a client's software that waits in the queue, paid for. */
async function single(client: Caller & { sender: string }): Promise<string> {
  const id = newId();
  await system(async (tx) => {
    await hold(tx, {
      clientId: client.clientId,
      units: 10_000n,
      campaignId: null,
      idempotencyKey: `message:${id}`,
    });
    await enqueue(tx, [
      makeMessage({
        id,
        clientId: client.clientId,
        routeId: 1,
        destination: '254712345678',
        sender: client.sender,
        units: 10_000n,
      }),
    ]);
  });
  return id;
}
const statusOf = async (id: string) =>
  (await db.query<{ status: number }>('select status from message where id = $1', [id]))[0]!.status;

test('a block cancels waiting messages and releases their units; other clients continue', async () => {
  const client = await newClient();
  const other = await newClient();
  const [campaignId, theirs] = [await underWay(client), await underWay(other)];
  const [message, kept] = [await single(client), await single(other)];
  expect(await availableTo(client)).toBe(UNITS - 40_000n);
  await db.query(`update sender set status = 'INACTIVE' where sender = $1`, [client.sender]);
  await settle();
  expect(await call(routes, campaigns.get, client, { campaignId })).toMatchObject({
    status: 'CANCELLED',
    reason: 'SENDER_BLOCKED',
    counts: { queued: 0, cancelled: 3 },
  });
  expect(await availableTo(client)).toBe(UNITS);
  expect(await db.query('select from chunk where client_id = $1', [client.clientId])).toHaveLength(
    0,
  );
  expect(await statusOf(message)).not.toBe(await statusOf(kept));
  expect(await call(routes, campaigns.get, other, { campaignId: theirs })).toMatchObject({
    status: 'RUNNING',
  });
  expect(await availableTo(other)).toBe(UNITS - 40_000n);
  expect(await system(checkLedger)).toMatchObject({ ok: true });
});

test('revoking a delegation stops the delegate, and the owner continues', async () => {
  const owner = await newClient();
  const delegate = { ...(await newClient()), sender: owner.sender };
  await db.query(`update sender set delegated_to = array[$2::uuid] where sender = $1`, [
    owner.sender,
    delegate.clientId,
  ]);
  const [lent, own] = [await underWay(delegate), await underWay(owner)];
  await db.query(`update sender set delegated_to = '{}' where sender = $1`, [owner.sender]);
  await settle();
  expect(await call(routes, campaigns.get, delegate, { campaignId: lent })).toMatchObject({
    status: 'CANCELLED',
  });
  expect(await availableTo(delegate)).toBe(UNITS);
  expect(await call(routes, campaigns.get, owner, { campaignId: own })).toMatchObject({
    status: 'RUNNING',
  });
});

test('single messages continue if another sender ID of the name is available', async () => {
  const client = await newClient();
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, 'TRANSACTIONAL', 'TZ', 'READY_FOR_SENDING')`,
    [newId(), client.sender, client.clientId],
  );
  const message = await single(client);
  const before = await statusOf(message);
  await db.query(`update sender set status = 'INACTIVE' where sender = $1 and country = 'KE'`, [
    client.sender,
  ]);
  await settle();
  expect(await statusOf(message)).toBe(before);
});

test('a block during launch leaves no message in the queue and loses no unit', async () => {
  const client = await newClient();
  const ids = [await underWay(client), await underWay(client)];
  await Promise.all([
    db.query(`update sender set status = 'INACTIVE' where sender = $1`, [client.sender]),
    stopBlockedSenders(database),
    stopBlockedSenders(database),
    settle(),
    ...ids.map((campaignId) =>
      call(routes, sms.cancelCampaign, client, { campaignId }).catch(() => undefined),
    ),
  ]);
  await settle();
  expect(await db.query('select from chunk where client_id = $1', [client.clientId])).toHaveLength(
    0,
  );
  expect(await availableTo(client)).toBe(UNITS);
  expect(await system(checkLedger)).toMatchObject({ ok: true });
});
