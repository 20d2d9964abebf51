import { cancelQueuedToBlocked } from '../../../core/dispatch/queue/suppress.store.ts';
import type { Database } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { listJustBlocked } from './blocked-numbers.store.ts';

/** Longer than a transaction lasts that accepted or expanded messages beside the block. */
const SECONDS = 120;
const STEP = 500;

/**
 * Cancels what came into the queue beside a block of its number: it was accepted by a transaction that did not see the
 * block, and that the block did not see. Until it is due it may wait for days.
 */
export async function cancelToJustBlocked(database: Database): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const from: string = after;
    after = await database.run(systemScope(), async (tx) => {
      const numbers = await listJustBlocked(tx, SECONDS, from, STEP);
      if (numbers.length > 0) await cancelQueuedToBlocked(tx, numbers);
      return numbers.length < STEP ? undefined : numbers.at(-1);
    });
  }
}
