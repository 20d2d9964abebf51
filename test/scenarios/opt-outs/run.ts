/**
 * Opt-outs by keyword, link, portal, import, API and carrier in random schedules, with connections that are cut: no
 * promotional message goes to a number after its opt-out. In a sixth of the schedules the gateway that claims is a process
 * with a carrier behind it and is killed, also while a keyword comes over it. The last line is one JSON object; it fails
 * where a message went after all, or units are missing.
 *
 *   npm run check -- opt-outs --times 200 --seed 1
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { commit, startDatabase } from '../../harness/processes/processes.ts';
import { runSchedules } from './scenario.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [times, seed] = [Number(values.times), Number(values.seed)];
console.log(`seed ${seed}`);
const begun = performance.now();
const server = await startDatabase();
const results = await runSchedules(server.url, times, seed).finally(() => server.stop());
const wrong = results.filter((result) => result.wrong.length > 0);
for (const result of wrong) console.log(`seed ${result.seed}: ${result.wrong.join('; ')}`);
console.log(
  JSON.stringify({
    test: 'opt-outs',
    commit: await commit(),
    schedules: results.length,
    wrong: wrong.length,
    opt_outs: results.reduce((sum, { confirmed }) => sum + confirmed, 0),
    kills_of_processes: results.reduce((sum, { kills }) => sum + kills, 0),
    load: Number(loadavg()[0]!.toFixed(1)),
    messages: results.reduce((sum, { claimed }) => sum + claimed, 0),
    seconds: Math.round((performance.now() - begun) / 1000),
    seed,
  }),
);
process.exitCode = wrong.length === 0 && results.length === times ? 0 : 1;
