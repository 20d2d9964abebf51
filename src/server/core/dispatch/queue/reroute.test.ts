import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import {
  addClient,
  addConnector,
  enqueueAll,
  makeMessage,
} from '../../../../../test/harness/pipeline.ts';
import { openDatabase } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { publishConfig, rerouteStrandedChunks } from '../routing/config-version.ts';

const db = await createTestDatabase();
const portal = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 3,
  name: 'test',
  onLost: () => {},
});
afterAll(() => portal.close());
const clientId = await addClient(portal);

test('messages of a removed route take another route, or end with their units released', async () => {
  const first = await addConnector(portal, 0, { host: '127.0.0.1', username: 'a' }, 1);
  const second = await addConnector(portal, 10, { host: '127.0.0.1', username: 'b' }, 2);
  const ids = ['254700000001', '254700000002', '255700000003'].map((destination) =>
    makeMessage({ clientId, routeId: second.routeId, destination, facts: { at: Date.now() } }),
  );
  await enqueueAll(portal, ids);
  const pinned = makeMessage({
    clientId,
    routeId: -second.connectorId,
    destination: '254700000009',
  });
  await enqueueAll(portal, [pinned]);
  const reroute = async () => {
    while ((await portal.run(systemScope(), (tx) => rerouteStrandedChunks(tx, 10))) > 0);
  };
  await reroute();
  expect(await db.query('select distinct route_id from chunk where route_id > 0')).toEqual([
    { route_id: second.routeId },
  ]);

  await db.query(`update route set enabled = false where id = $1`, [second.routeId]);
  const [filter] = await db.query(
    `insert into filter (fid, type, parameters) values ('kenya', 'DestinationAddrFilter', '{"destination_addr": "254"}') returning id`,
  );
  await db.query(
    `update route set "order" = 5, type = 'StaticMTRoute', filter_ids = array[$2::int] where id = $1`,
    [first.routeId, filter!['id']],
  );
  const { version } = await portal.run(systemScope(), (tx) => publishConfig(tx, null));
  await reroute();
  expect(
    await db.query(
      `select destination, route_id, config_version, status, error_code from message where id = any ($1) order by destination`,
      [ids.map(({ id }) => id)],
    ),
  ).toEqual([
    {
      destination: '254700000001',
      route_id: first.routeId,
      config_version: version,
      status: 0,
      error_code: null,
    },
    {
      destination: '254700000002',
      route_id: first.routeId,
      config_version: version,
      status: 0,
      error_code: null,
    },
    {
      destination: '255700000003',
      route_id: second.routeId,
      config_version: 1,
      status: 14,
      error_code: 'NO_ROUTE',
    },
  ]);
  expect(await db.query(`select route_id, size from chunk order by route_id`)).toEqual([
    { route_id: -second.connectorId, size: 1 },
    { route_id: first.routeId, size: 2 },
  ]);
  expect(
    await db.query(
      `select sum(failed)::int as failed, sum(released)::int as released from campaign_delta`,
    ),
  ).toEqual([{ failed: 1, released: 10_000 }]);
});
