import type { Tx } from '../../infra/database/db.ts';
import type { ClientStatus } from './clients.rules.ts';

/** Moves a status; false where it was another by then. */
export async function updateStatus(
  tx: Tx,
  clientId: string,
  from: ClientStatus,
  to: ClientStatus,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update client set client_status = $3, status_before_block = case when $3 = 'BLOCKED' then client_status end where id = $1 and client_status = $2`,
    [clientId, from, to],
  );
  return rowCount === 1;
}

export async function getStatusBeforeBlock(tx: Tx, clientId: string): Promise<ClientStatus> {
  const { rows } = await tx.query<{ status: ClientStatus }>(
    `select coalesce(status_before_block, 'ACTIVE') as status from client where id = $1`,
    [clientId],
  );
  return rows[0]!.status;
}
