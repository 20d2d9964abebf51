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
} from '../../../test/harness/pipeline.ts';
import { createTestDatabase } from '../../../test/harness/database.ts';
import { startSmsc } from '../../sim/smsc/smsc.ts';
import { publishConfig } from '../core/dispatch/config-version.ts';
import { openDatabase } from '../infra/database/db.ts';
import { systemScope } from '../infra/database/scope.ts';
import { run } from '../processes/gateway.ts';

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());

test("a message that a route's first carrier keeps refusing is submitted to the second, once", async () => {
  // Numbers that end in 19 are refused by the first; the second has no such rules.
  const refusing = await startSmsc({ behaviour: { receiptDelay: 10 } });
  const accepting = await startSmsc({ behaviour: { receiptDelay: 10, rules: false } });
  const settings = { host: '127.0.0.1', username: 'tuma', con_fail_delay: 0.2 };
  const clientId = await addClient(database);
  const first = await addConnector(
    database,
    1,
    { ...settings, port: refusing.port, retry_rules: 'ESME_RSUBMITFAIL,1,1,next' },
    1,
  );
  const second = await addConnector(database, 2, { ...settings, port: accepting.port }, 2);
  const routeId = await database.run(systemScope(), async (tx) => {
    const id = await addRoute(tx, 3, 'FailoverMTRoute', [first.connectorId, second.connectorId]);
    await publishConfig(tx, null);
    return id;
  });
  const message = makeMessage({ clientId, routeId, destination: '254711000119' });
  const gateway = await run({
    database: { connectionString: db.url },
    secretKey: testKey,
    privateHosts: ['127.0.0.1'],
    log: pino({ level: 'silent' }),
  });
  const rowOf = async () =>
    (
      await db.query(`select status, connector_id as "connectorId" from message where id = $1`, [
        message.id,
      ])
    )[0]!;
  try {
    await until('both are bound', async () => {
      const bound = await db.query(`select from connector_state where state = 'BOUND'`);
      return bound.length === 2 || undefined;
    });
    await enqueueAll(database, [message]);
    await until('it is delivered', async () => (await rowOf())['status'] === 10);
    expect(await rowOf()).toEqual({ status: 10, connectorId: second.connectorId });
    expect(refusing.stats().refused).toBe(2);
    expect(accepting.stats().accepted).toBe(1);
  } finally {
    await gateway.stop();
    await Promise.all([refusing.stop(), accepting.stop()]);
  }
});
