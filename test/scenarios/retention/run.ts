/**
 * Drops days of messages that are past while others write, read and change today's: the longest pause that any of them had, and
 * whether a row was lost. The last line is one JSON object.
 *
 *   npm run check -- retention --days 30 --rows 20000 --workers 4
 */
import { parseArgs } from 'node:util';
import { commit, startDatabase } from '../../harness/processes/processes.ts';
import { dropUnderTraffic } from './scenario.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '30' },
    rows: { type: 'string', default: '20000' },
    workers: { type: 'string', default: '4' },
  },
});
const server = await startDatabase();
try {
  const result = await dropUnderTraffic({
    databaseUrl: server.url,
    days: Number(values.days),
    rowsOfDay: Number(values.rows),
    workers: Number(values.workers),
    tell: (line) => console.log(line),
  });
  console.log(JSON.stringify({ test: 'retention', commit: await commit(), ...result }));
  process.exitCode = result.lost === 0 && result.dropped === Number(values.days) ? 0 : 1;
} finally {
  await server.stop();
}
