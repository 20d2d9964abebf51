import fc from 'fast-check';
import { expect, test } from 'vitest';
import { corpus } from '../../../test/harness/files/corpus.ts';
import {
  billOf,
  misspeltPlaceholders,
  renderAsSent,
  replaceAllLookalikes,
  replaceCharacter,
} from './character-costs.ts';
import { measureText, withLookalikes } from './sms.ts';

const bill = (text: string, more: Partial<Parameters<typeof billOf>[0]> = {}) =>
  billOf({ text, clause: null, samples: [{}], replaceLookalikes: false, ...more });

test('reports characters that force UCS-2 or cost two septets, their positions and the saving', () => {
  const long = `It’s “ready” – ${'x'.repeat(60)}`;
  expect(bill(long).lines).toEqual([
    { character: '’', kind: 'FORCES', at: [2], replacement: "'", saved: 0 },
    { character: '“', kind: 'FORCES', at: [5], replacement: '"', saved: 0 },
    { character: '”', kind: 'FORCES', at: [11], replacement: '"', saved: 0 },
    { character: '–', kind: 'FORCES', at: [13], replacement: '-', saved: 0 },
  ]);
  // No one of them alone makes it GSM; together they do.
  expect(bill(long)).toMatchObject({ segments: 2, saved: 1 });
  expect(bill(`’ ${'x'.repeat(70)}`).lines).toMatchObject([{ character: '’', saved: 1 }]);
  expect(bill(`[${'x'.repeat(157)}]`).lines).toMatchObject([
    { character: '[', kind: 'DOUBLE', at: [0], replacement: '(', saved: 1 },
    { character: ']', saved: 1 },
  ]);
  expect(bill('~ and |').lines).toMatchObject([
    { character: '~', replacement: null, saved: 0 },
    { character: '|', replacement: null },
  ]);
  expect(bill('plain')).toMatchObject({ lines: [], saved: 0, fromData: [], replaced: [] });
});

test('a campaign that replaces look-alikes lists the replaced characters and the remaining ones', () => {
  expect(bill('It’s 5 😀', { replaceLookalikes: true })).toMatchObject({
    measure: { encoding: 'UCS2' },
    lines: [{ character: '😀', replacement: null }],
    replaced: [{ character: '’', replacement: "'" }],
  });
  expect(bill('It’s', { replaceLookalikes: true })).toMatchObject({
    measure: { encoding: 'GSM7' },
    lines: [],
    replaced: [{ character: '’', replacement: "'" }],
  });
});

test('names of placeholders do not count, and their values do', () => {
  const text = 'Olá #endereço#';
  expect(
    bill(text, { samples: [{ endereço: 'Rua 1' }] }).lines.map(({ character }) => character),
  ).toEqual(['á']);
  expect(replaceAllLookalikes(text)).toBe('Ola #endereço#');
  expect(replaceCharacter('á #á# á', 'á', 'a')).toBe('a #á# a');
  expect(
    bill('Hi #name#', {
      samples: [{ name: 'Ana' }, { name: 'João' }, { name: `Ŵ${'x'.repeat(70)}` }],
    }),
  ).toMatchObject({ segments: 4, samples: 3, fromData: ['ã', 'Ŵ'] });
});

test('the STOP clause is counted', () => {
  expect(bill('x'.repeat(150), { clause: '\nSTOP *456*9*5#' }).segments).toBe(2);
});

test.each([
  ['Dear #first-name#, dial *144# or *100#', ['#first-name#']],
  ['# name # and #1st#', ['# name #', '#1st#']],
  ['Dear #name#, #town#', []],
  ['Dial *144# then #', []],
])('%j', (text, names) => expect(misspeltPlaceholders(text)).toEqual(names));

test('replacing look-alikes never adds a segment and splits no character', () => {
  const sign = fc.oneof(
    fc.constantFrom(...'abc…“”’–—é[]{}€~|^\\\u00a0\u200bãçõÁ😀👍🏽Жœ½\u0092\n'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  );
  const text = fc.array(sign, { maxLength: 330 }).map((signs) => signs.join(''));
  fc.assert(
    fc.property(text, (written) => {
      const replaced = withLookalikes(written);
      expect(measureText(replaced).segments).toBeLessThanOrEqual(measureText(written).segments);
      expect(withLookalikes(replaced)).toBe(replaced);
    }),
    { numRuns: 500 },
  );
});

test('the total is the measure of each message as sent, for every text', () => {
  const count = process.env['TEXTS_FILE'] ? 5_574 : 400;
  const clause = '\nSTOP *456*9*5#';
  for (const replaceLookalikes of [false, true]) {
    for (const { text } of corpus(count)) {
      const sent = renderAsSent({ text, clause, replaceLookalikes }, {});
      expect(bill(text, { clause, replaceLookalikes })).toMatchObject({
        segments: measureText(sent).segments,
        measure: { segments: measureText(sent).segments, encoding: measureText(sent).encoding },
      });
    }
  }
});
