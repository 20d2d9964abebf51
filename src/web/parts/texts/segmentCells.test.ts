import { expect, test } from 'vitest';
import { measureText } from '../../../contract/shared/sms.ts';
import { segmentCells } from './segmentCells.ts';

test.each([
  ['', [0]],
  ['x'.repeat(80), [0.5]],
  ['x'.repeat(160), [1]],
  ['x'.repeat(161), [1, 8 / 153]],
  ['x'.repeat(306), [1, 1]],
  ['ж'.repeat(35), [0.5]],
  ['ж'.repeat(71), [1, 4 / 67]],
])('the cells of %j are as full as its segments', (text, cells) => {
  expect(segmentCells(measureText(text))).toEqual(cells);
});

test('a text of many segments is drawn in twelve cells, of which the last is its last', () => {
  const cells = segmentCells(measureText('x'.repeat(153 * 40 - 51)));
  expect(cells).toHaveLength(12);
  expect(cells.at(-1)).toBeCloseTo(102 / 153);
});
