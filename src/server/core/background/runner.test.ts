import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { CommitUnknown, DatabaseAway } from '../../infra/database/failures.ts';
import { noRecipients } from '../../infra/errors.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { startRunner } from './runner.ts';
import type { TaskHandler } from './runner.ts';
import { claimTask, findTask, requestStop } from './tasks.store.ts';
import { addTask, wakeCampaignTask } from './tasks.ts';

const db = await createTestDatabase();
const database = open(db, 'tuma_portal', 12);
const rootId = await addClient(database, { parentId: null });
const log = pino({ level: 'silent' });
const runners: { stop(): Promise<void> }[] = [];
afterAll(() => Promise.all(runners.map((runner) => runner.stop())));

const system = <T>(work: Parameters<typeof database.run<T>>[1]) =>
  database.run(systemScope(), work);
const add = (kind: string, input: Record<string, unknown> = {}, clientId = rootId) =>
  system((tx) => addTask(tx, { clientId, kind, description: 'test', input }));
const find = async (id: string) => (await system((tx) => findTask(tx, systemScope(), id)))!;

/** Runners go on until the end of the file: each test has kinds of its own. */
function start(handlers: Record<string, Partial<TaskHandler>>, concurrency = 2) {
  const runner = startRunner({
    database,
    concurrency,
    log,
    handlers: Object.fromEntries(
      Object.entries(handlers).map(([kind, handler]) => [
        kind,
        { run: async () => ({ done: {} }), failed: async () => {}, ...handler },
      ]),
    ),
  });
  runners.push(runner);
  return runner;
}

const ended = (id: string) =>
  vi.waitFor(
    async () => {
      const task = await find(id);
      expect(task.status).not.toBe('PENDING');
      return task;
    },
    { timeout: 180_000, interval: 20 },
  );

test('a task runs to its end and reports its progress', async () => {
  const id = await add('count', { upTo: 4 });
  const runner = start({
    count: {
      async run(task) {
        for (let n = 1; n < Number(task.input['upTo']); n++)
          await system((tx) => task.advance(tx, n / 4));
        return { done: { counted: 4 } };
      },
    },
  });
  runner.wake();
  expect(await ended(id)).toMatchObject({
    status: 'COMPLETED',
    progress: 1,
    result: { counted: 4 },
    error: null,
  });
});

test('two processes never work on one task at the same time', async () => {
  let most = 0;
  const ids = await Promise.all(Array.from({ length: 30 }, () => add('lonely')));
  const atWork = new Map<string, number>();
  const stepped = new Set<string>();
  // Counted within steps: a process that stood still for longer than its lease begins one and is refused it.
  const run: TaskHandler['run'] = async (task) => {
    await system(async (tx) => {
      await task.advance(tx, 0.5);
      const here = (atWork.get(task.id) ?? 0) + 1;
      atWork.set(task.id, here);
      most = Math.max(most, here);
      stepped.add(task.id);
      await tx.query('select');
      atWork.set(task.id, here - 1);
    });
    return { done: {} };
  };
  start({ lonely: { run } });
  start({ lonely: { run } });
  await Promise.all(ids.map(ended));
  expect({ most, stepped: stepped.size }).toEqual({ most: 1, stepped: 30 });
});

test('waiting is not an attempt: a task postponed often is retried after its first fault', async () => {
  const id = await add('waits');
  let runs = 0;
  const runner = start({
    waits: {
      async run() {
        runs++;
        if (runs <= 8) return { againInSeconds: 0 };
        if (runs === 9) throw new Error('the database went away');
        return { done: { runs } };
      },
    },
  });
  runner.wake();
  expect(await ended(id)).toMatchObject({ status: 'COMPLETED', result: { runs: 10 } });
});

test('a process that lost the lease can take no further step, and the next one continues', async () => {
  const id = await add('fenced');
  const gate = Promise.withResolvers<void>();
  const steps: string[] = [];
  start({
    fenced: {
      async run(task) {
        const first = steps.length === 0;
        steps.push('start');
        await system((tx) => task.advance(tx, 0.1));
        if (first) {
          await gate.promise;
          await system(async (tx) => {
            await task.advance(tx, 0.9);
            steps.push('stale step');
          });
        }
        return { done: { first } };
      },
    },
  });
  await vi.waitFor(() => expect(steps).toEqual(['start']), { timeout: 180_000 });
  await db.query(
    `update task set lease_until = now() - interval '1 second', holder = gen_random_uuid()::text where id = $1`,
    [id],
  );
  gate.resolve();
  expect(await ended(id)).toMatchObject({ result: { first: false } });
  expect(steps).toEqual(['start', 'start']);
});

test('a refusal fails a task at once with its reason, and calls the handler', async () => {
  const id = await add('refused');
  let heard: string | undefined;
  start({
    refused: {
      run: async () => {
        throw noRecipients();
      },
      failed: async (_tx, _task, refusal) => {
        heard = refusal?.code;
      },
    },
  });
  expect(await ended(id)).toMatchObject({
    status: 'FAILED',
    error: JSON.stringify({ code: 'NO_RECIPIENTS', values: {} }),
  });
  expect(heard).toBe('NO_RECIPIENTS');
});

test('wake may be passed on as a function', () => {
  const { wake } = start({});
  expect(() => wake()).not.toThrow();
});

test('a fault is tried again', async () => {
  const id = await add('faulty');
  let tries = 0;
  start({
    faulty: {
      run: async () => {
        if (++tries < 2) throw new Error('first time');
        return { done: { tries } };
      },
    },
  });
  expect(await ended(id)).toMatchObject({ status: 'COMPLETED', result: { tries: 2 } });
});

test.each([
  ['is away', new DatabaseAway(Object.assign(new Error('no space'), { code: '53100' }))],
  ['answers no commit', new CommitUnknown(new Error('Connection terminated'))],
])('a database that %s is no fault of the task, however often', async (what, error) => {
  const id = await add(`waits: ${what}`);
  await db.query('update task set attempts = 4 where id = $1', [id]);
  let runs = 0;
  start({
    [`waits: ${what}`]: {
      run: async () => {
        if (++runs === 1) throw error;
        return { done: { runs } };
      },
    },
  });
  expect(await ended(id)).toMatchObject({ status: 'COMPLETED', result: { runs: 2 } });
});

test('a stop request reaches a waiting task too', async () => {
  const working = await add('stopped');
  const waiting = await add('waitsForStop', { campaignId: 'c1' });
  start(
    {
      stopped: {
        async run(task) {
          while (!task.stopRequested) {
            await system((tx) => task.advance(tx, 0.2));
            await sleep(5);
          }
          return 'canceled';
        },
      },
      waitsForStop: {
        run: async (task) => (task.stopRequested ? 'canceled' : { againInSeconds: 3600 }),
      },
    },
    3,
  );
  await vi.waitFor(
    async () =>
      expect(
        await db.query(`select from task where not_before > now() + interval '1 minute'`),
      ).toHaveLength(1),
    { timeout: 180_000 },
  );
  await system((tx) => wakeCampaignTask(tx, 'waitsForStop', 'c1'));
  await system((tx) => requestStop(tx, systemScope(), working));
  await system((tx) => requestStop(tx, systemScope(), waiting));
  expect((await ended(working)).status).toBe('CANCELED');
  expect((await ended(waiting)).status).toBe('CANCELED');
});

test('a process that stops releases its tasks at once', async () => {
  const id = await add('handedOver');
  const runner = start({
    handedOver: {
      async run(task) {
        for (;;) {
          await system((tx) => task.advance(tx, 0.2));
          await sleep(5);
        }
      },
    },
  });
  await vi.waitFor(async () => expect((await find(id)).progress).toBeCloseTo(0.2), {
    timeout: 180_000,
  });
  await runner.stop();
  start({ handedOver: {} });
  expect((await ended(id)).status).toBe('COMPLETED');
});

test('a task whose process dies each time fails, and its handler is called', async () => {
  const id = await add('poison');
  let runs = 0;
  let heard = false;
  // Five processes that claimed it are gone without a word.
  await db.query(
    `update task set attempts = 5, holder = 'gone', lease_until = now() - interval '1 second' where id = $1`,
    [id],
  );
  start({
    poison: {
      run: async () => {
        runs++;
        return { done: {} };
      },
      failed: async () => {
        heard = true;
      },
    },
  });
  expect(await ended(id)).toMatchObject({
    status: 'FAILED',
    error: JSON.stringify({ code: 'INTERNAL', values: {} }),
  });
  expect({ runs, heard }).toEqual({ runs: 0, heard: true });
});

const claim = (most: number) => system((tx) => claimTask(tx, 'me', ['fair'], 30, most));

test('the client with the fewest tasks in progress comes first, and its longest waiting task', async () => {
  const [busy, quiet] = await Promise.all([
    addClient(database, { parentId: rootId }),
    addClient(database, { parentId: rootId }),
  ]);
  const first = await add('fair', {}, busy);
  for (let n = 0; n < 2; n++) await add('fair', {}, busy);
  await add('fair', {}, quiet);
  // A task that gave up its turn waits behind those that never had one.
  await db.query('update task set not_before = now() where id = $1', [first]);
  const claimed: { clientId: string; id: string }[] = [];
  for (let n = 0; n < 4; n++) claimed.push((await claim(4))!);
  expect(claimed.map(({ clientId }) => clientId)).toEqual([busy, quiet, busy, busy]);
  expect(claimed.at(-1)!.id).toBe(first);
  expect(await claim(4)).toBeUndefined();
});

test("one client's fifty tasks never occupy all places of a worker", async () => {
  await db.query(`delete from task where kind = 'fair'`);
  const [many, other] = await Promise.all([
    addClient(database, { parentId: rootId }),
    addClient(database, { parentId: rootId }),
  ]);
  for (let n = 0; n < 50; n++) await add('fair', {}, many);
  expect([await claim(3), await claim(3), await claim(3)].map((task) => task?.clientId)).toEqual([
    many,
    many,
    many,
  ]);
  expect(await claim(3)).toBeUndefined();
  await add('fair', {}, other);
  expect((await claim(3))?.clientId).toBe(other);
  // Another worker has its own hands.
  expect((await system((tx) => claimTask(tx, 'you', ['fair'], 30, 3)))?.clientId).toBe(many);
});

test("beside fifty long tasks of one client another client's first task completes", async () => {
  const [many, other] = await Promise.all([
    addClient(database, { parentId: rootId }),
    addClient(database, { parentId: rootId }),
  ]);
  for (let n = 0; n < 50; n++) await add('long', {}, many);
  let atWork = 0;
  const gate = Promise.withResolvers<void>();
  start(
    {
      long: {
        run: async () => {
          atWork++;
          await gate.promise;
          return { done: {} };
        },
      },
      short: {},
    },
    4,
  );
  await vi.waitFor(() => expect(atWork).toBe(3), { timeout: 180_000, interval: 20 });
  const id = await add('short', {}, other);
  expect((await ended(id)).status).toBe('COMPLETED');
  gate.resolve();
});
