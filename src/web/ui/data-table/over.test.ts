import { expect, test } from 'vitest';
import { before, onlyFirst, wholeLabel } from './over.ts';

const columns = [
  { key: 'rule', label: 'Rule' },
  { key: 'course', label: 'Last 14 days', over: 'Refused', from: 960 },
  { key: 'day', label: '29 Nov', over: 'Refused', from: 700 },
  { key: 'all', label: '90 days', over: 'Refused' },
  { key: 'last', label: 'Last refusal' },
  { key: 'other', label: '30 days', over: 'Refused' },
];
const hidden = { display: 'none' };
const styleOf = (at: number, choice = {}) => onlyFirst(before(columns, at), choice);

test('a heading is written over the first column of its group that the list has room for', () => {
  expect(styleOf(1)).toEqual({});
  expect(styleOf(2)).toEqual({ '@container (min-width: 960px)': hidden });
  expect(styleOf(3)).toEqual({ '@container (min-width: 700px)': hidden });
});

test('a column that was chosen is there at any width, and one for no width never', () => {
  expect(styleOf(3, { day: true })).toEqual(hidden);
  expect(onlyFirst([{ key: 'a', label: 'A', from: Infinity }], {})).toEqual({});
  expect(onlyFirst([{ key: 'a', label: 'A' }], {})).toEqual(hidden);
});

test('columns with another between them are two groups, and those without a heading none', () => {
  expect(before(columns, 5)).toEqual([]);
  expect(before(columns, 4)).toEqual([]);
});

test('a file names a column with its heading', () => {
  expect(columns.slice(2, 5).map(wholeLabel)).toEqual([
    'Refused: 29 Nov',
    'Refused: 90 days',
    'Last refusal',
  ]);
});
