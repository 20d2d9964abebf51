// The shape of the tree of clients is written in every path, and copied where a brand reaches; whoever writes one waits here.
import type { Tx } from '../../infra/database/db.ts';

/** Keeps the tree as it is until the transaction ends: for whoever writes a path that it reads. */
export async function keepTree(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock_shared(hashtext('client tree'))`);
}

/** Waits for whoever keeps the tree, and lets nobody else change it until the transaction ends. Before any row is locked. */
export async function holdTree(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtext('client tree'))`);
}
