import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import pg from 'pg';
import { addressAs, hostsOf } from './hosts.ts';
import { watchPool } from '../instruments.ts';
import type { Scope } from './scope.ts';

// int8 are units and sequence numbers: never a float. Dates without a time stay text.
const types = new pg.TypeOverrides();
types.setTypeParser(20, (text) => BigInt(text));
types.setTypeParser(1082, (text) => text);

/** The roles of the database (`docs/adr/0048-database-logins.md`); each process logs in as its own. */
export const DATABASE_ROLES = [
  'tuma_owner',
  'tuma_portal',
  'tuma_worker',
  'tuma_gateway',
  'tuma_accept',
] as const;

/** `none` stands for the user whom the address names, for work on the database itself. */
export type DatabaseRole = (typeof DATABASE_ROLES)[number] | 'none';

/** The secrets that a process needs to log in as its roles, and to sign the scopes of its transactions. */
export type DatabaseLogins = {
  passwords: Partial<Record<DatabaseRole, string>>;
  /** In hexadecimal. */
  scopeKey: string;
};

/**
 * How to reach the server: an address, which may name several hosts (`database-hosts.ts`), or the
 * folder of a Unix socket. With `logins` each role logs in under its own name; without, the
 * address's user takes the role, as commands and the start itself do.
 */
export type DatabaseAddress = (
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }
) & { logins?: DatabaseLogins };

/** One transaction. */
export type Tx = {
  /** With a name, the server parses the statement once a connection. */
  query<R = Record<string, unknown>>(
    text: string,
    values?: unknown[],
    name?: string,
  ): Promise<{ rows: R[]; rowCount: number }>;
};

/** One transaction, from its beginning to its end. */
export type Transaction = Tx & {
  /**
   * Leaves steps to the commit: their statements have been sent, and their answers are waited for together with the commit's.
   * Where the server finds fault with one, it undoes the transaction; what is looked at here would be too late. So a step is
   * one statement: of several that wait for each other it would not be known at once that one could not be sent.
   */
  atCommit(...steps: Promise<unknown>[]): void;
};

export type Database = {
  /** Runs `work` in one transaction under `scope`. Repeats it when the server rolled it back for another's sake (deadlock, serialization). */
  run<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Statements outside any scope, for the gateway's role and for work on the database itself. */
  readonly plain: Tx;
  /** A connection of its own, for session locks and LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
};

/**
 * The server cannot be reached, is not the one that takes writes, or went away: a transaction was not committed. Only a
 * statement by itself may have been.
 */
export class DatabaseAway extends Error {
  /** It answers, and takes no writes. */
  readonly readOnly: boolean;

  constructor(cause: unknown) {
    super(
      `the database is away: ${cause instanceof Error ? cause.message || String((cause as { code?: string }).code) : String(cause)}`,
      { cause },
    );
    this.name = 'DatabaseAway';
    this.readOnly = (cause as { code?: string }).code === READ_ONLY;
  }
}

/** The connection broke at the commit: whether what was done stands, nobody can tell from here. Only what can be repeated safely may be. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection broke at the commit', { cause });
    this.name = 'CommitUnknown';
  }
}

/** A commit that the server refused, for a constraint or for another's sake, did not happen. */
function commitFailure(error: unknown): unknown {
  return /^(23|40)...$/.test(String((error as { code?: string }).code))
    ? error
    : new CommitUnknown(error);
}

const READ_ONLY = '25006';
/** Classes of connection failures, of a server that stops or starts, or has no room, and of one that may not write. */
const AWAY = /^(08...|57P0[1-5]|53300|25006)$/;
/** What Node says of sockets, beside the driver's own words. */
const SOCKET =
  /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NETDOWN|NOTFOUND|AI_AGAIN)$/;

/** Whether what failed was the connection and not the statement. */
function isAway(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: string; message?: string; syscall?: string };
  if (code === undefined)
    return /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout e|Query read timeout)/.test(
      message ?? '',
    );
  return AWAY.test(code) || SOCKET.test(code) || (code === 'ENOENT' && syscall === 'connect');
}

const awayOr = (error: unknown): unknown => (isAway(error) ? new DatabaseAway(error) : error);

/** How long a host may take to answer where there are others. */
const HOST_MS = 2_000;
/** A statement that is unanswered for so long is asked after. */
const ASK_AFTER_MS = 3_000;

/**
 * A connection that refuses a server which takes no writes: a standby, or a primary that is about to become one. Both are
 * told in the greeting (since PostgreSQL 14).
 */
class WriterClient extends pg.Client {
  #refused: Error | undefined;

  constructor(settings: pg.ClientConfig) {
    super(settings);
    // One that breaks while it is in use tells its statement; without a listener it would end the process as well.
    this.on('error', () => {});
    (this as unknown as Wired).connection.on(
      'parameterStatus',
      ({ parameterName, parameterValue }) => {
        if (
          (parameterName !== 'in_hot_standby' &&
            parameterName !== 'default_transaction_read_only') ||
          parameterValue !== 'on'
        )
          return;
        this.#refused ??= Object.assign(
          new Error(`${this.host}:${this.port} takes no writes (${parameterName})`),
          { code: READ_ONLY },
        );
      },
    );
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
    const connected = super.connect().then(async () => {
      if (this.#refused) {
        await this.end();
        throw this.#refused;
      }
      return this;
    });
    if (!callback) return connected;
    const told = callback as (error?: Error) => void; // without an error, which its types leave out
    connected.then(() => told(), told);
  }
}

/** What the driver has and its types do not name. */
type Wired = {
  connection: {
    stream: Socket;
    on(
      event: 'parameterStatus',
      heard: (status: { parameterName: string; parameterValue: string }) => void,
    ): void;
  };
};

/**
 * A connection to the host that takes writes, for whoever works without a pool; the caller ends it.
 * @throws what the last of the hosts that were tried said
 */
export async function connectToWriter(
  connectionString: string,
  settings: pg.ClientConfig = {},
): Promise<pg.Client> {
  const hosts = hostsOf(connectionString);
  for (let at = 0; ; at++) {
    const client = new WriterClient({
      ...settings,
      ...(hosts.length > 1 && { connectionTimeoutMillis: HOST_MS }),
      connectionString: hosts[at]!,
    });
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => {});
      if (at === hosts.length - 1) throw error;
    }
  }
}

const rolledBackForOthers = new Set(['40001', '40P01']);

/**
 * Opens a pool that works as `role`. The gateway's and the acceptor's connections send statements without waiting for the
 * answers of those before; their policies ask for no scope, so none is set.
 * @param onLost told of each idle connection that broke; without it the process would die.
 */
export function openDatabase(
  given: DatabaseAddress,
  role: DatabaseRole,
  options: { max: number; name: string; onLost: (error: Error) => void },
): Database {
  const pipelined = role === 'tuma_gateway' || role === 'tuma_accept';
  const { logins, ...address } = logIn(given, role);
  const session = `-c TimeZone=UTC -c idle_in_transaction_session_timeout=${pipelined ? '15s' : '60s'}`;
  const settings: pg.PoolConfig & { pipeline: boolean } = {
    ...address,
    pipeline: pipelined,
    types,
    application_name: options.name,
    // What a process that hangs has locked is free again after this: its work is another's by then (gateway/session.ts).
    options: logins ? session : `-c role=${role} ${session}`,
    max: options.max,
    connectionTimeoutMillis: 10_000,
    keepAlive: true, // an idle connection to a machine that is gone ends after some fifteen seconds
    keepAliveInitialDelayMillis: 5_000,
  };
  const hosts = 'connectionString' in address ? hostsOf(address.connectionString) : [];
  /** The host that took writes last; the next is tried when it does not. */
  let host = 0;
  class Client extends WriterClient {
    constructor(given: pg.ClientConfig) {
      super({
        ...given,
        ...(hosts.length > 0 && { connectionString: hosts[host]! }),
        ...(hosts.length > 1 && { connectionTimeoutMillis: HOST_MS }),
      });
    }
  }
  const pool = new pg.Pool({ ...settings, Client: Client as never }); // the pool makes it as it would make its own
  pool.on('error', options.onLost);
  /** Connections that warned of their commit: it was not waited for until the standby had it. */
  const warned = new WeakSet<object>();
  pool.on('connect', (client) => {
    client.on('notice', ({ code }) => {
      if (code === WARNING) warned.add(client);
    });
  });
  const unwatch = watchPool(options.name, pool);
  /** Connections that are in use, and since when. */
  const used = new Map<pg.PoolClient, number>();

  /** Tries each host in turn, beginning with the one that answered last. */
  async function anyHost<T>(connect: () => Promise<T>): Promise<T> {
    for (let tried = 1; ; tried++) {
      const at = host;
      try {
        return await connect();
      } catch (error) {
        if (!isAway(error) || isFull(error)) throw awayOr(error);
        if (host === at && hosts.length > 1) host = (at + 1) % hosts.length;
        if (tried >= hosts.length) throw new DatabaseAway(error);
      }
    }
  }

  async function take(): Promise<pg.PoolClient> {
    const client = await anyHost(() => pool.connect());
    used.set(client, performance.now());
    watch();
    return client;
  }

  function give(client: pg.PoolClient, broken?: Error): void {
    used.delete(client);
    client.release(broken);
  }

  /**
   * A machine that is gone closes nothing: a statement that was on its way to it would wait until TCP gives up, after a
   * quarter of an hour. So one that waits long is asked after on another connection, and ended where the server that
   * answers does not know of it, or twice none answers.
   */
  let watching: NodeJS.Timeout | undefined;
  let silent = 0;
  function watch(): void {
    watching ??= setTimeout(() => {
      void askAfter()
        .catch(() => {})
        .finally(() => {
          watching = undefined;
          if (used.size > 0) watch();
        });
    }, ASK_AFTER_MS);
    watching.unref();
  }

  async function askAfter(): Promise<void> {
    const waiting = [...used]
      .filter(([, since]) => performance.now() - since >= ASK_AFTER_MS)
      .map(([client]) => client as pg.PoolClient & { processID: number });
    if (waiting.length === 0) {
      silent = 0;
      return;
    }
    const gone = await findGone(waiting);
    silent = gone === 'nobody answers' ? silent + 1 : 0;
    for (const client of gone === 'nobody answers' ? (silent >= 2 ? waiting : []) : gone) {
      (client as unknown as Wired).connection.stream.destroy(
        new Error('Connection terminated: the server does not know it any more'),
      );
    }
  }

  async function findGone<C extends { processID: number }>(
    waiting: readonly C[],
  ): Promise<readonly C[] | 'nobody answers'> {
    let answer: { own: number; alive: number[] } | undefined;
    let asker: pg.Client | undefined;
    try {
      asker = await anyHost(() =>
        connectOnce({ ...settings, connectionTimeoutMillis: HOST_MS, query_timeout: HOST_MS }),
      );
      const { rows } = await asker.query<{ own: number; alive: number[] }>(
        `select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any ($1::int[])) as alive`,
        [waiting.map(({ processID }) => processID)],
      );
      answer = rows[0]!;
    } catch (error) {
      return isFull((error as Error).cause ?? error) ? [] : 'nobody answers';
    } finally {
      if (asker && answer) void asker.end().catch(() => {});
      else (asker as unknown as Wired | undefined)?.connection.stream.destroy();
    }
    // Behind a pooler that gives out numbers of its own nothing can be told.
    if (answer.own !== (asker as unknown as { processID: number }).processID) return [];
    return waiting.filter(({ processID }) => !answer.alive.includes(processID));
  }

  async function connectOnce(how: pg.ClientConfig): Promise<pg.Client> {
    const client = new Client(how);
    client.on('error', options.onLost);
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.off('error', options.onLost);
      await client.end().catch(() => {});
      throw error;
    }
  }

  const single = {
    async query(statement: pg.QueryConfig) {
      const client = await take();
      let broken: Error | undefined;
      try {
        warned.delete(client);
        const result = await client.query(statement);
        if (warned.has(client))
          throw new CommitUnknown(new Error('the server warned of the commit'));
        return result;
      } catch (error) {
        broken = error as Error;
        throw awayOr(error);
      } finally {
        give(client, broken);
      }
    },
  } as { query: pg.PoolClient['query'] }; // txOver calls it in this one of its forms

  return {
    plain: txOver(single),
    async run(scope, work) {
      for (let attempt = 1; ; attempt++) {
        const client = await take();
        let broken: Error | undefined;
        try {
          if (pipelined) inOneWrite(client);
          const begun = client.query('begin');
          if (!pipelined) {
            await begun;
            await client.query(logins ? signedScope(scope, logins.scopeKey) : unsignedScope(scope));
          }
          const last: Promise<unknown>[] = [];
          let failed: { error: unknown } | undefined;
          const tx: Transaction = {
            ...txOver(pipelined ? gathering(client) : oneByOne(client)),
            atCommit(...steps) {
              last.push(...steps);
              for (const step of steps)
                step.catch((error: unknown) => {
                  failed ??= { error };
                });
            },
          };
          // Both end before a rollback: a statement sent after one would commit by itself.
          const [result] = await settled([work(tx), begun]);
          // What could not even be written down was not sent, and the server knows nothing of it: that is told within this turn.
          if (last.length > 0)
            await (pipelined
              ? new Promise<void>((resolve) => process.nextTick(resolve))
              : Promise.allSettled(last));
          if (failed) throw (failed as { error: unknown }).error;
          warned.delete(client);
          const committed = client.query('commit').catch((error: unknown) => {
            throw commitFailure(error);
          });
          // Nobody knows of a commit that was not answered, whatever else failed with it.
          const [{ command }] = await settled([committed, ...last]);
          if (command !== 'COMMIT')
            throw new Error(
              'the transaction was rolled back: a statement failed and its error was not thrown',
            );
          if (warned.has(client))
            throw new CommitUnknown(new Error('the server warned of the commit'));
          return result;
        } catch (error) {
          await client.query('rollback').catch((failed: Error) => {
            broken = failed;
          });
          if (isAway(error)) broken ??= error as Error;
          const code = (error as { code?: string }).code;
          if (attempt < 4 && code !== undefined && rolledBackForOthers.has(code) && !broken)
            continue;
          throw broken && !(error instanceof CommitUnknown) ? awayOr(error) : error;
        } finally {
          give(client, broken);
        }
      }
    },
    async connect() {
      return anyHost(() => connectOnce(settings));
    },
    async close() {
      unwatch();
      clearTimeout(watching);
      await pool.end();
    },
  };
}

/** The same address under the role's own login, where the process has one. */
function logIn(given: DatabaseAddress, role: DatabaseRole): DatabaseAddress {
  if (!given.logins) return given;
  const password = given.logins.passwords[role];
  if (password === undefined) throw new Error(`this process has no login for ${role}`);
  if (!('connectionString' in given)) return { ...given, user: role };
  return { ...given, connectionString: addressAs(given.connectionString, role, password) };
}

/**
 * The statement that sets a transaction's scope, signed so that no other SQL can. It has no name: a
 * statement of that name, planted on the connection earlier, would receive the next caller's scope.
 */
function signedScope({ reach, clientId, path }: Scope, keyHex: string): pg.QueryConfig {
  const key = Buffer.from(keyHex, 'hex');
  const text = `${reach}:${clientId}:${path}`;
  const inner = createHash('sha256').update(key).update(text).digest();
  const signature = createHash('sha256').update(key).update(inner).digest('hex');
  return {
    text: `select pg_catalog.set_config('tuma.scope', $1, true)`,
    values: [`${signature}:${text}`],
  };
}

/** The scope as the database takes it from a user who may take its roles, and so needs none. */
function unsignedScope({ reach, clientId, path }: Scope): pg.QueryConfig {
  return {
    text: `select set_config('tuma.reach', $1, true), set_config('tuma.client', $2, true),
      set_config('tuma.path', $3, true)`,
    values: [reach, clientId, path],
  };
}

/** SQLSTATE of a warning without a class of its own: such as that a commit was not waited for. */
const WARNING = '01000';

/** All connections of the pool are busy, or the server has no more: another host would not have them either. */
function isFull(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '53300' || message === 'timeout exceeded when trying to connect';
}

/**
 * Waits for all of several steps of a transaction that were begun together, then gives their results or throws the
 * first error. Unlike Promise.all it leaves none running.
 */
export async function settled<T extends readonly unknown[]>(
  steps: readonly [...{ [At in keyof T]: Promise<T[At]> }],
): Promise<T> {
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

function txOver(connection: { query: pg.PoolClient['query'] }): Tx {
  return {
    query<R>(text: string, values?: unknown[], name?: string) {
      const result = connection
        .query<R & pg.QueryResultRow>({ text, values, name })
        .then(({ rows, rowCount }) => ({ rows: rows as R[], rowCount: rowCount ?? 0 }));
      // Whoever begins several and is stopped by the first of them that fails does not wait for the others; nor does the process end of it.
      result.catch(() => {});
      return result;
    },
  };
}
