import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';

// The downloads of a person, as they are served. Sizes are the same on every machine.
const root = join(import.meta.dirname, '../..');
const built = join(root, 'dist/web');
const assets = join(built, 'assets');
const KB = 1024;

// Nothing where the screens are built from the present sources, as `npm test` does first.
beforeAll(() => {
  execFileSync(process.execPath, [join(root, 'tools/bootstrap.mjs'), 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
});

/** The names that a pattern's first group finds in a script, such as those of the scripts that it imports. */
const find = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(join(assets, file), 'utf8').matchAll(pattern)].map(([, name]) => name!);
const AT_ONCE = /(?:\bfrom|\bimport)\s*["'`]\.\/([^"'`]+\.js)["'`]/g;
const LATER = /\bimport\(["'`]\.\/([^"'`]+\.js)["'`]/g;

/** The scripts that must be there before those that begin run. */
function scriptsOf(begin: readonly string[]): Set<string> {
  const reached = new Set(begin);
  for (const file of reached) for (const next of find(file, AT_ONCE)) reached.add(next);
  return reached;
}

/** The scripts that must be there before a page runs. */
function scriptsOfPage(name: string): Set<string> {
  const html = readFileSync(join(built, name), 'utf8');
  const begin = [...html.matchAll(/<script\b[^>]* src="\/assets\/([^"]+)"/g)].map(
    ([, file]) => file!,
  );
  expect(begin.length).toBeGreaterThan(1); // the scheme's, and the page's own
  return scriptsOf(begin);
}

const listScripts = () => readdirSync(assets).filter((name) => name.endsWith('.js'));

const weights = new Map<string, number>();
function weigh(files: Iterable<string>): number {
  let sum = 0;
  for (const file of files) {
    const weight = weights.get(file) ?? gzipSync(readFileSync(join(assets, file))).length;
    weights.set(file, weight);
    sum += weight;
  }
  return sum;
}

test('the sign-in page loads at most 190 kB of scripts, styles and font, and no schema', () => {
  const scripts = [...scriptsOfPage('index.html')];
  // English comes with the page.
  expect(scripts.some((file) => find(file, /(Email or phone number)/g).length > 0)).toBe(true);
  const html = readFileSync(join(built, 'index.html'), 'utf8');
  const [font = ''] = /[^/]+\.woff2(?=")/.exec(html) ?? [];
  const [styles = ''] = /[^/]+\.css(?=")/.exec(html) ?? [];
  const sent = [...scripts, styles].map((file) => `${file}.br`).concat(font);
  const bytes = sent.reduce((sum, file) => sum + statSync(join(assets, file)).size, 0);
  // The rest, mostly headers, is 11 kB of the 200 that the benchmark of the browser allows.
  expect(bytes).toBeLessThanOrEqual(190_000);
  expect(scripts.filter((file) => find(file, /(_zod)\b/g).length > 0)).toEqual([]);
});

test('no screen reads the schemas of an endpoint, which the build leaves out', () => {
  const sources = globSync('src/web/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  );
  expect(sources.length).toBeGreaterThan(500);
  const reads = sources.filter((file) =>
    /(?<!typeof )\b\w+\.(?!slotProps)\w+\.(?:input|output)\b/.test(
      readFileSync(join(root, file), 'utf8'),
    ),
  );
  expect(reads).toEqual([]);
});

test('the dashboard adds at most fifteen scripts to the sign-in page', () => {
  const signIn = scriptsOfPage('index.html');
  const dashboard = listScripts().filter((name) => name.startsWith('Dashboard-'));
  expect(dashboard).toHaveLength(1);
  const added = [...scriptsOfPage('app.html'), ...scriptsOf(dashboard)].filter(
    (file) => !signIn.has(file),
  );
  expect(new Set(added).size).toBeLessThanOrEqual(15);
});

test('the API documentation adds at most 60 KB to the sign-in page', () => {
  const signIn = scriptsOfPage('index.html');
  const added = [...scriptsOfPage('api-docs.html')].filter((file) => !signIn.has(file));
  expect(weigh(added)).toBeLessThanOrEqual(60 * KB);
});

test('any other screen adds at most 150 KB', () => {
  const shell = scriptsOfPage('app.html');
  const screens = new Set(listScripts().flatMap((file) => find(file, LATER)));
  expect(screens.size).toBeGreaterThan(80);
  const heavy = [...screens]
    .map((screen) => ({
      screen,
      bytes: weigh([...scriptsOf([screen])].filter((file) => !shell.has(file))),
    }))
    .filter(({ bytes }) => bytes > 150 * KB);
  expect(heavy).toEqual([]);
});

test('a page begins with at most twelve scripts', () => {
  const counts = ['index.html', 'app.html', 'api-docs.html'].map((name) => ({
    name,
    scripts: scriptsOfPage(name).size,
  }));
  expect(counts.filter(({ scripts }) => scripts > 12)).toEqual([]);
});

test('the build has every page and compresses its assets', () => {
  expect(
    ['index.html', 'app.html', 'api-docs.html'].filter((name) => !existsSync(join(built, name))),
  ).toEqual([]);
  expect(
    listScripts().filter(
      (name) => !existsSync(join(assets, `${name}.br`)) || !existsSync(join(assets, `${name}.gz`)),
    ),
  ).toEqual([]);
});
