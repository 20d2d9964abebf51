/**
 * Evil patterns and expressions of filters: each is compiled and asked about long texts, or refused. It fails where one takes
 * more than 50 ms of processor time each time it is tried. The last line is one JSON object.
 *
 *   npm run check -- filters --filters 10000
 */
import { parseArgs } from 'node:util';
import { commit } from '../../harness/processes/processes.ts';
import { alwaysSlow, evilFilters } from './scenario.ts';

const { values } = parseArgs({ options: { filters: { type: 'string', default: '10000' } } });
const asked = evilFilters(Number(values.filters));
const slow = alwaysSlow(asked);
for (const [, , wanted] of slow.slice(0, 20)) console.log(wanted);
console.log(
  JSON.stringify({
    test: 'filters',
    commit: await commit(),
    filters: asked.length,
    slow: slow.length,
  }),
);
process.exitCode = slow.length === 0 ? 0 : 1;
