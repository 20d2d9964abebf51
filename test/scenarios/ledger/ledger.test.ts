import { expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { stormLedger } from './scenario.ts';

const db = await createTestDatabase();

// The small version of `npm run check -- ledger`, whose operations come from one seed.
test(
  'units moved over killed connections leave a balanced ledger, and every answer was true',
  { timeout: 900_000 },
  async () => {
    const result = await stormLedger({
      databaseUrl: db.url,
      operations: 1_500,
      connections: 16,
      kills: 8,
      seed: 11,
    });
    expect(result).toMatchObject({ sum: '0', negative: 0, drift: 0, unbalanced: 0, untrue: 0 });
    expect(result.operations).toBeGreaterThanOrEqual(1_500);
    expect(result.booked).toBeGreaterThan(500);
    expect(result.refused).toBeGreaterThan(0);
    expect(result.kills).toBeGreaterThan(0);
  },
);
