// A process that writes one audit entry, and from the first message on entry after entry until it is killed.
import { once } from 'node:events';
import { record } from '../../../src/server/core/audit/audit.ts';
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { systemScope } from '../../../src/server/infra/database/scope.ts';

const [url = '', clientId = ''] = process.argv.slice(2);
const database = openDatabase({ connectionString: url }, 'tuma_portal', {
  max: 1,
  name: 'test',
  onLost: () => {},
});
process.on('disconnect', () => process.exit());
for (let n = 0; ; n++) {
  await database.run(systemScope(), (tx) =>
    record(
      tx,
      { address: '192.0.2.7', userAgent: 'process' },
      { action: 'CLIENT_UPDATED', clientId, before: { n }, after: { n: n + 1 } },
    ),
  );
  if (n === 0) {
    process.send?.('written');
    await once(process, 'message');
  }
}
