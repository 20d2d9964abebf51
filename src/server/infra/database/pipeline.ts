// Sending statements on a connection: together in one write, or each after the answer to the one
// before.
import type pg from 'pg';
import type { Wired } from './writer-client.ts';

/** A connection, or a transaction on one, that runs statements. */
export type Statements = {
  /** With a name, the server parses the statement once for each connection. */
  query<R = Record<string, unknown>>(
    text: string,
    values?: unknown[],
    name?: string,
  ): Promise<{ rows: R[]; rowCount: number }>;
};

/**
 * Waits for all of several concurrent steps of a transaction, then returns their results or throws
 * the first error. Unlike Promise.all it leaves none running.
 */
export async function settled<T extends readonly unknown[]>(
  steps: readonly [...{ [At in keyof T]: Promise<T[At]> }],
): Promise<T> {
  await Promise.allSettled(steps);
  return Promise.all(steps) as unknown as Promise<T>; // the same results, as a tuple
}

/** Statements that one tick sends to a pipeline leave in one write. */
export function gathering(client: pg.PoolClient): { query: pg.PoolClient['query'] } {
  return {
    query(statement: pg.QueryConfig) {
      inOneWrite(client);
      return client.query(statement);
    },
  } as { query: pg.PoolClient['query'] }; // txOver calls it in this form only
}

/**
 * Buffers writes to a connection until this tick ends: one system call for all of it, here and at
 * the server.
 */
export function inOneWrite(client: pg.PoolClient): void {
  const { stream } = (client as unknown as Wired).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** A connection without a pipeline sends a statement only after the answer to the one before. */
export function oneByOne(client: pg.PoolClient): { query: pg.PoolClient['query'] } {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query(statement: pg.QueryConfig) {
      const result = last.then(() => client.query(statement));
      last = result.catch(() => {});
      return result;
    },
  } as { query: pg.PoolClient['query'] }; // txOver calls it in this form only
}

export function txOver(connection: { query: pg.PoolClient['query'] }): Statements {
  return {
    query<R>(text: string, values?: unknown[], name?: string) {
      const result = connection
        .query<R & pg.QueryResultRow>({ text, values, name })
        .then(({ rows, rowCount }) => ({ rows: rows as R[], rowCount: rowCount ?? 0 }));
      // A caller of several steps stops at the first failure: the failures of the others must not
      // end the process.
      result.catch(() => {});
      return result;
    },
  };
}
