import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { databaseFolder } from '../data-folder.ts';
import { isAlive } from '../machine.ts';
import { startPostgres } from './postgres.ts';
import type { PostgresEvent, PostgresServer } from './postgres.ts';

function newDataDir(): string {
  const dataDir = mkdtempSync('/tmp/tuma-postgres-');
  chmodSync(dataDir, 0o711);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function ask<Row extends Record<string, unknown>>(
  server: PostgresServer,
  sql: string,
): Promise<Row[]> {
  const client = new Client({ connectionString: server.url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function settled(look: () => boolean): Promise<void> {
  while (!look()) await sleep(20);
}

test('a server is created, durable, on a private socket, and removed after stop', async () => {
  const server = await startPostgres({ dataDir: newDataDir() });
  const socketFolder = new URL(server.url).searchParams.get('host') ?? '';
  expect(statSync(socketFolder).mode & 0o777).toBe(0o700);
  expect(
    await ask(
      server,
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'server_encoding') order by name`,
    ),
  ).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'fsync', setting: 'on' },
    { name: 'full_page_writes', setting: 'on' },
    { name: 'listen_addresses', setting: '' },
    { name: 'server_encoding', setting: 'UTF8' },
    { name: 'synchronous_commit', setting: 'on' },
  ]);
  expect(
    await ask(
      server,
      `select datlocprovider as provider, datlocale as locale from pg_database where datname = 'tuma'`,
    ),
  ).toEqual([{ provider: 'b', locale: 'C.UTF-8' }]);
  const pid = server.pid();
  await server.stop();
  expect(isAlive(pid)).toBe(false);
  expect(statSync(socketFolder, { throwIfNoEntry: false })).toBeUndefined();
});

test('copies of PostgreSQL that earlier releases made are removed, and nothing else', async () => {
  const dataDir = newDataDir();
  for (const name of [
    'programs-linux-x64-16.4.0',
    'programs-linux-x64-17.1.0-b1.77',
    'programs-mine',
  ])
    mkdirSync(join(dataDir, name, 'bin'), { recursive: true });
  const server = await startPostgres({ dataDir });
  await server.stop();
  expect(readdirSync(dataDir).filter((name) => /x64-1[67]\.[14]/.test(name))).toEqual([]);
  expect(existsSync(join(dataDir, 'programs-mine'))).toBe(true);
});

test('committed data survives: a killed server restarts on the same address', async () => {
  const events: PostgresEvent[] = [];
  const server = await startPostgres({
    dataDir: newDataDir(),
    onEvent: (event) => events.push(event),
  });
  onTestFinished(() => server.stop());
  await ask(server, 'create table kept as select generate_series(1, 1000) as n');
  const killed = server.pid();
  process.kill(killed, 'SIGKILL');
  await settled(() => events.some(({ event }) => event === 'restarted'));
  expect(server.pid()).not.toBe(killed);
  expect(await ask(server, 'select count(*)::int as kept from kept')).toEqual([{ kept: 1000 }]);
});

test('the log of a server that runs for long stays bounded, and goes on', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const dataDir = newDataDir();
  const server = await startPostgres({ dataDir });
  onTestFinished(() => server.stop());
  const log = join(dataDir, 'postgres.log');
  const sizes = () =>
    [log, `${log}.1`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  for (const days of [1, 2, 3]) {
    appendFileSync(log, `${'x'.repeat(12_000_000)}\nday ${days}\n`);
    vi.advanceTimersByTime(60_000);
    await ask(server, `do $$ begin raise log 'after %', ${days}; end $$`);
    expect(readFileSync(`${log}.1`, 'utf8')).toMatch(new RegExp(`day ${days}\n$`));
    await settled(() => readFileSync(log, 'utf8').includes(`after ${days}`));
    expect(Math.max(...sizes())).toBeLessThan(10_000_001);
  }
});

test('a stale pid file whose number now belongs to another process is ignored', async () => {
  const dataDir = newDataDir();
  await (await startPostgres({ dataDir })).stop();
  writeFileSync(
    join(databaseFolder(dataDir), 'postmaster.pid'),
    `${process.pid}\n${databaseFolder(dataDir)}\n1\n5432\n/tmp/tuma-gone\n\n`,
  );
  const server = await startPostgres({ dataDir });
  onTestFinished(() => server.stop());
  expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('data of another major version is refused in one line and not changed', async () => {
  const dataDir = newDataDir();
  await (await startPostgres({ dataDir })).stop();
  const version = join(databaseFolder(dataDir), 'PG_VERSION');
  writeFileSync(version, '17\n');
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    'was made by PostgreSQL 17, and this is PostgreSQL 18.',
  );
  expect(readFileSync(version, 'utf8')).toBe('17\n');
});

test('a data folder that PostgreSQL cannot open is reported with its message', async () => {
  const dataDir = newDataDir();
  await (await startPostgres({ dataDir })).stop();
  rmSync(join(databaseFolder(dataDir), 'global'), { recursive: true });
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    /could not start on \S+: .*could not find the database system/,
  );
});
