// `npm run rotate-key`: changes the secret key while Tuma runs or not. Killed, it goes on where it stopped when it is run again.
import { parseArgs } from 'node:util';
import { StartupError } from '../infra/startup-error.ts';
import { progressLine, runCommand, withDatabase } from './cli.ts';
import { readConfig } from '../infra/config/config.ts';
import { openDatabase } from '../infra/database/db.ts';
import { cancelRotation, GRACE_SECONDS, rotateKey } from './key-rotation.ts';
import { openKeyRing } from './start.ts';

const HELP = `npm run rotate-key -- [--grace SECONDS] [--cancel]

Makes a new secret key, gives it to every process, seals every secret in the database anew, and
retires the old key. Tuma keeps running. Killed, run it again: it goes on where it stopped.
  --grace SECONDS   how long codes and links that the old key signed stay valid; ${GRACE_SECONDS} unless given
  --cancel          takes it back, as long as the new key is not in force`;

const POLL_MS = 1_000;

await runCommand(async () => {
  let values: { grace?: string; cancel?: boolean; help?: boolean };
  try {
    ({ values } = parseArgs({
      options: {
        grace: { type: 'string' },
        cancel: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }));
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error), HELP);
  }
  if (values.help) return console.log(HELP);
  const grace = values.grace ?? String(GRACE_SECONDS);
  if (!/^\d{1,6}$/.test(grace))
    throw new StartupError(`--grace: ${JSON.stringify(grace)} is not a number of seconds.`);
  const config = readConfig();
  await withDatabase(config, async ({ databaseUrl, dataDir }) => {
    const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
      max: 2,
      name: 'tuma rotate key',
      onLost: () => {},
    });
    // It goes with its connection, however this process ends.
    const lock = await database.connect();
    const line = progressLine();
    try {
      const {
        rows: [held],
      } = await lock.query<{ mine: boolean }>(
        `select pg_try_advisory_lock(hashtext('secret key rotation')) as mine`,
      );
      if (!held!.mine)
        throw new StartupError(
          'npm run rotate-key runs already, here or on another node. Wait for it.',
        );
      if (values.cancel) {
        await cancelRotation({ database });
        return console.error('Taken back. secret.key stays in force; remove secret.key.next.');
      }
      const ring = await openKeyRing(database, config, dataDir);
      const rotated = await rotateKey({
        database,
        ring,
        dataDir,
        graceSeconds: Number(grace),
        pollMilliseconds: POLL_MS,
        progress: line.tell,
        say: (text) => {
          line.end();
          console.error(text);
        },
      });
      line.end();
      if (rotated && rotated.unreadable > 0)
        console.error(
          `${rotated.unreadable} values open with no key at hand and were left as they are. Enter those secrets again.`,
        );
      console.log(JSON.stringify(rotated ?? { settled: true }));
    } finally {
      await lock.end();
      await database.close();
    }
  });
});
