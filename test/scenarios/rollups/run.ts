/**
 * Random traffic of a tree of clients while the process that folds is killed at random moments, and PostgreSQL now and then;
 * afterwards every roll-up, of every hour and of every running total on every day, is compared with a count of the messages. The
 * last line is one JSON object; it fails where one differs or the ledger drifted.
 *
 *   npm run check -- rollups --steps 3000 --seed 1
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { checkLedger } from '../../../src/server/core/ledger/verify-ledger.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';
import { numbers } from '../crash/scenario.ts';
import { commit, endProcess, startDatabase } from '../../harness/processes/processes.ts';
import { foldAll, plantTree, rollupFaults, sendAtRandom } from './scenario.ts';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '3000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [steps, seed] = [values.steps, values.seed].map(Number) as [number, number];
console.log(`seed ${seed}`);
const began = performance.now();
const random = numbers(seed);
const server = await startDatabase();
const database = openDatabase({ connectionString: server.url }, 'tuma_portal', {
  max: 4,
  name: 'rollups',
  onLost: () => {},
});
const tree = await plantTree(database);
const kills = { folder: 0, database: 0 };

const startFolder = () =>
  fork(join(import.meta.dirname, '../../harness/processes/rollup-process.ts'), [server.url], {
    stdio: 'inherit',
  });
let folder: ChildProcess = startFolder();
let over = false;
const killer = (async () => {
  while (!over) {
    await sleep(300 + random() * 1500);
    await endProcess(folder, 'SIGKILL');
    kills.folder++;
    folder = startFolder();
  }
})();
const query = async (sql: string) => {
  const client = new Client({ connectionString: server.url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql);
  await client.end();
  return rows;
};

const ROUNDS = 10;
for (let round = 0; round < ROUNDS; round++) {
  await sendAtRandom(database, tree, {
    steps: Math.ceil(steps / ROUNDS),
    random,
    fold: async () => {},
  });
  if (round % 4 !== 3) continue;
  process.kill(server.pid(), 'SIGKILL');
  kills.database++;
  // It is up again when it answers.
  for (const deadline = Date.now() + 60_000; ;) {
    if (
      await query('select 1').then(
        () => true,
        () => false,
      )
    )
      break;
    if (Date.now() > deadline) throw new Error('PostgreSQL did not come back');
    await sleep(100);
  }
  // Connections of before are found broken, and made anew.
  while (
    !(await database
      .run(systemScope(), (tx) => tx.query('select 1'))
      .then(
        () => true,
        () => false,
      ))
  )
    await sleep(100);
}
over = true;
await killer;
await endProcess(folder, 'SIGKILL');
await sleep(500);
for (let waiting = 1; waiting > 0;) {
  await foldAll(database);
  waiting = Number(
    (await query('select count(*)::int as waiting from campaign_delta'))[0]!['waiting'],
  );
}
const { faults, compared } = await rollupFaults(query);
const ledger = await database.run(systemScope(), checkLedger);
for (const fault of faults.slice(0, 20)) console.log(fault);
await database.close();
await server.stop();
const drift =
  ledger.negative +
  ledger.drift +
  ledger.unbalanced +
  ledger.overdrawn +
  Math.abs(Number(ledger.sum));
console.log(
  JSON.stringify({
    test: 'rollups',
    commit: await commit(),
    steps,
    seed,
    kills,
    compared,
    faults: faults.length,
    ledger_drift: drift,
    seconds: Math.round((performance.now() - began) / 1000),
  }),
);
process.exitCode = faults.length + drift === 0 ? 0 : 1;
