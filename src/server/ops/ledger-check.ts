// `npm run ledger:check`: proves that the wallets add up, while the portal runs or not. One line of JSON;
// ends with 1 where something is wrong.
import { runCommand, withDatabase } from './cli.ts';
import { readConfig } from '../infra/config/config.ts';
import { openDatabase } from '../infra/database/db.ts';
import { systemScope } from '../infra/database/scope.ts';
import { checkLedger } from '../core/ledger/verify-ledger.ts';

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
