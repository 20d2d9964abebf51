/**
 * Puts a new configuration into force again and again while messages go: routes change places, filters, weights and
 * connectors, and of the connectors one changes what needs no new bind, one what does, one nothing. The last line is one
 * JSON object; it fails when a bind was dropped that did not change, or a message was lost, doubled or misrouted.
 *
 *   npm run check -- reload --messages 20000 --reloads 50
 */
import { parseArgs } from 'node:util';
import { commit, startDatabase } from '../../harness/processes/processes.ts';
import { reloads } from './scenario.ts';

const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    reloads: { type: 'string', default: '50' },
  },
});
const server = await startDatabase();
try {
  const result = await reloads({
    databaseUrl: server.url,
    messages: Number(values.messages),
    reloads: Number(values.reloads),
  });
  console.log(JSON.stringify({ test: 'reload', commit: await commit(), ...result }));
  process.exitCode =
    result.bindsDropped +
      result.lost +
      result.duplicated +
      result.misrouted +
      result.unexplained ===
      0 && result.underLoad === result.reloads
      ? 0
      : 1;
} finally {
  await server.stop();
}
