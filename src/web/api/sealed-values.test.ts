import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';

class Shelf {
  readonly kept = new Map<string, string>();
  get length() {
    return this.kept.size;
  }
  key = (at: number) => [...this.kept.keys()][at] ?? null;
  getItem = (name: string) => this.kept.get(name) ?? null;
  setItem = (name: string, value: string) => void this.kept.set(name, value);
  removeItem = (name: string) => void this.kept.delete(name);
}

let local: Shelf;
let session: Shelf;
let heard: ((event: object) => Promise<void>)[];
let hashKey: string;

/** The values as another page of the same browser finds them. */
async function openPage() {
  vi.resetModules();
  const values = await import('./sealed-values.ts');
  await values.openValues();
  return values;
}

beforeEach(() => {
  [local, session, heard, hashKey] = [new Shelf(), new Shelf(), [], 'of the installation'];
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  vi.stubGlobal('document', { querySelector: () => ({ content: hashKey }) });
  vi.stubGlobal('addEventListener', (_name: string, listener: (typeof heard)[number]) =>
    heard.push(listener),
  );
  vi.stubGlobal('removeEventListener', () => undefined);
  return () => vi.unstubAllGlobals();
});

test('a value is there at once, outlives the page, and is unreadable in the storage', async () => {
  const page = await openPage();
  const draft = { numbers: ['+254712345678'], text: 'Your balance is 12,400' };
  const saved = page.writeValue('tab', 'compose.1', draft);
  expect(page.readValue('tab', 'compose.1')).toEqual(draft);
  await saved;
  expect(local.length).toBe(0);
  const [stored] = session.kept.values();
  for (const word of ['254712345678', 'balance', 'text']) expect(stored).not.toContain(word);

  const next = await openPage();
  expect(next.readValue('tab', 'compose.1')).toEqual(draft);
  expect(next.readValue('browser', 'compose.1')).toBeUndefined();
});

test('the last of many quick changes is kept, and a forgotten value does not come back', async () => {
  const page = await openPage();
  for (let at = 0; at < 50; at++) void page.writeValue('tab', 'draft', { at });
  await page.writeValue('tab', 'other', 1);
  expect((await openPage()).readValue('tab', 'draft')).toEqual({ at: 49 });

  const saved = page.writeValue('tab', 'draft', { at: 50 });
  void page.writeValue('tab', 'draft', undefined);
  await saved;
  expect((await openPage()).readValue('tab', 'draft')).toBeUndefined();
});

test('values of another installation, or damaged ones, are as none', async () => {
  const page = await openPage();
  await page.writeValue('browser', 'language', 'pt');
  session.setItem('tuma.sealed.draft', 'anything');
  expect((await openPage()).readValue('tab', 'draft')).toBeUndefined();
  hashKey = 'of another';
  expect((await openPage()).readValue('browser', 'language')).toBeUndefined();
});

test("another tab's change is shown", async () => {
  const page = await openPage();
  let changes = 0;
  page.watchValues(() => changes++);
  const other = await openPage();
  await other.writeValue('browser', 'columns', { name: false });
  for (const listener of heard) await listener({ key: 'tuma.sealed.columns', storageArea: local });
  expect(page.readValue('browser', 'columns')).toEqual({ name: false });
  expect(changes).toBe(1);
});

test("only the session and these values use the browser's storage, apart from the listed ones", () => {
  // Each holds no personal data; ADR 61 says why it cannot wait for the key.
  const OPEN = [
    'api/activity-reporter.ts',
    'api/idle.ts',
    'api/session.ts',
    // Looks whether there is a storage at all, and writes nothing.
    'app/storage-check.ts',
    'i18n/i18n.ts',
    'ui/theme/scheme.js',
  ];
  const SEALED = ['api/browser-storage.ts', 'api/sealed-values.ts'];
  const web = join(import.meta.dirname, '..');
  const found = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(tsx?|js)$/.test(path) && !path.includes('.test.'))
    .filter((path) => /\b(?:local|session)Storage\b/.test(readFileSync(join(web, path), 'utf8')));
  expect(found.toSorted()).toEqual([...OPEN, ...SEALED].toSorted());
});
