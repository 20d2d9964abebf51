import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/commands.md'), 'utf8');

test('docs/commands.md lists every script and no other', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const told = [...page.matchAll(/^\| `([a-z:-]+)` \| \S/gm)].map(([, name]) => name);
  expect([...told].sort()).toEqual(Object.keys(scripts).sort());
});

test.each([
  ['bench', ['bench/*.ts'], (file: string) => basename(file, '.ts')],
  ['check', ['test/checks/*.ts'], (file: string) => basename(file, '.ts')],
  ['check', ['test/scenarios/*/run.ts'], (file: string) => basename(dirname(file))],
  ['check', ['test/interop/*.ts'], (file: string) => `interop-${basename(file, '.ts')}`],
])('docs/commands.md lists every name of %s in %s', (command, patterns, nameOf) => {
  const told = page.split(`## ${command}\n`)[1]!.split('\n## ')[0]!;
  const names = globSync(patterns, { cwd: root })
    .map(nameOf)
    .filter((name) => name !== 'main');
  expect(names.filter((name) => !told.includes(`| \`-- ${name}\` |`))).toEqual([]);
});
