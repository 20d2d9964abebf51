import { existsSync, readFileSync } from 'node:fs';
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

test('every table has a comment with its purpose and the folder that writes it', () => {
  const schema = committed('db/schema.sql');
  const tables = [...schema.matchAll(/((?:^-- .*\n)*)^create table (\w+)/gm)].map(
    ([, comment = '', name]) => ({ name, comment: comment.replaceAll(/\n-- /g, ' ').trim() }),
  );
  expect(tables.length).toBeGreaterThan(100);
  for (const { name, comment } of tables) {
    const writer = / Written by (.+)\.$/.exec(comment)?.[1];
    expect(writer, `${name}: "comment on table" says who writes it`).toBeDefined();
    const folder = /^[a-z-]+\/[a-z-]+/.exec(writer!)?.[0];
    if (folder)
      expect(
        existsSync(fileURLToPath(new URL(`../src/server/${folder}`, import.meta.url))),
        `${name} is written by ${folder}`,
      ).toBe(true);
  }
});
