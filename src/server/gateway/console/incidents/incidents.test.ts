// Incidents as operators read and decide them, through the portal's own calls.
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addRoute } from '../../../../../test/harness/pipeline.ts';
import { openPortal } from '../../../../../test/harness/portal.ts';
import { publishConfig } from '../../../core/dispatch/routing/config-version.ts';
import { learnRanges, openHealing } from '../../../core/healing/heal.ts';
import { systemScope } from '../../../infra/database/scope.ts';

const db = await createTestDatabase();
const { call, add, database } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
await db.query(
  `insert into connector (cid, kind, carrier_account_id, settings, secret) values ('north', 'SMPP', 1, '{}', '\\x00'), ('south', 'SMPP', 2, '{}', '\\x00')`,
);
const routeId = await database.run(systemScope(), async (tx) => {
  const id = await addRoute(tx, 10, 'FailoverMTRoute', [1, 2]);
  await publishConfig(tx, null);
  return id;
});
await db.query(
  `insert into connector_state (connector_id, holder, state, since, window_size, in_window, submitted_per_s, slowest_tick_ms, updated_at)
   select id, 'test', 'BOUND', now() - interval '3 hours', 10, 0, 0, 0, now() + interval '1 hour' from connector`,
);

const NETWORK = 1;
/** Parts of each slot of a span of the past that were sent, and how many of them arrived in time. */
const count = (connectorId: number, from: string, to: string, sent: number, delivered: number) =>
  db.query(
    `insert into connector_slot (connector_id, route_id, network, slot, outcome, seconds, parts)
     select $1, $2, ${NETWORK}, date_bin('10 seconds', at, 'epoch'), outcome, seconds, parts
     from generate_series(now() - $3::interval, now() - $4::interval, interval '10 seconds') at, (values ('ACCEPTED', 0, $5::int), ('DELIVERED', 4, $6::int)) as o (outcome, seconds, parts)
     where parts > 0 on conflict do nothing`,
    [connectorId, routeId, from, to, sent, delivered],
  );
const ask = (method: string, path: string, body: Record<string, unknown> = {}) =>
  call(method, `/v1/portal/jasmin/${path}`, { token: support.token, body });
const heal = openHealing(database, pino({ level: 'silent' }));
const listed = async () => (await ask('GET', 'incidents', { pageSize: 10 })).body['incidents'];

test('hours of counts become the normal range of a connector', async () => {
  await db.query(
    `insert into connector_hour (connector_id, route_id, network, hour, outcome, seconds, parts)
     select c, $1, ${NETWORK}, date_trunc('hour', now()) - n * interval '1 hour', outcome, seconds, parts
     from generate_series(1, 2) c, generate_series(3, 30) n, (values ('ACCEPTED', 0, 1000), ('DELIVERED', 4, 960 )) as o (outcome, seconds, parts)`,
    [routeId],
  );
  await count(1, '125 minutes', '121 minutes', 100, 96);
  await db.query(`update connector_slot set slot = slot - interval '1 hour'`);
  await database.run(systemScope(), learnRanges);
  expect(await db.query('select count(*)::int as left from connector_slot')).toEqual([{ left: 0 }]);
  expect(
    await db.query(
      `select connector_id as id, due_seconds as due, round(usual::numeric, 2)::float8 as usual from healing_range order by 1`,
    ),
  ).toEqual([
    { id: 1, due: 8, usual: 0.96 },
    { id: 2, due: 8, usual: 0.96 },
  ]);
});

test('a fall is an incident with its figures, an alert, and a step', async () => {
  await count(1, '40 minutes', '5 minutes', 20, 19);
  await count(1, '5 minutes', '0 minutes', 20, 12);
  await heal();
  const [incident] = await listed();
  expect(incident).toMatchObject({
    cid: 'north',
    routeId,
    routeOrder: 10,
    network: 'Safaricom',
    status: 'RELIEVED',
    reason: 'LEFT_RANGE',
    isKept: false,
    acknowledgedBy: null,
    endedTimestamp: null,
  });
  expect(incident.keep).toBeCloseTo(0.1, 5);
  expect(incident.figures.onTime / incident.figures.sent).toBeLessThan(0.8);
  const { body } = await call('GET', '/v1/portal/status', { token: support.token });
  expect(body['problems']).toContainEqual(
    expect.objectContaining({
      kind: 'DELIVERY_LOW',
      subject: 'north',
      facts: expect.objectContaining({ network: 'Safaricom', moved: 90 }) as unknown,
    }),
  );
  // Another look finds nothing new.
  await heal();
  expect(await listed()).toHaveLength(1);
  const detail = await ask('GET', `incidents/${incident.incidentId}`);
  expect(detail.body['steps']).toMatchObject([
    { kind: 'RELIEVED', reason: 'LEFT_RANGE', operatorName: null },
  ]);
  // Its course has every minute, with what became of the parts of each.
  const { unitSeconds, dueSeconds, points } = detail.body['course'];
  expect([unitSeconds, dueSeconds]).toEqual([60, 8]);
  expect(points.length).toBeGreaterThan(20);
  const [whole] = points.filter(
    ({ timestamp }: { timestamp: number }) =>
      timestamp >= Date.now() / 1000 - 240 && timestamp < Date.now() / 1000 - 120,
  );
  expect(whole).toMatchObject({ onTime: 72, late: 0, failed: 0, missing: 48 });
});

test('an operator takes it on, keeps it, lets it go on, and moves it back', async () => {
  const [{ incidentId }] = await listed();
  const decide = (verb: string, body = {}) => ask('POST', `incidents/${incidentId}:${verb}`, body);
  expect((await decide('acknowledge')).body).toMatchObject({ acknowledgedBy: 'support' });
  expect((await decide('keep', { isKept: true })).body).toMatchObject({ isKept: true });
  expect((await decide('keep', { isKept: false })).body).toMatchObject({ isKept: false });
  expect((await decide('moveBack')).body).toMatchObject({
    status: 'ENDED',
    keep: 1,
    reason: 'OPERATOR',
  });
  const again = await decide('moveBack');
  expect([again.status, again.body['error']]).toEqual([409, 'CONFLICT']);
  const { body } = await ask('GET', `incidents/${incidentId}`);
  expect(body['steps'].map(({ kind }: { kind: string }) => kind)).toEqual([
    'RELIEVED',
    'ACKNOWLEDGED',
    'KEPT',
    'LET_GO',
    'ENDED',
  ]);
  expect(
    await db.query(
      `select after ->> 'decision' as decision from audit_entry where action = 'INCIDENT_DECIDED' order by id`,
    ),
  ).toEqual(['ACKNOWLEDGE', 'KEEP', 'LET_GO', 'MOVE_BACK'].map((decision) => ({ decision })));
  // For an hour nothing is moved again, though the figures are as they were.
  await heal();
  expect((await listed()).map(({ status }: { status: string }) => status)).toEqual(['ENDED']);
});

test('limits go from the general to the special, and are removed again', async () => {
  const limits = { mode: 'WATCH', leastPercent: 20, mostPercent: 50 };
  expect((await ask('GET', 'healing-limits')).body['limits']).toEqual([
    {
      mode: 'MOVE',
      leastPercent: 10,
      mostPercent: 100,
      routeId: null,
      routeOrder: null,
      cid: null,
      changeTimestamp: null,
    },
  ]);
  expect((await ask('PUT', 'healing-limits', { ...limits, routeId, cid: 'north' })).body).toEqual({
    ...limits,
    routeId,
    routeOrder: 10,
    cid: 'north',
    changeTimestamp: expect.any(Number),
  });
  await db.query('delete from healing_incident');
  await heal();
  expect(await listed()).toMatchObject([{ status: 'NOTICED', reason: 'WATCHED_ONLY', keep: 1 }]);
  expect((await ask('DELETE', 'healing-limits', { routeId, cid: 'north' })).status).toBe(200);
  expect((await ask('DELETE', 'healing-limits', { routeId, cid: 'north' })).status).toBe(404);
  await heal();
  expect(await listed()).toMatchObject([{ status: 'RELIEVED' }]);
});

test.each([
  [{ mode: 'MOVE', leastPercent: 0, mostPercent: 100 }, 400],
  [{ mode: 'MOVE', leastPercent: 51, mostPercent: 100 }, 400],
  [{ mode: 'MOVE', leastPercent: 10, mostPercent: 101 }, 400],
  [{ mode: 'MOVE', leastPercent: 10, mostPercent: 100, cid: 'nobodys' }, 404],
  [{ mode: 'MOVE', leastPercent: 10, mostPercent: 100, routeId: 999 }, 404],
])('limits that cannot be are refused: %j', async (limits, status) => {
  expect((await ask('PUT', 'healing-limits', limits)).status).toBe(status);
});

test('an incident of a route that is gone ends', async () => {
  await database.run(systemScope(), async (tx) => {
    await tx.query('delete from route where id = $1', [routeId]);
    await publishConfig(tx, null);
  });
  await heal();
  expect(await listed()).toMatchObject([{ status: 'ENDED', reason: 'GONE', routeOrder: null }]);
});
