// Folds again and again, for `test/scenarios/rollups/run.ts`, which kills it: node rollup-process.ts <database address>
import { setTimeout as sleep } from 'node:timers/promises';
import { aggregate } from '../../../src/server/features/campaigns/progress/aggregate.jobs.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';

process.once('disconnect', () => process.exit(1)); // the parent process is gone
const database = openDatabase({ connectionString: process.argv[2]! }, 'tuma_portal', {
  max: 2,
  name: 'fold',
  onLost: () => {},
});
for (;;) {
  await aggregate(database).catch(() => {}); // the database is away
  await sleep(20);
}
