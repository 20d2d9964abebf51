import { expect, test } from 'vitest';
import { call } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { stats } from '../../../contract/api/statistics.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { newId } from '../../infra/ids.ts';
import { statsRoutes } from './statistics.api.ts';

// Failures of a campaign, which the roll-ups do not know.
const db = await createTestDatabase();
const database = open(db);
const routes = statsRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });
const rootId = await addClient(database, { parentId: null, name: 'Root' });
const clientId = await addClient(database, { parentId: rootId, name: 'Client' });
const siblingId = await addClient(database, { parentId: rootId, name: 'Sibling' });

async function caller(id: string): Promise<Caller> {
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [id]);
  return { clientId: id, accessLevel: 'CLIENT', path: row!.path };
}
const [client, sibling] = [await caller(clientId), await caller(siblingId)];
const [campaign, large] = [newId(), newId()];

/** @param status as the database numbers it */
async function insert(campaignId: string, count: number, status: number, carrierStatus: string) {
  const id = newId();
  await db.query(
    `insert into message (id, client_id, campaign_id, destination, sender, encoding, segments, units, route_id, config_version, status, carrier_status)
     select ($1 || lpad(to_hex(n), 12, '0'))::uuid, $2, $3, '254712345678', 'SHOP', 0, 1, 10000, 1, 1, $5, $6 from generate_series(1, $4::int) n`,
    [id.slice(0, 24), clientId, campaignId, count, status, carrierStatus],
  );
}
await insert(campaign, 3, 10, 'DELIVRD');
await insert(campaign, 2, 11, 'UNDELIV');
await insert(campaign, 1, 12, 'EXPIRED');
await insert(newId(), 5, 11, 'UNDELIV');

const failures = (as: Caller, campaignId: string) =>
  call(routes, stats.failures, as, { 'filter.campaignIds': [campaignId] });

test('failures of a campaign are its own, and only within reach', async () => {
  expect(await failures(client, campaign)).toEqual({
    failed: 3,
    rows: [
      { status: 'UNDELIVERABLE', errorCode: null, carrierStatus: 'UNDELIV', messages: 2 },
      { status: 'EXPIRED', errorCode: null, carrierStatus: 'EXPIRED', messages: 1 },
    ],
  });
  expect(await failures(sibling, campaign)).toEqual({ failed: 0, rows: [] });
});

test('counts the newest 20,000 messages of a large campaign', async () => {
  await insert(large, 100, 11, 'OLDEST');
  await insert(large, 20_000, 11, 'NEWEST');
  const { failed, rows, sampledMessages } = await failures(client, large);
  expect(sampledMessages).toBe(20_000);
  expect(failed).toBeLessThanOrEqual(20_001);
  expect(rows[0]).toMatchObject({ carrierStatus: 'NEWEST', messages: 20_000 });
});

test('says that it read a sample also where no newest message failed', async () => {
  const early = newId();
  await insert(early, 100, 11, 'OLDEST');
  await insert(early, 20_001, 10, 'DELIVRD');
  expect(await failures(client, early)).toEqual({ failed: 0, rows: [], sampledMessages: 20_000 });
});
