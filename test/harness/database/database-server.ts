// vitest's global set-up: one PostgreSQL for the whole run, started when the first test asks for it,
// so that a run of pure tests pays nothing.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { lockDataFolder } from '../../../src/server/infra/data-lock.ts';
import type { DataFolderLock } from '../../../src/server/infra/data-lock.ts';
import { migrate } from '../../../src/server/infra/database/migrate.ts';
import { startPostgres } from '../../../src/server/infra/database/postgres.ts';
import type { PostgresServer } from '../../../src/server/infra/database/postgres.ts';
import { keepCompiled, keepInMemory, temporaryFolder } from '../temporary.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseStarter: string;
  }
}

/** Migrated once; every test file's database is a copy of it. */
export const TEMPLATE = 'tuma_template';
const PREFIX = 'tuma-test-';
/**
 * Nothing of it outlives the run: no commit waits for the disk. Tests of what survives a crash start servers of their own.
 * `fsync` and `full_page_writes` stay on: the product refuses a server without them.
 */
const SETTINGS = {
  synchronous_commit: 'off',
  wal_compression: 'off',
  max_connections: '300', // the pools of all workers' files
};

interface Running {
  dataDir: string;
  lock: DataFolderLock;
  server: PostgresServer;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  keepInMemory();
  keepCompiled();
  let running: Promise<Running> | undefined;
  const starter = createServer((_request, response) => {
    running ??= start();
    running.then(
      ({ server }) => response.end(server.url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => starter.listen(0, '127.0.0.1', resolve));
  project.provide(
    'databaseStarter',
    `http://127.0.0.1:${(starter.address() as AddressInfo).port}/`,
  );

  return async () => {
    starter.closeAllConnections();
    starter.close();
    const { dataDir, lock, server } = await (running ?? Promise.resolve({} as Partial<Running>));
    await server?.stop();
    lock?.release();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
}

async function start(): Promise<Running> {
  await removeLeftovers();
  const dataDir = mkdtempSync(join(temporaryFolder(), PREFIX));
  chmodSync(dataDir, 0o711); // as root, PostgreSQL runs as another user
  const lock = lockDataFolder(dataDir);
  const server = await startPostgres({ dataDir, settings: SETTINGS });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate(databaseUrl(server.url, TEMPLATE));
  return { dataDir, lock, server };
}

// A run that was killed left its server and its folder.
async function removeLeftovers(): Promise<void> {
  for (const name of readdirSync(temporaryFolder()).filter((entry) => entry.startsWith(PREFIX))) {
    const dataDir = join(temporaryFolder(), name);
    try {
      lockDataFolder(dataDir);
      await (await startPostgres({ dataDir })).stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    } catch {
      // Another run is using it, or another user's: not ours to remove.
    }
  }
}

/** The same server, another database. */
export function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
