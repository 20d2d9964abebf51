import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PHONE_REASONS } from '../../contract/shared/phone.ts';
import { en } from './en.ts';
import { approval } from './en/approval.ts';
import { campaigns } from './en/campaigns.ts';
import { compose } from './en/compose.ts';
import { fromFile } from './en/fromFile.ts';
import { first } from './en/pre-login.ts';
import { progress } from './en/progress.ts';
import { shell } from './en/shell.ts';
import { states } from './en/states.ts';
import { templates } from './en/templates.ts';
import { pt } from './pt.ts';
import { sw } from './sw.ts';
import { charts } from './en/charts.ts';
import { lists } from './en/lists.ts';
import { messages } from './en/messages.ts';
import { stepUp } from './en/stepUp.ts';

function flat(words: object, prefix = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : flat(value as object, `${prefix}${key}.`),
  );
}
const english = new Map(flat(en));
const holes = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();
/** Portuguese counts millions, and may count nought, apart; English says them as it says every other number. */
const counterpart = (key: string) => english.get(key.replace(/_(many|zero)$/, '_other'));

test.each([
  ['pt', pt],
  ['sw', sw],
])('%s has no text that English lacks, and fills the same placeholders', (_language, words) => {
  for (const [key, text] of flat(words)) {
    expect(text.trim(), key).not.toBe('');
    expect(holes(text), key).toEqual(holes(counterpart(key) ?? ''));
  }
});

test('pt is complete', () => {
  const said = new Set(flat(pt).map(([key]) => key));
  expect([...english.keys()].filter((key) => !said.has(key))).toEqual([]);
});

test.each([
  ['sign-in', first],
  ['shell', shell],
  ['states', states],
  ['sending', { ...compose, ...fromFile }],
  ['campaigns', { ...campaigns, ...approval, ...progress }],
  ['templates', templates],
  ['lists', lists],
  ['charts', charts],
  ['confirmations', stepUp],
  ['reasons of failure', { messages: { advice: messages.messages.advice } }],
])('sw has every text of %s', (_section, words) => {
  const said = new Set(flat(sw).map(([key]) => key));
  expect(
    flat(words)
      .map(([key]) => key)
      .filter((key) => !said.has(key)),
  ).toEqual([]);
});

test.each([
  'features/campaigns',
  'features/templates',
  'parts/campaigns',
  'parts/texts',
  'auth',
  'ui',
])('sw has every text that a file of %s names', (folder) => {
  const said = new Set(flat(sw).map(([key]) => key));
  const code = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: join(import.meta.dirname, '..') })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(import.meta.dirname, '..', path), 'utf8'))
    .join('\n');
  const named = [...new Set(code.match(/(?<=['`])\w+(?:\.\w+)+(?=['`])/g))]
    .flatMap((key) => [key, `${key}_one`, `${key}_other`])
    .filter((key) => english.has(key));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((key) => !said.has(key))).toEqual([]);
});

test('every reason for refusing a number has a text', () => {
  for (const reason of PHONE_REASONS) expect(en.refused).toHaveProperty(reason);
});

test('every text is on a screen', () => {
  const web = join(import.meta.dirname, '..');
  const code = globSync('**/*.{ts,tsx}', { cwd: web })
    .filter((path) => !path.startsWith('i18n/'))
    .map((path) => readFileSync(join(web, path), 'utf8'))
    .join('\n');
  const literals = new Set(code.match(/(?<=['`])[\w.]+(?=['`])/g));
  // A key that is put together begins as its template does.
  const beginnings = [...new Set(code.match(/(?<=`)\w+\.[\w.]*(?=\$\{)/g))];
  const unused = [...english.keys()].filter((key) => {
    const plain = key.replace(/_(one|other)$/, '');
    return !literals.has(plain) && !beginnings.some((beginning) => plain.startsWith(beginning));
  });
  expect(unused).toEqual([]);
});

test('names of months, days and countries are of the language on the screen', () => {
  const screens = globSync('src/web/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'));
  const english = screens.flatMap((file) => {
    const code = readFileSync(file, 'utf8');
    const dates = [...code.matchAll(/formatTimestamp\(((?:[^()]|\([^()]*\))*)\)/g)].filter(
      ([, given = '']) => /MMM|eee/.test(given) && !/language,?\s*$/.test(given),
    );
    // The field of a country has the English names for English.
    const names = file.endsWith('PhoneFields.tsx') ? [] : [...code.matchAll(/COUNTRIES.*\.label/g)];
    return [...dates, ...names].map(([found]) => `${file}: ${found}`);
  });
  expect(english).toEqual([]);
});
