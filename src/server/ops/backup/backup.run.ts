/**
 * `npm run backup`: writes the whole database to a file, while the product runs or not. The last line is JSON.
 *
 *   npm run backup                            to BACKUP_DIR, or DATA_DIR/backups
 *   npm run backup -- --to /mnt/x.tumabackup  to this file; `-` is standard output, and the JSON goes beside it
 *   npm run backup -- --verify                restores it into a temporary database and compares
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StartupError } from '../../infra/startup-error.ts';
import { progressLine, runCommand, untilSignal, withDatabase } from '../cli.ts';
import { readBackupMark } from '../../core/installation/installation.store.ts';
import { readConfig } from '../../infra/config/config.ts';
import { packKeys } from '../../infra/secrets.ts';
import { openKeyRing, withPortal } from '../start.ts';
import { backupFile, makeBackup } from './make.ts';

await runCommand(async () => {
  const { values } = parseArgs({
    options: { to: { type: 'string' }, verify: { type: 'boolean', default: false } },
  });
  const config = readConfig();
  const toOutput = values.to === '-';
  if (toOutput && values.verify)
    throw new StartupError(
      '--verify: what goes to standard output cannot be tried out. Give a file with --to.',
    );
  if (config.backup.key === undefined)
    console.error(
      'The backup is not encrypted: it holds phone numbers and messages, and leaves secret.key out. BACKUP_KEY encrypts it.',
    );
  const line = progressLine();
  const made = await untilSignal((signal) =>
    withDatabase(config, async ({ databaseUrl, dataDir }) => {
      const { keys, mark } = await withPortal(databaseUrl, async (database) => ({
        keys: await openKeyRing(database, config, dataDir),
        mark: await readBackupMark(database.plain),
      }));
      const folder = config.backup.folder ?? join(dataDir, 'backups');
      return makeBackup({
        databaseUrl,
        key: config.backup.key,
        secretKey: packKeys(keys),
        startedBy: 'COMMAND',
        verify: values.verify,
        signal,
        to: toOutput ? process.stdout : (values.to ?? backupFile(folder, new Date(), mark)),
        onProgress: (step, { table, bytes, ofBytes }) =>
          line.tell(
            `${step === 'writing' ? 'Writing' : 'Trying it out'}: ${table}, ${Math.round(bytes / 1e6)} MB${ofBytes > 0 && step === 'writing' ? ` of about ${Math.round(ofBytes / 1e6)}` : ''}`,
          ),
      });
    }),
  );
  line.end();
  (toOutput ? console.error : console.log)(JSON.stringify(made));
});
