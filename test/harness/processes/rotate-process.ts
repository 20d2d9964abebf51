// A rotation of the secret key that is killed at any moment.
import { openDatabase } from '../../../src/server/infra/database/db.ts';
import { rotateKey } from '../../../src/server/ops/key-rotation.ts';
import { openKeyRing } from '../../../src/server/ops/start.ts';

const [url = '', dataDir = ''] = process.argv.slice(2);
const database = openDatabase({ connectionString: url }, 'tuma_portal', {
  max: 2,
  name: 'test',
  onLost: () => {},
});
process.on('disconnect', () => process.exit());
process.send?.('started');
const ring = await openKeyRing(
  database,
  { secretKey: undefined, secretKeyNext: undefined },
  dataDir,
);
await rotateKey({
  database,
  ring,
  dataDir,
  say: () => {},
  progress: () => {},
  graceSeconds: 0,
  pollMilliseconds: 10,
});
process.exit(0);
