// The shared parts of sending as text: rules within components, tested without a browser.
import { expect, test } from 'vitest';
import { textOf } from '../../../test/harness/render.tsx';
import { CharacterBill } from './texts/CharacterCosts.tsx';
import { PreviewNote } from './PreviewNote.tsx';

const billOf = (text: string) =>
  textOf(
    <CharacterBill
      text={text}
      ends={[]}
      samples={[]}
      messages={3}
      replaceLookalikes={false}
      onText={() => undefined}
      onGo={() => undefined}
    />,
  );

test('a text says its alphabet, and which characters make it Unicode', () => {
  expect(billOf('Hello')).toContain('GSM 7-bit : 160 characters in one segment');
  expect(billOf('“Hello”')).toContain('Unicode (UCS-2) : because of \u2068“ ”\u2069.');
  expect(billOf('абвгде')).toContain('because of \u2068а б в г д …\u2069.');
});

test('a text of more than three segments is warned of, with their number', () => {
  expect(billOf('x'.repeat(3 * 153))).not.toContain('long text');
  expect(billOf('x'.repeat(3 * 153 + 1))).toContain(
    'This is a long text: each person is sent and charged 4 segments.',
  );
});

test('a name between hashes that is no placeholder is warned of', () => {
  expect(billOf('Dear # Name #')).toContain('not valid placeholders and will be sent as typed');
  expect(billOf('Dear #Name#')).not.toContain('will be sent as typed');
});

test('a replacement is offered only where it changes the price', () => {
  expect(billOf('“Hello”')).toContain('Replace special characters');
  expect(billOf('“Hello” 😀')).not.toContain('Replacing them');
  expect(billOf('“Hello” 😀')).not.toContain('Replace special characters');
});

test('a preview says what it leaves out, and that white space is removed', () => {
  const noteOf = (rowCount: number, columns: number) =>
    textOf(<PreviewNote file={{ rowCount, columns: 'abcdefgh'.slice(0, columns).split('') }} />);
  expect(noteOf(1, 4)).toContain('The file has 1 row and 4 columns. Spaces around a value');
  expect(noteOf(5, 5)).not.toContain('first five');
  expect(noteOf(6, 2)).toContain('These are the first five of each.');
  expect(noteOf(2, 6)).toContain('These are the first five of each.');
});
