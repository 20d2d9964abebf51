import { expect, test } from 'vitest';
import { digitsAfter, isLongEnough, numberBeginning } from './number-beginning.ts';

test.each([
  ['0712 345', 'KE', '254712345', true],
  ['0712 34', 'KE', '25471234', false],
  ['712345', 'TZ', '255712345', true],
  ['84 123 4', 'MZ', '258841234', true],
  ['+254712345', 'MZ', '254712345', true],
  ['00254 71', 'KE', '25471', false],
  ['254712', 'KE', '254712', false],
  ['+290 51234', 'KE', '29051234', true],
  ['+2905', 'KE', '2905', false],
  ['Asha', 'KE', '254', false],
])(
  '%s in %s begins with %s; long enough for a search: %s',
  (written, country, digits, isEnough) => {
    expect(numberBeginning(written, country)).toBe(digits);
    expect(isLongEnough(written, country)).toBe(isEnough);
  },
);

test.each([
  ['+254712', 6],
  ['+258', 9],
  ['+25471234567', 1],
  ['+254712345678', undefined],
  ['+883510', undefined],
  ['+', undefined],
])('%s has %s digits after it', (beginning, digits) => {
  expect(digitsAfter(beginning)).toBe(digits);
});
