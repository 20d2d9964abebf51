// What is on its way under a sender ID that no longer serves whoever uses it: blocked, or taken back. The rows say so, so
// whoever finds it first stops it, and a crash between leaves it to the next look.
import { findSender } from '../../core/accept/accept.store.ts';
import { mayUseSender } from '../../core/accept/sender.rules.ts';
import type { Database } from '../../infra/database/db.ts';
import { dropStopped, stopChunks, blockedChunks } from '../../core/dispatch/stop.store.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { ACTIONS } from './campaigns.rules.ts';
import { endEarly } from './campaigns.ts';
import { listWithBlockedSender } from './schedule.store.ts';
import { lockCampaign } from './campaigns.store.ts';
import { addEvent } from './events.store.ts';

const scope = systemScope();
const CHUNKS_AT_ONCE = 20;

/**
 * Cancels campaigns that are under way, and single messages that wait, under sender IDs that no longer serve their owners.
 * What a carrier has runs its course; the units of the rest go back.
 */
export async function stopBlockedSenders(database: Database): Promise<void> {
  for (const id of await database.run(scope, listWithBlockedSender)) {
    await database.run(scope, async (tx) => {
      const campaign = await lockCampaign(tx, scope, id);
      const sender =
        campaign?.senderId == null ? undefined : await findSender(tx, campaign.senderId);
      const from: readonly string[] = ACTIONS.cancel;
      if (
        !campaign ||
        !from.includes(campaign.status) ||
        (sender && mayUseSender(sender, campaign.clientId))
      )
        return;
      await endEarly(tx, campaign, 'CANCELLED', 'SENDER_BLOCKED');
      await addEvent(tx, campaign, 'CANCELLED', null, 'SENDER_BLOCKED');
    });
  }
  for (const { sender, clientId } of await database.run(scope, blockedChunks)) {
    const whose = { sender, clientIds: [clientId] };
    await database.run(scope, (tx) => stopChunks(tx, whose));
    for (let chunks = 1; chunks > 0;)
      ({ chunks } = await database.run(scope, (tx) => dropStopped(tx, whose, CHUNKS_AT_ONCE)));
  }
}
