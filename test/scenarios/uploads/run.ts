/**
 * Broken and hostile files, bombs among them, read like uploads. Each gives rows or a refusal; it fails where one is a fault
 * of ours, or where the process grows by more than 200 MB. The last line is one JSON object.
 *
 *   npm run check -- uploads --files 1000 --seed 1
 */
import { parseArgs } from 'node:util';
import { commit } from '../../harness/processes/processes.ts';
import { readHostileFiles } from './scenario.ts';

const MOST_GROWN_MB = 200;

const { values } = parseArgs({
  options: { files: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const [files, seed] = [Number(values.files), Number(values.seed)];
const { faults, grownMb, ...counts } = await readHostileFiles(files, seed);
for (const fault of faults.slice(0, 20)) console.log(fault);
console.log(
  JSON.stringify({
    test: 'uploads',
    commit: await commit(),
    seed,
    ...counts,
    faults: faults.length,
    most_grown_mb: grownMb,
  }),
);
process.exitCode = faults.length === 0 && grownMb <= MOST_GROWN_MB ? 0 : 1;
