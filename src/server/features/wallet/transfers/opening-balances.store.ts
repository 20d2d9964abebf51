/** The facts about clients that a plan of opening balances is made from. */
import type { Tx } from '../../../infra/database/db.ts';

/** The keys among these under which a movement was booked. */
export async function findBooked(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ idem: string }>(
    'select idem from ledger_transfer where idem = any($1)',
    [keys],
  );
  return new Set(rows.map(({ idem }) => idem));
}

/** The units of clients' wallets, in ten-thousandths. */
export async function listAvailable(
  tx: Tx,
  clientIds: readonly string[],
): Promise<Map<string, bigint>> {
  const { rows } = await tx.query<{ clientId: string; balance: bigint }>(
    `select client_id as "clientId", balance from ledger_account where client_id = any ($1::uuid[]) and kind = 'available'`,
    [clientIds],
  );
  return new Map(rows.map(({ clientId, balance }) => [clientId, balance]));
}
