// Playwright's global set-up: what each product would do with its empty database is done once and copied. The start from
// nothing has tests of its own (src/server/ops/supervisor.test.ts).
import { rmSync } from 'node:fs';
import { migrate } from '../../src/server/infra/database/migrate.ts';
import { startPostgres } from '../../src/server/infra/database/postgres.ts';
import { BEGIN_WITH, newDataDir } from './product.ts';

export default async function setup(): Promise<() => void> {
  const dataDir = newDataDir();
  const server = await startPostgres({ dataDir });
  await migrate(server.url);
  await server.stop();
  process.env[BEGIN_WITH] = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
