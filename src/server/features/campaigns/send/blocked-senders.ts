// Work in progress under a sender ID that may no longer be used: blocked, or withdrawn. The rows say so:
// the first process to find it stops it, and after a crash the next run finds it again.
import { findSender } from '../../../core/accept/accept.store.ts';
import { mayUseSender } from '../../../core/accept/sender.rules.ts';
import type { Database } from '../../../infra/database/db.ts';
import { cancelQueuedOn } from '../../../core/dispatch/queue/cut.store.ts';
import { dropStopped, stopChunks, blockedChunks } from '../../../core/dispatch/queue/stop.store.ts';
import type { ChunkSelector } from '../../../core/dispatch/queue/stop.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { ALLOWED_FROM } from '../campaigns.rules.ts';
import { endEarly } from '../campaigns.ts';
import { listWithBlockedSender, listWithBlockedStandIn } from './schedule.store.ts';
import { lockCampaign } from '../campaigns.store.ts';
import { addEvent } from '../events.store.ts';

const scope = systemScope();
const CHUNKS_AT_ONCE = 20;

/**
 * Cancels started campaigns and queued single messages under sender IDs that no longer serve their owners, and the
 * queued messages of campaigns under such a stand-in.
 * Messages that a carrier has run their course; the units of the rest are released.
 */
export async function stopBlockedSenders(database: Database): Promise<void> {
  for (const id of await database.run(scope, listWithBlockedSender)) {
    await database.run(scope, async (tx) => {
      const campaign = await lockCampaign(tx, scope, id);
      const sender =
        campaign?.senderId == null ? undefined : await findSender(tx, campaign.senderId);
      const from: readonly string[] = ALLOWED_FROM.cancel;
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
  for (const { sender, clientId } of await database.run(scope, blockedChunks))
    await drop(database, { sender, clientIds: [clientId] });
  // The messages of such a campaign under its named sender ID go on.
  for (const { networks, ...selector } of await database.run(scope, listWithBlockedStandIn)) {
    if (networks === null) {
      await drop(database, selector);
      continue;
    }
    // Messages to other networks go on under the same name.
    for (let after: bigint | undefined = 0n; after !== undefined;) {
      const from: bigint = after;
      after = await database.run(scope, (tx) =>
        cancelQueuedOn(tx, { ...selector, networks }, from, CHUNKS_AT_ONCE),
      );
    }
  }
}

async function drop(database: Database, selector: ChunkSelector): Promise<void> {
  await database.run(scope, (tx) => stopChunks(tx, selector));
  for (let chunks = 1; chunks > 0;)
    ({ chunks } = await database.run(scope, (tx) => dropStopped(tx, selector, CHUNKS_AT_ONCE)));
}
