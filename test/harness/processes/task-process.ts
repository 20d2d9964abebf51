// A worker on tasks, as a process of its own that can be frozen: node task-process.ts <database address> <name>
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { startRunner } from '../../../src/server/core/background/runner.ts';

const [address = '', name = ''] = process.argv.slice(2);
const database = openDatabase({ connectionString: address }, 'tuma_portal', {
  max: 3,
  name: 'tasks',
  onLost: () => {},
});
const runner = startRunner({
  database,
  concurrency: 1,
  log: pino({ level: 'silent' }),
  handlers: {
    steps: {
      failed: async () => {},
      async run(task) {
        const steps = Number(task.input['steps']);
        for (;;) {
          const done = await database.run(systemScope(), async (tx) => {
            const {
              rows: [row],
            } = await tx.query<{ next: number }>(
              'select count(*)::int as next from step_done where task_id = $1',
              [task.id],
            );
            await task.advance(tx, row!.next / steps);
            await tx.query('insert into step_done (task_id, step, by) values ($1, $2, $3)', [
              task.id,
              row!.next,
              name,
            ]);
            return row!.next + 1;
          });
          if (done >= steps) return { done: { steps } };
          await sleep(100);
        }
      },
    },
  },
});
process.once('SIGTERM', () => void runner.stop().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(1));
process.send?.('ready');
