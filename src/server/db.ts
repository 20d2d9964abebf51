import type { Socket } from 'node:net';
import pg from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import type { DB } from './db.types.ts';
import { watchPool } from './instruments.ts';
import type { Scope } from './scope.ts';

// int8 are units and sequence numbers: never a float. Dates without a time stay text.
const types = new pg.TypeOverrides();
types.setTypeParser(20, (text) => BigInt(text));
types.setTypeParser(1082, (text) => text);

/** The database role that a process works as; see `db/migrations/0006_walls.sql`, and `0020_accept.sql` for whoever takes messages. `none`: whom the address names, for work on the database itself. */
export type DatabaseRole = 'tuma_owner' | 'tuma_portal' | 'tuma_gateway' | 'tuma_accept' | 'none';

/** How to reach the server: an address, or the folder of a Unix socket. */
export type DatabaseAddress = { connectionString: string } | { host: string; port: number; user: string; database: string };

/** One transaction. */
export type Tx = {
  /** Typed queries for the many. */
  readonly sql: Kysely<DB>;
  /** Plain text for the hot few; with a name, the server parses it once a connection. */
  query<R = Record<string, unknown>>(text: string, values?: unknown[], name?: string): Promise<{ rows: R[]; rowCount: number }>;
};

export type Database = {
  /** Runs `work` in one transaction under `scope`. Repeats it when the server rolled it back for another's sake (deadlock, serialization). */
  run<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Statements outside any scope, for the gateway's role and for work on the database itself. */
  readonly plain: Tx;
  /** A connection of its own, for session locks and LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
};

/** The connection broke at the commit: whether what was done stands, nobody can tell from here. Only what can be repeated safely may be. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection broke at the commit', { cause });
    this.name = 'CommitUnknown';
  }
}

/** A commit that the server refused, for a constraint or for another's sake, did not happen. */
function commitFailure(error: unknown): unknown {
  return /^(23|40)...$/.test(String((error as { code?: string }).code)) ? error : new CommitUnknown(error);
}

const rolledBackForOthers = new Set(['40001', '40P01']);

/**
 * Opens a pool that works as `role`. The gateway's and the acceptor's connections send statements without waiting for the
 * answers of those before; their policies ask for no scope, so none is set.
 * @param onLost told of each idle connection that broke; without it the process would die.
 */
export function openDatabase(address: DatabaseAddress, role: DatabaseRole, options: { max: number; name: string; onLost: (error: Error) => void }): Database {
  const pipelined = role === 'tuma_gateway' || role === 'tuma_accept';
  const settings: pg.PoolConfig & { pipeline: boolean } = {
    ...address,
    pipeline: pipelined,
    types,
    application_name: options.name,
    options: `-c role=${role} -c TimeZone=UTC -c idle_in_transaction_session_timeout=60s`,
    max: options.max,
    connectionTimeoutMillis: 10_000,
  };
  const pool = new pg.Pool(settings);
  pool.on('error', options.onLost);
  // One that breaks while it is in use tells its statement; without a listener it would end the process as well.
  pool.on('connect', (client) => client.on('error', () => {}));
  const unwatch = watchPool(options.name, pool);
  const whole = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

  return {
    plain: txOver(pool, whole),
    async run(scope, work) {
      for (let attempt = 1; ; attempt++) {
        const client = await pool.connect();
        let broken: Error | undefined;
        try {
          if (pipelined) inOneWrite(client);
          const begun = client.query('begin');
          if (!pipelined) {
            await begun;
            await client.query({
              name: 'scope',
              text: `select set_config('tuma.reach', $1, true), set_config('tuma.client', $2, true), set_config('tuma.path', $3, true)`,
              values: [scope.reach, scope.clientId, scope.path],
            });
          }
          // Both end before a rollback: a statement sent after one would commit by itself.
          const [result] = await settled([work(txOver(pipelined ? gathering(client) : oneByOne(client), kyselyOver(client))), begun]);
          const { command } = await client.query('commit').catch((error: unknown) => { throw commitFailure(error); });
          if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement failed and its error was not thrown');
          return result;
        } catch (error) {
          await client.query('rollback').catch((failed: Error) => { broken = failed; });
          const code = (error as { code?: string }).code;
          if (attempt < 4 && code !== undefined && rolledBackForOthers.has(code) && !broken) continue;
          throw error;
        } finally {
          client.release(broken);
        }
      }
    },
    async connect() {
      const client = new pg.Client(settings);
      client.on('error', options.onLost);
      await client.connect();
      return client;
    },
    async close() {
      unwatch();
      await pool.end();
    },
  };
}

/**
 * Waits for all of several steps of a transaction that were begun together, then gives their results or throws the
 * first error. Unlike Promise.all it leaves none running.
 */
export async function settled<T extends readonly unknown[]>(steps: readonly [...{ [At in keyof T]: Promise<T[At]> }]): Promise<T> {
  await Promise.allSettled(steps);
  return Promise.all(steps) as unknown as Promise<T>; // the same results, as a tuple
}

/** What of a turn is sent to a pipeline goes out in one write. */
function gathering(client: pg.PoolClient): { query: pg.PoolClient['query'] } {
  return {
    query(statement: pg.QueryConfig) {
      inOneWrite(client);
      return client.query(statement);
    },
  } as { query: pg.PoolClient['query'] }; // txOver calls it in this one of its forms
}

/** Holds what is written to a connection back until this turn ends: a system call for all of it, here and at the server. */
function inOneWrite(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection; // not in its types
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** A connection without a pipeline takes a statement only when the one before is answered. */
function oneByOne(client: pg.PoolClient): { query: pg.PoolClient['query'] } {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query(statement: pg.QueryConfig) {
      const result = last.then(() => client.query(statement));
      last = result.catch(() => {});
      return result;
    },
  } as { query: pg.PoolClient['query'] }; // txOver calls it in this one of its forms
}

function txOver(connection: { query: pg.PoolClient['query'] }, sql: Kysely<DB>): Tx {
  return {
    sql,
    async query<R>(text: string, values?: unknown[], name?: string) {
      const result = await connection.query<R & pg.QueryResultRow>({ text, values, name });
      return { rows: result.rows as R[], rowCount: result.rowCount ?? 0 };
    },
  };
}

/** kysely over the transaction's own connection: it begins and ends nothing. */
function kyselyOver(client: pg.PoolClient): Kysely<DB> {
  const borrowed = { query: client.query.bind(client), release() {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: { connect: async () => borrowed as never, end: async () => {} } as never }) });
}
