import { pino } from 'pino';
import { expect, test } from 'vitest';
import { machineClock } from './ports.ts';
import type { Sql } from './ports.ts';
import { Settler } from './settler.ts';

test('waiting for everything stored does not wait for later answers', async () => {
  const sql: Sql = {
    run: () =>
      new Promise((resolve) => {
        setTimeout(() => resolve({ unmatched: 0, notifications: [] } as never), 1);
      }),
    single: () => Promise.reject(new Error('not used')),
    lock: () => Promise.resolve(undefined),
  };
  const settler = new Settler(sql, machineClock, pino({ level: 'silent' }), 1);
  const lease = { connectorId: 1, carrierAccountId: 1, epoch: 1n };
  // Another link of the account, which adds an answer each time one of its own is stored.
  let [busy, stored] = [true, 0];
  const feed = () =>
    settler.answers(lease, [], () => {
      stored++;
      if (busy) feed();
    });
  feed();
  let mine = false;
  settler.answers(lease, [], () => {
    mine = true;
  });
  await settler.idle();
  expect(mine).toBe(true);
  busy = false;
  await settler.idle();
  const before = stored;
  await settler.idle();
  expect(stored).toBe(before);
});
