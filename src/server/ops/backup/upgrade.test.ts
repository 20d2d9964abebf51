import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { findPostgresPrograms } from '../../../../tools/debian-postgres.ts';
import { databaseFolder } from '../../infra/data-folder.ts';
import { databaseUser, isRoot, processesIn } from '../../infra/machine.ts';
import { migrate } from '../../infra/database/migrate.ts';
import { startPostgres } from '../../infra/database/postgres.ts';
import { stopOrphan } from '../../infra/database/postgres-server.ts';
import { majorOf, upgradedFolder } from '../../infra/database/postgres-data.ts';
import { upgradeDatabase } from './upgrade.ts';

// Debian's PostgreSQL is the old one, the embedded one the new.
const bin = findPostgresPrograms();
const programs = bin && dirname(bin);

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A data folder of the old PostgreSQL, without a database in it. */
function makeOldData(): { dataDir: string; data: string } {
  const dataDir = mkdtempSync('/tmp/tuma-upgrade-');
  onTestFinished(async () => {
    await stopOrphan(databaseFolder(dataDir));
    rmSync(dataDir, { recursive: true, force: true });
  });
  chmodSync(dataDir, 0o711);
  const data = databaseFolder(dataDir);
  const user = isRoot() ? databaseUser(data) : undefined;
  mkdirSync(data, { mode: 0o700 });
  if (user) chownSync(data, user.uid, user.gid);
  const made = spawnSync(
    join(programs!, 'bin', 'initdb'),
    ['-D', data, '-U', 'tuma', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '--no-sync'],
    { cwd: '/', encoding: 'utf8', ...(user && { uid: user.uid, gid: user.gid }) },
  );
  expect(made.stderr).not.toMatch(/error/);
  return { dataDir, data };
}

test.skipIf(!programs)(
  'an upgrade that is interrupted leaves the old data, no server and no lock',
  { timeout: 900_000 },
  async () => {
    const { dataDir, data } = makeOldData();
    const from = majorOf(dataDir);
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'upgrade.run.ts'), '--programs', programs!],
      {
        cwd: dataDir,
        stdio: 'inherit',
        env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
      },
    );
    while (!existsSync(join(data, 'postmaster.pid'))) await sleep(5);
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([143, null]);
    expect(processesIn(data)).toEqual([]);
    expect(majorOf(dataDir)).toBe(from);
    expect(['tuma.lock', 'upgrade'].filter((name) => existsSync(join(dataDir, name)))).toEqual([]);
  },
);

test.skipIf(!programs)(
  'data of another major version is refused with the command that converts it; that command does, and keeps the old',
  { timeout: 900_000 },
  async () => {
    const { dataDir, data } = makeOldData();
    const from = majorOf(dataDir)!;

    const old = await startPostgres({ dataDir, programs: programs! });
    await migrate(old.url);
    await ask(
      old.url,
      `insert into setting (key, value) select 'k' || n, jsonb_build_object('é', n) from generate_series(1, 500) n`,
    );
    const everything = `select key, value from setting order by key collate "C"`;
    const before = await ask(old.url, everything);
    await old.stop();

    await expect(startPostgres({ dataDir })).rejects.toThrow(
      new RegExp(
        `was made by PostgreSQL ${from}, and this is PostgreSQL \\d+. Run npm run upgrade`,
      ),
    );
    const done = await upgradeDatabase(dataDir, programs!);
    expect(done).toMatchObject({ from, rows: expect.any(Number) });
    expect(existsSync(join(done.kept, 'PG_VERSION'))).toBe(true);

    // Killed before its last step, the next start takes it.
    renameSync(data, upgradedFolder(dataDir));
    const fresh = await startPostgres({ dataDir });
    onTestFinished(() => fresh.stop());
    expect(majorOf(dataDir)).toBe(done.to);
    expect(await migrate(fresh.url)).toEqual({ applied: [] });
    expect(await ask(fresh.url, everything)).toEqual(before);
  },
);
