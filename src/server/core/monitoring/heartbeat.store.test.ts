import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { listHeartbeats, upsertHeartbeat } from './heartbeat.store.ts';

const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_gateway', {
  max: 1,
  name: 'test',
  onLost: () => {},
});
const portal = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 1,
  name: 'test',
  onLost: () => {},
});
afterAll(async () => {
  await database.close();
  await portal.close();
});

test('a process that was killed, and started again under its number as in a container, shows its new release and start', async () => {
  const beat = (version: string, startedAt: Date) =>
    upsertHeartbeat(database.plain, {
      process: 'gateway',
      holder: 'tuma/17',
      host: 'tuma',
      metrics: '',
      keys: [],
      version,
      startedAt,
    });
  const [before, after] = [new Date('2026-11-01'), new Date('2026-11-28')];
  await beat('1.0', before);
  await beat('2.0', after);
  expect(await listHeartbeats(portal.plain)).toMatchObject([{ version: '2.0', startedAt: after }]);
});
