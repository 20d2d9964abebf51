import { expect, test } from 'vitest';
import africa from './africa.json';
import { CLASSES, classesFor, classOf } from './classes.ts';

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

test.each([
  [[0.6, 0.9], CLASSES.map(({ from }) => from)],
  [[0.88], CLASSES.map(({ from }) => from)],
  [
    [0.882, 0.91, 0.92, 0.941],
    [0.88, 0.9, 0.92, 0.94],
  ],
  [
    [0.995, 1],
    [0.96, 0.97, 0.98, 0.99],
  ],
])('shares of %j have classes from %j', (rates, from) => {
  expect(classesFor(rates).map((each) => each.from)).toEqual(from);
});

test('the map has the countries of the continent, each as closed lines', () => {
  expect(Object.keys(africa.countries)).toHaveLength(50);
  expect(Object.keys(africa.countries)).toEqual(expect.arrayContaining(['KE', 'TZ', 'UG', 'MZ']));
  for (const shape of Object.values(africa.countries))
    expect(shape).toMatch(/^(M\d+ \d+l[-\d ]+z)+$/);
});
