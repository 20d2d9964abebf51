import { expect, test } from 'vitest';
import { fitting, isShown, roomToHide } from './listColumns.ts';

const COLUMNS = [
  { key: 'status' },
  { key: 'sent', from: 560 },
  { key: 'email', from: 960 },
  { key: 'phone', from: Infinity },
];
const shownAt = (width: number, pixels: number, choice = {}) =>
  fitting(COLUMNS, pixels)
    .filter((column) => isShown(column, choice, width))
    .map(({ key }) => key);

test('a list that turns out too wide hides the column that needs the widest list, then the next one', () => {
  expect(shownAt(1000, 0)).toEqual(['status', 'sent', 'email']);
  const once = roomToHide(COLUMNS, {}, 1000, 0)!;
  expect(shownAt(1000, once)).toEqual(['status', 'sent']);
  const twice = roomToHide(COLUMNS, {}, 1000, once)!;
  expect(shownAt(1000, twice)).toEqual(['status']);
});

test('a column without a width or chosen by the person is not hidden, however narrow the list', () => {
  expect(roomToHide(COLUMNS, {}, 500, 0)).toBeUndefined();
  expect(roomToHide(COLUMNS, { sent: true }, 600, 0)).toBeUndefined();
  expect(shownAt(500, 441, { sent: true })).toEqual(['status', 'sent']);
});

test('a wider list shows the column again', () => {
  const pixels = roomToHide(COLUMNS, {}, 676, 0)!;
  expect(shownAt(676, pixels)).toEqual(['status']);
  expect(shownAt(677, pixels)).toEqual(['status', 'sent']);
});
