import { afterAll } from 'vitest';
import type { Database } from '../../src/server/infra/database/db.ts';
import { startTill, type TestTill, type TillSettings } from './till-server.ts';

/** Opens a till that is closed with the test file. */
export async function openTestTill(
  database: Database,
  settings: TillSettings = {},
): Promise<TestTill> {
  const { stop, ...opened } = await startTill(database, settings);
  afterAll(stop);
  return opened;
}
