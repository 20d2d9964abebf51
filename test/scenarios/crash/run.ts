/**
 * Kills the gateway and PostgreSQL at random moments of a campaign and counts what became of every message. The last
 * line is one JSON object; it fails when a message was lost or doubled, is unexplained, a loss of a link made more than two
 * windows ambiguous, or the ledger drifted. In class resend a message may be doubled that is marked so.
 *
 *   npm run check -- crash --messages 20000 --gateway-kills 20 --database-kills 5 --links 2 --window 10 --seed 1
 *   npm run check -- crash --policy resend --gateway-kills 20
 *   npm run check -- crash --gateway-kills 0 --database-kills 0 --restarts 50
 *   npm run check -- crash --gateway-kills 0 --database-kills 0 --cut-every 100
 *   npm run check -- crash --gateway-kills 0 --early 0.1 --twice 0.2 --missing 0.05
 *
 * A restart is an upgrade's: the gateway ends by itself, and not one message may be ambiguous.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { crash } from './scenario.ts';
import { commit } from '../../harness/processes/processes.ts';

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    messages: text('20000'),
    'gateway-kills': text('20'),
    'database-kills': text('5'),
    restarts: text('0'),
    'cut-every': text('0'),
    links: text('2'),
    window: text('10'),
    policy: text('hold'),
    early: text('0.1'),
    twice: text('0.05'),
    missing: text('0'),
    seed: text(String(Date.now() % 1_000_000)),
  },
});
const [messages, gatewayKills, databaseKills, gatewayRestarts, links, window, seed] = [
  values.messages,
  values['gateway-kills'],
  values['database-kills'],
  values.restarts,
  values.links,
  values.window,
  values.seed,
].map(Number) as [number, number, number, number, number, number, number];
const [early, twice, missing] = [values.early, values.twice, values.missing].map(Number) as [
  number,
  number,
  number,
];
const policy = values.policy === 'resend' ? 'resend' : 'hold';

console.log(`seed ${seed}`);
const result = await crash({
  messages,
  gatewayKills,
  databaseKills,
  gatewayRestarts,
  links,
  window,
  policy,
  cutEvery: Number(values['cut-every']),
  receipts: { early, twice, missing },
  seed,
  tell: (line) => console.log(line),
});
for (const line of result.unexplainedLines.slice(0, 20)) console.log(line);
const isCut = values['cut-every'] !== '0';
const onlyRestarts = gatewayKills + databaseKills === 0 && !isCut;
const fine =
  result.lost + result.duplicated + result.unexplained + result.ledgerDrift === 0 &&
  // Cuts of one process have one lease in common.
  (isCut || result.mostAmbiguousALoss <= 2 * window) &&
  (!onlyRestarts || result.ambiguousEver === 0);
console.log(
  JSON.stringify({
    test: 'crash',
    commit: await commit(),
    kills: result.kills,
    restarts: gatewayRestarts,
    cuts: result.cuts,
    policy,
    lost: result.lost,
    duplicated: result.duplicated,
    resent_twice_and_marked: result.resentTwice,
    ambiguous: result.ambiguous,
    ambiguous_ever: result.ambiguousEver,
    most_ambiguous_a_loss: result.mostAmbiguousALoss,
    without_receipt: result.withoutReceipt,
    unexplained: result.unexplained,
    ledger_drift: result.ledgerDrift,
    messages,
    links,
    window,
    seed,
    load: Number(loadavg()[0]!.toFixed(1)),
    seconds: result.seconds,
  }),
);
process.exitCode = fine ? 0 : 1;
