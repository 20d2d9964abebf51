import type { Tx } from '../../../infra/database/db.ts';

/** Drafts made before a moment whose time, if they have one, is over too; rows that others hold are left for the next time. */
export async function listOldDrafts(tx: Tx, before: Date, most: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from campaign where status = 'PENDING' and created_at < $1 and coalesce(scheduled_at, created_at) < $1
     order by id limit $2 for update skip locked`,
    [before, most],
  );
  return rows.map(({ id }) => id);
}
