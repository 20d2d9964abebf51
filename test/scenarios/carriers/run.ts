/**
 * Two simulated carriers and an HTTP provider, killed, throttled, slow and lying by turns under messages of class hold. The
 * last line is one JSON object; it fails when a message was lost, doubled or misrouted, stands nowhere, or goes another
 * way when its stored facts are asked again, or when a failover took over ten seconds.
 *
 *   npm run check -- carriers --messages 20000 --turns 4
 */
import { parseArgs } from 'node:util';
import { carriers } from './scenario.ts';
import { commit, startDatabase } from '../../harness/processes/processes.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    turns: { type: 'string', default: '4' },
  },
});
const server = await startDatabase();
try {
  const result = await carriers({
    databaseUrl: server.url,
    messages: Number(values.messages),
    turns: Number(values.turns),
    tell: (line) => console.log(line),
  });
  console.log(JSON.stringify({ test: 'carriers', commit: await commit(), ...result }));
  const told = Object.values(result.states).reduce((sum, count) => sum + count, 0);
  process.exitCode =
    result.lost + result.duplicated + result.misrouted + result.unexplained === 0 &&
    told === result.messages &&
    result.failoverSeconds < 10
      ? 0
      : 1;
} finally {
  await server.stop();
}
