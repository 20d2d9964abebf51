import type { Database, Tx } from './db.ts';
import { listTooWide } from '../errors.ts';
import type { Scope } from './scope.ts';

const QUERY_CANCELED = '57014';

/**
 * Limits the time of a read that may match too many rows.
 * @throws Refusal LIST_TOO_WIDE, which suggests how to narrow it
 */
export async function search<T>(
  database: Database,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await database.run(scope, async (tx) => {
      await tx.query(`select set_config('statement_timeout', '15s', true)`);
      return work(tx);
    });
  } catch (error) {
    throw (error as { code?: string }).code === QUERY_CANCELED ? listTooWide() : error;
  }
}
