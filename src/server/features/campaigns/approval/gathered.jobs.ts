/** Messages of software that waited for approval: released in steps, or ended with nothing left. */
import type { Database } from '../../../infra/database/db.ts';
import { releaseApproved } from '../../../core/dispatch/queue/stop.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { endEarly } from '../campaigns.ts';
import { lockCampaign } from '../campaigns.store.ts';
import { addEvent } from '../events.store.ts';
import { isEmptied, listEmptied } from './gathered.store.ts';

const scope = systemScope();
const CHUNKS_AT_ONCE = 20;
const REASON = 'APPROVAL_EXPIRED';

/** Sends messages of software that were approved, in steps, so that no transaction holds them all. */
export async function releaseGathered(database: Database): Promise<void> {
  while (
    (await database.run(scope, (tx) => releaseApproved(tx, CHUNKS_AT_ONCE))) === CHUNKS_AT_ONCE
  );
}

/** Ends campaigns of software that wait for approval of nothing: their messages expired, or were cancelled. */
export async function endEmptied(database: Database): Promise<void> {
  for (const id of await database.run(scope, listEmptied)) {
    await database.run(scope, async (tx) => {
      // A message that joins it meanwhile holds the row until its commit.
      const campaign = await lockCampaign(tx, scope, id);
      if (campaign?.status !== 'WAITING_APPROVAL' || !(await isEmptied(tx, id))) return;
      await endEarly(tx, campaign, 'CANCELLED', REASON);
      await addEvent(tx, campaign, 'CANCELLED', null, REASON);
    });
  }
}
