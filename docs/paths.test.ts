import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const IGNORED = ['node_modules', '.git', 'dist', '.cache', 'test-results', 'data'];
const files = globSync('**/*', {
  cwd: root,
  exclude: (name) => IGNORED.includes(name),
});
const paths = new Set(files);
const folders = new Set(files.map((path) => path.split('/')[0]!));
const pages = files.filter(
  (path) =>
    /^(docs|examples|src|test|deploy|tools)\/.*\.md$|^[A-Z]+\.md$/.test(path) &&
    path !== 'CHANGELOG.md',
);

/** Files of an installation, a build or another product. */
const ELSEWHERE = new Set(['dist/release', 'dist/manual']);

/** Returns the words in backticks that look like a source file or a path of the repository. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`(\w[\w.@-]*(?:\/[\w.@-]+)*\/?)`/g)]
    .map(([, word]) => word!.replace(/\/$/, ''))
    .filter(
      (word) =>
        /\.(ts|tsx|mjs|md|sql)$/.test(word) ||
        (word.includes('/') && folders.has(word.split('/')[0]!)),
    )
    .filter((word) => !ELSEWHERE.has(word));
}

test.each(pages)('every path that %s names in backticks or links exists', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const dead = pathsIn(text).filter(
    (word) => !paths.has(word) && !files.some((file) => file.endsWith(`/${word}`)),
  );
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#|\/)([^)#\s]+)(?:#[^)]*)?\)/g)].map(
    ([, link]) => relative(root, join(root, dirname(page), link!)).replace(/\/$/, ''),
  );
  expect([...dead, ...links.filter((link) => !paths.has(link))]).toEqual([]);
});

test('every decision whose file a comment cites exists', () => {
  const dead = files
    .filter((path) => /^(src|test|bench|tools|db)\/.*\.(ts|tsx|sql|mjs)$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/docs\/adr\/\d{4}[\w-]*\.md/g)]
        .filter(([decision]) => !paths.has(decision))
        .map(([decision]) => `${path}: ${decision}`),
    );
  expect(dead).toEqual([]);
});
