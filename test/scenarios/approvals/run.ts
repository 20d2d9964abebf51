/**
 * Lets an account whose texts need approval try to reach 1,000 numbers with one text, by every way that software sends and
 * in any mixture, for each of many seeds; then the messages that wait are approved, declined, cancelled, left to expire or
 * left alone. In a fifth of the attempts connections are cut in the middle of calls, and in another fifth the api and the
 * gateway are processes that are killed; the calls are repeated, those of an API key under their idempotency key. The last
 * line is one JSON object; it fails where more numbers were reached than are free, a key made two messages, or the units do
 * not add up. The attempts are those of approvals.test.ts, with more seeds and numbers; `--first` begins a slice of the seeds.
 *
 *   npm run check -- approvals --first 1 --seeds 200 --numbers 1000
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commit } from '../../harness/processes/processes.ts';
import { makeTemporaryFolder } from '../../harness/temporary.ts';
import type { Attempt } from './scenario.ts';

const { values } = parseArgs({
  options: {
    first: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '200' },
    numbers: { type: 'string', default: '1000' },
  },
});
const begun = performance.now();
const folder = makeTemporaryFolder('approvals');
const report = join(folder, 'report.json');
spawnSync('npx', ['vitest', 'run', 'test/scenarios/approvals'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    APPROVAL_FIRST: values.first,
    APPROVAL_SEEDS: values.seeds,
    APPROVAL_NUMBERS: values.numbers,
    APPROVAL_REPORT: report,
  },
});
const attempts = JSON.parse(readFileSync(report, 'utf8')) as Attempt[];
rmSync(folder, { recursive: true, force: true });
const wrong = attempts.filter((attempt) => attempt.wrong.length > 0);
for (const { seed, wrong: faults } of wrong) console.log(`seed ${seed}: ${faults.join('; ')}`);
console.log(
  JSON.stringify({
    test: 'approvals',
    commit: await commit(),
    first: Number(values.first),
    attempts: attempts.length,
    kills: attempts.reduce((sum, { kills }) => sum + kills, 0),
    kills_of_processes: attempts.reduce((sum, { processKills }) => sum + processKills, 0),
    load: Number(loadavg()[0]!.toFixed(1)),
    seconds: Math.round((performance.now() - begun) / 1000),
    wrong: wrong.length,
    most_without_approval: Math.max(...attempts.map(({ unapproved }) => unapproved)),
    accepted: attempts.reduce((sum, { accepted }) => sum + accepted, 0),
    ends: Object.fromEntries(
      Object.entries(Object.groupBy(attempts, ({ end }) => end)).map(([end, some]) => [
        end,
        some?.length ?? 0,
      ]),
    ),
  }),
);
process.exit(wrong.length === 0 && attempts.length === Number(values.seeds) ? 0 : 1);
