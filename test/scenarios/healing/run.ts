/**
 * Seeds of healthy carriers, in which nothing may be moved, and seeds of a carrier that loses or
 * delays 30 % of one network, which must be found within five minutes of traffic and relieved within
 * another, that network alone. On a simulated clock, by the product's own decisions and shares. The
 * last line is one JSON object; it fails where one seed is open.
 *
 *   npm run check -- healing --seeds 0-99
 *
 * Slices keep their verdicts in a folder, where they are summed:
 *
 *   npm run check -- healing --seeds 0-19 --to /tmp/healing
 *   npm run check -- healing --sum /tmp/healing
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commit } from '../../harness/processes/processes.ts';
import { tryFault, tryHealthy } from './simulation.ts';
import { readSeeds, sumOf } from './slices.ts';
import type { Slice } from './slices.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '0-99' },
    to: { type: 'string' },
    sum: { type: 'string' },
  },
});

const slices = values.sum === undefined ? [await trySeeds(values.seeds)] : readSlices(values.sum);
const verdict = sumOf(slices);
for (const line of verdict.lines) console.log(line);
console.log(JSON.stringify({ check: 'healing', ...verdict.figures }));
process.exitCode = verdict.lines.length === 0 ? 0 : 1;

async function trySeeds(given: string): Promise<Slice> {
  const { user: before } = process.cpuUsage();
  const tried = readSeeds(given).map((seed) => ({
    seed,
    healthy: tryHealthy(seed),
    faulty: tryFault(seed),
  }));
  const slice = {
    commit: await commit(),
    cpuSeconds: (process.cpuUsage().user - before) / 1e6,
    tried,
  };
  if (values.to !== undefined) {
    mkdirSync(values.to, { recursive: true });
    writeFileSync(join(values.to, `${given}.json`), JSON.stringify(slice));
  }
  return slice;
}

function readSlices(folder: string): Slice[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Slice);
}
