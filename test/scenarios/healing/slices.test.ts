import { expect, test } from 'vitest';
import { readSeeds, sumOf } from './slices.ts';
import type { Slice } from './slices.ts';

const slice = (seeds: string, of: Partial<Slice> = {}): Slice => ({
  commit: 'abc',
  cpuSeconds: 2,
  tried: readSeeds(seeds).map((seed) => ({
    seed,
    healthy: { seed, open: [] },
    faulty: { seed, open: [], foundSeconds: seed, relievedSeconds: 10, backSeconds: 20 },
  })),
  ...of,
});

test('seeds are a range or one seed', () => {
  expect(readSeeds('3-5')).toEqual([3, 4, 5]);
  expect(readSeeds('7')).toEqual([7]);
  for (const wrong of ['', '5-3', 'x', '1-', '-1', '1,2'])
    expect(() => readSeeds(wrong)).toThrow('--seeds');
});

test('slices add up to the verdict of all their seeds, whatever their order', () => {
  const { lines, figures } = sumOf([slice('2-4'), slice('0-1')]);
  expect(lines).toEqual([]);
  expect(figures).toMatchObject({
    commit: 'abc',
    seeds: 5,
    first: 0,
    last: 4,
    healthyMoved: 0,
    faultsMissed: 0,
    found: { middle: 2, worst: 4 },
    cpuSeconds: 4,
    open: 0,
  });
});

test('a seed that failed, one tried twice, a gap, and another commit are open', () => {
  const failing = slice('2');
  failing.tried[0]!.faulty.open.push('seed 2: never found');
  const { lines, figures } = sumOf([
    slice('0-1'),
    slice('1', { commit: 'def' }),
    failing,
    slice('5-6'),
  ]);
  expect(lines).toEqual([
    'the slices are of several commits: abc, def',
    'seed 1 was tried twice',
    'seeds 3 to 4 were not tried',
    'seed 2: never found',
  ]);
  expect(figures).toMatchObject({ faultsMissed: 1, open: 4 });
  expect(sumOf([]).lines).toEqual(['no seed was tried']);
});
