import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { NEXT } from './tasks.rules.ts';
import type { TaskStatus } from './tasks.rules.ts';
import { endTask } from './tasks.store.ts';
import { addTask } from './tasks.ts';

const db = await createTestDatabase();
const database = open(db);
const clientId = await addClient(database, { parentId: null });
const statuses = Object.keys(NEXT) as TaskStatus[];
const ends = statuses.filter((status) => status !== 'PENDING');

test.each(statuses.flatMap((from) => ends.map((to) => [from, to] as const)))(
  'a task moves from %s to %s only if the table allows it',
  async (from, to) => {
    const id = await database.run(systemScope(), (tx) =>
      addTask(tx, { clientId, kind: 'makeReport', description: 'Week', input: {} }),
    );
    await db.query(`update task set status = $2, holder = 'runner' where id = $1`, [id, from]);
    const ended = await database.run(systemScope(), (tx) =>
      endTask(tx, id, 'runner', { status: to }),
    );
    expect(ended).toBe(NEXT[from].includes(to));
    expect(await db.query('select status from task where id = $1', [id])).toEqual([
      { status: ended ? to : from },
    ]);
  },
);
