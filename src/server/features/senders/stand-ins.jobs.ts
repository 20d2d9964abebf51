import { setTaskInput } from '../../core/background/tasks.store.ts';
import type { TaskHandler } from '../../core/background/runner.ts';
import type { Messenger } from '../../core/mail/notifications.ts';
import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { notifyOfStandIn } from './notices.ts';
import type { StandInNotice } from './registrations.rules.ts';

/**
 * Notifies owners of a stand-in that began or ended. One transaction an owner: an SMS holds the wallet of the account
 * at the root, which codes and alerts wait for.
 */
export function notifyOwners(database: Database, messenger: Messenger): TaskHandler {
  return {
    async run(task) {
      const {
        standIn,
        notices,
        next = 0,
      } = task.input as { standIn: string; notices: StandInNotice[]; next?: number };
      for (const [at, notice] of notices.entries()) {
        if (at < next) continue;
        await database.run(systemScope(), async (tx) => {
          await task.advance(tx, (at + 1) / notices.length);
          await setTaskInput(tx, task.id, { ...task.input, next: at + 1 });
          await notifyOfStandIn(tx, messenger, standIn, notice);
        });
        if (task.stopRequested) return 'canceled';
      }
      return { done: { owners: notices.length } };
    },
    async failed() {},
  };
}
