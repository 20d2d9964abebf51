import type { Tx } from '../../infra/database/db.ts';

/** The keys among these under which a movement was booked. */
export async function findBooked(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ idem: string }>(
    'select idem from ledger_transfer where idem = any($1)',
    [keys],
  );
  return new Set(rows.map(({ idem }) => idem));
}
