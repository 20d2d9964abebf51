import { afterAll, expect, test } from 'vitest';
import { takeOver } from '../../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import {
  addCampaign,
  addClient,
  enqueueAll,
  makeMessage,
} from '../../../../../test/harness/pipeline.ts';
import { openDatabase } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { leaseChunks } from '../submission/lease.store.ts';
import { rerouteStranded } from './reroute.store.ts';

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());
const clientId = await addClient(database);

const all = {
  clients: 8,
  messages: 1000,
  heldClients: new Set<string>(),
  abovePriority: null,
  afterClient: null,
};

test('messages that another connector takes leave the chunk at its lease, each in one chunk', async () => {
  const campaignId = await addCampaign(database, clientId);
  const messages = Array.from({ length: 10 }, (_, at) =>
    makeMessage({
      clientId,
      campaignId,
      routeId: 7,
      destination: `25471100000${at}`,
      network: at % 2,
    }),
  );
  await enqueueAll(database, messages);
  const lease = await takeOver(database, 1);
  const leased = await database.run(systemScope(), (tx) =>
    leaseChunks(tx, lease, {
      ...all,
      routeIds: [7],
      relief: {
        routeIds: new Set([7]),
        takerOf: (_routeId, { network }) => (network === 1 ? 5 : undefined),
      },
    }),
  );
  expect(leased.map(({ taken, messages: its }) => [taken, its.length])).toEqual([[10, 5]]);
  const chunks = await db.query<{
    route: number;
    ids: string[];
    size: number;
    owner: number | null;
  }>('select route_id as route, message_ids as ids, size, owner from chunk order by route_id');
  const idsOf = (network: number) =>
    messages.filter((each) => each.network === network).map(({ id }) => id);
  expect(chunks).toEqual([
    { route: -5, ids: idsOf(1), size: 5, owner: null },
    { route: 7, ids: idsOf(0), size: 5, owner: 1 },
  ]);
  expect(
    await db.query(
      `select count(*)::int as steps, detail ->> 'reason' as reason from message_event group by 2`,
    ),
  ).toEqual([{ steps: 5, reason: 'RELIEVED' }]);
  // Its counts and prices stay those of its route.
  expect(await db.query('select distinct route_id as id from message')).toEqual([{ id: 7 }]);
});

test('a chunk of which nothing stays is gone, and counts as the turn of the link', async () => {
  await enqueueAll(database, [
    makeMessage({ clientId, routeId: 8, destination: '254711000100', network: 1 }),
  ]);
  const lease = await takeOver(database, 2);
  const leased = await database.run(systemScope(), (tx) =>
    leaseChunks(tx, lease, {
      ...all,
      routeIds: [8],
      relief: { routeIds: new Set([8]), takerOf: () => 5 },
    }),
  );
  expect(leased.map(({ taken, messages }) => [taken, messages.length])).toEqual([[1, 0]]);
  expect(
    await db.query(
      'select route_id as id from chunk where route_id in (8, -5) and owner is null and size = 1',
    ),
  ).toEqual([{ id: -5 }]);
});

test('moved messages return to their route when their connector is not bound for half a minute', async () => {
  await db.query('delete from chunk');
  await db.query(
    `insert into connector (id, cid, kind, carrier_account_id, settings) overriding system value values (5, 'five', 'SMPP', 5, '{}')`,
  );
  await db.query(
    `insert into connector_state (connector_id, holder, state, since, epoch, window_size, in_window, submitted_per_s, slowest_tick_ms, updated_at)
     values (5, 'test', 'CLOSED', now(), 1, 10, 0, 0, 0, now())`,
  );
  await enqueueAll(database, [
    makeMessage({ clientId, routeId: 9, destination: '254711000200', network: 1 }),
  ]);
  const lease = await takeOver(database, 3);
  await database.run(systemScope(), (tx) =>
    leaseChunks(tx, lease, {
      ...all,
      routeIds: [9],
      relief: { routeIds: new Set([9]), takerOf: () => 5 },
    }),
  );
  const reroute = () =>
    database.run(systemScope(), (tx) =>
      rerouteStranded(
        tx,
        { version: 1, carrying: [9], connectorIds: [3, 5], route: () => null },
        10,
      ),
    );
  expect(await reroute()).toBe(0);
  await db.query(`update connector_state set since = now() - interval '31 seconds'`);
  expect(await reroute()).toBe(1);
  expect(await db.query('select route_id as id from chunk')).toEqual([{ id: 9 }]);
});
