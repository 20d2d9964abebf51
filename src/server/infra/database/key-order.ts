import type { Tx } from './db.ts';

/**
 * Makes the rest of a transaction read steps of a table (`where key > $1 order by key limit $2`) along
 * the key's index. The planner expects a few rows of a table that was filled a moment ago and never
 * analysed: it would read everything behind the step's start and sort it, for each step again, which
 * is quadratic in the table.
 */
export async function readInKeyOrder(tx: Tx): Promise<void> {
  await tx.query(`select set_config('enable_bitmapscan', 'off', true)`, [], 'key order');
}
