import { expect, test } from 'vitest';
import { areNumbers, ownFields } from './contactText.ts';

test.each([
  ['none', [], []],
  ['the most common first', [{ town: 'A' }, { town: 'B', debt: '1' }], ['town', 'debt']],
  ['by name where they are as common', [{ b: '1', a: '1' }], ['a', 'b']],
  ['without those that are empty', [{ town: '', debt: '1' }], ['debt']],
])('the own fields of contacts: %s', (_name, rows, names) => {
  expect(ownFields(rows.map((attributes) => ({ attributes })) as never)).toEqual(names);
});

test.each([
  ['amounts', ['1200', '-5', '1,050.50', ''], true],
  ['words', ['1200', 'none'], false],
  ['codes that begin with zero', ['0712', '0713'], false],
  ['nothing at all', ['', ''], false],
])('a field of numbers stands to the right: %s', (_name, values, isNumbers) => {
  const rows = values.map((value) => ({ attributes: { debt: value } }));
  expect(areNumbers(rows as never, 'debt')).toBe(isNumbers);
});
