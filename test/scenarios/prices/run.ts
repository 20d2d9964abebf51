/**
 * Sends a campaign to mixed regions in both alphabets: what the composer counts, what the preview says, what is held and what is
 * charged are one figure, to the ten-thousandth of a unit. The last line is one JSON object.
 *
 *   npm run check -- prices --messages 100000 --links 2
 */
import { parseArgs } from 'node:util';
import { previewAndCharge } from './scenario.ts';
import { commit, startDatabase } from '../../harness/processes/processes.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '100000' },
    links: { type: 'string', default: '2' },
  },
});
// Some rows of the list have a wrong number.
const rows = Math.ceil((Number(values.messages) * 29) / 28);
const server = await startDatabase();
try {
  const result = await previewAndCharge({
    databaseUrl: server.url,
    messages: rows,
    links: Number(values.links),
    tell: (line) => console.log(line),
  });
  console.log(JSON.stringify({ test: 'prices', commit: await commit(), ...result }));
  process.exitCode =
    new Set([result.counted, result.previewed, result.held, result.charged]).size === 1 &&
    result.wrong === 0 &&
    result.ledgerOk &&
    result.messages >= Number(values.messages)
      ? 0
      : 1;
} finally {
  await server.stop();
}
