import { pino } from 'pino';
import { expect, test } from 'vitest';
import { every, startPeriodic } from './periodic.ts';

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
