import { expect, test } from 'vitest';
import { cancelAtRandom } from './scenario.ts';

// The small version of `npm run check -- cancel`, whose moments come from one seed.
test(
  'cancelled at random moments, charged and released units are the whole',
  { timeout: 900_000 },
  async () => {
    const results = await cancelAtRandom({ times: 4, messages: 200, seed: 7 });
    expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(results).toHaveLength(4);
  },
);
