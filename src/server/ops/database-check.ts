// Facts about a PostgreSQL server, read before it is used, and reasons against using it.
import { StartupError } from '../infra/startup-error.ts';
import { clockComplaint } from '../infra/clock.ts';
import { connectToWriter } from '../infra/database/writer-client.ts';
import { DATABASE_ROLES } from '../infra/database/roles.ts';

const OLDEST_POSTGRES = 150_000;
const CONNECT_MS = 10_000;
/** The roles that its processes work as (`db/migrations`). */
const ROLES = DATABASE_ROLES;

/** Facts about a database, queried as the user of its address. */
export interface DatabaseFacts {
  /** `150004` is 15.4. */
  version: number;
  fsync: string;
  fullPageWrites: string;
  encoding: string;
  /** The database's clock when it answered. */
  now: Date;
  user: string;
  /** True if that user may create the roles and switch to them. */
  roles: boolean;
  /** Those of the roles that are not there yet. */
  missingRoles: string[];
  /** True if that user may create tables in the schema `public`. */
  tables: boolean;
  connectionsAllowed: number;
  /** How many locks all of them together may hold. */
  locksAllowed: number;
  /** The name of the last migration that was applied; null in a database that is not Tuma's yet. */
  migration: string | null;
  /** The numbers of those that were applied. */
  migrations: number[];
}

/**
 * Connects to a database and asks it about itself.
 * @throws StartupError when it cannot be reached, in words without the password
 */
export async function lookAtDatabase(url: string): Promise<DatabaseFacts> {
  const client = await connectToWriter(url, { connectionTimeoutMillis: CONNECT_MS }).catch(
    (error: unknown) => {
      throw new StartupError(
        `DATABASE_URL: cannot connect to the database (${error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error)}). Start it, or mend the address.`,
      );
    },
  );
  try {
    const {
      rows: [facts],
    } = await client.query<DatabaseFacts>(
      `
      select current_setting('server_version_num')::int as version, current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
             current_setting('server_encoding') as encoding, clock_timestamp() as now, current_user as user, current_setting('max_connections')::int as "connectionsAllowed",
             current_setting('max_connections')::int * current_setting('max_locks_per_transaction')::int as "locksAllowed",
             has_schema_privilege('public', 'create') as tables,
             (select rolsuper or rolcreaterole and (current_setting('server_version_num')::int < 160000
                or not exists (select from pg_roles made where made.rolname = any ($1) and not pg_has_role(current_user, made.oid, 'member with admin option')))
              from pg_roles where rolname = current_user) as roles,
             array(select wanted from unnest($1::text[]) wanted where to_regrole(wanted) is null) as "missingRoles",
             null as migration, '{}'::int[] as migrations`,
      [ROLES],
    );
    if (!facts) throw new Error('the database did not tell about itself');
    const {
      rows: [known],
    } = await client
      .query<{ there: boolean }>(
        `select to_regclass('public.migration') is not null and has_table_privilege('public.migration', 'select') as there`,
      )
      .catch(() => ({ rows: [] }));
    if (!known?.there) return facts;
    const { rows } = await client.query<{ number: number; name: string }>(
      'select number, name from public.migration order by number',
    );
    return {
      ...facts,
      migration: rows.at(-1)?.name ?? null,
      migrations: rows.map(({ number }) => number),
    };
  } finally {
    await client.end();
  }
}

/**
 * Reasons against using a database, one line each, with the remedy.
 * @param machine the clock of this machine when the database answered
 * @param lastSeen when an embedded database was last in use
 */
export function databaseComplaints(
  facts: DatabaseFacts,
  machine: Date,
  lastSeen?: { at: Date; file: string },
): string[] {
  if (facts.version < OLDEST_POSTGRES)
    return [
      `DATABASE_URL: that is PostgreSQL ${Math.floor(facts.version / 10_000)}, and Tuma needs 15 or later.`,
    ];
  const complaints: string[] = [];
  const off = (
    [
      ['fsync', facts.fsync],
      ['full_page_writes', facts.fullPageWrites],
    ] as const
  ).flatMap(([name, value]) => (value === 'on' ? [] : [name]));
  if (off.length > 0)
    complaints.push(
      `DATABASE_URL: that PostgreSQL runs with ${off.join(' and ')} off, so a power cut would lose messages that were accepted. Switch ${off.length > 1 ? 'them' : 'it'} on.`,
    );
  if (facts.encoding !== 'UTF8')
    complaints.push(
      `DATABASE_URL: that database is encoded in ${facts.encoding}, and messages are in every script. Make it anew: create database ... encoding 'UTF8' template template0.`,
    );
  const prepared = facts.migration !== null; // the roles and the tables are there
  if (!facts.roles && !prepared)
    complaints.push(
      `DATABASE_URL: its user ${facts.user} may not create the roles that Tuma works as (${ROLES.join(', ')}). Let it, as a superuser: alter role ${quoted(facts.user)} createrole`,
    );
  if (!facts.roles && prepared && facts.missingRoles.length > 0)
    complaints.push(...rolesComplaint(facts));
  if (!facts.tables && !prepared)
    complaints.push(
      `DATABASE_URL: its user ${facts.user} may not create tables in that database. Let it own the database, as a superuser: alter database ... owner to ${quoted(facts.user)}`,
    );
  const clock = clockComplaint(machine, facts.now, lastSeen);
  return clock ? [...complaints, clock] : complaints;
}

/** A database from before a role came, whose user may make roles no more: its administrator does. */
function rolesComplaint({ missingRoles, user }: DatabaseFacts): string[] {
  return [
    'DATABASE_URL: its user may not create the roles that this release needs. Run this SQL on that server as a superuser, and start again:',
    ...missingRoles.map((role) => `  create role ${role}; grant ${role} to ${quoted(user)};`),
  ];
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
