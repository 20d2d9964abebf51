/**
 * Two apis, two gateways and a worker on a PostgreSQL with a synchronous standby, whose primary is killed again and again
 * while campaigns and single messages go out. It fails when a message that was acknowledged is lost, or one is doubled,
 * unexplained, or sent over a connector that two processes had, or the ledger drifted; how long it took is printed, and judged
 * by the proofs, because only a quiet machine keeps a time. The last line is one JSON object.
 *
 *   npm run test:failover -- --failovers 20 --binds 4 --rate 60 --single 40 --window 10
 */
import { parseArgs } from 'node:util';
import { failover } from './scenario.ts';
import { commit } from '../../harness/processes/processes.ts';

const { values } = parseArgs({
  options: {
    failovers: { type: 'string', default: '20' },
    binds: { type: 'string', default: '4' },
    rate: { type: 'string', default: '60' },
    single: { type: 'string', default: '40' },
    window: { type: 'string', default: '10' },
  },
});
const [failovers, binds, rate, single, window] = [
  values.failovers,
  values.binds,
  values.rate,
  values.single,
  values.window,
].map(Number) as [number, number, number, number, number];
const result = await failover({
  failovers,
  binds,
  rate,
  single,
  window,
  tell: (line) => console.log(line),
});
const { unexplained, resumedSeconds, answeredSeconds, ...counts } = result;
for (const line of unexplained.slice(0, 20)) console.log(line);
const figures = (all: number[]) => ({
  median: all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? null,
  most: Math.max(...all),
});
const fine =
  result.lostAcknowledged +
    result.lost +
    result.doubled +
    result.doubledByKey +
    unexplained.length ===
    0 &&
  result.ledgerOk &&
  result.mostBinds <= binds;
console.log(
  JSON.stringify({
    test: 'failover',
    commit: await commit(),
    fine,
    failovers,
    acknowledged: counts.acknowledged,
    lost_acknowledged: counts.lostAcknowledged,
    lost: counts.lost,
    doubled: counts.doubled,
    doubled_by_key: counts.doubledByKey,
    ambiguous: counts.ambiguous,
    unexplained: unexplained.length,
    sending_again_s: figures(resumedSeconds),
    answering_again_s: figures(answeredSeconds),
    most_sending_again_s: Math.max(...resumedSeconds),
    most_answering_again_s: Math.max(...answeredSeconds),
    within_15_s:
      resumedSeconds.every((seconds) => seconds <= 15) &&
      answeredSeconds.every((seconds) => seconds <= 15),
    answers: counts.answers,
    said_unready: counts.unready,
    most_binds: counts.mostBinds,
    binds,
    ledger_ok: counts.ledgerOk,
    messages: counts.messages,
    rebuilt: counts.rebuilt,
    rate,
    single,
    window,
    seconds: counts.seconds,
  }),
);
process.exitCode = fine ? 0 : 1;
