import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvLine, plainCell } from './csv.ts';

test.each([
  '=1+1',
  '+254',
  '+1+1',
  '-5+cmd',
  '-',
  '--5',
  '@x',
  '\tx',
  '\rx',
  '\0x',
  '+254711000111x',
  '=HYPERLINK("http://x")',
  "-1'",
  ' =1+1',
  '\ufeff=1+1',
  '\u200b+x',
  '\n=1',
])('the cell %j is not a formula', (value) => {
  expect(csvCell(value).replace(/^"/, '').startsWith("'")).toBe(true);
});

test.each([
  '-5',
  '-5.25',
  ' -5',
  '+254711000111',
  '+258841234567',
  '12',
  "'quoted'",
  'a=b',
  ' x',
  '\ufeffx',
  '',
])('the cell %j is unchanged', (value) => {
  expect(csvCell(value)).toBe(value);
});

test.each([
  ['x;=HYPERLINK("http://x")', 'x;\'=HYPERLINK(""http://x"")'],
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ['x\n@SUM(1)', "x\n'@SUM(1)"],
  ['x\t -2+f(1)', "x\t' -2+f(1)"],
])('a formula after a semicolon or a line break is neutralised: %j', (value, shown) => {
  expect(csvCell(value)).toBe(`"${shown}"`);
});

test.each(['Offers:\n- shoes\n- bags', 'a; -5', 'to: +254711000111; from (us)'])(
  'a list in a message keeps its hyphens: %j',
  (value) => {
    expect(csvCell(value)).toBe(`"${value}"`);
  },
);

test('a neutralised cell is read back unchanged', () => {
  const piece = fc.constantFrom('=f(1)', '-x', ' @a|b!c', ';', '\n', '\t', 'word', '+1(2)', '"');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const value = `word${pieces.join('')}`;
      const quoted = csvCell(value);
      const cell = quoted.startsWith('"') ? quoted.slice(1, -1).replaceAll('""', '"') : quoted;
      expect(plainCell(cell)).toBe(value);
    }),
  );
});

test('cells are quoted if necessary', () => {
  expect(csvCell('plain')).toBe('plain');
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
  expect(csvLine(['one', 'two; three', '=4'])).toBe('one,"two; three",\'=4\r\n');
});

test('no cell begins like a formula, except numbers and phone numbers', () => {
  const lead = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\0');
  fc.assert(
    fc.property(lead, fc.string(), (first, rest) => {
      const shown = csvCell(first + rest).replace(/^"/, '');
      expect(shown.startsWith("'") || /^(-\d+(\.\d+)?|\+\d{7,15})$/.test(shown)).toBe(true);
    }),
  );
});
