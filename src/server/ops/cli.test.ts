import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stopOrphan } from '../infra/database/postgres-server.ts';
import { processesIn } from '../infra/machine.ts';

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

test('a command that is interrupted leaves no database running and no lock', async () => {
  const folder = mkdtempSync('/tmp/tuma-cli-');
  chmodSync(folder, 0o755);
  const database = join(folder, 'postgres');
  onTestFinished(async () => {
    await stopOrphan(database);
    rmSync(folder, { recursive: true });
  });
  const code = `import { withDatabase } from ${JSON.stringify(join(import.meta.dirname, 'cli.ts'))};
    await withDatabase({ databaseUrl: undefined, dataDir: ${JSON.stringify(folder)}, dataDirChosen: true },
      () => { console.log('works'); return new Promise(() => { setInterval(() => {}, 1000); }); }, { make: true });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  for (let times = 0; times < 2; times++) child.kill('SIGINT'); // the terminal's, and npm's
  expect(await ended).toEqual([130, null]);
  expect(processesIn(database)).toEqual([]);
  expect(existsSync(join(folder, 'tuma.lock'))).toBe(false);
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
