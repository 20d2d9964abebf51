import { expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { runSchedules } from './scenario.ts';

// The small version of `npm run check -- opt-outs`, whose schedules come from one seed.
test(
  'no promotional message to a number after its opt-out, by whichever of six ways',
  { timeout: 900_000 },
  async () => {
    const { url } = await createTestDatabase();
    const results = await runSchedules(url, 7, 7);
    expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(results.reduce((sum, { confirmed }) => sum + confirmed, 0)).toBeGreaterThan(12);
    expect(results.reduce((sum, { kills }) => sum + kills, 0)).toBeGreaterThan(1);
  },
);
