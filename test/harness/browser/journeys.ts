// Playwright's global set-up: what each product would do with its empty database is done once and copied. The start from
// nothing has tests of its own (src/server/ops/supervisor.test.ts).
import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { migrate } from '../../../src/server/infra/database/migrate.ts';
import { startPostgres } from '../../../src/server/infra/database/postgres.ts';
import { BEGIN_WITH, newDataDir } from '../product.ts';
import { keepInMemory } from '../temporary.ts';

export default async function setup(): Promise<() => void> {
  keepInMemory();
  const dataDir = newDataDir();
  const server = await startPostgres({ dataDir });
  await migrate(server.url);
  // A product of a journey ends with it: no commit waits for the disk.
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query('alter role all set synchronous_commit = off');
  await client.end();
  await server.stop();
  process.env[BEGIN_WITH] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
