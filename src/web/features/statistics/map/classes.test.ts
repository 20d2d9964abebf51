import { expect, test } from 'vitest';
import africa from './africa.json';
import { classOf } from './classes.ts';

test.each([
  [null, 'poor'],
  [0, 'poor'],
  [0.6999, 'poor'],
  [0.7, 'fair'],
  [0.85, 'good'],
  [0.95, 'best'],
  [1, 'best'],
])('a share of %s is %s', (rate, name) => {
  expect(classOf(rate)).toBe(name);
});

test('the map has the countries of the continent, each as closed lines', () => {
  expect(Object.keys(africa.countries)).toHaveLength(50);
  expect(Object.keys(africa.countries)).toEqual(expect.arrayContaining(['KE', 'TZ', 'UG', 'MZ']));
  for (const shape of Object.values(africa.countries))
    expect(shape).toMatch(/^(M\d+ \d+l[-\d ]+z)+$/);
});
