import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measureText } from './sms.ts';
import { repairMisdecoded, replaceLookalikes } from './lookalikes.ts';

fc.configureGlobal({ seed: 34 });

const segments = (text: string): number => measureText(text).segments;

describe('measureText', () => {
  test.each([
    ['', 'GSM7', 0, 1, 160],
    ['Habari', 'GSM7', 6, 1, 154],
    ['a'.repeat(160), 'GSM7', 160, 1, 0],
    ['a'.repeat(161), 'GSM7', 161, 2, 145],
    ['a'.repeat(306), 'GSM7', 306, 2, 0],
    ['a'.repeat(307), 'GSM7', 307, 3, 152],
    ['€'.repeat(80), 'GSM7', 160, 1, 0],
    ['ã', 'UCS2', 1, 1, 69],
    ['ã'.repeat(70), 'UCS2', 70, 1, 0],
    ['ã'.repeat(71), 'UCS2', 71, 2, 63],
    ['ã'.repeat(135), 'UCS2', 135, 3, 66],
    ['😀'.repeat(35), 'UCS2', 70, 1, 0],
  ])('%j', (text, encoding, units, segmentCount, remaining) => {
    expect(measureText(text)).toMatchObject({ encoding, units, segments: segmentCount, remaining });
  });

  test('an escape sequence never straddles two parts', () => {
    // 152 septets, then a pair that would end at 154.
    expect(segments('a'.repeat(152) + '€' + 'a'.repeat(152))).toBe(3);
    expect(segments('a'.repeat(151) + '€' + 'a'.repeat(153))).toBe(2);
  });

  test('a surrogate pair never straddles two parts', () => {
    expect(segments('ã'.repeat(66) + '😀' + 'ã'.repeat(66))).toBe(3);
    expect(segments('ã'.repeat(65) + '😀' + 'ã'.repeat(67))).toBe(2);
  });

  test('lists the characters that force UCS-2, with position and replacement', () => {
    expect(measureText('a’ 😀 [ok] \u0080').forcing).toEqual([
      { character: '’', index: 1, replacement: "'" },
      { character: '😀', index: 3, replacement: null },
      { character: '\u0080', index: 11, replacement: '€' },
    ]);
    expect(measureText('a’ [ok]').extended).toEqual([]);
  });

  test('lists the characters that cost two septets', () => {
    const measure = measureText('[1] €');
    expect(measure.extended).toEqual([
      { character: '[', index: 0 },
      { character: ']', index: 2 },
      { character: '€', index: 4 },
    ]);
    expect(measure).toMatchObject({ characters: 5, units: 8, forcing: [] });
  });

  test('counts a surrogate pair as one character, a lone surrogate too', () => {
    expect(measureText('😀')).toMatchObject({ characters: 1, units: 2 });
    expect(measureText('\ud83d')).toMatchObject({ characters: 1, units: 1, encoding: 'UCS2' });
  });

  test('the escape is no character of a text', () => {
    expect(measureText('\u001b').encoding).toBe('UCS2');
  });

  test('the two tables hold 127 and 10 characters', () => {
    let single = 0;
    let double = 0;
    for (let code = 0; code < 0x10000; code++) {
      const { encoding, units } = measureText(String.fromCharCode(code));
      if (encoding === 'GSM7' && units === 1) single++;
      if (encoding === 'GSM7' && units === 2) double++;
    }
    expect([single, double]).toEqual([127, 10]);
  });

  const character = fc.oneof(
    fc.constantFrom('a', 'é', '€', '[', '\n'),
    fc.constantFrom('ã', '’', '😀', '中', '\u0092'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  const gsmCharacter = fc.constantFrom(...'abc€[]~ \nÇ');

  test('property: parts filled greedily hold the whole text and no fewer parts would do', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 20, arbitrary: gsmCharacter }, character), { maxLength: 500 }),
        (characters) => {
          const measure = measureText(characters.join(''));
          const widths = characters.map((each) =>
            measure.encoding === 'UCS2' ? each.length : '€[]~'.includes(each) ? 2 : 1,
          );
          const units = widths.reduce((sum, width) => sum + width, 0);
          const [alone, joined] = measure.encoding === 'GSM7' ? [160, 153] : [70, 67];
          expect(measure.units).toBe(units);
          if (units <= alone) {
            expect(measure).toMatchObject({
              segments: 1,
              perSegment: alone,
              remaining: alone - units,
            });
            return;
          }
          const parts: number[] = [0];
          for (const width of widths) {
            const last = parts.length - 1;
            if ((parts[last] ?? 0) + width > joined) parts.push(width);
            else parts[last] = (parts[last] ?? 0) + width;
          }
          expect(measure).toMatchObject({
            segments: parts.length,
            perSegment: joined,
            remaining: joined - (parts.at(-1) ?? 0),
          });
          expect(measure.segments).toBeGreaterThanOrEqual(Math.ceil(units / joined));
        },
      ),
    );
  });
});

describe('replaceLookalikes', () => {
  test.each([
    ['‘Don’t’ – “wait”…', "'Don't' - \"wait\"..."],
    ['1\u00a0000\u202fKES\t—\u2009ok', '1 000 KES - ok'],
    ['Não, você! Ações à mão', 'Nao, voce! Acoes à mao'],
    ['São João, coração, ÁÊÍÓÚ', 'Sao Joao, coracao, AEIOU'],
    ['cafe\u0301 e\u0303', 'café e'],
    ['𝗕𝗶𝗴 ｓａｌｅ ２０％', 'Big sale 20％'],
    ['1½ m²', '1½ m²'],
    ['«ok» »10', '«ok» »10'],
    ['œuvre', 'oeuvre'],
    ['so\u00adft\u200b', 'soft'],
    ['Привет 中文 😀', 'Привет 中文 😀'],
    ['U\u0092R', 'U\u0092R'],
  ])('%j', (text, expected) => {
    expect(replaceLookalikes(text)).toBe(expected);
  });

  test('property: GSM 03.38 text is unchanged, and a second replacement changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = replaceLookalikes(text);
        expect(replaceLookalikes(once)).toBe(once);
        if (measureText(text).encoding === 'GSM7') expect(once).toBe(text);
      }),
    );
  });

  test('every replacement of every character is GSM 03.38 and matches the measurement', () => {
    for (let code = 0; code < 0x20000; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const { forcing } = measureText(character);
      const promised = forcing[0]?.replacement;
      if (promised === undefined || promised === null) continue;
      if (
        measureText(promised).encoding !== 'GSM7' ||
        replaceLookalikes(repairMisdecoded(character)) !== promised
      ) {
        expect.fail(`U+${code.toString(16)} became ${JSON.stringify(promised)}`);
      }
    }
  });
});

test('repairMisdecoded restores Windows-1252 and keeps its five undefined octets', () => {
  expect(repairMisdecoded('I\u0092m \u0093ok\u0094 \u0096 \u0080\u0085 \u0081')).toBe(
    'I’m “ok” – €… \u0081',
  );
});

/** Texts with the traits of real ones; the figures beside them were counted by hand from how each is made. */
const GENERATED: readonly {
  text: string;
  encoding: 'GSM7' | 'UCS2';
  segments: number;
  afterReplacement: number;
  stillUcs2: boolean;
}[] = [
  {
    text: 'Ok lar... Joking wif u oni',
    encoding: 'GSM7',
    segments: 1,
    afterReplacement: 1,
    stillUcs2: false,
  },
  {
    text: '£1000 cash! Txt WIN to 80086 <now> & reply'.padEnd(160, '.'),
    encoding: 'GSM7',
    segments: 1,
    afterReplacement: 1,
    stillUcs2: false,
  },
  {
    text: '[offer] '.padEnd(159, 'x'),
    encoding: 'GSM7',
    segments: 2,
    afterReplacement: 2,
    stillUcs2: false,
  },
  {
    text: 'I‘ll be there…'.padEnd(80, 'x'),
    encoding: 'UCS2',
    segments: 2,
    afterReplacement: 1,
    stillUcs2: false,
  },
  {
    text: 'Seventeen pounds – hope ok',
    encoding: 'UCS2',
    segments: 1,
    afterReplacement: 1,
    stillUcs2: false,
  },
  {
    text: 'That\u0092s the way'.padEnd(140, 'x'),
    encoding: 'UCS2',
    segments: 3,
    afterReplacement: 3,
    stillUcs2: true,
  },
  {
    text: 'Perú v Macedonia'.padEnd(71, 'x'),
    encoding: 'UCS2',
    segments: 2,
    afterReplacement: 1,
    stillUcs2: false,
  },
  {
    text: 'rite u put »10 evey mnth',
    encoding: 'UCS2',
    segments: 1,
    afterReplacement: 1,
    stillUcs2: true,
  },
  {
    text: 'It will hurt 鈥┾〨',
    encoding: 'UCS2',
    segments: 1,
    afterReplacement: 1,
    stillUcs2: true,
  },
  {
    text: 'For me the love should start with attraction. '.repeat(20).slice(0, 910),
    encoding: 'GSM7',
    segments: 6,
    afterReplacement: 6,
    stillUcs2: false,
  },
];

test.each(GENERATED)(
  'generated text with the traits of real ones: $text',
  ({ text, encoding, segments: count, afterReplacement, stillUcs2 }) => {
    expect(measureText(text)).toMatchObject({ encoding, segments: count });
    const replaced = measureText(replaceLookalikes(text));
    expect(replaced.segments).toBe(afterReplacement);
    expect(replaced.encoding === 'UCS2').toBe(stillUcs2);
  },
);

const textsFile = process.env['TEXTS_FILE'];
test.skipIf(textsFile === undefined)(
  textsFile === undefined
    ? 'the 5,574 real texts: not read, TEXTS_FILE is not set'
    : 'the 5,574 real texts of TEXTS_FILE',
  () => {
    const texts = readFileSync(textsFile ?? '', 'utf8')
      .split('\r\n')
      .filter((line) => line !== '')
      .map((line) => line.slice(line.indexOf('\t') + 1));
    const figures = (all: readonly string[]) => {
      const measures = all.map(measureText);
      return {
        ucs2: measures.filter((measure) => measure.encoding === 'UCS2').length,
        extended: measures.filter((measure) => measure.extended.length > 0).length,
        segments: measures.reduce((sum, measure) => sum + measure.segments, 0),
      };
    };
    expect(texts.length).toBe(5574);
    expect(Math.max(...texts.map((text) => text.length))).toBe(910);
    expect(figures(texts)).toEqual({ ucs2: 89, extended: 22, segments: 5995 });
    expect(figures(texts.map(replaceLookalikes))).toMatchObject({ ucs2: 37, segments: 5952 });
    // With mis-decoded control characters repaired first, as one click does.
    expect(figures(texts.map(repairMisdecoded).map(replaceLookalikes))).toMatchObject({
      ucs2: 2,
      segments: 5905,
    });
  },
);
