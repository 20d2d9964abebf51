import { expect, test } from 'vitest';
import { PHONE_REASONS } from '../../contract/shared/phone.ts';
import { en } from './en.ts';
import { pt } from './pt.ts';
import { sw } from './sw.ts';

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

test('every reason for refusing a number has a text', () => {
  for (const reason of PHONE_REASONS) expect(en.refused).toHaveProperty(reason);
});
