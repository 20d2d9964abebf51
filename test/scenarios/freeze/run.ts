/**
 * Freezes one of two gateways that share the connectors for longer than its lease, again and again, and a worker in the midst
 * of a task. The last line is one JSON object; it fails where a process wrote under a lease that it had lost, a message was
 * duplicated or not sent, or the other one did not take over within half a minute.
 *
 *   npm run check -- freeze --freezes 10 --binds 4 --rate 20
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { migrate } from '../../../src/server/infra/database/migrate.ts';
import { findPostgresPrograms, installPostgres } from '../../../tools/debian-postgres.ts';
import { startExternalPostgres } from '../../harness/database/external-postgres.ts';
import { freezeGateway, freezeWorker } from '../../harness/processes/freeze.ts';
import { commit } from '../../harness/processes/processes.ts';

const LONGEST_TAKEOVER_SECONDS = 30;

const text = (value: string) => ({ type: 'string', default: value }) as const;
const { values } = parseArgs({
  options: { freezes: text('10'), binds: text('4'), rate: text('20') },
});
const [freezes, binds, rate] = [values.freezes, values.binds, values.rate].map(Number) as [
  number,
  number,
  number,
];
const began = performance.now();
if (!findPostgresPrograms()) installPostgres();
const sums = { staleClaims: 0, staleSteps: 0, duplicates: 0, unsent: 0, ambiguous: 0 };
let longest = 0;
for (let at = 1; at <= freezes; at++) {
  const server = await startExternalPostgres();
  try {
    await migrate(server.url);
    const gateway = await freezeGateway(server.url, server.bossUrl, { binds, rate });
    const worker = await freezeWorker(server.url, server.bossUrl);
    for (const name of ['staleClaims', 'duplicates', 'unsent', 'ambiguous'] as const)
      sums[name] += gateway[name];
    sums.staleSteps += worker.staleSteps;
    longest = Math.max(longest, gateway.takenOverAfterSeconds, worker.takenOverAfterSeconds);
    console.log(`${at} of ${freezes}: ${JSON.stringify({ gateway, worker })}`);
  } finally {
    await server.stop();
  }
}
const fine =
  sums.staleClaims + sums.staleSteps + sums.duplicates + sums.unsent === 0 &&
  longest <= LONGEST_TAKEOVER_SECONDS;
console.log(
  JSON.stringify({
    test: 'freeze',
    commit: await commit(),
    fine,
    freezes,
    ...sums,
    longest_takeover_s: longest,
    binds,
    rate,
    load: Number(loadavg()[0]!.toFixed(1)),
    seconds: Math.round((performance.now() - began) / 1000),
  }),
);
process.exitCode = fine ? 0 : 1;
