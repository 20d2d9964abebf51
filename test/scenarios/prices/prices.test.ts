import { expect, test } from 'vitest';
import { createTestDatabase } from '../../harness/database.ts';
import { previewAndCharge } from './scenario.ts';

const db = await createTestDatabase();

// The small version of `npm run check -- prices`.
test(
  'to mixed regions and in both alphabets, counter, preview, hold and charge are one figure',
  { timeout: 900_000 },
  async () => {
    const result = await previewAndCharge({ databaseUrl: db.url, messages: 400, links: 1 });
    expect(result).toMatchObject({
      regions: 5,
      wrong: 0,
      ledgerOk: true,
      previewed: result.counted,
      held: result.counted,
      charged: result.counted,
    });
    expect(result.messages).toBeGreaterThan(350);
    expect(result.ucs2).toBeGreaterThan(100);
  },
);
