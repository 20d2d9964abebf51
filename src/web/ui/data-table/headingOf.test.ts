import { expect, test } from 'vitest';
import { headingOf } from './headingOf.ts';

const rows = ['2026-11-27 a', '2026-11-27 b', '2026-11-26 c'];
const group = { label: 'Day', of: (row: string) => row.slice(0, 10) };

test('a heading stands above the first row of each group', () => {
  expect(rows.map((_row, index) => headingOf(group, rows, index))).toEqual([
    '2026-11-27',
    undefined,
    '2026-11-26',
  ]);
});

test('a heading may say more than the name of its group', () => {
  const summed = { ...group, heading: (row: string) => `${row.slice(0, 10)}, 2 rows` };
  expect(rows.map((_row, index) => headingOf(summed, rows, index))).toEqual([
    '2026-11-27, 2 rows',
    undefined,
    '2026-11-26, 2 rows',
  ]);
});

test('rows without groups have no headings', () => {
  expect(rows.map((_row, index) => headingOf(undefined, rows, index))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
