/** Lists with a limit of entries: a list is counted and then added to by one transaction at a time. */
import type { Tx } from './db.ts';

/**
 * Counts a list of one owner against its limit. Another transaction that counts the same list waits
 * until this one ends, so that it sees what this one adds.
 * @param list its name, one for each kind of entry
 * @returns true if nothing more may be added
 */
export async function isFull(
  tx: Tx,
  list: string,
  ownerId: string,
  most: number,
  count: (tx: Tx, ownerId: string) => Promise<number>,
): Promise<boolean> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `limit of ${list} ${ownerId}`,
  ]);
  return (await count(tx, ownerId)) >= most;
}
