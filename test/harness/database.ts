// A PostgreSQL database of its own for a test file.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';
import { TEMPLATE, databaseUrl } from './database/database-server.ts';
import { isInMemory } from './temporary.ts';

/** A database that lives as long as the test file that made it. */
export interface TestDatabase {
  /** Its address, as the superuser `tuma`; take a role with `options: '-c role=tuma_portal'`. */
  url: string;
  /** Runs one statement as the superuser and gives its rows. */
  query<Row extends Record<string, unknown> = Record<string, unknown>>(
    sql: string,
    values?: unknown[],
  ): Promise<Row[]>;
}

/**
 * Copies the migrated template. Call it at the top of a test file with `await`, once: the database
 * is dropped after the file's last test, also while connections are open.
 * @param options.empty an empty database instead, without tables
 */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const response = await fetch(inject('databaseStarter'));
  const server = await response.text();
  if (!response.ok) throw new Error(`The tests' PostgreSQL did not start: ${server}`);
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Its files copied are half of the work of its pages logged; on a disk they would be written and synced first.
  const strategy = isInMemory() ? 'file_copy' : 'wal_log';
  const template = options.empty ? 'template0' : TEMPLATE;
  await once(server, `create database ${name} template ${template} strategy ${strategy}`);
  const url = databaseUrl(server, name);
  const client = new Client({ connectionString: url });
  client.on('error', () => {}); // the drop below cuts it
  await client.connect();
  afterAll(async () => {
    await client.end();
    await once(server, `drop database ${name} with (force)`);
  });
  // One after the other, in the order of the calls: a client of PostgreSQL takes one statement at a time.
  let last: Promise<unknown> = Promise.resolve();
  return {
    url,
    query: async (sql, values) => {
      const answer = last.then(() => client.query(sql, values));
      last = answer.catch(() => {});
      return (await answer).rows;
    },
  };
}

async function once(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
