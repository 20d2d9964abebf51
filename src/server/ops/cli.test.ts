import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

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
