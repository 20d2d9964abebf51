import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** A checkout of nothing but a backup that writes `DATA`, below a path with a space and a letter beyond ASCII. */
function checkout(): string {
  const parent = mkdtempSync(join(tmpdir(), 'tuma-bootstrap-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const root = join(parent, 'ü p');
  for (const folder of ['tools', 'src/server/ops/backup', 'node_modules', '.cache'])
    mkdirSync(join(root, folder), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(root, 'tools/bootstrap.mjs'));
  writeFileSync(
    join(root, 'src/server/ops/backup/backup.run.ts'),
    `process.stdout.write('DATA');\n`,
  );
  writeFileSync(join(root, 'package.json'), '{ "name": "nothing", "version": "1.0.0" }');
  writeFileSync(
    join(root, 'package-lock.json'),
    '{ "name": "nothing", "version": "1.0.0", "lockfileVersion": 3, "packages": { "": { "name": "nothing", "version": "1.0.0" } } }',
  );
  return root;
}

function backup(root: string): { stdout: string; stderr: string; status: number | null } {
  return spawnSync(process.execPath, ['tools/bootstrap.mjs', 'backup'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
  });
}

test("a record of packages that npm did not finish is no record: they are installed, and standard output stays the task's", () => {
  const root = checkout();
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages":{"node_modules/a":{"v');
  expect(backup(root)).toMatchObject({
    stdout: 'DATA',
    stderr: expect.stringContaining('Installing packages ...'),
    status: 0,
  });
});

test('a lock of a start that was killed while the clock was ahead is taken away', () => {
  const root = checkout();
  writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages":{}}');
  const lock = join(root, '.cache/bootstrap.lock');
  mkdirSync(lock);
  const ahead = new Date(Date.now() + 86_400_000);
  utimesSync(lock, ahead, ahead);
  expect(backup(root)).toMatchObject({ stdout: 'DATA', stderr: '', status: 0 });
});
