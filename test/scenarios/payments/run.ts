/**
 * Pays for units in thousands of ways against the simulated providers (Kenya, Tanzania, Mozambique): lost,
 * late, doubled and forged callbacks, wrong amounts, lost answers, processes that die at each step. Credited
 * is what was paid, and nothing that was forged. The last line is one JSON object.
 *
 *   npm run check -- payments --scenarios 10000 --seed 1
 */
import { parseArgs } from 'node:util';
import { stormPayments } from './scenario.ts';
import { commit, startDatabase } from '../../harness/processes/processes.ts';

const { values } = parseArgs({
  options: {
    scenarios: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [scenarios, seed] = [Number(values.scenarios), Number(values.seed)];
console.log(`seed ${seed}`);
const server = await startDatabase();
try {
  const result = await stormPayments({
    databaseUrl: server.url,
    scenarios,
    seed,
    tell: (line) => console.log(line),
  });
  console.log(JSON.stringify({ test: 'payments', commit: await commit(), ...result, seed }));
  process.exitCode =
    result.credited === result.paid &&
    result.creditedUnits === result.paidUnits &&
    result.forged + result.wrong + result.pushedTwice + result.open + result.invoiceFaults === 0 &&
    result.ledgerOk
      ? 0
      : 1;
} finally {
  await server.stop();
}
