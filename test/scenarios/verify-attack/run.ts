/**
 * 100,000 numbers that nobody reads are entered into a customer's form, among 1,000 real users who want their codes, under
 * the platform's own rules. The last line is one JSON object; ends with 1 when 1 % or more were sent, or a user was refused.
 *
 *   npm run check -- verify-attack --numbers 100000 --users 1000 --seed 1
 */
import { parseArgs } from 'node:util';
import { playAttack } from './scenario.ts';
import { commit, startDatabase } from '../../harness/processes/processes.ts';

const { values } = parseArgs({
  options: {
    numbers: { type: 'string', default: '100000' },
    users: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [numbers, users, seed] = [values.numbers, values.users, values.seed].map(Number) as [
  number,
  number,
  number,
];
console.log(`seed ${seed}`);
const server = await startDatabase();
const begun = performance.now();
try {
  const outcome = await playAttack({
    databaseUrl: server.url,
    seed,
    numbers,
    users,
    blocks: 10,
    ranges: 20,
  });
  console.log(
    JSON.stringify({
      test: 'verify-attack',
      commit: await commit(),
      numbers,
      users,
      ...outcome,
      seconds: Math.round((performance.now() - begun) / 1000),
      seed,
    }),
  );
  const disturbed = Object.values(outcome.disturbed).reduce((sum, count) => sum + count, 0);
  process.exitCode = outcome.sent * 100 < numbers && disturbed === 0 ? 0 : 1;
} finally {
  await server.stop();
}
