import type { OptOutSource } from '../../../contract/api/opt-outs.ts';
import type { Tx } from '../../infra/database/db.ts';
import { cancelQueuedTo } from '../dispatch/suppress.store.ts';
import { addOptOuts } from './opt-outs.store.ts';

/**
 * Opts these numbers (E.164 without plus) out of a client's messages, from whichever side, and
 * cancels what is queued for them; only what a link has claimed cannot be recalled.
 * @param optOut.notes one for each number; for a phone's own opt-out the number that it wrote to
 * @returns the numbers that were new
 */
export async function optOut(
  tx: Tx,
  given: { clientId: string; destinations: string[]; source: OptOutSource; notes: string[] },
): Promise<string[]> {
  const added = await addOptOuts(tx, given);
  if (added.length > 0) await cancelQueuedTo(tx, given.clientId, added);
  return added;
}
