import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The downloads of a person, built as they are served. Sizes are the same on every machine.
const root = join(import.meta.dirname, '../..');
const built = mkdtempSync('/tmp/tuma-budget-');
const KB = 1024;

beforeAll(() => {
  execFileSync(
    process.execPath,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--outDir',
      built,
      '--emptyOutDir',
      '--manifest',
      '--logLevel',
      'error',
    ],
    { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
  );
}, 120_000);
afterAll(() => rmSync(built, { recursive: true, force: true }));

type Chunk = { file: string; imports?: string[]; isEntry?: boolean; src?: string };

function manifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
}

/** The scripts that must be there before `key` runs. */
function scriptsOf(
  key: string,
  chunks: Record<string, Chunk>,
  seen = new Set<string>(),
): Set<string> {
  const chunk = chunks[key]!;
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) scriptsOf(next, chunks, seen);
  return seen;
}

const weigh = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0);

test('the sign-in page loads at most 200 KB of compressed JavaScript', () => {
  const chunks = manifest();
  const entry = Object.keys(chunks).find((key) => key.endsWith('index.html'))!;
  const scripts = scriptsOf(entry, chunks);
  // English comes with the page; it is fetched at once where it is a chunk of its own.
  const words = Object.values(chunks)
    .filter((chunk) => /words\/en\.ts$/.test(chunk.src ?? ''))
    .map((chunk) => chunk.file);
  expect(weigh(new Set([...scripts, ...words]))).toBeLessThanOrEqual(200 * KB);
});

test('the API documentation adds at most 60 KB to the sign-in page', () => {
  const chunks = manifest();
  const [signIn, docs] = ['/index.html', 'api-docs.html'].map((name) =>
    scriptsOf(
      Object.keys(chunks).find((key) => `/${key}`.endsWith(name))!,
      chunks,
    ),
  );
  expect(weigh([...docs!].filter((file) => !signIn!.has(file)))).toBeLessThanOrEqual(60 * KB);
});

test('any other screen adds at most 150 KB', () => {
  const chunks = manifest();
  const shell = scriptsOf(
    Object.keys(chunks).find((key) => key.endsWith('app.html'))!,
    chunks,
  );
  const screens = Object.keys(chunks).filter((key) => /\.tsx$/.test(key) && !chunks[key]!.isEntry);
  expect(screens.length).toBeGreaterThan(5);
  const heavy = screens
    .map((key) => ({
      key,
      bytes: weigh([...scriptsOf(key, chunks)].filter((file) => !shell.has(file))),
    }))
    .filter(({ bytes }) => bytes > 150 * KB);
  expect(heavy).toEqual([]);
});

test('the build has every page and compresses its assets', () => {
  expect(
    ['index.html', 'app.html', 'api-docs.html'].filter((name) => !existsSync(join(built, name))),
  ).toEqual([]);
  const scripts = readdirSync(join(built, 'assets')).filter((name) => name.endsWith('.js'));
  expect(
    scripts.filter(
      (name) =>
        !existsSync(join(built, 'assets', `${name}.br`)) ||
        !existsSync(join(built, 'assets', `${name}.gz`)),
    ),
  ).toEqual([]);
});
