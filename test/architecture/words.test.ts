import { expect, test } from 'vitest';
import { sources } from './sources.ts';

const screens = sources('src/web').filter((source) => source.path.endsWith('.tsx'));

/** Text between tags, and in the attributes that a person reads or hears. */
function textsOf(code: string): string[] {
  const bare = code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/=>/g, '  ')
    // An element that ends a property of an object is followed by a name, not by a text.
    .replace(/\/>,(?=\s*\w+:)/g, '/,');
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

test('the check recognises a text', () => {
  expect(textsOf('<p>Hello there</p>')).toEqual(['Hello there']);
  expect(textsOf('<Button aria-label="Close it">{t("x")}</Button>')).toEqual(['Close it']);
  expect(textsOf('<p>{t("x")}</p>')).toEqual([]);
  expect(textsOf('{ one: <One />, two: <Two /> }')).toEqual([]);
  expect(textsOf('<p><One />, and more</p>')).toEqual([', and more']);
});

test('no text outside the i18n folders', () => {
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

test('percentages are written in one place', () => {
  const written = /style: 'percent'|(?:toFixed\(\d\)|Math\.\w+\([^`]*)\}\s?%|\{\{?percent\}\}?\s?%/;
  expect(written.test('`${Math.round(share * 100)} %`')).toBe(true);
  expect(
    sources('src')
      .filter(({ path }) => path !== 'src/contract/shared/percentages.ts')
      .flatMap(({ path, text }) =>
        text
          .split('\n')
          .filter((line) => written.test(line) && !line.includes('color-mix'))
          .map((line) => `${path}: ${line.trim()}`),
      ),
  ).toEqual([]);
});

test.each([
  [/material\/Dialog'/, ['src/web/ui/dialogs/BareDialog.tsx', 'src/web/ui/dialogs/Dialog.tsx']],
  [/\/BareDialog\.tsx'/, ['src/web/ui/dialogs/ConfirmDialog.tsx', 'src/web/ui/dialogs/Dialog.tsx']],
])(
  "a dialog is the product's own, which keeps entries and does not close by a double click: %s",
  (imported, allowed) => {
    expect(
      sources('src/web')
        .filter(({ path, text }) => !allowed.includes(path) && imported.test(text))
        .map(({ path }) => path),
    ).toEqual([]);
  },
);

/** The places for texts that people read, and what server and browser both show. */
const isPlaceForTexts = (path: string) =>
  /^src\/(?:web|server)\/i18n\//.test(path) || path === 'src/contract/shared/report-labels.ts';

/** Words of Portuguese that English and the trade do not have. */
const PORTUGUESE =
  /(?<![\p{L}\d_])(?:n[ãa]o|est[áa]|s[ãa]o|seu|sua|dos?|das|uma|para|que|por|pelo|pela|já|até|também|esta|este|ou|ao|aos|em|mensage(?:m|ns)|ficheiro|conta|linha|remetente|telefone)(?![\p{L}\d_])/giu;

/** The strings of a source file, comments taken out; `text` may hold any of the three kinds. */
function stringsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...code.matchAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(
    ([whole]) => whole,
  );
}

/** Texts of a second language: a sentence of it, and any text that is chosen by the language. */
function secondLanguage(text: string): string[] {
  const sentences = stringsOf(text).filter(
    (string) => new Set(string.toLowerCase().match(PORTUGUESE)).size >= 2,
  );
  // A locale is no text, and neither is a padding, whose name in styles is `pt`.
  const value = /(?!['"`](?:[a-z]{2}(?:-[A-Z]{2})?|[\d.]+px|\$\{[^}]*\}px)['"`])['"`[].*/.source;
  const chosen = [
    `(?<![\\w.])['"]?pt['"]?:\\s*(?:\\{\\s*['"\\w-]+:\\s*)*(?:\\([^)]*\\)\\s*=>\\s*)?${value}`,
    `[!=]==\\s*'(?:en|pt)'\\s*\\?\\s*${value}`,
  ].flatMap((pattern) => [...text.matchAll(new RegExp(pattern, 'g'))].map(([whole]) => whole));
  return [...sentences, ...chosen];
}

test.each([
  ["const WORDS = { en: { cut: 'It ends here.' }, pt: { cut: 'Termina aqui.' } };", 1],
  ["const HEADER = { en: ['Phone'], pt: ['Telefone'] };", 1],
  ['const ABOUT = { pt: { UNITS: (units: string) => `${units} unidades` } };', 1],
  ["fileName: language === 'pt' ? 'Mensagens enviadas' : 'Sent messages',", 1],
  ["throw new Error('O ficheiro não tem nada.');", 1],
  ['return `A sua conta já não está activa: ${name}`;', 1],
  ["<Box sx={{ pt: '9px', pb: { xs: 1, md: 2 } }} />; const box = { pt: { xs: 2 } };", 0],
  ["new Intl.DisplayNames([language === 'pt' ? 'pt-PT' : language], {", 0],
  ["const LOCALES = new Map([['pt', 'pt-PT']]); // O ficheiro não tem nada", 0],
  ["const PHONE = /telefone|n[uú]mero/i; const DO = 'do not';", 0],
])('a text of a second language is found: %s', (text, faults) => {
  expect(secondLanguage(text)).toHaveLength(faults);
});

test('texts in two languages stand in two places: src/web/i18n and src/server/i18n', () => {
  const all = sources('src');
  expect(all.filter(({ path }) => isPlaceForTexts(path)).length).toBeGreaterThan(100);
  expect(
    all
      .filter(({ path }) => !isPlaceForTexts(path))
      .flatMap(({ path, text }) => secondLanguage(text).map((found) => `${path}: ${found}`)),
  ).toEqual([]);
});

test('a label is in the contract only if the browser shows it', () => {
  const shown = sources('src/web').filter(({ imports }) =>
    imports.some(({ target }) => target === 'src/contract/shared/report-labels.ts'),
  );
  expect(shown.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['src/web/i18n/en/reports.ts', 'src/web/i18n/pt/reports.ts']),
  );
});
