import { expect, test } from 'vitest';
import { monthsSinceFirst, type Month } from './monthsSinceFirst.ts';

const month = (name: string, unitsIn: number): Month => ({
  month: name,
  unitsIn,
  unitsOut: 0,
  paid: [],
  received: [],
});

test.each<[string, number[], number]>([
  ['a young account has no months before its first', [5, 0, 0], 1],
  ['months without a transaction stay among the others and at the end', [0, 5, 0, 7, 0], 4],
  ['an account without any has none', [0, 0], 0],
])('%s', (_name, units, shown) => {
  const months = units.map((each, at) => month(`2026-0${9 - at}`, each));
  expect(monthsSinceFirst(months)).toEqual(months.slice(0, shown));
});
