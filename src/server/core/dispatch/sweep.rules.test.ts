import { expect, test } from 'vitest';
import { dueAges } from './sweep.rules.ts';

/** The tries of a receipt within its first 20 minutes, by sweeps so many seconds apart. */
function triesOf(every: number, firstAge: number): number {
  let tries = 0;
  for (let age = firstAge; age < 1200; age += every)
    if (dueAges(every).some(([younger, older]) => age >= younger && age < older)) tries++;
  return tries;
}

test.each([1, 5, 7.5, 30, 299])('each receipt is tried soon, and a few times (%d s)', (every) => {
  for (const age of [0, 0.4, every / 2, every - 0.01]) {
    expect(dueAges(every).some(([younger, older]) => age >= younger && age < older)).toBe(true);
    expect(triesOf(every, age)).toBeGreaterThan(600 / every / 120);
    expect(triesOf(every, age)).toBeLessThan(12);
  }
});

test('ages are apart and in their order, so that none is tried twice at once', () => {
  for (const every of [1, 5, 60, 299]) {
    const bounds = dueAges(every).flat();
    expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
    expect(bounds.at(-1)).toBeGreaterThanOrEqual(600);
  }
});

test('one of ten minutes is tried at last', () => {
  expect(dueAges(5).some(([younger, older]) => 601 >= younger && 601 < older)).toBe(true);
});
