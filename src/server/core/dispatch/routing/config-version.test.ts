import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addConnector } from '../../../../../test/harness/pipeline.ts';
import { openDatabase } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { loadConfigInForce, publishConfig } from './config-version.ts';

const db = await createTestDatabase();
const portal = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 2,
  name: 'test',
  onLost: () => {},
});
afterAll(() => portal.close());

const load = (known?: Awaited<ReturnType<typeof loadConfigInForce>>) =>
  portal.run(systemScope(), (tx) => loadConfigInForce(tx, known));
const publish = () => portal.run(systemScope(), (tx) => publishConfig(tx, null));

test('a configuration is read once while it is in force, and again under the same number after a restore', async () => {
  await addConnector(portal, 0, { host: '127.0.0.1', username: 'a' }, 1);
  await publish();
  const before = await load();
  expect(await load(before)).toBe(before);

  await addConnector(portal, 1, { host: '127.0.0.1', username: 'b' }, 2);
  // A backup from before it was restored, and the next version got its number.
  await db.query('delete from config_version');
  await db.query(`select setval(pg_get_serial_sequence('config_version', 'version'), $1, false)`, [
    before!.version,
  ]);
  await publish();
  const after = await load(before);
  expect(after!.version).toBe(before!.version);
  expect(after!.connectors.map(({ cid }) => cid)).toEqual(['carrier-0', 'carrier-1']);
  expect(await load(after)).toBe(after);
});
