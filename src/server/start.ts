// What every start does with the database before any process works on it: one that starts alone does it as the
// supervisor does, and several at once wait for each other.
import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db.ts';
import type { Database } from './db.ts';
import { databaseComplaints, lookAtDatabase } from './database-check.ts';
import { firstStart } from './first-start.ts';
import { decideSandbox } from './installation.rules.ts';
import { addInstallation, claimKey, findInstallation } from './installation.store.ts';
import type { Log } from './log.ts';
import { migrate } from './migrate.ts';
import { fingerprint, hasSecretKey, readSecretKey } from './secrets.ts';
import type { SecretKey } from './secrets.ts';

/**
 * Checks a database, brings it forward, and says what it is and which key opens its secrets. An empty one gets its first people.
 * @param lastSeen when an embedded database was last in use
 * @throws CannotStart with everything that a person must mend first
 */
export async function prepareDatabase(config: Config, databaseUrl: string, dataDir: string, log: Log, lastSeen?: { at: Date; file: string }): Promise<{ secretKey: SecretKey; sandbox: boolean }> {
  const complaints = databaseComplaints(await lookAtDatabase(databaseUrl), new Date(), lastSeen);
  if (complaints.length > 0) throw new CannotStart(...complaints);
  const { applied } = await migrate(databaseUrl);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  return withPortal(databaseUrl, async (database) => {
    const secretKey = await settleKey(database, config, dataDir);
    const made = await findInstallation(database.plain);
    const sandbox = decideSandbox(config, made);
    if (!made) await addInstallation(database.plain, { sandbox });
    await firstStart(database, { ...config, sandbox });
    return { secretKey, sandbox };
  });
}

/** Opens the portal's database for one piece of work. */
export async function withPortal<T>(databaseUrl: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ connectionString: databaseUrl }, 'tuma_portal', { max: 2, name: 'tuma start', onLost: () => {} });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/**
 * The installation's key, made at its first start. A database remembers which key its secrets were written with, so that a node
 * that was given none, or another's, says so instead of failing at the first carrier.
 */
async function settleKey(database: Database, config: Config, dataDir: string): Promise<SecretKey> {
  const known = await claimKey(database.plain);
  if (known !== undefined && !hasSecretKey(dataDir, config.secretKey)) {
    throw new CannotStart(`SECRET_KEY: missing. The secrets in this database were written with a key that is not here: put your copy of it at ${dataDir}/secret.key, or name it by SECRET_KEY_FILE. If it is lost for good, see "Secrets" in docs/operating.md.`);
  }
  const secretKey = readSecretKey(dataDir, config.secretKey);
  if (await claimKey(database.plain, fingerprint(secretKey)) !== fingerprint(secretKey)) {
    throw new CannotStart(`SECRET_KEY: the secrets in this database were written with another key. Give this node the key of the one that made the data (its secret.key), by SECRET_KEY_FILE or as ${dataDir}/secret.key.`);
  }
  return secretKey;
}
