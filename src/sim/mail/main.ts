/**
 * The simulated mail server as a process: `node src/sim/mail/main.ts --port 0 --control-port 0`. Its first line of
 * output is `{"ready":true,"port":N,"controlPort":N}`: SMTP on the first, what arrived as JSON on the second.
 */
import { parseArgs } from 'node:util';
import { startListing } from './listing.ts';
import { startMailServer } from './smtp.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
  },
});
const mail = await startMailServer({ port: Number(values.port) });
const listing = await startListing(mail, Number(values['control-port']));
console.log(JSON.stringify({ ready: true, port: mail.port, controlPort: listing.port }));

const stop = async () => {
  await Promise.all([listing.stop(), mail.stop()]);
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
