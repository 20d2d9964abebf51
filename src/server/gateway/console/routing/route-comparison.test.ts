import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addConnector, enqueueAll, makeMessage } from '../../../../../test/harness/pipeline.ts';
import { openPortal } from '../../../../../test/harness/portal.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { publishConfig } from '../../../core/dispatch/routing/config-version.ts';
import { idFloor, newId } from '../../../infra/ids.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const operator = await portal.add('operator', 'IT_SUPPORT', root);
const shop = await portal.add('shop', 'COMPANY', root);
const first = await addConnector(portal.database, 0, { host: '127.0.0.1', cost: '0.5' }, 1);
const second = await addConnector(portal.database, 10, { host: '127.0.0.1', cost: '0.2' }, 2);
await db.query('update route set enabled = false where id = $1', [second.routeId]);
await portal.database.run(systemScope(), (tx) => publishConfig(tx, null));

const compare = (body: Record<string, unknown> = {}) =>
  portal.call('POST', '/v1/portal/jasmin:compareRoutes', { token: operator.token, body });

test('the draft is run against the messages of the last day, page by page, and nothing else', async () => {
  const days = (count: number) => idFloor(Date.now() - count * 86_400_000).slice(0, 13);
  const made = (destination: string, id = newId()) =>
    makeMessage({ id, clientId: shop.clientId, routeId: first.routeId, destination });
  const yesterday = made('254700000009', `${days(1.5)}${newId().slice(13)}`);
  const pinned = { ...made('254700000008'), routeId: -first.connectorId };
  const newest = [made('254700000001'), made('255700000002')];
  for (const each of [[yesterday], newest, [pinned]]) await enqueueAll(portal.database, each);

  const unchanged = await compare();
  expect(unchanged).toMatchObject({
    status: 200,
    body: { read: 2, stayed: 2, costStayed: 1, moved: [], next: null },
  });

  await db.query(
    `insert into filter (fid, type, parameters) values ('kenya', 'DestinationAddrFilter', '{"destination_addr": "^254"}')`,
  );
  await db.query(
    `update route set enabled = true, type = 'StaticMTRoute', filter_ids = array(select id from filter where fid = 'kenya') where id = $1`,
    [second.routeId],
  );
  const changed = await compare();
  expect(changed.body).toMatchObject({
    read: 2,
    stayed: 1,
    moved: [
      {
        before: { routeId: first.routeId },
        after: { routeId: second.routeId, connectors: [{ share: 1 }] },
        messages: 1,
        costBefore: 0.5,
        costAfter: 0.2,
        examples: [{ messageId: newest[0]!.id, destination: '+254700000001' }],
      },
    ],
  });
  expect(changed.body['fingerprint']).not.toBe(unchanged.body['fingerprint']);
  expect((await compare({ after: newest[1]!.id })).body).toMatchObject({ read: 1, stayed: 0 });
});

test('a draft that cannot be routed by is refused with its fault', async () => {
  await db.query(`update filter set parameters = '{"destination_addr": "("}' where fid = 'kenya'`);
  expect(await compare()).toMatchObject({ status: 422, body: { error: 'DRAFT_INVALID' } });
});
