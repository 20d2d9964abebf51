// `npm run ledger:check`: proves that the wallets add up, while the portal runs or not. One line of JSON;
// ends with 1 where something is wrong.
import { existsSync } from 'node:fs';
import { CannotStart } from '../cannot-start.ts';
import { readConfig } from '../config.ts';
import { databaseFolder, lockDataFolder, prepareDataFolder } from '../data-folder.ts';
import { openDatabase } from '../db.ts';
import { runningPostgres, startPostgres } from '../postgres.ts';
import { systemScope } from '../scope.ts';
import { checkLedger } from './ledger.ts';

async function check(databaseUrl: string): Promise<void> {
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', { max: 1, name: 'tuma ledger check', onLost: () => {} });
  try {
    const result = await database.run(systemScope(), checkLedger);
    console.log(JSON.stringify(result));
    if (!result.ok) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

try {
  const config = readConfig();
  const { dataDir } = config.databaseUrl ? config : prepareDataFolder(config.dataDir, config.dataDirChosen);
  const running = config.databaseUrl ?? runningPostgres(dataDir);
  if (running) {
    await check(running);
  } else {
    if (!existsSync(databaseFolder(dataDir))) throw new CannotStart(`DATA_DIR: there is no data in ${dataDir} yet. Start Tuma once, or set DATA_DIR to where it keeps its data.`);
    const lock = lockDataFolder(dataDir);
    const server = await startPostgres({ dataDir });
    try {
      await check(server.url);
    } finally {
      await server.stop();
      lock.release();
    }
  }
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.lines.join('\n'));
  process.exitCode = 1;
}
