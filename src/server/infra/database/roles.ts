// The database's roles, the login of a process as one, and the scope of a transaction.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { addressAs } from './hosts.ts';
import type { Scope } from './scope.ts';

/** The roles of the database (`docs/adr/0048-database-logins.md`); each process logs in as its own. */
export const DATABASE_ROLES = [
  'tuma_owner',
  'tuma_portal',
  'tuma_worker',
  'tuma_gateway',
  'tuma_accept',
] as const;

/** `none` is the user in the address, for work on the database itself. */
export type DatabaseRole = (typeof DATABASE_ROLES)[number] | 'none';

/**
 * The secrets with which a process logs in as its roles and signs the scopes of its transactions.
 */
export type DatabaseLogins = {
  passwords: Partial<Record<DatabaseRole, string>>;
  /** In hexadecimal. */
  scopeKey: string;
};

/**
 * The address of the server, which may name several hosts (`hosts.ts`), or the folder of a Unix
 * socket. With `logins` each role logs in under its own name; without, the address's user takes the
 * role, as commands and the start itself do.
 */
export type DatabaseAddress = (
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }
) & { logins?: DatabaseLogins };

/** The same address with the role's own login, if the process has one. */
export function logIn(given: DatabaseAddress, role: DatabaseRole): DatabaseAddress {
  if (!given.logins) return given;
  const password = given.logins.passwords[role];
  if (password === undefined) throw new Error(`this process has no login for ${role}`);
  if (!('connectionString' in given)) return { ...given, user: role };
  return { ...given, connectionString: addressAs(given.connectionString, role, password) };
}

/**
 * The statement that sets a transaction's signed scope. It is unnamed: a statement of the same
 * name, prepared earlier on the connection by injected SQL, would receive the next caller's scope.
 */
export function signedScope({ reach, clientId, path }: Scope, keyHex: string): pg.QueryConfig {
  const key = Buffer.from(keyHex, 'hex');
  const text = `${reach}:${clientId}:${path}`;
  const inner = createHash('sha256').update(key).update(text).digest();
  const signature = createHash('sha256').update(key).update(inner).digest('hex');
  return {
    text: `select pg_catalog.set_config('tuma.scope', $1, true)`,
    values: [`${signature}:${text}`],
  };
}

/** An unsigned scope, which the database accepts only from a user who may take its roles. */
export function unsignedScope({ reach, clientId, path }: Scope): pg.QueryConfig {
  return {
    text: `select set_config('tuma.reach', $1, true), set_config('tuma.client', $2, true),
      set_config('tuma.path', $3, true)`,
    values: [reach, clientId, path],
  };
}
