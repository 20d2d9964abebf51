// A worker that delivers webhooks, as a process of its own that can be killed: node process.ts <database address>
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { openLog } from '../../../src/server/infra/log.ts';
import { Outbound } from '../../../src/server/infra/http/outbound.ts';
import { startWebhooks } from '../../../src/server/features/webhooks/webhooks.jobs.ts';
import { testKey } from '../../harness/pipeline.ts';
import { FAST } from './scenario.ts';

const [address = ''] = process.argv.slice(2);
const database = openDatabase({ connectionString: address }, 'tuma_portal', {
  max: 6,
  name: 'webhooks',
  onLost: () => {},
});
const log = openLog({
  level: 'error',
  process: 'webhooks',
  terminal: false,
  write: (line) => process.stderr.write(line),
});
startWebhooks({
  database,
  secretKey: testKey,
  outbound: new Outbound(),
  log,
  vouched: { all: true, hosts: new Set() },
  pace: { ...FAST, timeoutMilliseconds: 500, leaseSeconds: 2 },
});
process.once('disconnect', () => process.exit(1)); // the parent process is gone
process.send?.('ready');
