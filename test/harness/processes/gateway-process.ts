// The gateway as a process of its own, for the benchmark and the crash test: node gateway-process.ts <database address>
import { openLog } from '../../../src/server/infra/log.ts';
import { run } from '../../../src/server/processes/gateway.ts';
import { testKey } from '../pipeline.ts';

process.once('disconnect', () => process.exit(1)); // the parent process is gone
await new Promise((resolve) => process.once('message', resolve));
const [address = '', level = 'warn'] = process.argv.slice(2);
const gateway = await run({
  database: { connectionString: address },
  secretKey: testKey,
  privateHosts: ['127.0.0.1'],
  log: openLog({
    level,
    process: 'gateway',
    terminal: false,
    write: (line) => process.stderr.write(line),
  }),
});
process.once('SIGTERM', () => void gateway.stop().then(() => process.exit(0)));
process.send?.('ready');
