// Hostile filters never stall the process: every pattern and expression is evaluated or refused
// within 50 ms.
import { expect, test } from 'vitest';
import {
  alwaysSlow,
  countedPatterns,
  evilFilters,
} from '../../../../../test/scenarios/filters/scenario.ts';
import {
  compileLinear,
  compilePattern,
  compileSearch,
  MOST_WORK,
  PATTERN_SIZE,
} from './patterns.rules.ts';
import { Unusable } from './config-fault.ts';

test('a thousand evil patterns and expressions, none above 50 ms', () => {
  const asked = evilFilters(1000);
  expect(asked).toHaveLength(1000);
  expect(alwaysSlow(asked)).toEqual([]);
});

test('a counted repetition is refused, or its work is bounded by its size and input', () => {
  const longest = 'a'.repeat(100_000);
  for (const pattern of countedPatterns()) {
    let linear: ReturnType<typeof compileLinear>;
    try {
      linear = compileLinear(pattern);
    } catch (error) {
      expect(error).toMatchObject({ fault: expect.stringMatching(/^PATTERN_(SIZE|REPEATS)$/) });
      continue;
    }
    expect(linear.size).toBeLessThanOrEqual(PATTERN_SIZE);
    expect(linear.size * linear.reads).toBeLessThanOrEqual(MOST_WORK);
    // The rest is not read.
    expect(linear.matches(`${longest.slice(0, linear.reads)}!`)).toBe(
      linear.matches(longest.slice(0, linear.reads)),
    );
  }
  expect(compileLinear('(.*a){25}$').reads).toBeLessThan(2_000);
});

test('a pattern that finds an id is bounded like a filter', () => {
  expect(() => compileSearch('((a{10}){10}){20}')).toThrow(Unusable);
  expect(() => compileSearch('(\\pL{10}){100}')).toThrow(Unusable);
  expect(compileSearch('Success "([^"]+)"')('Success "abc-1"')).toBe('abc-1');
  expect(compileSearch('id=\\d+')('ok id=42')).toBe('id=42');
  expect(compileSearch('id=\\d+')('refused')).toBeUndefined();
});

test.each(['^25[9-0]', '[z-a]', '25[9-0](1|2)'])('%s is no pattern on either path', (pattern) => {
  expect(() => compilePattern(pattern)).toThrow(Unusable);
});

test.each(['254', '^2547[0-2]', '2547\\d', '(25470|25471)', '^25', '254.*', '07 00', 'x_y'])(
  '%s matches the same on the fast path and on the linear engine',
  (pattern) => {
    for (const text of [
      '254712345678',
      '25470',
      '0254',
      '',
      '07 00 1',
      'x_y!',
      '2547',
      '25472',
      '25471999',
    ]) {
      expect(compilePattern(pattern)(text), text).toBe(compilePattern(`(?:${pattern})(?:)`)(text));
    }
  },
);
