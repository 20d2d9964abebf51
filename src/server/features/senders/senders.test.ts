import { expect, test } from 'vitest';
import { addSender, call } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { senders } from '../../../contract/api/senders.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { senderRoutes } from './senders.api.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const routes = senderRoutes({
  database,
  tokens: openPageTokens(Buffer.alloc(32)),
  messenger: {
    secretKey: { bytes: Buffer.alloc(32) },
    origin: 'https://sms.tuma.test',
    platformName: 'Tuma',
    sendPlatformSms: undefined,
  },
  stopSending: async () => undefined,
});

async function caller(clientId: string, accessLevel: Caller['accessLevel']): Promise<Caller> {
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel, path: row!.path };
}

const administrator = await caller(rootId, 'ADMINISTRATOR');
const reseller = await caller(await addClient(database, { parentId: rootId }), 'RESELLER');
const client = await caller(await addClient(database, { parentId: reseller.clientId }), 'CLIENT');
const stranger = await caller(await addClient(database, { parentId: rootId }), 'CLIENT');
await addSender(database, rootId, 'GENERIC');
await addSender(database, reseller.clientId, 'RESELLER');
await addSender(database, client.clientId, 'CLIENT', 'PROMOTIONAL');
await addSender(database, stranger.clientId, 'STRANGER');
await addSender(database, stranger.clientId, 'LENT');
await db.query(`update sender set is_generic = true where sender = 'GENERIC'`);
await db.query(`update sender set delegated_to = array[$1::uuid] where sender = 'LENT'`, [
  client.clientId,
]);
await db.query(`update sender set status = 'INACTIVE' where sender = 'RESELLER'`);

const names = async (as: Caller, filter: Input<typeof senders.list> = {}) =>
  (await call(routes, senders.list, as, filter)).senderIds
    .map((sender) => sender.senderId)
    .toSorted();

test('lists sender IDs within reach and those available to the account', async () => {
  expect(await names(client)).toEqual(['CLIENT', 'GENERIC', 'LENT']);
  expect(await names(reseller)).toEqual(['CLIENT', 'GENERIC', 'RESELLER']);
  expect(await names(stranger)).toEqual(['GENERIC', 'LENT', 'STRANGER']);
  expect(await names(administrator)).toEqual(['CLIENT', 'GENERIC', 'LENT', 'RESELLER', 'STRANGER']);
});

test('filters narrow the list', async () => {
  expect(await names(client, { hide_generic: true })).toEqual(['CLIENT', 'LENT']);
  expect(await names(reseller, { 'filter.status': ['READY_FOR_SENDING'] })).toEqual([
    'CLIENT',
    'GENERIC',
  ]);
  expect(await names(administrator, { 'filter.client_ids': [stranger.clientId] })).toEqual([
    'LENT',
    'STRANGER',
  ]);
  expect(await names(client, { 'filter.client_ids': [reseller.clientId] })).toEqual([]);
});

test('those that the account may send with are listed without those of others', async () => {
  const agency = await caller(await addClient(database, { parentId: rootId }), 'RESELLER');
  const branch = await caller(await addClient(database, { parentId: agency.clientId }), 'RESELLER');
  const shop = await caller(await addClient(database, { parentId: branch.clientId }), 'CLIENT');
  await addSender(database, branch.clientId, 'BRANCH');
  await addSender(database, agency.clientId, 'AGENCY');
  await db.query(`update sender set delegated_to = array[$1::uuid] where sender = 'AGENCY'`, [
    branch.clientId,
  ]);
  // As the composer asks: one page, the newest first.
  for (const name of ['SHOP 1', 'SHOP 2', 'SHOP 3']) await addSender(database, shop.clientId, name);
  const page = { pageSize: 3, 'filter.status': ['READY_FOR_SENDING' as const] };
  expect(await names(branch, page)).toEqual(['SHOP 1', 'SHOP 2', 'SHOP 3']);
  expect(await names(branch, { ...page, 'filter.usable': true })).toEqual([
    'AGENCY',
    'BRANCH',
    'GENERIC',
  ]);
  await db.query(`delete from sender where client_id = any ($1)`, [
    [agency.clientId, branch.clientId, shop.clientId],
  ]);
});

test('a promotional one has its STOP clause, and pages are consecutive', async () => {
  const first = await call(routes, senders.list, administrator, { pageSize: 3 });
  const second = await call(routes, senders.list, administrator, {
    pageSize: 3,
    pageToken: first.nextPageToken,
  });
  expect(first.collectionCount).toBe(5);
  expect(second.nextPageToken).toBe('');
  const all = [...first.senderIds, ...second.senderIds];
  expect(new Set(all.map((sender) => sender.senderIdId)).size).toBe(5);
  expect(
    all
      .map((sender) => [sender.senderId, sender.stopClause])
      .filter(([, clause]) => clause !== null),
  ).toEqual([['CLIENT', '\nSTOP *456*9*5#']]);
});

test('a sender ID is found by a part of its name, behind any number of newer ones', async () => {
  const agency = await caller(await addClient(database, { parentId: rootId }), 'RESELLER');
  await addSender(database, agency.clientId, 'OLDEST');
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status)
     select gen_random_uuid(), 'NEWER' || n, $1, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING' from generate_series(1, 200) n`,
    [agency.clientId],
  );
  const first = await call(routes, senders.list, agency, {
    pageSize: 200,
    'filter.status': ['READY_FOR_SENDING'],
    hide_generic: true,
  });
  expect(first.senderIds).toHaveLength(200);
  for (const query of ['oldest', 'DEST'])
    expect(
      await names(agency, { 'filter.query': query, 'filter.status': ['READY_FOR_SENDING'] }),
    ).toEqual(['OLDEST']);
  const found = await call(routes, senders.list, agency, {
    pageSize: 200,
    'filter.query': 'NEWER1',
  });
  expect(found.senderIds).toHaveLength(111);
  expect(await names(stranger, { 'filter.query': 'OLDEST' })).toEqual([]);
});
