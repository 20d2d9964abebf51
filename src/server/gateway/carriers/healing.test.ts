// A route that heals, on the wire: shares move between two simulated carriers and come back. The
// work of the worker's schedule is called here as often as it finds something.
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import {
  addClient,
  addConnector,
  addRoute,
  enqueueAll,
  makeMessage,
  testKey,
  until,
} from '../../../../test/harness/pipeline.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { startSmsc } from '../../../sim/smsc/smsc.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { openHealing } from '../../core/healing/heal.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { run } from '../../processes/gateway.ts';

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());
const log = pino({ level: 'silent' });

const [LOSING, SOUND] = [1, 2];

test('the share of one network moves away from the carrier that loses it, and comes back', async () => {
  // The first carrier never reports numbers that end in 07; the second has no such rules.
  const losing = await startSmsc({ behaviour: { receiptDelay: 10 } });
  const sound = await startSmsc({ behaviour: { receiptDelay: 10, rules: false } });
  const settings = { host: '127.0.0.1', username: 'tuma', con_fail_delay: 0.2, window: 50 };
  const clientId = await addClient(database);
  const first = await addConnector(database, 1, { ...settings, port: losing.port }, 1);
  const second = await addConnector(database, 2, { ...settings, port: sound.port }, 2);
  const connectorIds = [first.connectorId, second.connectorId];
  const routeId = await database.run(systemScope(), async (tx) => {
    const id = await addRoute(tx, 3, 'RandomRoundrobinMTRoute', connectorIds);
    await publishConfig(tx, null);
    return id;
  });
  for (const connectorId of connectorIds)
    for (const network of [LOSING, SOUND])
      await db.query(
        `insert into healing_range (connector_id, route_id, network, due_seconds, usual, low, usual_seconds, hours) values ($1, $2, $3, 64, 0.97, 0.93, 0.5, 48)`,
        [connectorId, routeId, network],
      );
  const gateway = await run({
    database: { connectionString: db.url },
    secretKey: testKey,
    privateHosts: ['127.0.0.1'],
    log,
  });

  let phone = 2547_110_000;
  /** Sends half of the messages to each network, most of the losing one's to numbers that are lost. */
  let isLosing = true;
  let sent = 0;
  const send = async (count: number): Promise<Map<number, number>> => {
    const messages = Array.from({ length: count }, (_, at) => {
      const network = at % 2 === 0 ? LOSING : SOUND;
      const ending = network === LOSING && at % 8 !== 0 ? '07' : '30';
      return makeMessage({ clientId, routeId, network, destination: `${phone++}${ending}` });
    });
    await enqueueAll(database, messages);
    sent += count;
    const ids = messages.map(({ id }) => id);
    await until('all have their receipts but those that are lost', async () => {
      const [row] = await db.query<{ left: number }>(
        `select count(*)::int as left from message m where id = any ($1::uuid[]) and done_at is null
           and not ($2 and destination like '%07' and exists (select from submission s where s.message_id = m.id and s.connector_id = $3))`,
        [ids, isLosing, first.connectorId],
      );
      return row!.left === 0 || undefined;
    });
    // Two minutes later, whatever the clock says.
    await db.query(
      `with moved as (delete from connector_slot where slot > now() - interval '2 minutes' returning *)
       insert into connector_slot (connector_id, route_id, network, slot, outcome, seconds, parts)
       select connector_id, route_id, network, slot - interval '130 seconds', outcome, seconds, parts from moved
       on conflict (connector_id, route_id, network, slot, outcome, seconds) do update set parts = connector_slot.parts + excluded.parts`,
    );
    const rows = await db.query<{ network: number; parts: number }>(
      `select m.network, count(*)::int as parts from submission s join message m on m.id = s.message_id
       where s.message_id = any ($1::uuid[]) and s.connector_id = $2 group by 1`,
      [ids, first.connectorId],
    );
    return new Map(rows.map(({ network, parts }) => [network, parts]));
  };
  const heal = openHealing(database, log);
  const incidents = () =>
    db.query<{ status: string; network: number; connectorId: number; keep: number }>(
      `select status, network, connector_id as "connectorId", keep::float8 as keep from healing_incident`,
    );
  const untilIncidentIs = (status: string) =>
    until(`the incident is ${status}`, async () => {
      await db.query(`update connector_state set since = since - interval '1 hour'`);
      await heal();
      return (await incidents())[0]?.status === status || undefined;
    });
  /** Time goes on: what was counted until now is long ago. */
  const letTimePass = () =>
    db.query(`with gone as (delete from connector_slot)
      update healing_incident set changed_at = changed_at - interval '1 hour'`);
  /** The gateway reads the shares within seconds, and leases by them from then on. */
  const untilShareIs = (isReached: (parts: number) => boolean) =>
    until('the share has moved', async () => {
      const parts = await send(800);
      return isReached(parts.get(LOSING) ?? 0) && parts;
    });

  try {
    await until('both are bound', async () => {
      const bound = await db.query(`select from connector_state where state = 'BOUND'`);
      return bound.length === 2 || undefined;
    });
    const before = await send(800);
    expect(before.get(LOSING)).toBeGreaterThan(100);
    await untilIncidentIs('RELIEVED');
    expect(await incidents()).toEqual(
      [{ status: 'RELIEVED', network: LOSING, connectorId: first.connectorId, keep: 0.1 }].map(
        (row) => ({ ...row, keep: expect.closeTo(row.keep, 5) as number }),
      ),
    );

    // A tenth of what it would take: of 400 messages about 20, of the other network about 200.
    const relieved = await untilShareIs((parts) => parts < 60);
    expect(relieved.get(SOUND)).toBeGreaterThan(100);

    losing.behave({ rules: false });
    isLosing = false;
    await letTimePass();
    await send(2400);
    await untilIncidentIs('RETURNING');
    await untilShareIs((parts) => parts > 60);
    await letTimePass();
    await send(1600);
    await untilIncidentIs('ENDED');
    await untilShareIs((parts) => parts > 150);

    const steps = await db.query<{ kind: string; reason: string }>(
      'select kind, reason from healing_step order by id',
    );
    expect(steps).toEqual([
      { kind: 'RELIEVED', reason: 'LEFT_RANGE' },
      { kind: 'RETURNING', reason: 'PROBES_RECOVERED' },
      { kind: 'ENDED', reason: 'RECOVERED' },
    ]);
    // Moved messages went once, say so in their steps, and count under their route.
    expect(losing.stats().duplicates + sound.stats().duplicates).toBe(0);
    expect(losing.stats().accepted + sound.stats().accepted).toBe(sent);
    const [moved] = await db.query<{ events: number; routes: number }>(
      `select count(*)::int as events, count(distinct m.route_id)::int as routes
       from message_event e join message m on m.id = e.message_id
       where e.kind = 'FAILED_OVER' and e.detail ->> 'reason' = 'RELIEVED' and m.connector_id is distinct from $1`,
      [first.connectorId],
    );
    expect(moved!.events).toBeGreaterThan(200);
    expect(moved!.routes).toBe(1);
    expect(await db.query('select distinct route_id as id from connector_slot')).toEqual([
      { id: routeId },
    ]);
  } finally {
    await gateway.stop();
    await Promise.all([losing.stop(), sound.stop()]);
  }
});
