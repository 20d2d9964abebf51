import { expect, test } from 'vitest';
import { hasExternalPostgres } from '../../harness/database/external-postgres.ts';
import { soak } from './scenario.ts';

// The small version of `npm run check -- soak`: too short for memory and bloat, which the full one judges.
test.skipIf(!hasExternalPostgres)(
  'mixed traffic goes on through a deploy, a kill and reloads, and nothing is lost or duplicated',
  { timeout: 600_000 },
  async () => {
    const result = await soak({
      seconds: 12,
      nodes: 1,
      binds: 1,
      window: 10,
      rate: 100,
      single: 10,
      incoming: 5,
      deploys: 1,
      kills: 1,
      failovers: 0,
      reloads: 2,
      seed: 3,
    });
    expect(result).toMatchObject({
      lostAcknowledged: 0,
      lost: 0,
      doubled: 0,
      doubledByKey: 0,
      unexplained: [],
      incomingLost: 0,
      incomingTwice: 0,
      ended: [],
      ledgerOk: true,
      deploys: 1,
      kills: 1,
    });
    expect(Object.keys(result.figures)).toContain('memory worker');
  },
);
