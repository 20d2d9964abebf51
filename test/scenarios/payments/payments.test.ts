import { expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { stormPayments } from './scenario.ts';

const db = await createTestDatabase();

// The small version of `npm run check -- payments`, whose scenarios come from one seed.
test(
  'whatever goes wrong, paid amounts are credited and forged ones are not',
  { timeout: 900_000 },
  async () => {
    const result = await stormPayments({ databaseUrl: db.url, scenarios: 60, seed: 5 });
    expect(result).toMatchObject({
      scenarios: 60,
      forged: 0,
      wrong: 0,
      pushedTwice: 0,
      open: 0,
      invoiceFaults: 0,
      ledgerOk: true,
    });
    expect([result.credited, result.creditedUnits]).toEqual([result.paid, result.paidUnits]);
    expect(result.paid).toBeGreaterThan(15);
  },
);
