import { expect, test } from 'vitest';
import { sentence } from '../../src/server/infra/words.ts';
import { sources } from './sources.ts';

const screens = sources('src/web').filter((source) => source.path.endsWith('.tsx'));

/** Text between tags, and in the attributes that a person reads or hears. */
function textsOf(code: string): string[] {
  const bare = code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/=>/g, '  ');
  const between = [
    ...bare.matchAll(/<\/?[A-Za-z][^<>]*>([^<>{}=;()]*\p{L}{2,}[^<>{}=;()]*)<\/?[A-Za-z]/gu),
  ].map((match) => match[1]!.trim());
  const attributes = [
    ...bare.matchAll(
      /\b(?:label|title|placeholder|aria-label|alt|helperText|description|message)=(?:"([^"]*\p{L}{2,}[^"]*)"|\{'([^']*\p{L}{2,}[^']*)'\})/gu,
    ),
  ].map((match) => match[1] ?? match[2]!);
  return [...between, ...attributes];
}

test('the check itself sees text', () => {
  expect(textsOf('<p>Hello there</p>')).toEqual(['Hello there']);
  expect(textsOf('<Button aria-label="Close it">{t("x")}</Button>')).toEqual(['Close it']);
  expect(textsOf('<p>{t("x")}</p>')).toEqual([]);
});

test('no text outside the words files', () => {
  expect(screens.length).toBeGreaterThan(3);
  expect(
    screens.flatMap((source) => textsOf(source.text).map((text) => `${source.path}: ${text}`)),
  ).toEqual([]);
});

test('raw HTML is never set', () => {
  expect(
    sources('src/web')
      .filter((source) => /dangerouslySetInnerHTML|\.innerHTML\b/.test(source.text))
      .map((source) => source.path),
  ).toEqual([]);
});

test('a refusal says in Portuguese as well what it is about and how it stands', () => {
  const server = sources('src/server')
    .map(({ text }) => text)
    .join('\n');
  const literals = (pattern: RegExp) => [
    ...new Set([...server.matchAll(pattern)].map(([, word]) => word!)),
  ];
  const things = literals(/\b(?:notFound|conflict|inUse)\('([^']+)'/g),
    states = literals(/\bconflict\('[^']+', '([^']+)'\)/g);
  expect(things.length).toBeGreaterThan(30);
  // A webhook is called so in both.
  expect(
    things.filter(
      (what) =>
        what !== 'webhook' && sentence('pt', 'NOT_FOUND', { what }) === `Não existe: ${what}.`,
    ),
  ).toEqual([]);
  expect(
    states.filter((status) =>
      sentence('pt', 'CONFLICT', { what: 'client', status }).includes(` ${status},`),
    ),
  ).toEqual([]);
});
