import { expect, test } from 'vitest';
import { Throughput } from './throughput.ts';

test.each([
  [
    'a burst of a second passes, and no more',
    10,
    [
      [0, 12, 10],
      [0, 1, 0],
    ],
  ],
  ['an even stream passes for ever', 10, Array.from({ length: 50 }, (_, at) => [at * 100, 1, 1])],
  [
    'what was not used is kept for a second',
    10,
    [
      [0, 10, 10],
      [500, 10, 5],
      [10_000, 30, 10],
    ],
  ],
  [
    'less than one a second is one now and then',
    0.5,
    [
      [0, 2, 1],
      [1000, 1, 0],
      [2000, 1, 1],
    ],
  ],
] as const)('%s', (_what, perSecond, takes) => {
  const throughput = new Throughput();
  for (const [at, wanted, taken] of takes)
    expect(throughput.take('who', perSecond, wanted!, at!)).toBe(taken);
  expect(throughput.take('another', perSecond, 1, 0)).toBe(1);
});

test('all or nothing: refused tokens remain for a smaller request', () => {
  const throughput = new Throughput();
  expect(throughput.takeAll('who', 10, 11, 0)).toBe(false);
  expect(throughput.takeAll('who', 10, 10, 0)).toBe(true);
  expect(throughput.takeAll('who', 10, 1, 0)).toBe(false);
});
