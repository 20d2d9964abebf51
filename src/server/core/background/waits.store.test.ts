import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { addToOutbox, claimOutgoing, holdOutgoing } from './outbox.store.ts';
import { claimTask } from './tasks.store.ts';
import { addTask } from './tasks.ts';
import { endWaitsOfClockAhead } from './waits.store.ts';

const db = await createTestDatabase();
const database = open(db);
const clientId = await addClient(database, { parentId: null });
const run = <T>(work: Parameters<typeof database.run<T>>[1]) => database.run(systemScope(), work);
const claim = () => run((tx) => claimTask(tx, 'runner', ['makeReport'], 15, 9));
const task = () =>
  run((tx) => addTask(tx, { clientId, kind: 'makeReport', description: 'Week', input: {} }));
const mail = { clientId, kind: 'MAIL', target: 'jane@example.com', payload: {} } as const;
const claimMail = () => run((tx) => claimOutgoing(tx, 'MAIL', 9, 60));

test('work stored while the clock was a day ahead is done once the clock is right', async () => {
  const id = await task();
  await run((tx) => addToOutbox(tx, mail));
  await db.query(`update task set not_before = now() + interval '1 day'`);
  await db.query(`update outbox set not_before = now() + interval '1 day'`);
  expect([await claim(), await claimMail()]).toEqual([undefined, []]);
  await run(endWaitsOfClockAhead);
  expect(await claim()).toMatchObject({ id });
  expect(await claimMail()).toHaveLength(1);
});

test('a task whose holder ended while the clock was ahead goes to another after its lease', async () => {
  const id = await task();
  await claim();
  await db.query(`update task set lease_until = now() + interval '1 day'`);
  await run(endWaitsOfClockAhead);
  const [row] = await db.query<{ seconds: number }>(
    'select extract(epoch from lease_until - now())::float8 as seconds from task where id = $1',
    [id],
  );
  expect(row!.seconds).toBeLessThanOrEqual(15);
});

test('work that is due in an hour, and work that a restore holds, goes on waiting', async () => {
  await db.query(`delete from task`);
  await db.query(`delete from outbox`);
  await task();
  await db.query(`update task set not_before = now() + interval '1 hour'`);
  await run((tx) => addToOutbox(tx, mail));
  await run(holdOutgoing);
  await run(endWaitsOfClockAhead);
  expect([await claim(), await claimMail()]).toEqual([undefined, []]);
});
