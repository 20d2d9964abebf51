// An account that needs approval gives no account below it more freedom than those above it have given.
import {
  isBoundOver,
  readApprovalRule,
  readApprovalSettings,
} from '../../core/accept/approval.store.ts';
import type { StaffCall } from '../../core/audit/staff-call.ts';
import type { Tx } from '../../infra/database/db.ts';
import { fourEyes } from '../../infra/errors.ts';

/** How many numbers a text of a client may reach without approval. */
export async function readFreeNumbers(tx: Tx, clientId: string): Promise<number> {
  const { numbers } = await readApprovalRule(tx, clientId);
  return numbers ?? (await readApprovalSettings(tx)).limits.numbersPerText;
}

/**
 * Looks at what a change has made of a client's terms.
 * @param before.isCleared true where its own rule was taken away
 * @throws fourEyes where the caller needs approval itself, stands above the client, and the terms are looser
 */
export async function mustNotLoosen(
  tx: Tx,
  { session }: StaffCall,
  clientId: string,
  before: { numbers: number; isCleared: boolean },
): Promise<void> {
  const isLooser = before.isCleared || (await readFreeNumbers(tx, clientId)) > before.numbers;
  if (isLooser && (await isBoundOver(tx, session.clientId, clientId))) throw fourEyes();
}
