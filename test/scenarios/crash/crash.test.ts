import { expect, test } from 'vitest';
import { crash } from './scenario.ts';

// The small version of `npm run test:crash`, whose moments come from one seed.
test(
  'a campaign during which the gateway is killed three times and the database once loses and duplicates nothing',
  { timeout: 900_000 },
  async () => {
    const window = 10;
    const result = await crash({
      messages: 1500,
      gatewayKills: 3,
      databaseKills: 1,
      links: 2,
      window,
      seed: 20,
    });
    expect(result).toMatchObject({
      lost: 0,
      duplicated: 0,
      unexplained: 0,
      unexplainedLines: [],
      ledgerDrift: 0,
    });
    expect(result.mostAmbiguousALoss).toBeLessThanOrEqual(2 * window);
  },
);

test(
  'messages of class resend reach the carrier at least once, and again only as their link was lost',
  { timeout: 900_000 },
  async () => {
    const window = 10;
    const result = await crash({
      messages: 800,
      gatewayKills: 3,
      databaseKills: 0,
      links: 2,
      window,
      policy: 'resend',
      seed: 4,
    });
    expect(result).toMatchObject({
      lost: 0,
      duplicated: 0,
      ambiguous: 0,
      unexplainedLines: [],
      ledgerDrift: 0,
    });
    expect(result.mostAmbiguousALoss).toBeLessThanOrEqual(2 * window);
    expect(result.resentTwice).toBeLessThanOrEqual(result.ambiguousEver);
  },
);

test(
  'a campaign during which the gateway restarts five times, as in an upgrade, has no ambiguous message',
  { timeout: 900_000 },
  async () => {
    const result = await crash({
      messages: 1000,
      gatewayKills: 0,
      databaseKills: 0,
      gatewayRestarts: 5,
      links: 2,
      window: 10,
      seed: 7,
    });
    expect(result).toMatchObject({
      lost: 0,
      duplicated: 0,
      ambiguousEver: 0,
      unexplained: 0,
      unexplainedLines: [],
      ledgerDrift: 0,
    });
  },
);
