// The shape of the client tree is stored in every path, and copied where a brand applies; every
// writer of a path takes this lock.
import type { Tx } from '../../infra/database/db.ts';

/** Locks the tree until the transaction ends, shared: for writers of a path that depends on it. */
export async function lockTreeShared(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(hashtext('client tree'))`);
}

/**
 * Waits for the readers of the tree, and locks it until the transaction ends. Call before any row
 * is locked.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('client tree'))`);
}
