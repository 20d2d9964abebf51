// `npm run sign-in:reset`: for a person who has lost phone, passkeys and recovery codes, when no other administrator can help.
import { parseArgs } from 'node:util';
import { StartupError } from '../infra/startup-error.ts';
import { runCommand, withDatabase } from './cli.ts';
import { readConfig } from '../infra/config/config.ts';
import { openDatabase } from '../infra/database/db.ts';
import { Refusal } from '../infra/errors.ts';
import { systemScope } from '../infra/database/scope.ts';
import { openKeyRing } from './start.ts';
import { findAccounts } from '../core/auth/sign-in/usernames.ts';
import { removeStrongSignIn } from '../core/auth/second-step/strong.ts';

const HELP = `npm run sign-in:reset -- ACCOUNT

Removes the authenticator app, the passkeys and the recovery codes of an account, and ends its
sessions, while Tuma runs or not. ACCOUNT is its email address or phone number. Every address of
the account gets a mail, and the audit log an entry. The password stays as it is.`;

await runCommand(async () => {
  const {
    values: { help },
    positionals: [username, ...more],
  } = readArguments();
  if (help) return console.log(HELP);
  if (username === undefined || more.length > 0)
    throw new StartupError('Name one account, by its email address or phone number.', HELP);
  const config = readConfig();
  await withDatabase(config, async ({ databaseUrl, dataDir }) => {
    const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', {
      max: 1,
      name: 'tuma sign-in reset',
      onLost: () => {},
    });
    try {
      const secretKey = await openKeyRing(database, config, dataDir);
      const messenger = {
        secretKey,
        origin: config.publicUrl ?? `http://localhost:${config.port}`,
        platformName: config.brandWord,
        sendPlatformSms: undefined,
      };
      await database.run(systemScope(), async (tx) => {
        const [account, another] = await findAccounts(tx, username);
        if (!account) throw new StartupError(`There is no account of ${username}.`);
        if (another)
          throw new StartupError(
            `${username} is a number of several countries. Write it with its country code.`,
          );
        await removeStrongSignIn(tx, messenger, account.clientId, {
          address: '',
          userAgent: 'npm run sign-in:reset',
        });
      });
      console.log(JSON.stringify({ account: username, removed: true }));
    } catch (failure) {
      if (failure instanceof Refusal && failure.code === 'NOTHING_TO_REMOVE')
        throw new StartupError(`${username} has no authenticator app, passkey or recovery code.`);
      throw failure;
    } finally {
      await database.close();
    }
  });
});

function readArguments() {
  try {
    return parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    throw new StartupError(error instanceof Error ? error.message : String(error), HELP);
  }
}
