import pg from 'pg';
import { watchPool } from '../instruments.ts';
import { awayOr, commitFailure, CommitUnknown, DatabaseAway, isAway, isFull } from './failures.ts';
import { hostsOf } from './hosts.ts';
import { watchForLostConnections } from './lost-connections.ts';
import { gathering, inOneWrite, oneByOne, settled, txOver } from './pipeline.ts';
import type { Statements } from './pipeline.ts';
import { logIn, signedScope, unsignedScope } from './roles.ts';
import type { DatabaseAddress, DatabaseRole } from './roles.ts';
import type { Scope } from './scope.ts';
import { HOST_MS, WriterClient } from './writer-client.ts';

// int8 holds units and sequence numbers, never a float. Dates without a time stay text.
const types = new pg.TypeOverrides();
types.setTypeParser(20, (text) => BigInt(text));
types.setTypeParser(1082, (text) => text);

/** One transaction. */
export type Tx = Statements;

/** One transaction, with its commit. */
export type Transaction = Tx & {
  /**
   * Defers steps to the commit: their statements have been sent, and their answers are awaited
   * together with the commit's. A step that the server refuses rolls the transaction back, and a
   * check here would come too late. Each step is one statement, so that a failure to send it is
   * known at once.
   */
  atCommit(...steps: Promise<unknown>[]): void;
};

export type Database = {
  /**
   * Runs `work` in one transaction under `scope`. Repeats it if the server rolled it back because
   * of another transaction (deadlock, serialization).
   */
  run<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Statements outside any scope, for the gateway's role and for work on the database itself. */
  readonly plain: Tx;
  /** A dedicated connection, for session locks and LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
};

/**
 * Settings of the connections of the pipeline. Their statements find rows by key, so one generic plan
 * serves: planning each call anew is a sixth of the server's work, and a plan that was made while a
 * queue was empty must not read the whole of it once it is full.
 */
const PIPELINE_PLANS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]
  .map((setting) => ` -c ${setting}`)
  .join('');

const rolledBackForOthers = new Set(['40001', '40P01']);

/**
 * Opens a pool that works as `role`. Connections of the gateway and the acceptor send statements
 * without waiting for earlier answers; their policies need no scope, so none is set.
 * @param onLost called for each idle connection that broke; without it the process would end.
 */
export function openDatabase(
  given: DatabaseAddress,
  role: DatabaseRole,
  options: { max: number; name: string; onLost: (error: Error) => void },
): Database {
  const pipelined = role === 'tuma_gateway' || role === 'tuma_accept';
  const { logins, ...address } = logIn(given, role);
  const session = `-c TimeZone=UTC -c idle_in_transaction_session_timeout=${pipelined ? `15s${PIPELINE_PLANS}` : '60s'}`;
  const settings: pg.PoolConfig & { pipeline: boolean } = {
    ...address,
    pipeline: pipelined,
    types,
    application_name: options.name,
    // The server releases the locks of a hung process after this time; another process then has its
    // work.
    options: logins ? session : `-c role=${role} ${session}`,
    max: options.max,
    connectionTimeoutMillis: 10_000,
    keepAlive: true, // an idle connection to a lost machine ends after some fifteen seconds
    keepAliveInitialDelayMillis: 5_000,
  };
  const hosts = 'connectionString' in address ? hostsOf(address.connectionString) : [];
  /** The host that last accepted writes; the next is tried if it no longer does. */
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
  const pool = new pg.Pool({ ...settings, Client: Client as never }); // created as the pool would create it
  pool.on('error', options.onLost);
  /** Connections whose commit returned a warning: the standby was not awaited. */
  const warned = new WeakSet<object>();
  pool.on('connect', (client) => {
    client.on('notice', ({ code }) => {
      if (code === WARNING) warned.add(client);
    });
  });
  const unwatch = watchPool(options.name, pool);
  /** Connections in use, with the start of their use. */
  const used = new Map<pg.PoolClient, number>();

  /** Tries each host in turn, beginning with the last that answered. */
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

  const lost = watchForLostConnections(used, () =>
    anyHost(() =>
      connectOnce({ ...settings, connectionTimeoutMillis: HOST_MS, query_timeout: HOST_MS }),
    ),
  );

  async function take(): Promise<pg.PoolClient> {
    const client = await anyHost(() => pool.connect());
    used.set(client, performance.now());
    lost.watch();
    return client;
  }

  function give(client: pg.PoolClient, broken?: Error): void {
    used.delete(client);
    client.release(broken);
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
  } as { query: pg.PoolClient['query'] }; // txOver calls it in this form only

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
          // All steps end before a rollback: a statement sent after it would commit by itself.
          const [result] = await settled([work(tx), begun]);
          // A statement that could not be encoded was not sent; that shows within this tick.
          if (last.length > 0)
            await (pipelined
              ? new Promise<void>((resolve) => process.nextTick(resolve))
              : Promise.allSettled(last));
          if (failed) throw (failed as { error: unknown }).error;
          warned.delete(client);
          const committed = client.query('commit').catch((error: unknown) => {
            throw commitFailure(error);
          });
          // The outcome of an unanswered commit is unknown, whatever else failed with it.
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
      lost.stop();
      await pool.end();
    },
  };
}

/**
 * SQLSTATE of a warning without a class of its own, such as a commit that did not wait for the
 * standby.
 */
const WARNING = '01000';
