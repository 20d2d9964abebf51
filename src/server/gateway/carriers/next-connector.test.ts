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
import { openDatabase } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { run } from '../../processes/gateway.ts';

const RULES = ['ESME_RSUBMITFAIL', 'ESME_RMSGQFUL', 'ESME_RTHROTTLED']
  .map((status) => `${status},1,1,next`)
  .join(';');
const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());

test("messages that a route's first carrier keeps refusing are submitted to the second, once", async () => {
  // Numbers that end in 19 are refused by the first, 0015 and 0006 twice by a full queue and as too many; the
  // second has no such rules.
  const refusing = await startSmsc({ behaviour: { receiptDelay: 10 } });
  const accepting = await startSmsc({ behaviour: { receiptDelay: 10, rules: false } });
  const settings = { host: '127.0.0.1', username: 'tuma', con_fail_delay: 0.2 };
  const clientId = await addClient(database);
  const first = await addConnector(
    database,
    1,
    { ...settings, port: refusing.port, retry_rules: RULES },
    1,
  );
  const second = await addConnector(database, 2, { ...settings, port: accepting.port }, 2);
  const routeId = await database.run(systemScope(), async (tx) => {
    const id = await addRoute(tx, 3, 'FailoverMTRoute', [first.connectorId, second.connectorId]);
    await publishConfig(tx, null);
    return id;
  });
  const messages = ['254711000119', '254711000015', '254711000006'].map((destination) =>
    makeMessage({ clientId, routeId, destination }),
  );
  const gateway = await run({
    database: { connectionString: db.url },
    secretKey: testKey,
    privateHosts: ['127.0.0.1'],
    log: pino({ level: 'silent' }),
  });
  const rows = () =>
    db.query(`select status, connector_id as "connectorId" from message order by id`);
  try {
    await until('both are bound', async () => {
      const bound = await db.query(`select from connector_state where state = 'BOUND'`);
      return bound.length === 2 || undefined;
    });
    await enqueueAll(database, messages);
    await until('they are delivered', async () =>
      (await rows()).every(({ status }) => status === 10),
    );
    const ended = { status: 10, connectorId: second.connectorId };
    expect(await rows()).toEqual([ended, ended, ended]);
    const { refused, throttled } = refusing.stats();
    expect(refused + throttled).toBe(6);
    expect(accepting.stats().accepted).toBe(3);
  } finally {
    await gateway.stop();
    await Promise.all([refusing.stop(), accepting.stop()]);
  }
});
