import type { OptOutScope } from '../../../contract/api/opt-outs.ts';
import type { Tx } from '../../infra/database/db.ts';
import { cancelQueuedTo } from '../dispatch/queue/suppress.store.ts';
import type { FailedReceipt } from '../dispatch/types.ts';
import { findLink } from './links.store.ts';
import { addOptOuts, listRefused, removeOwnOptOut } from './opt-outs.store.ts';
import type { NewOptOuts } from './opt-outs.store.ts';

/**
 * Opts these numbers (E.164 without plus) out of a client's messages, from whichever side, and
 * cancels what is queued for them; only what a link has claimed cannot be recalled.
 * @param optOut.notes one for each number; for a phone's own opt-out the number that it wrote to
 * @returns the numbers that were new
 */
export async function optOut(tx: Tx, given: NewOptOuts): Promise<string[]> {
  const added = await addOptOuts(tx, given);
  if (added.length > 0) await cancelQueuedTo(tx, given, added);
  return added;
}

/**
 * Opts out the person for whom a stop link was made: of promotional messages, or of everything.
 * @returns false where there is no such link
 */
export async function optOutByLink(tx: Tx, token: string, scope: OptOutScope): Promise<boolean> {
  const link = await findLink(tx, token);
  if (!link) return false;
  const { clientId, destination, sender } = link;
  await optOut(tx, {
    clientId,
    destinations: [destination],
    source: 'LINK',
    notes: [sender],
    scope,
  });
  return true;
}

/** Undoes the opt-out that this person asked for. @returns false where there is no such link */
export async function optInByLink(tx: Tx, token: string): Promise<boolean> {
  const link = await findLink(tx, token);
  if (!link) return false;
  await removeOwnOptOut(tx, link.clientId, link.destination);
  return true;
}

/**
 * Opts out people who stopped messages at the operator, as receipts and answers of failures say: of the
 * sender ID, or of all. Their messages have ended in the same transaction, or go over another connector:
 * then they are cancelled.
 */
export async function optOutByCarrier(tx: Tx, failures: readonly FailedReceipt[]): Promise<void> {
  if (failures.length === 0) return;
  for (const { clientId, destination, sender, code, applies } of await listRefused(tx, failures))
    await optOut(tx, {
      clientId,
      destinations: [destination],
      source: 'CARRIER',
      notes: [code],
      scope: 'PROMOTIONAL',
      sender: applies === 'SENDER' ? sender : '',
    });
}
