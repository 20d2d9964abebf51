/**
 * Seeds of healthy carriers, in which nothing may be moved, and seeds of a carrier that loses or
 * delays 30 % of one network, which must be found within five minutes of traffic and relieved within
 * another, that network alone. On a simulated clock, by the product's own decisions and shares. The
 * last line is one JSON object; it fails where one seed is open.
 *
 *   npm run check -- healing --seeds 100 --first 1
 */
import { parseArgs } from 'node:util';
import { commit } from '../../harness/processes.ts';
import { tryFault, tryHealthy } from './simulation.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    first: { type: 'string', default: '1' },
  },
});
const seeds = Array.from(
  { length: Number(values.seeds) },
  (_, each) => Number(values.first) + each,
);
const began = performance.now();
const healthy = seeds.map(tryHealthy);
const faulty = seeds.map(tryFault);
const open = [...healthy, ...faulty].flatMap((tried) => tried.open);
for (const line of open) console.log(line);
const figure = (of: 'foundSeconds' | 'relievedSeconds' | 'backSeconds') => {
  const ordered = faulty.flatMap((tried) => tried[of] ?? []).toSorted((a, b) => a - b);
  return { middle: ordered[Math.floor(ordered.length / 2)], worst: ordered.at(-1) };
};
console.log(
  JSON.stringify({
    check: 'healing',
    commit: await commit(),
    seeds: seeds.length,
    healthyMoved: healthy.filter((tried) => tried.open.length > 0).length,
    faultsMissed: faulty.filter((tried) => tried.open.length > 0).length,
    found: figure('foundSeconds'),
    relieved: figure('relievedSeconds'),
    back: figure('backSeconds'),
    seconds: Math.round((performance.now() - began) / 1000),
    open: open.length,
  }),
);
process.exitCode = open.length === 0 ? 0 : 1;
