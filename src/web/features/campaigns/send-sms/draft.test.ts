import { expect, test } from 'vitest';
import { readNumbers } from '../../../../contract/shared/recipients.ts';
import { withNumbers } from './draft.ts';

test('a number that is already present counts as a repeat in any spelling', () => {
  const first = withNumbers([], readNumbers('0712345678, 0722345678, x1', 'KE').numbers);
  const both = withNumbers(first, readNumbers('+254 712 345 678', 'KE').numbers);
  expect(both.map((each) => [each.written, each.ok, each.times])).toEqual([
    ['+254 712 345 678', true, 2],
    ['0722345678', true, 1],
  ]);
});
