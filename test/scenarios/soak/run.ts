/**
 * An installation of two nodes under mixed traffic for hours: campaigns, REST, SMPP, receipts and incoming messages, with
 * deploys, kills and failovers in its first half and reloads throughout. It fails when a message that was acknowledged is
 * lost, or one is doubled or unexplained, an incoming message is lost or stored twice, the ledger drifted, a process ended by
 * itself, or memory, a table, an index or a queue grew in the second half. The last line is one JSON object.
 *
 *   npm run check -- soak --hours 4 --seed 1
 *   npm run check -- soak --hours 0.05 --nodes 1 --failovers 0
 *
 * Growth is that of the straight line through the samples of the second half, in which no process is restarted. Figures of a
 * run under an hour are printed and not judged: a process takes that long to reach its size.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { commit } from '../../harness/processes/processes.ts';
import { soak } from './scenario.ts';

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: {
    hours: text('4'),
    nodes: text('2'),
    binds: text('4'),
    window: text('10'),
    rate: text('60'),
    single: text('40'),
    incoming: text('5'),
    deploys: text(''),
    kills: text(''),
    failovers: text(''),
    reloads: text(''),
    seed: text(String(Date.now() % 1_000_000)),
  },
});
const hours = Number(values.hours);
const perHour = (given: string, count: number) =>
  given === '' ? Math.ceil(count * hours) : Number(given);
console.log(`seed ${values.seed}`);
const { unexplained, ...result } = await soak({
  seconds: hours * 3600,
  nodes: Number(values.nodes),
  binds: Number(values.binds),
  window: Number(values.window),
  rate: Number(values.rate),
  single: Number(values.single),
  incoming: Number(values.incoming),
  deploys: perHour(values.deploys, 3),
  kills: perHour(values.kills, 20),
  failovers: perHour(values.failovers, 3),
  reloads: perHour(values.reloads, 30),
  seed: Number(values.seed),
  tell: (line) => console.log(line),
});
for (const line of [...unexplained.slice(0, 20), ...result.ended, ...result.grown])
  console.log(line);
const fine =
  result.lostAcknowledged +
    result.lost +
    result.doubled +
    result.doubledByKey +
    result.incomingTwice +
    result.incomingLost +
    unexplained.length +
    result.ended.length ===
    0 &&
  result.ledgerOk &&
  (hours < 1 || result.grown.length === 0);
console.log(
  JSON.stringify({
    test: 'soak',
    commit: await commit(),
    fine,
    hours,
    ...result,
    unexplained: unexplained.length,
    seed: Number(values.seed),
    load: Number(loadavg()[0]!.toFixed(1)),
  }),
);
process.exitCode = fine ? 0 : 1;
