/** Rows of recovery codes, each for one sign-in. */
import type { Tx } from '../../../infra/database/db.ts';

export async function countRecoveryCodes(
  tx: Tx,
  clientId: string,
): Promise<{ left: number; total: number }> {
  const { rows } = await tx.query<{ left: number; total: number }>(
    `select count(*) filter (where used_at is null)::int as left, count(*)::int as total
     from recovery_code where client_id = $1`,
    [clientId],
  );
  return rows[0]!;
}

/** Replaces the present set of codes. */
export async function replaceRecoveryCodes(
  tx: Tx,
  clientId: string,
  hashes: Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(tx, clientId);
  await tx.query(
    'insert into recovery_code (client_id, code_hash) select $1, unnest($2::bytea[])',
    [clientId, hashes],
  );
}

/** Uses a code; false if it is not the account's, or was used before. */
export async function spendRecoveryCode(tx: Tx, clientId: string, hash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update recovery_code set used_at = now()
     where client_id = $1 and code_hash = $2 and used_at is null`,
    [clientId, hash],
  );
  return rowCount === 1;
}

/** @returns the number of deleted codes */
export async function deleteRecoveryCodes(tx: Tx, clientId: string): Promise<number> {
  const { rowCount } = await tx.query('delete from recovery_code where client_id = $1', [clientId]);
  return rowCount;
}
