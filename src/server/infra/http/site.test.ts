import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from './server.ts';
import { serveSite } from './site.ts';

const builds = mkdtempSync('/tmp/tuma-site-');
// The product's own server: how it reads addresses decides what is found.
const app = await createServer({
  routes: [],
  authenticate: async () => undefined,
  authenticateKey: async () => undefined,
  requireStepUp: async () => {},
  onActed: async () => {},
  onFault: (error) => {
    throw error;
  },
  secure: false,
  trustProxy: [],
});
beforeAll(async () => {
  const files = {
    'web/index.html': 'sign-in',
    'web/app.html': 'shell',
    'web/api-docs.html': 'docs',
    'web/assets/a.js': 'a',
    'web/assets/proof.worker-Ab1.js': 'worker',
    'web/assets/icon.svg': '<svg/>',
    ...Object.fromEntries(
      ['a.css', 'a.woff2', 'b.js', 'b.js.br'].map((name) => [`web/assets/${name}`, name]),
    ),
    ...Object.fromEntries(
      ['en', 'pt'].flatMap((language) => [
        [`manual/${language}.pdf`, '%PDF-'],
        [`manual/${language}/index.html`, `manual ${language}`],
        [`manual/${language}/send.html`, `send ${language}`],
        [`manual/${language}/missing.html`, `missing ${language}`],
      ]),
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(builds, path)), { recursive: true });
    writeFileSync(join(builds, path), text);
  }
  await serveSite(app, builds, { storageHashKey: 'key', sandbox: false });
});
afterAll(async () => {
  await app.close();
  rmSync(builds, { recursive: true, force: true });
});

const get = (url: string, language = 'en', headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { 'accept-language': language, ...headers } });

test('a file that does not exist is not found, and every address of a page is a page', async () => {
  for (const url of ['/nonexistent.pdf', '/dashboard/report.csv', '/favicon.ico?v=1'])
    expect((await get(url)).statusCode, url).toBe(404);
  for (const url of ['/', '/join?token=a.b', '/nowhere', '/dashboard/campaigns?next=a.pdf'])
    expect((await get(url)).statusCode, url).toBe(200);
});

test('documents and workers carry the policy of the page, and the pieces of a page go without it', async () => {
  const policy = async (url: string) => {
    const { statusCode, headers } = await get(url, 'en', { 'accept-encoding': 'br' });
    expect(statusCode, url).toBe(200);
    expect(headers, url).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    return headers['content-security-policy'];
  };
  for (const url of ['/', '/dashboard', '/assets/proof.worker-Ab1.js', '/assets/icon.svg'])
    expect(await policy(url), url).toContain("script-src 'self'");
  for (const url of ['a.js', 'b.js', 'a.css', 'a.woff2'])
    expect(await policy(`/assets/${url}`), url).toBeUndefined();
});

test('every worker of the screens is built into a file that keeps its policy', () => {
  const sources = globSync('src/web/**/*.{ts,tsx}', {
    cwd: join(import.meta.dirname, '../../../..'),
  });
  const begun = sources.flatMap((path) => [
    ...readFileSync(join(import.meta.dirname, '../../../..', path), 'utf8').matchAll(
      /from '([^']+)\?(?:shared)?worker/g,
    ),
  ]);
  expect(begun.length).toBeGreaterThan(0);
  for (const [, file] of begun) expect(file).toMatch(/\.worker\.ts$/);
});

test('the manual opens in the language of the reader', async () => {
  expect((await get('/manual', 'pt-PT,pt;q=0.9')).headers.location).toBe('/manual/pt/');
  expect((await get('/manual', 'sw')).headers.location).toBe('/manual/en/');
  const chosen = (language: string) =>
    get('/manual', 'en', { cookie: `other=1; tuma_language=${language}` });
  expect((await chosen('pt')).headers.location).toBe('/manual/pt/');
  expect((await chosen('xx')).headers.location).toBe('/manual/en/');
  expect((await get('/manual/pt')).headers.location).toBe('/manual/pt/');
  expect((await get('/manual/pt/')).body).toBe('manual pt');
  expect((await get('/manual/en/?from=help')).body).toBe('manual en');
});

test('a chapter is a page, and the whole is a PDF', async () => {
  const page = await get('/manual/en/send');
  expect([page.statusCode, page.headers['content-type'], page.body]).toEqual([
    200,
    expect.stringContaining('text/html'),
    'send en',
  ]);
  const pdf = await get('/manual/en.pdf');
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.body]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  // The next version has the same addresses.
  expect(page.headers['cache-control']).toBe('public, max-age=0');
  expect(
    (
      await app.inject({
        url: '/manual/en/send',
        headers: { 'if-none-match': String(page.headers.etag) },
      })
    ).statusCode,
  ).toBe(304);
});

test("a missing chapter is reported in the address's language, and no other file is served", async () => {
  const missing = await get('/manual/pt/nothing');
  expect([missing.statusCode, missing.body]).toEqual([404, 'missing pt']);
  expect((await get('/manual/%2e%2e/web/app.html')).body).not.toBe('shell');
  expect((await get('/anything')).body).toBe('sign-in');
});
