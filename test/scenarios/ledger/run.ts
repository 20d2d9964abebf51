/**
 * Moves units at random over many connections that are killed, and the server with them: every movement sums
 * to zero, nobody is below the floor, each balance is the sum of its entries, and each is what the answers
 * said. The last line is one JSON object.
 *
 *   npm run check -- ledger --operations 1000000 --connections 32 --kills 200 --server-kills 5 --seed 1
 */
import { parseArgs } from 'node:util';
import { stormLedger } from './scenario.ts';
import { commit, startDatabase } from '../../harness/processes/processes.ts';

const { values } = parseArgs({
  options: {
    operations: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '32' },
    kills: { type: 'string', default: '200' },
    'server-kills': { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [operations, connections, kills, serverKills, seed] = [
  values.operations,
  values.connections,
  values.kills,
  values['server-kills'],
  values.seed,
].map(Number) as [number, number, number, number, number];
console.log(`seed ${seed}`);
const server = await startDatabase();
try {
  const result = await stormLedger({
    databaseUrl: server.url,
    operations,
    connections,
    kills,
    crash: { times: serverKills, kill: () => process.kill(server.pid(), 'SIGKILL') },
    seed,
    tell: (line) => console.log(line),
  });
  console.log(
    JSON.stringify({ test: 'ledger', commit: await commit(), ...result, connections, seed }),
  );
  process.exitCode =
    result.sum === '0' &&
    result.negative + result.drift + result.unbalanced + result.untrue === 0 &&
    result.operations >= operations
      ? 0
      : 1;
} finally {
  await server.stop();
}
