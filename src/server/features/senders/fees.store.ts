import type { Tx } from '../../infra/database/db.ts';

/** True while the fee of a sender ID is on the payer's phone, or its end is not known. */
export async function isFeeBeingPaid(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ paying: boolean }>(
    `select exists (select from payment where sender_id = $1 and purpose = 'SENDER_FEE' and status = 'PENDING' and step <> 'NEW') as paying`,
    [id],
  );
  return rows[0]!.paying;
}
