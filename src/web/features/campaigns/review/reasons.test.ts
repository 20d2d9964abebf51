import { expect, test } from 'vitest';
import { splitReasons, sumOf } from './reasons.ts';

test('a number without a rate, a value or a text is no wrong number', () => {
  const { wrongNumbers, others } = splitReasons([
    { reason: 'NO_RATE', count: 2 },
    { reason: 'TOO_SHORT', count: 1 },
    { reason: 'NO_VALUE:firstName', count: 3 },
    { reason: 'EMPTY_TEXT', count: 1 },
  ]);
  expect(wrongNumbers).toEqual([{ reason: 'TOO_SHORT', count: 1 }]);
  expect(sumOf(others)).toBe(6);
});
