import { expect, test } from 'vitest';
import { tryFault, tryHealthy } from './simulation.ts';

// A few of the seeds that `npm run check -- healing` tries.
const seeds = [1, 2, 3, 4, 5];

test.each(seeds)('healthy carriers keep their shares (seed %i)', (seed) => {
  expect(tryHealthy(seed, 1).open).toEqual([]);
});

test.each(seeds)('a carrier that fails one network is found and relieved (seed %i)', (seed) => {
  expect(tryFault(seed).open).toEqual([]);
});
