import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/harness/database.ts';
import { databaseFolder } from '../infra/data-folder.ts';
import { stopOrphan } from '../infra/database/postgres-server.ts';
import { processesIn } from '../infra/machine.ts';

const source = await createTestDatabase();

test('an upgrade that was killed before its last step is ended by the command itself', () => {
  const folder = mkdtempSync('/tmp/tuma-cli-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'postgres.upgraded'));
  writeFileSync(join(folder, 'postgres.upgraded/PG_VERSION'), '18\n');
  const run = spawnSync(process.execPath, [join(import.meta.dirname, 'backup/upgrade.run.ts')], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], DATA_DIR: folder },
  });
  expect(run.stderr).toBe('');
  expect(JSON.parse(run.stdout)).toEqual({ from: '18', to: '18' });
  expect(existsSync(join(folder, 'postgres/PG_VERSION'))).toBe(true);
});

/** A command that starts a database of its own, and works as `work` says; with what it says and its end. */
function startCommand(work: string) {
  const folder = mkdtempSync('/tmp/tuma-cli-');
  chmodSync(folder, 0o755);
  const database = join(folder, 'postgres');
  onTestFinished(async () => {
    await stopOrphan(database);
    rmSync(folder, { recursive: true });
  });
  const code = `import { runCommand, withDatabase } from ${JSON.stringify(join(import.meta.dirname, 'cli.ts'))};
    import { Client } from 'pg';
    await runCommand(() => withDatabase({ databaseUrl: undefined, dataDir: ${JSON.stringify(folder)}, dataDirChosen: true },
      async ({ databaseUrl }) => { ${work} }, { make: true }));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: import.meta.dirname,
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  return { folder, database, child, ended: once(child, 'close'), said: () => said };
}

test.each([
  ['works', `console.log('works'); await new Promise(() => setInterval(() => {}, 1000));`],
  [
    'is in the database',
    `const client = new Client(databaseUrl); client.on('error', () => {}); await client.connect(); console.log('works'); await client.query('select pg_sleep(600)');`,
  ],
])('a command that is interrupted while it %s leaves no database and no lock', async (_, work) => {
  const { folder, database, child, ended, said } = startCommand(work);
  await once(child.stdout, 'data');
  for (let times = 0; times < 2; times++) child.kill('SIGINT'); // the terminal's, and npm's
  expect(await ended).toEqual([130, null]);
  expect(said()).toBe('');
  expect(processesIn(database)).toEqual([]);
  expect(existsSync(join(folder, 'tuma.lock'))).toBe(false);
});

test('a command that is interrupted while its database starts leaves none and no lock', async () => {
  const { folder, database, child, ended } = startCommand('');
  while (!existsSync(join(database, 'postmaster.pid'))) await sleep(5);
  child.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
  expect(processesIn(database)).toEqual([]);
  expect(existsSync(join(folder, 'tuma.lock'))).toBe(false);
});

test('a command whose lock another start has taken ends with its database', async () => {
  const { folder, database, child, ended, said } = startCommand(
    `console.log('works'); await new Promise(() => setInterval(() => {}, 1000));`,
  );
  await once(child.stdout, 'data');
  const path = join(folder, 'tuma.lock');
  writeFileSync(path, '{"pid":1,"identity":"another"}');
  expect(await ended).toEqual([1, null]);
  expect(said()).toContain('Another start has taken over the data');
  while (processesIn(database).length > 0) await sleep(5); // they were killed, and end at that
  expect(existsSync(path)).toBe(true);
});

test('an upgrade whose lock another start has taken ends, and moves no data', async () => {
  const folder = mkdtempSync('/tmp/tuma-cli-');
  const programs = mkdtempSync('/tmp/tuma-cli-');
  const started = join(programs, 'started');
  onTestFinished(() => {
    if (existsSync(started)) process.kill(Number(readFileSync(started, 'utf8')), 'SIGKILL');
    for (const each of [folder, programs]) rmSync(each, { recursive: true });
  });
  for (const each of [folder, programs]) chmodSync(each, 0o777);
  mkdirSync(join(folder, 'postgres'));
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '15\n');
  mkdirSync(join(programs, 'bin'));
  // A PostgreSQL that recovers for long.
  writeFileSync(
    join(programs, 'bin/postgres'),
    `#!/bin/sh
[ "$1" = --version ] && echo 'postgres (PostgreSQL) 15.1' && exit
echo $$ > ${started}.new && mv ${started}.new ${started} && exec sleep 600`,
    { mode: 0o755 },
  );
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'backup/upgrade.run.ts'), '--programs', programs],
    { cwd: folder, env: { PATH: process.env['PATH'], DATA_DIR: folder } },
  );
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  while (!existsSync(started)) await sleep(5);
  writeFileSync(join(folder, 'tuma.lock'), '{"pid":1,"identity":"another"}');
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(said).toContain('Another start has taken over the data');
  expect(existsSync(join(folder, 'tuma.lock'))).toBe(true);
});

test('a backup that is interrupted while it is tried out leaves no database, no copy and no draft', async () => {
  const folder = mkdtempSync('/tmp/tuma-cli-');
  onTestFinished(async () => {
    for (const name of copies()) await stopOrphan(databaseFolder(join(folder, name)));
    rmSync(folder, { recursive: true });
    await source.query(`drop owned by ${user}; drop role ${user}`);
  });
  chmodSync(folder, 0o755);
  const copies = () => readdirSync(folder).filter((name) => name.startsWith('tuma-verify-'));
  // A login that may make no database, so that the backup is tried out on a server of its own.
  const user = `tuma_backup_${process.pid}`;
  await source.query(`create role ${user} login in role tuma_owner, tuma_portal`);
  const url = new URL(source.url);
  url.username = user;
  const start = () =>
    spawn(
      process.execPath,
      [join(import.meta.dirname, 'backup/backup.run.ts'), '--verify', '--to', join(folder, 'x')],
      {
        cwd: folder,
        stdio: 'inherit',
        env: {
          PATH: process.env['PATH'],
          TMPDIR: folder,
          DATA_DIR: folder,
          DATABASE_URL: url.href,
          SECRET_KEY: Buffer.alloc(32, 9).toString('hex'),
        },
      },
    );
  const serverOf = async (killed: readonly string[] = []) => {
    for (;;) {
      const name = copies().find((each) => !killed.includes(each));
      const database = name && databaseFolder(join(folder, name));
      if (database && existsSync(join(database, 'postmaster.pid'))) return database;
      await sleep(5);
    }
  };
  const killed = start();
  const left = await serverOf();
  killed.kill('SIGKILL');
  await once(killed, 'close');
  expect(processesIn(left)).not.toEqual([]);
  rmSync(join(folder, 'x'));
  const child = start();
  const database = await serverOf(copies());
  expect(processesIn(left)).toEqual([]);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([143, null]);
  expect(processesIn(database)).toEqual([]);
  expect(copies()).toEqual([]);
});

test.each([
  ['restore', ['--bogus'], "Unknown option '--bogus'"],
  ['backup', ['--bogus'], "Unknown option '--bogus'"],
  ['upgrade', ['--bogus'], "Unknown option '--bogus'"],
  ['restore', ['.'], 'There is no file '],
])('%s %j is refused in words, without a stack', (command, args, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'tuma-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = spawnSync(
    process.execPath,
    [join(import.meta.dirname, `backup/${command}.run.ts`), ...args],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], DATA_DIR: folder } },
  );
  expect(run.status).toBe(1);
  expect(run.stderr).toContain(words);
  expect(run.stderr).not.toContain('    at ');
});
