// The logins of the processes, created at the start by the user of DATABASE_URL, or by an
// administrator with the printed SQL if that user may not. Reasons:
// docs/adr/0048-database-logins.md.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { StartupError } from '../startup-error.ts';
import { addressAs, addressOfDatabase } from './hosts.ts';
import { connectToWriter } from './writer-client.ts';
import { DATABASE_ROLES } from './roles.ts';
import type { DatabaseLogins, DatabaseRole } from './roles.ts';

type LoginRole = (typeof DATABASE_ROLES)[number];
type Keys = { scopeKey: string; loginKey: string };

const LOCK = 7_884_202; // any number, the same in every process that starts
const CONNECT_MS = 10_000;
const ITERATIONS = 4096; // PostgreSQL's own; the passwords are random, so that more would add nothing

const WRONG_PASSWORD = '28P01';
const NO_PRIVILEGE = '42501';

/** The roles that each process logs in as; it receives no other passwords. */
export const ROLES_OF = {
  api: ['tuma_portal', 'tuma_accept'],
  worker: ['tuma_worker', 'tuma_owner'],
  gateway: ['tuma_gateway', 'tuma_accept'],
} as const satisfies Record<string, readonly LoginRole[]>;

/**
 * Ensures that every role can log in, and returns the logins. All nodes of one database derive the
 * same passwords, from a key in it that only its owner reads.
 * @throws StartupError with the SQL for an administrator, or with the reason for refused logins
 */
export async function settleLogins(databaseUrl: string): Promise<DatabaseLogins> {
  const client = await connectToWriter(databaseUrl, { connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await forbidTemporaryTables(client);
    let keys = await readKeys(client);
    let failures = await tryLogins(databaseUrl, keys);
    if (failures.some(({ code }) => code === WRONG_PASSWORD)) {
      // Roles belong to the whole server: another of its databases may have created these logins.
      keys = await adoptKey(client, databaseUrl, keys);
      failures = await tryLogins(databaseUrl, keys);
    }
    if (failures.length > 0) {
      await makeLogins(
        client,
        failures.map(({ role }) => role),
        keys,
      );
      failures = await tryLogins(databaseUrl, keys);
    }
    if (failures.length > 0) throw new StartupError(...failures.map(describeFailure));
    const passwords = Object.fromEntries(
      DATABASE_ROLES.map((role) => [role, passwordOf(role, keys)]),
    );
    return { passwords, scopeKey: keys.scopeKey };
  } finally {
    await client.end();
  }
}

/** The part of the logins that a process receives. */
export function loginsOf(
  process: keyof typeof ROLES_OF,
  { passwords, scopeKey }: DatabaseLogins,
): DatabaseLogins {
  const own: readonly DatabaseRole[] = ROLES_OF[process];
  return {
    scopeKey,
    passwords: Object.fromEntries(
      Object.entries(passwords).filter(([role]) => own.includes(role as DatabaseRole)),
    ),
  };
}

async function readKeys(client: Client): Promise<Keys> {
  const {
    rows: [keys],
  } = await client.query<Keys>(
    `select encode(scope_key, 'hex') as "scopeKey", encode(login_key, 'hex') as "loginKey" from public.database_secret`,
  );
  if (!keys) throw new Error('the table database_secret is empty');
  return keys;
}

function passwordOf(role: LoginRole, { loginKey }: Keys): string {
  return createHmac('sha256', Buffer.from(loginKey, 'hex')).update(`login:${role}`).digest('hex');
}

/**
 * Revokes temporary objects: a login that may create temporary tables or views could hide the real
 * ones from the next user of the same connection. An administrator's explicit grant is kept.
 */
async function forbidTemporaryTables(client: Client): Promise<void> {
  const {
    rows: [database],
  } = await client.query<{ statement: string }>(
    `select format('revoke temporary on database %I from public', current_database()) as statement
     where has_database_privilege('tuma_portal', current_database(), 'temporary')`,
  );
  if (!database) return;
  await client.query(database.statement).catch((error: { code?: string }) => {
    if (error.code !== NO_PRIVILEGE) throw error;
  });
}

type Failure = { role: LoginRole; code: string | undefined; message: string };

async function tryLogins(databaseUrl: string, keys: Keys): Promise<Failure[]> {
  const failures = await Promise.all(
    DATABASE_ROLES.map(async (role): Promise<Failure[]> => {
      try {
        const client = await connectToWriter(addressAs(databaseUrl, role, passwordOf(role, keys)), {
          connectionTimeoutMillis: CONNECT_MS,
        });
        await client.end();
        return [];
      } catch (error) {
        const { code, message } = error as { code?: string; message: string };
        return [{ role, code, message }];
      }
    }),
  );
  return failures.flat();
}

/** Adopts the key of the database that created the logins before, if this user may read it. */
async function adoptKey(client: Client, databaseUrl: string, keys: Keys): Promise<Keys> {
  const {
    rows: [maker],
  } = await client.query<{ database: string }>(
    `select datname as database from pg_database
     where datname = shobj_description('tuma_portal'::regrole, 'pg_authid') and datname <> current_database()`,
  );
  if (!maker) return keys;
  let loginKey: string;
  try {
    const other = await connectToWriter(
      addressOfDatabase(databaseUrl, encodeURIComponent(maker.database)),
    );
    try {
      ({ loginKey } = await readKeys(other));
    } finally {
      await other.end();
    }
  } catch (error) {
    throw new StartupError(
      `DATABASE_URL: the logins of Tuma on this server belong to the database ${maker.database}, whose keys this user cannot read (${(error as Error).message}). Use the same user for both, or a server for each.`,
    );
  }
  await client.query(`update public.database_secret set login_key = decode($1, 'hex')`, [loginKey]);
  return { ...keys, loginKey };
}

async function makeLogins(client: Client, roles: readonly LoginRole[], keys: Keys): Promise<void> {
  const {
    rows: [{ database } = { database: '' }],
  } = await client.query<{ database: string }>('select current_database() as database');
  const statements = roles.flatMap((role) => [
    `alter role ${role} login password '${verifierOf(passwordOf(role, keys))}'`,
    `comment on role ${role} is '${database.replaceAll(`'`, `''`)}'`,
  ]);
  try {
    for (const statement of statements) await client.query(statement);
  } catch (error) {
    if ((error as { code?: string }).code !== NO_PRIVILEGE) throw error;
    throw new StartupError(
      'DATABASE_URL: its user may not let the processes of Tuma log in. Run this SQL on that server as a user who may, such as a superuser, and start again:',
      ...statements.map((statement) => `  ${statement};`),
    );
  }
}

/** A SCRAM verifier (RFC 5803): the password itself appears in no statement and in no server log. */
function verifierOf(password: string): string {
  const salt = randomBytes(16);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const sign = (text: string) => createHmac('sha256', salted).update(text).digest();
  const stored = createHash('sha256').update(sign('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${sign('Server Key').toString('base64')}`;
}

function describeFailure({ role, message }: Failure): string {
  return `DATABASE_URL: that server does not let the login ${role} in (${message}). Allow it where the user of DATABASE_URL is allowed: in pg_hba.conf, with scram-sha-256, and in a pooler's list of users; see "Logins of the database" in docs/operating.md.`;
}
