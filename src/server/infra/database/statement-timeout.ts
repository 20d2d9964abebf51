import type { Database, Tx } from './db.ts';
import { listTooWide } from '../errors.ts';
import type { Scope } from './scope.ts';

const QUERY_CANCELED = '57014';

/**
 * A reading that may meet more rows than anybody waits for: it ends in time. A page is a few hundred rows, and compiling its
 * plan takes longer than they do.
 * @throws Refusal LIST_TOO_WIDE, which says what would make it narrower
 */
export async function search<T>(
  database: Database,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await database.run(scope, async (tx) => {
      await tx.query(
        `select set_config('statement_timeout', '15s', true), set_config('jit', 'off', true)`,
      );
      return work(tx);
    });
  } catch (error) {
    throw (error as { code?: string }).code === QUERY_CANCELED ? listTooWide() : error;
  }
}
