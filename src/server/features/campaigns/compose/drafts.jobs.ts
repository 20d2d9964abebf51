import type { Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { endEarly } from '../campaigns.ts';
import { lockCampaign } from '../campaigns.store.ts';
import { addEvent } from '../events.store.ts';
import { listOldDrafts } from './drafts.store.ts';

/**
 * Ends campaigns that were prepared before `before` and never sent, so that their recipients are deleted as those of any
 * ended campaign. One whose time is still to come waits for it.
 * @returns as many as ended; fewer than `most` when nothing is left
 */
export async function endDrafts(tx: Tx, before: Date, most: number): Promise<number> {
  const ids = await listOldDrafts(tx, before, most);
  for (const id of ids) {
    const campaign = await lockCampaign(tx, systemScope(), id);
    if (!campaign) continue;
    await endEarly(tx, campaign, 'CANCELLED', 'ABANDONED');
    await addEvent(tx, campaign, 'CANCELLED', null, 'ABANDONED');
  }
  return ids.length;
}
