import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { Answer } from '../../core/dispatch/types.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { databaseSql, machineClock } from './ports.ts';
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

/** Time that passes when it is told to. */
function manualClock() {
  let now = 0;
  const timers = new Set<{ at: number; work: () => void }>();
  return {
    clock: {
      now: () => now,
      date: () => new Date(now),
      after(milliseconds: number, work: () => void) {
        const timer = { at: now + milliseconds, work };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    async pass(milliseconds: number) {
      for (let each = 0; each < milliseconds; each++) {
        now++;
        for (const timer of timers) {
          if (timer.at > now) continue;
          timers.delete(timer);
          timer.work();
        }
        await new Promise(setImmediate);
      }
    },
  };
}

test('a transaction waits for more while answers keep coming, and not once they pause', async () => {
  const { clock, pass } = manualClock();
  let transactions = 0;
  const sql: Sql = {
    run: () => Promise.resolve({ unmatched: 0, notifications: [] } as never),
    single: () => Promise.reject(new Error('not used')),
    lock: () => Promise.resolve(undefined),
  };
  const counting: Sql = { ...sql, run: (work) => (transactions++, sql.run(work)) };
  const settler = new Settler(counting, clock, pino({ level: 'silent' }), 1);
  const lease = { connectorId: 1, carrierAccountId: 1, epoch: 1n };
  const storedAt: number[] = [];
  const answer = () => settler.answers(lease, [{} as Answer], () => storedAt.push(clock.now()));

  // One answer a millisecond: three times the shortest wait, in one transaction.
  for (let at = 0; at < 15; at++) {
    answer();
    await pass(1);
  }
  expect([transactions, new Set(storedAt)]).toEqual([1, new Set([15])]);

  // One alone waits for the shortest time.
  answer();
  await pass(5);
  expect(storedAt.at(-1)).toBe(20);

  // Many at once are enough for a transaction when the shortest time is over.
  for (let at = 0; at < 60; at++) answer();
  await pass(4);
  answer();
  await pass(1);
  expect(storedAt.filter((at) => at === 25)).toHaveLength(61);

  // A caller that waits ends the wait.
  answer();
  await pass(1);
  settler.hurry();
  await pass(1);
  expect(storedAt.at(-1)).toBeLessThanOrEqual(27);
  expect(transactions).toBe(4);
});

test('a receipt that no index can hold is refused, and holds up no other', async () => {
  const db = await createTestDatabase();
  const database = openDatabase({ connectionString: db.url }, 'tuma_gateway', {
    max: 2,
    name: 'test',
    onLost: () => {},
  });
  afterAll(() => database.close());
  const settler = new Settler(databaseSql(database), machineClock, pino({ level: 'silent' }), 1);
  const store = (carrierId: string) =>
    new Promise<boolean>((resolve) =>
      settler.receipt(
        {
          carrierId,
          status: MESSAGE_STATUS.DELIVERED,
          carrierStatus: 'DELIVRD',
          errorCode: null,
          destination: '254700000001',
        },
        resolve,
      ),
    );
  const hostile = store(randomBytes(20_000).toString('hex'));
  expect(await store('42')).toBe(true);
  expect(await hostile).toBe(false);
});
