import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bindTemplate,
  isPlaceholderName,
  parseTemplate,
  placeholderName,
  placeholders,
  renderBound,
  renderTemplate,
} from './template.ts';

fc.configureGlobal({ seed: 34 });

describe('placeholders', () => {
  test.each([
    ['Dear #firstName#, you owe #amount due#', ['firstName', 'amount due']],
    ['Dial *144# or *150*00# now', []],
    ['Dial *144#, #name#', ['name']],
    ['#a##b#', ['a', 'b']],
    ['#a#b#', ['a']],
    ['##name##', ['name']],
    ['#name# #name# #Name#', ['name', 'Name']],
    ['# name# #name # #1st# #_x# #a-b# ##', []],
    ['#a_1# #jina la mteja# #nº# #n°#', ['a_1', 'jina la mteja', 'nº']],
    ['#endereço# #имя# #名#', ['endereço', 'имя', '名']],
    [`#${'a'.repeat(40)}#`, ['a'.repeat(40)]],
    [`#${'a'.repeat(41)}#`, []],
    ['#first\nName#', []],
    ['', []],
  ])('%j', (text, names) => {
    expect(placeholders(text)).toEqual(names);
    for (const name of names) expect(isPlaceholderName(name)).toBe(true);
  });
});

test('isPlaceholderName accepts exactly the names that a text can contain', () => {
  for (const name of ['Amount (KES)', '', ' a', 'a ', '2nd', 'a#b'])
    expect(isPlaceholderName(name)).toBe(false);
});

test.each([
  ['Valor (MZN)', 'Valor MZN'],
  ['firstName', 'firstName'],
  ['2nd phone', 'nd phone'],
  ['Preço/€', 'Preço'],
  ['(1)', undefined],
  ['x'.repeat(60), 'x'.repeat(40)],
])('placeholderName makes of %j %j', (column, name) => {
  expect(placeholderName(column)).toBe(name);
});

test('a column that no text can name is found by what is left of its name', () => {
  const columns = ['Telefone', 'Valor (MZN)', 'Valor'];
  expect(bindTemplate(parseTemplate('#Valor MZN# #valor_mzn# #Valor# #MZN#'), columns)).toEqual({
    bound: [1, ' ', 1, ' ', 2, ' ', '#MZN#'],
    unknown: ['MZN'],
  });
});

describe('renderTemplate', () => {
  const render = (text: string, fields: Record<string, string>) =>
    renderTemplate(parseTemplate(text), fields);

  test('values are inserted once, hash marks and dollars unchanged', () => {
    expect(render('#a# #b#', { a: '#b#', b: '$& $1 #a#' })).toEqual({
      text: '#b# $& $1 #a#',
      unknown: [],
    });
  });

  test('an exact column name takes precedence over one that differs in case', () => {
    expect(render('#Name#', { name: 'small', Name: 'exact' }).text).toBe('exact');
    expect(render('#NAME#', { name: 'first', Name: 'second' }).text).toBe('first');
    expect(render('#Endereço#', { ['endere\u0063\u0327o']: 'Beira' }).text).toBe('Beira');
  });

  test('a name finds its field in spite of blanks and underscores, an exact one first', () => {
    expect(render('#First Name#', { firstName: 'Ana' }).text).toBe('Ana');
    expect(render('#first_name#', { 'First name': 'Ana' }).text).toBe('Ana');
    expect(render('#first name#', { firstName: 'loose', 'First Name': 'near' }).text).toBe('near');
    // Blanks at the ends make no placeholder: the composers name it.
    expect(render('# First Name #', { firstName: 'Ana' }).text).toBe('# First Name #');
  });

  test('unknown names are reported once each and stay as written', () => {
    expect(render('#a# #x y# #b# #x y#', { a: '1' })).toEqual({
      text: '1 #x y# #b# #x y#',
      unknown: ['x y', 'b'],
    });
  });

  test('inherited properties of objects are not placeholders', () => {
    expect(render('#constructor# #toString#', {}).unknown).toEqual(['constructor', 'toString']);
  });

  test('a missing cell inserts nothing', () => {
    const { bound } = bindTemplate(parseTemplate('#a#-#b#.'), ['a', 'b']);
    expect(renderBound(bound, ['1'])).toBe('1-.');
  });

  test('property: a text whose names are all unknown renders unchanged', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom('#', 'a', ' ', '_', '1', '*', 'ção'))
          .map((parts) => parts.join('')),
        (text) => {
          expect(render(text, {}).text).toBe(text);
        },
      ),
    );
  });

  test('property: literal parts and values appear in order', () => {
    const name = fc.stringMatching(/^[a-z]([a-z0-9_ ]{0,10}[a-z0-9_])?$/);
    const literal = fc.stringMatching(/^[^#]{0,10}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(literal, name, fc.string())), literal, (pieces, tail) => {
        const fields = Object.fromEntries(pieces.map(([, key, value]) => [key, value]));
        const text = pieces.map(([before, key]) => `${before}#${key}#`).join('') + tail;
        expect(render(text, fields).text).toBe(
          pieces.map(([before, key]) => before + fields[key]).join('') + tail,
        );
      }),
    );
  });
});
