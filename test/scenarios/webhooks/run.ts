/**
 * Tells webhooks to servers that fail half the time (500, cut, silent, too slow) while the workers are killed, and counts
 * what arrived. The last line is one JSON object; it fails when an event is missing or was given up, a signature is wrong,
 * or something of a message came out of order.
 *
 *   npm run check -- webhooks --messages 2000 --kills 30 --seed 1
 */
import { parseArgs } from 'node:util';
import { numbers } from '../crash/scenario.ts';
import { commit, startDatabase } from '../../harness/processes/processes.ts';
import { webhookChaos } from './chaos.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '2000' },
    kills: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [messages, kills, seed] = [values.messages, values.kills, values.seed].map(Number) as [
  number,
  number,
  number,
];

console.log(`seed ${seed}`);
const server = await startDatabase();
const result = await webhookChaos({
  databaseUrl: server.url,
  messages,
  kills,
  random: numbers(seed),
  patienceSeconds: 600,
  say: (line) => console.log(line),
});
await server.stop();
console.log(
  JSON.stringify({ test: 'webhooks', commit: await commit(), ...result, messages, seed }),
);
process.exitCode =
  result.missing + result.givenUp + result.badSignatures + result.outOfOrder === 0 ? 0 : 1;
