import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.each([
  ['shorter', 'Shop', 5, 'Shop'],
  ['cut', 'Shops', 4, 'Shop'],
  ['a pair at the end', 'Sho😀', 5, 'Sho😀'],
  ['a pair across the end', 'Shop😀', 5, 'Shop'],
])('%s', (_, text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

test('a cut text is well formed, and a beginning of the whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, most) => {
      const cut = cutText(text, most);
      expect(cut.isWellFormed()).toBe(true);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most) - 1);
    }),
  );
});
