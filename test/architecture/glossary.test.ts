import { expect, test } from 'vitest';
import { sources } from './sources.ts';

/**
 * Words of the right column of docs/glossary.md that stand in no new identifier, with how many
 * declarations still have them. A number may only become smaller, and a word goes at zero.
 */
const MOST: Readonly<Record<string, number>> = {
  'call back': 1,
  fold: 1,
  'hand over': 1,
  handover: 4,
  news: 1,
  standing: 6,
  tell: 4,
  told: 16,
  tries: 8,
  whose: 2,
};

const WORDS = [
  'call back',
  'cannot start',
  'door',
  'fold',
  'hand in',
  'hand over',
  'handover',
  'hear',
  'idem',
  'news',
  'patience',
  'slow lane',
  'standing',
  'tell',
  'ticket',
  'till',
  'told',
  'tries',
  'unresolved',
  'whoever',
  'whose',
];

/** `openHttpDoors` to `open http doors`. */
const wordsOf = (identifier: string) =>
  identifier
    .replace(/([a-z\d])([A-Z])|[_$]+/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase();

const DECLARATION = /\b(?:const|let|function\*?|class|type|interface)\s+([A-Za-z_$][\w$]*)/g;

test('identifiers use the words of the glossary', () => {
  const declared = sources('src').flatMap(({ path, text }) =>
    [...text.matchAll(DECLARATION)].map(([, name]) => ({ path, name: name! })),
  );
  expect(declared.length).toBeGreaterThan(5000);
  for (const word of WORDS) {
    const pattern = new RegExp(`\\b${word}s?\\b`);
    const found = declared.filter(({ name }) => pattern.test(wordsOf(name)));
    const most = MOST[word] ?? 0;
    expect(
      found.length <= most ? [] : found.map(({ path, name }) => `${path}: ${name}`),
      `"${word}" stands in ${found.length} declarations, at most ${most} are left to rename`,
    ).toEqual([]);
  }
});

test('neither the identifiers nor the files of tests have a word that is gone', () => {
  const gone = /\b(door|ticket)s?\b/;
  const tests = [...sources('src', true), ...sources('test', true)];
  expect(tests.length).toBeGreaterThan(1000);
  expect(
    tests.flatMap(({ path, text }) =>
      [path.split('/').at(-1)!, ...[...text.matchAll(DECLARATION)].map(([, name]) => name!)]
        .filter((name) => gone.test(wordsOf(name)))
        .map((name) => `${path}: ${name}`),
    ),
  ).toEqual([]);
});

/**
 * Phrases of the right column that stand in no comment and no English text. Those with a number are
 * left in so many lines: the number may only become smaller, and goes at zero.
 */
const PHRASES: Readonly<Record<string, number>> = {
  'back-up|call-back': 0,
  'comes? to rest': 0,
  'doors|the (one |same )?door': 0,
  'hand(s|ed|ing)? (it |them |messages )?over': 0,
  'hand(s|ed|ing)? (it |them )?in(?! hand)': 0,
  'hears? of|tells? of|told of': 2,
  'left alone': 0,
  'on the wire': 0,
  patience: 0,
  'slow lane': 0,
  'the fold': 0,
  tickets: 0,
};

/** Lines of comments, and of the English texts of screens and server. */
const lines = sources('src')
  .filter(({ path }) => !path.includes('/i18n/pt') && !path.includes('/sim/'))
  .flatMap(({ path, text }) =>
    (path.includes('/i18n/en/')
      ? [text]
      : (text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm) ?? [])
    ).flatMap((part) => part.split('\n').map((line) => ({ path, line: line.trim() }))),
  );

test.each(Object.entries(PHRASES))(
  'comments and texts say "%s" in %i lines at most',
  (phrase, most) => {
    expect(lines.length).toBeGreaterThan(5000);
    const pattern = new RegExp(`\\b(${phrase})\\b`, 'i');
    const found = lines.filter(({ line }) => pattern.test(line));
    expect(found.length <= most ? [] : found.map(({ path, line }) => `${path}: ${line}`)).toEqual(
      [],
    );
  },
);
