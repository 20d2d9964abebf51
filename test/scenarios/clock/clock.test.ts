import { afterAll, expect, test } from 'vitest';
import { hasExternalPostgres } from '../../harness/database/external-postgres.ts';
import { openClock } from '../../harness/processes/faketime.ts';
import { moveClock } from './scenario.ts';

// The small version of `npm run check -- clock`.
const clock = hasExternalPostgres ? openClock(process.env['CI'] !== undefined) : undefined;
afterAll(() => clock?.remove());

test.skipIf(clock === undefined)(
  'an installation whose clock jumped and which stood still for an hour goes on by itself',
  { timeout: 600_000 },
  async () => {
    const result = await moveClock(clock!, {
      jumps: 2,
      standstills: 1,
      schedules: 2,
      binds: 1,
      window: 10,
      rate: 100,
      single: 10,
      seed: 2,
    });
    expect(result).toMatchObject({
      lostAcknowledged: 0,
      lost: 0,
      doubled: 0,
      doubledByKey: 0,
      unexplained: [],
      startedTwice: 0,
      notStarted: 0,
      ledgerOk: true,
    });
  },
);
