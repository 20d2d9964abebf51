import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../test/harness/database.ts';
import { dumpSchema } from './schema-dump.ts';

const database = await createTestDatabase();
const client = new Client({ connectionString: database.url });
await client.connect();
afterAll(() => client.end());

function committed(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
}

test('db/schema.sql equals the result of the migrations; `npm run generate -- schema` writes it', async () => {
  expect(await dumpSchema(client)).toBe(committed('db/schema.sql'));
});
