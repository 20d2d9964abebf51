/**
 * Cancels campaigns at random moments while they are handed to the simulated carrier: sent and released are the whole,
 * each time. The last line is one JSON object; it fails where one was wrong.
 *
 *   npm run check -- cancel --times 200 --messages 300 --seed 1
 */
import { parseArgs } from 'node:util';
import { cancelAtRandom } from './scenario.ts';
import { commit } from '../../harness/processes/processes.ts';

const { values } = parseArgs({
  options: {
    times: { type: 'string', default: '200' },
    messages: { type: 'string', default: '300' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [times, messages, seed] = [
  Number(values.times),
  Number(values.messages),
  Number(values.seed),
];
console.log(`seed ${seed}`);
const results = await cancelAtRandom({ times, messages, seed, tell: (line) => console.log(line) });
const wrong = results.filter((result) => result.wrong.length > 0).length;
console.log(
  JSON.stringify({
    test: 'cancel',
    commit: await commit(),
    cancels: results.length,
    wrong,
    cut_in_the_middle: results.filter(({ sent, released }) => sent > 0 && released > 0).length,
    sent: results.reduce((sum, { sent }) => sum + sent, 0),
    released: results.reduce((sum, { released }) => sum + released, 0),
    messages: times * messages,
    seed,
  }),
);
process.exitCode = wrong === 0 && results.length === times ? 0 : 1;
