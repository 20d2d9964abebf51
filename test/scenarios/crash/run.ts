/**
 * Kills the gateway and PostgreSQL at random moments of a campaign and counts what became of every message. The last
 * line is one JSON object; it fails when a message was lost or doubled, is unexplained, or the ledger drifted.
 *
 *   npm run test:crash -- --messages 20000 --gateway-kills 20 --database-kills 5 --links 2 --window 10 --seed 1
 */
import { parseArgs } from 'node:util';
import { crash } from './scenario.ts';
import { commit } from '../../harness/processes.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    'gateway-kills': { type: 'string', default: '20' },
    'database-kills': { type: 'string', default: '5' },
    links: { type: 'string', default: '2' },
    window: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [messages, gatewayKills, databaseKills, links, window, seed] = [
  values.messages,
  values['gateway-kills'],
  values['database-kills'],
  values.links,
  values.window,
  values.seed,
].map(Number) as [number, number, number, number, number, number];

console.log(`seed ${seed}`);
const result = await crash({
  messages,
  gatewayKills,
  databaseKills,
  links,
  window,
  seed,
  tell: (line) => console.log(line),
});
for (const line of result.unexplainedLines.slice(0, 20)) console.log(line);
const fine =
  result.lost + result.duplicated + result.unexplained + result.ledgerDrift === 0 &&
  result.mostAmbiguousALoss <= 2 * window;
console.log(
  JSON.stringify({
    test: 'crash',
    commit: await commit(),
    kills: result.kills,
    lost: result.lost,
    duplicated: result.duplicated,
    ambiguous: result.ambiguous,
    ambiguous_ever: result.ambiguousEver,
    most_ambiguous_a_loss: result.mostAmbiguousALoss,
    unexplained: result.unexplained,
    ledger_drift: result.ledgerDrift,
    messages,
    links,
    window,
    seed,
    seconds: result.seconds,
  }),
);
process.exitCode = fine ? 0 : 1;
