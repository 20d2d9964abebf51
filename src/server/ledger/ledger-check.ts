// `npm run ledger:check`: proves that the wallets add up, while the portal runs or not. One line of JSON;
// ends with 1 where something is wrong.
import { runCommand, withDatabase } from '../command.ts';
import { readConfig } from '../config.ts';
import { openDatabase } from '../db.ts';
import { systemScope } from '../scope.ts';
import { checkLedger } from './ledger.ts';

async function check(databaseUrl: string): Promise<void> {
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
    max: 1,
    name: 'tuma ledger check',
    onLost: () => {},
  });
  try {
    const result = await database.run(systemScope(), checkLedger);
    console.log(JSON.stringify(result));
    if (!result.ok) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

await runCommand(async () => {
  await withDatabase(readConfig(), ({ databaseUrl }) => check(databaseUrl));
});
