import { getEventListeners } from 'node:events';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../test/harness/database.ts';
import { open } from '../../../test/harness/wallets.ts';
import { every, listen, startPeriodic } from './periodic.ts';

test('listening adds nothing to the signal at each new connection, and ends with it', async () => {
  const db = await createTestDatabase();
  const ending = new AbortController();
  const nothing = () => {};
  const listening = listen(open(db), pino({ level: 'silent' }), ending.signal, {
    task: nothing,
    outbox: nothing,
    payment: nothing,
    config: nothing,
  });
  let ended = 0;
  for (let time = 0; time < 3; time++)
    await vi.waitFor(
      async () => {
        const rows = await db.query<{ pid: number }>(
          `select pid from pg_stat_activity where query like 'listen task%' and datname = current_database() and pid <> $1 and pg_terminate_backend(pid)`,
          [ended],
        );
        expect(rows).toHaveLength(1);
        ended = rows[0]!.pid;
      },
      { timeout: 30_000, interval: 50 },
    );
  expect(getEventListeners(ending.signal, 'abort').length).toBeLessThanOrEqual(1);
  ending.abort();
  await listening;
});

test('daily work that failed is tried again soon, and then rests for its day', async () => {
  const ending = new AbortController();
  let times = 0;
  const succeeded = Promise.withResolvers<void>();
  const work = every(24 * 3_600_000, 'daily', async () => {
    times++;
    if (times < 3) throw new Error('the database is away');
    succeeded.resolve();
  });
  const periodic = startPeriodic([work], pino({ level: 'silent' }), ending.signal, 5);
  await succeeded.promise;
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  expect(times).toBe(3);
  ending.abort();
  await periodic.ended;
});
