// The api or the gateway with its ports, as a process of its own that is killed: node process.ts <api or gateway> <database address> <settings as JSON>
import { readConfig } from '../../../src/server/infra/config/config.ts';
import { openLog } from '../../../src/server/infra/log.ts';
import { testKey } from '../../harness/pipeline.ts';

process.once('disconnect', () => process.exit(1)); // the parent process is gone
const [name = '', address = '', settings = '{}'] = process.argv.slice(2);
const { run } =
  name === 'api'
    ? await import('../../../src/server/processes/api.ts')
    : await import('../../../src/server/processes/gateway.ts');
await new Promise((resolve) => process.once('message', resolve));
await run({
  config: {
    ...readConfig(JSON.parse(settings) as Record<string, string>),
    databaseUrl: address,
    sandbox: false,
  },
  database: { connectionString: address },
  secretKey: testKey,
  log: openLog({
    level: 'fatal',
    process: name,
    terminal: false,
    write: (line) => process.stderr.write(line),
  }),
});
process.send?.('ready');
