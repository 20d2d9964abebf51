/**
 * The limit of receipts that match nothing. A carrier account that another gateway shares brings the
 * receipts of that gateway's messages, and may bring them for years.
 */
import * as z from 'zod/mini';
import type { Database, Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { Log } from '../../../infra/log.ts';
import { findSetting, putSetting } from '../../installation/installation.store.ts';
import { dropOldest, listOverfull } from './unmatched-limit.store.ts';

/** Receipts that match nothing which are kept of each carrier account, and all of the last hour. */
const MOST_UNMATCHED = 100_000;
const AT_ONCE = 5_000;
const REMOVED = 'unmatchedReceiptsRemoved';

/** The number of receipts removed so far. */
export async function countRemoved(tx: Tx): Promise<number> {
  return z.parse(z.optional(z.int()), await findSetting(tx, REMOVED)) ?? 0;
}

/**
 * Removes the oldest receipts that match nothing beyond the limit, a step in each transaction, and counts them.
 * @param signal ends it after a step: years of them take long
 */
export async function boundUnmatched(
  database: Database,
  log: Log,
  most = MOST_UNMATCHED,
  signal?: AbortSignal,
): Promise<void> {
  const run = <T>(work: (tx: Tx) => Promise<T>) => database.run(systemScope(), work);
  for (const carrierAccountId of await run((tx) => listOverfull(tx, most))) {
    let removed = 0;
    for (let dropped = AT_ONCE; dropped === AT_ONCE && !signal?.aborted; removed += dropped)
      dropped = await run(async (tx) => {
        const count = await dropOldest(tx, carrierAccountId, most, AT_ONCE);
        await putSetting(tx, REMOVED, (await countRemoved(tx)) + count);
        return count;
      });
    if (removed > 0)
      log.warn({ carrierAccountId, removed, kept: most }, 'unmatched receipts were removed');
  }
}
