import pg from 'pg';
import { watchPool } from '../instruments.ts';
import { awayOr, DatabaseAway, isAway, isFull } from './failures.ts';
import { hostsOf } from './hosts.ts';
import { watchForLostConnections } from './lost-connections.ts';
import { logIn, signedScope, unsignedScope } from './roles.ts';
import type { DatabaseAddress, DatabaseRole } from './roles.ts';
import type { Scope } from './scope.ts';
import { HOST_MS, WriterClient } from './writer-client.ts';

const TIMESTAMPTZ = 1184; // the type's id in every PostgreSQL
// int8 holds units and sequence numbers, never a float. Dates without a time stay text.
const types = new pg.TypeOverrides();
types.setTypeParser(20, (text) => BigInt(text));
types.setTypeParser(1082, (text) => text);
types.setTypeParser(TIMESTAMPTZ, openTimeReader());

/**
 * Settings of the connections of the pipeline. Their statements find rows by key, so one generic plan
 * serves: planning each call anew is a sixth of the server's work, and a plan that was made while a
 * queue was empty must not read the whole of it once it is full.
 */
const PIPELINE_PLANS = [
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_bitmapscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
]
  .map((setting) => ` -c ${setting}`)
  .join('');

/**
 * Opens a reader of times, which every connection gets in UTC. Rows of a statement share most of theirs,
 * so the last one is kept.
 */
function openTimeReader(): (text: string) => unknown {
  const readAny = pg.types.getTypeParser(TIMESTAMPTZ, 'text');
  let last = { text: '', at: NaN };
  return (text) => {
    if (text === last.text) return new Date(last.at);
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?\+00$/.test(text)) return readAny(text);
    last = { text, at: Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) };
    return new Date(last.at);
  };
}

/** The connections of one role, to the host that accepts writes. */
export type Connections = {
  /** True for the gateway and the acceptor, whose policies need no scope. */
  readonly pipelined: boolean;
  /** Connections whose commit returned a warning: the standby was not awaited. */
  readonly warned: WeakSet<object>;
  /** A connection of the pool; the caller gives it back. */
  take(): Promise<pg.PoolClient>;
  /** @param broken ends the connection instead of keeping it */
  give(client: pg.PoolClient, broken?: Error): void;
  /** The statement that sets the scope of a transaction. */
  scopeStatement(scope: Scope): pg.QueryConfig;
  /** A dedicated connection; the caller ends it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
};

const isPipelined = (role: DatabaseRole) => role === 'tuma_gateway' || role === 'tuma_accept';

function settingsOf(
  address: Omit<ReturnType<typeof logIn>, 'logins'>,
  asRole: string,
  pipelined: boolean,
  { max, name }: { max: number; name: string },
): pg.PoolConfig & { pipeline: boolean } {
  const idle = pipelined ? `15s${PIPELINE_PLANS}` : '60s';
  return {
    ...address,
    pipeline: pipelined,
    types,
    application_name: name,
    // Compiling a statement, or starting workers for it, costs more than these statements do: the count
    // of a list stops at ten thousand rows, which the planner does not foresee. The server releases the locks of a
    // hung process after the time of idle transactions; another process then has its work.
    options: `${asRole}-c TimeZone=UTC -c jit=off -c max_parallel_workers_per_gather=0 -c idle_in_transaction_session_timeout=${idle}`,
    max,
    connectionTimeoutMillis: 10_000,
    keepAlive: true, // an idle connection to a lost machine ends after some fifteen seconds
    keepAliveInitialDelayMillis: 5_000,
  };
}

/** @param onLost called for each idle connection that broke; without it the process would end. */
export function openConnections(
  given: DatabaseAddress,
  role: DatabaseRole,
  options: { max: number; name: string; onLost: (error: Error) => void },
): Connections {
  const pipelined = isPipelined(role);
  const { logins, ...address } = logIn(given, role);
  const settings = settingsOf(address, logins ? '' : `-c role=${role} `, pipelined, options);
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

  return {
    pipelined,
    warned,
    take,
    give,
    scopeStatement: (scope) =>
      logins ? signedScope(scope, logins.scopeKey) : unsignedScope(scope),
    connect: () => anyHost(() => connectOnce(settings)),
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
