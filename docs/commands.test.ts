import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('docs/commands.md tells of every script, and of no other', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const told = [
    ...readFileSync(join(root, 'docs/commands.md'), 'utf8').matchAll(/^\| `([a-z:-]+)` \| \S/gm),
  ].map(([, name]) => name);
  expect([...told].sort()).toEqual(Object.keys(scripts).sort());
});
