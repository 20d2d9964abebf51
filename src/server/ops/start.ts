// Prepares the database before any process works on it, whether a process starts alone or by the supervisor; several
// starts at once wait for each other.
import { StartupError } from '../infra/startup-error.ts';
import type { Config } from '../infra/config/config.ts';
import { openDatabase } from '../infra/database/db.ts';
import type { Database } from '../infra/database/db.ts';
import type { DatabaseLogins, DatabaseRole } from '../infra/database/roles.ts';
import { databaseComplaints, lookAtDatabase } from './database-check.ts';
import { firstStart } from './first-start.ts';
import { decideSandbox } from '../core/installation/installation.rules.ts';
import {
  addInstallation,
  claimKey,
  findInstallation,
  readKeyState,
} from '../core/installation/installation.store.ts';
import type { Log } from '../infra/log.ts';
import { settleLogins } from '../infra/database/logins.ts';
import { migrate } from '../infra/database/migrate.ts';
import {
  fingerprint,
  fingerprintOf,
  hasSecretKey,
  KeyRing,
  readKeys,
  readSecretKey,
} from '../infra/secrets.ts';
import type { SecretKey } from '../infra/secrets.ts';

/** The facts that a start has found for the processes. */
export type Prepared = { secretKey: SecretKey; sandbox: boolean; logins: DatabaseLogins };

/**
 * Checks a database, brings it forward, and says what it is and which key opens its secrets. An empty one gets its first people.
 * @param lastSeen when an embedded database was last in use
 * @throws StartupError with everything that a person must mend first
 */
export async function prepareDatabase(
  config: Config,
  databaseUrl: string,
  dataDir: string,
  log: Log,
  lastSeen?: { at: Date; file: string },
): Promise<Prepared> {
  const complaints = databaseComplaints(await lookAtDatabase(databaseUrl), new Date(), lastSeen);
  if (complaints.length > 0) throw new StartupError(...complaints);
  const { applied } = await migrate(databaseUrl);
  if (applied.length > 0) log.info({ applied }, 'database migrated');
  const logins = await settleLogins(databaseUrl);
  return withPortal(databaseUrl, async (database) => {
    const secretKey = await settleKey(database, config, dataDir);
    const made = await findInstallation(database.plain);
    const sandbox = decideSandbox(config, made);
    if (!made) await addInstallation(database.plain, { sandbox });
    await firstStart(database, { ...config, sandbox });
    return { secretKey, sandbox, logins };
  });
}

/** Opens the database for one piece of work, as the portal unless another role is given. */
export async function withPortal<T>(
  databaseUrl: string,
  work: (database: Database) => Promise<T>,
  logins?: DatabaseLogins,
  role: DatabaseRole = 'tuma_portal',
): Promise<T> {
  const database = openDatabase(
    { connectionString: databaseUrl, ...(logins && { logins }) },
    role,
    { max: 2, name: 'tuma start', onLost: () => {} },
  );
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
  const state = await readKeyState(database.plain);
  const known = state.writing;
  if (known !== undefined && !hasSecretKey(dataDir, config.secretKey)) {
    throw new StartupError(
      `SECRET_KEY: missing. The secrets in this database were written with a key that is not here: put your copy of it at ${dataDir}/secret.key, or name it by SECRET_KEY_FILE. If it is lost for good, see "Secrets" in docs/operating.md.`,
    );
  }
  if (known === undefined)
    await claimKey(database.plain, fingerprint(readSecretKey(dataDir, config.secretKey)));
  return openKeyRing(database, config, dataDir);
}

/** The settings that a process needs to find its keys. */
type KeyConfig = Pick<Config, 'secretKey' | 'secretKeyNext'>;

/**
 * The keys that the database asks for.
 * @throws StartupError where one is not at hand, and says which
 */
export async function openKeyRing(
  database: Database,
  config: KeyConfig,
  dataDir: string,
): Promise<KeyRing> {
  const ring = new KeyRing(() => readKeys(dataDir, config.secretKey, config.secretKeyNext));
  const state = await readKeyState(database.plain);
  const { rotation, retired, writing } = state;
  const missing = ring
    .follow(state)
    .filter((each) => rotation?.phase !== 'DISTRIBUTING' || each === writing);
  if (missing.length === 0) return ring;
  if (rotation) {
    const held = readKeys(dataDir, config.secretKey, config.secretKeyNext).map(fingerprintOf);
    throw new StartupError(
      `SECRET_KEY: the key is being changed (npm run rotate-key), and until that has ended each node needs the old key and the new one. This node lacks the ${missing[0] === rotation.to ? 'new' : 'old'} one (${missing[0]?.slice(0, 8)}; it has ${held.map((each) => each.slice(0, 8)).join(' and ')}). Copy secret.key and secret.key.next of the node that changes the key to ${dataDir}, or name them by SECRET_KEY_FILE and SECRET_KEY_NEXT_FILE.`,
    );
  }
  const old = retired.find((each) => each.fingerprint === fingerprint(ring));
  if (old)
    throw new StartupError(
      `SECRET_KEY: this key was retired on ${old.at.slice(0, 10)} (npm run rotate-key). Give this node the key that replaced it, by SECRET_KEY_FILE or as ${dataDir}/secret.key.`,
    );
  throw new StartupError(
    `SECRET_KEY: the secrets in this database were written with another key. Give this node the key of the one that made the data (its secret.key), by SECRET_KEY_FILE or as ${dataDir}/secret.key.`,
  );
}
