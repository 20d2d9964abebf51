// `npm run generate -- schema`: writes db/schema.sql from db/migrations.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { migrate } from '../src/server/infra/database/migrate.ts';
import { startPostgres } from '../src/server/infra/database/postgres.ts';
import { dumpSchema } from './schema-dump.ts';

const dataDir = mkdtempSync('/tmp/tuma-schema-');
chmodSync(dataDir, 0o711); // as root, PostgreSQL runs as another user
const server = await startPostgres({ dataDir });
try {
  await migrate(server.url);
  const client = new Client({ connectionString: server.url });
  await client.connect();
  write('db/schema.sql', await dumpSchema(client));
  await client.end();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function write(path: string, text: string): void {
  writeFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), text);
  console.log(`${path}: ${text.split('\n').length - 1} lines`);
}
