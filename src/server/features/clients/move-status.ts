import type { Tx } from '../../infra/database/db.ts';
import { conflict } from '../../infra/errors.ts';
import { NEXT, type ClientStatus } from './clients.rules.ts';
import { updateStatus } from './client-status.store.ts';

/** Moves a client's status by its table. @throws conflict where the table or the row says otherwise */
export async function moveStatus(
  tx: Tx,
  client: { clientId: string; clientStatus: ClientStatus },
  to: ClientStatus,
): Promise<void> {
  const { clientId, clientStatus } = client;
  const isMoved =
    NEXT[clientStatus].includes(to) && (await updateStatus(tx, clientId, clientStatus, to));
  if (!isMoved) throw conflict('client', clientStatus);
}
