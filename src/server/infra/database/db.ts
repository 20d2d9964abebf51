import type pg from 'pg';
import { openConnections } from './connections.ts';
import type { Connections } from './connections.ts';
import {
  awayOr,
  commitFailure,
  CommitUnknown,
  DatabaseAway,
  isAway,
  READ_ONLY,
} from './failures.ts';
import { gathering, inOneWrite, oneByOne, settled, txOver } from './pipeline.ts';
import type { Statements } from './pipeline.ts';
import type { DatabaseAddress, DatabaseRole } from './roles.ts';
import type { Scope } from './scope.ts';

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
  /**
   * One statement that is a transaction of its own, on a pipelined connection.
   * @throws CommitUnknown if the connection broke after it was sent
   */
  atOnce<R>(text: string, values: unknown[], name: string): Promise<R[]>;
  /** Statements outside any scope, for the gateway's role and for work on the database itself. */
  readonly plain: Tx;
  /** A dedicated connection, for session locks and LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
};

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
  const connections = openConnections(given, role, options);
  return {
    plain: txOver(outsideTransactions(connections)),
    async run(scope, work) {
      for (let attempt = 1; ; attempt++) {
        const client = await connections.take();
        let broken: Error | undefined;
        try {
          return await transact(connections, client, scope, work);
        } catch (error) {
          await client.query('rollback').catch((failed: Error) => {
            broken = failed;
          });
          if (isAway(error)) broken ??= error as Error;
          const code = (error as { code?: string }).code;
          if (attempt < 4 && code !== undefined && rolledBackForOthers.has(code) && !broken)
            continue;
          throw error instanceof CommitUnknown ? error : awayOr(error);
        } finally {
          connections.give(client, broken);
        }
      }
    },
    async atOnce<R>(text: string, values: unknown[], name: string) {
      const client = await connections.take();
      let broken: Error | undefined;
      try {
        connections.warned.delete(client);
        inOneWrite(client);
        const { rows } = await client.query<R & pg.QueryResultRow>({ text, values, name });
        refuseWarned(connections, client);
        return rows as R[];
      } catch (error) {
        if (!isAway(error)) throw error;
        broken = error as Error;
        throw (error as { code?: string }).code === READ_ONLY
          ? new DatabaseAway(error)
          : new CommitUnknown(error);
      } finally {
        connections.give(client, broken);
      }
    },
    connect: connections.connect,
    close: connections.close,
  };
}

/** Begins, works and commits on one connection; the caller rolls back whatever fails. */
async function transact<T>(
  connections: Connections,
  client: pg.PoolClient,
  scope: Scope,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const { pipelined, warned } = connections;
  if (pipelined) inOneWrite(client);
  const begun = client.query('begin');
  if (!pipelined) {
    await begun;
    await client.query(connections.scopeStatement(scope));
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
  // All steps end before a rollback: a statement sent after it would commit by itself. Where a step
  // for the commit was refused, the statements after it only say that the transaction is aborted.
  const [result] = await settled([work(tx), begun]).catch(async (error: unknown) => {
    await Promise.allSettled(last);
    throw failed ? failed.error : error;
  });
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
  refuseWarned(connections, client);
  return result;
}

/** Statements that each are a transaction of their own. */
function outsideTransactions(connections: Connections): { query: pg.PoolClient['query'] } {
  return {
    async query(statement: pg.QueryConfig) {
      const client = await connections.take();
      let broken: Error | undefined;
      try {
        connections.warned.delete(client);
        const result = await client.query(statement);
        refuseWarned(connections, client);
        return result;
      } catch (error) {
        broken = error as Error;
        throw awayOr(error);
      } finally {
        connections.give(client, broken);
      }
    },
  } as { query: pg.PoolClient['query'] }; // txOver calls it in this form only
}

/** @throws CommitUnknown if the server warned of the last commit on this connection */
function refuseWarned({ warned }: Connections, client: pg.PoolClient): void {
  if (warned.has(client)) throw new CommitUnknown(new Error('the server warned of the commit'));
}
