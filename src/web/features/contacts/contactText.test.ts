import { expect, test } from 'vitest';
import { ownFields } from './contactText.ts';

test.each([
  ['none', [], []],
  ['the most common first', [{ town: 'A' }, { town: 'B', debt: '1' }], ['town', 'debt']],
  ['by name where they are as common', [{ b: '1', a: '1' }], ['a', 'b']],
  ['without those that are empty', [{ town: '', debt: '1' }], ['debt']],
])('the own fields of contacts: %s', (_name, rows, names) => {
  expect(ownFields(rows.map((attributes) => ({ attributes })) as never)).toEqual(names);
});
