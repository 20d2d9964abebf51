import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '../../../core/dispatch/routing/patterns.rules.ts';
import { translatePattern } from './patterns.rules.ts';

test.each([
  ['^254', '^254'],
  ['.*', '.*'],
  ['^(254|255)7', '^(254|255)7'],
  ['^(?!2).*', '^(?:$|[^2])'],
  ['^(?!25).*$', '^(?:$|[^2]|2(?:$|[^5]))'],
  [String.raw`^(\d)\1`, undefined],
  ['^(?!25[0-9]).*', undefined],
  ['^(?<=254)7', undefined],
  ['(', undefined],
  [`^(?!${'2'.repeat(100_000)}).*`, undefined],
])('%s is taken over as %s', (pattern, expected) => {
  expect(translatePattern(pattern)).toBe(expected);
});

test('a translated lookahead matches the same texts', () => {
  const digits = (most: number) =>
    fc.string({ unit: fc.constantFrom('2', '5', '4', '7'), minLength: 1, maxLength: most });
  fc.assert(
    fc.property(
      fc.array(digits(4), { minLength: 1, maxLength: 3 }),
      fc.array(fc.oneof(digits(6), fc.constant('')), { minLength: 1, maxLength: 20 }),
      (excluded, texts) => {
        const pattern = `^(?!${excluded.join('|')}).*`;
        const matches = compilePattern(translatePattern(pattern)!);
        for (const text of [...texts, ...excluded])
          expect([text, matches(text)]).toEqual([text, new RegExp(pattern).test(text)]);
      },
    ),
  );
});
