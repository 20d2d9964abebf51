import { setImmediate as turn } from 'node:timers/promises';
import type { Emptying } from '../../../../contract/api/contact-groups.ts';
import type { Database } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import type { RunningTask, TaskHandler } from '../../../core/background/runner.ts';
import { endEmptying, takeOut } from './empty-group.ts';
import { findGroup, setEmptying } from './groups.store.ts';
import type { GroupRow } from './groups.store.ts';

/**
 * Takes everybody out of a group of many, and deletes it, and them, where that was asked for. Goes by steps, each whole in a
 * short transaction: who is still in the group is what is left to do, so it goes on where it was after whatever happened.
 * Stopped or failed, the group remains with those that are left.
 */
export function emptyGroup(database: Database): TaskHandler {
  return {
    async run(task) {
      const { how, total } = task.input as { how: Emptying; total: number };
      const done = { contacts: total, deleted: how === 'DELETE_CONTACTS' };
      for (let after: string | undefined; ;) {
        const at = after;
        const step = await database.run(systemScope(), async (tx) => {
          const group = await findMine(tx, task);
          // Nobody else ends it: this is the second run of a task that died behind its last step.
          if (!group) return 'ended';
          if (task.stopRequested) {
            await setEmptying(tx, group.id, null);
            return 'stopped';
          }
          const last = await takeOut(tx, group, how, at);
          await task.advance(tx, Math.min(0.99, 1 - group.contactCount / Math.max(1, total)));
          // Contacts added before the cursor are found by starting again from the beginning.
          if (last === undefined && at === undefined) await endEmptying(tx, group.id, how);
          return { last };
        });
        if (step === 'stopped') return 'canceled';
        if (step === 'ended' || (step.last === undefined && at === undefined)) return { done };
        after = step.last;
        await turn();
      }
    },
    async failed(tx, task) {
      const group = await findMine(tx, task);
      if (group) await setEmptying(tx, group.id, null);
    },
  };
}

/** The group, where this task still works on it. */
async function findMine(
  tx: Parameters<typeof findGroup>[0],
  task: RunningTask,
): Promise<GroupRow | undefined> {
  const group = await findGroup(tx, systemScope(), String(task.input['groupId']));
  return group?.operationId === task.id ? group : undefined;
}
