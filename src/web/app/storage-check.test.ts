import { afterEach, expect, test, vi } from 'vitest';
import { STORAGE_BLOCKED } from '../i18n/storageBlocked.ts';
import { ensureStorage, mayStore } from './storage-check.ts';

class Element {
  style = {};
  textContent = '';
  children: Element[] = [];
  setAttribute() {}
  append(...added: Element[]) {
    this.children.push(...added);
  }
  replaceChildren(...added: Element[]) {
    this.children = added;
  }
}

const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
afterEach(() => {
  vi.unstubAllGlobals();
  if (before) Object.defineProperty(globalThis, 'localStorage', before);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

function block() {
  vi.stubGlobal('sessionStorage', { length: 0 });
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
}

test('a browser that blocks its storage is told what to allow, in its language', () => {
  block();
  const root = new Element();
  const page = { documentElement: { lang: '' }, title: '' };
  vi.stubGlobal('navigator', { languages: ['fr-FR', 'pt-MZ', 'en'] });
  vi.stubGlobal('document', {
    ...page,
    createElement: () => new Element(),
    getElementById: () => root,
  });
  void ensureStorage();
  expect(root.children[0]?.children.map(({ textContent }) => textContent)).toEqual([
    STORAGE_BLOCKED.pt.title,
    STORAGE_BLOCKED.pt.text,
  ]);
});

test('a browser without a storage keeps nothing; one with both lets the page begin', async () => {
  vi.stubGlobal('sessionStorage', { length: 0 });
  vi.stubGlobal('localStorage', null);
  expect(mayStore()).toBe(false);
  vi.stubGlobal('localStorage', { length: 3 });
  await ensureStorage();
});
