import { expect, test } from 'vitest';
import { numbers } from '../crash/scenario.ts';
import { createTestDatabase } from '../../harness/database.ts';
import { webhookChaos } from './chaos.ts';

const db = await createTestDatabase();

// The small version of `npm run check -- webhooks`, whose draws come from one seed.
test(
  'with servers that fail half the time and workers that are killed, every event is accepted, validly signed, and in order',
  { timeout: 900_000 },
  async () => {
    const result = await webhookChaos({
      databaseUrl: db.url,
      messages: 40,
      kills: 2,
      random: numbers(19),
      patienceSeconds: 90,
      say: () => {},
    });
    expect(result).toMatchObject({
      events: 100,
      kills: 2,
      missing: 0,
      givenUp: 0,
      badSignatures: 0,
      outOfOrder: 0,
    });
    expect(result.arrivals).toBeGreaterThan(130);
  },
);
