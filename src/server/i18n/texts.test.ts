import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../contract/errors.ts';
import { codeTexts, pageLanguageOf, stopPages } from './receivers.ts';
import { sentence } from './sentence.ts';
import { texts } from './texts.ts';

function flat(words: object, prefix = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  );
}
const english = flat(texts.en);
const portuguese = new Map(flat(texts.pt));
const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort();

test('both languages have the same texts, none of them empty', () => {
  expect([...portuguese.keys()].sort()).toEqual(english.map(([key]) => key).sort());
  for (const [key, text] of [...english, ...portuguese]) expect(text.trim(), key).not.toBe('');
});

test.each(english)('%s has the same places for values in both languages', (key, text) => {
  expect(holes(portuguese.get(key)!)).toEqual(holes(text));
});

test('no two subjects have a sentence for the same error, and no two a mail of the same kind', () => {
  for (const group of ['errors', 'mail']) {
    const keys = Object.values(texts.en).flatMap((subject) =>
      Object.keys((subject as Record<string, object>)[group] ?? {}),
    );
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  }
});

test('a refusal names the thing and its state in the reader’s language', () => {
  const values = { what: 'list of keys', status: 'FULL', limit: 50 };
  expect(sentence('en', 'CONFLICT', values)).toBe(
    'This list of keys is full (50), so that cannot be done now.',
  );
  expect(sentence('pt', 'CONFLICT', values)).toBe(
    'Lista de chaves: está no limite (50), por isso não é possível agora.',
  );
  expect(sentence('pt', 'NOT_FOUND', { what: 'campaign' })).toBe('Não existe: campanha.');
  expect(sentence('en', 'ALREADY_REGISTERED', { field: 'email' })).toBe(
    'There is already an account with this email address. Use another.',
  );
  expect(sentence('pt', 'ALREADY_REGISTERED', { field: 'phone' })).toBe(
    'Já existe uma conta com este número de telefone. Use outro.',
  );
});

test('every error code has a sentence of its own in both languages', () => {
  // These two carry a sentence that was written in the reader's language already.
  const carriers = ['FILE_REFUSED', 'SENDER_NAME'];
  for (const code of ERROR_CODES.filter((each) => !carriers.includes(each)))
    expect(sentence('pt', code)).not.toBe(sentence('en', code));
});

test('the texts of codes have the same places in every language, and the page of links the same words', () => {
  const places = (text: string) => text.match(/#\w+#/g)?.toSorted();
  for (const text of Object.values(codeTexts)) expect(places(text)).toEqual(places(codeTexts.en));
  for (const page of Object.values(stopPages))
    expect(Object.keys(page).sort()).toEqual(Object.keys(stopPages.en).sort());
  expect(['sw-KE,en;q=0.8', 'pt-MZ', 'fr', undefined].map(pageLanguageOf)).toEqual([
    'sw',
    'pt',
    'en',
    'en',
  ]);
});
