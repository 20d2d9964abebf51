/** The release of what a restore held, by steps that are each a short transaction. */
import { setImmediate as turn } from 'node:timers/promises';
import { releaseHeldOutgoing } from '../../core/background/outbox.store.ts';
import type { TaskHandler } from '../../core/background/runner.ts';
import { releaseHeldNotifications } from '../../core/dispatch/events/notifications.store.ts';
import { lastOf, releaseSingles } from '../../core/dispatch/queue/restore.store.ts';
import type { ReleaseStep } from '../../core/dispatch/queue/restore.store.ts';
import { holdAgain } from '../../core/quarantine/quarantine.store.ts';
import { resumeRestored } from '../../features/campaigns/send/schedule.store.ts';
import { releaseDeliveries } from '../../features/webhooks/deliveries.store.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';

/** Rows of a step. */
const ROWS = 2_000;
/** Chunks of a step: each has up to 500 messages. */
const CHUNKS = 200;

/** Each kind of held work, released behind a row; undefined as the last row where none is left. */
const KINDS: readonly ((tx: Tx, restoredAt: Date, after: bigint) => Promise<ReleaseStep>)[] = [
  async (tx) => {
    const released = await resumeRestored(tx, ROWS);
    return { released, last: released === 0 ? undefined : 0n };
  },
  (tx, restoredAt, after) => releaseSingles(tx, restoredAt, after, CHUNKS),
  async (tx, _restoredAt, after) => counted(await releaseHeldOutgoing(tx, after, ROWS)),
  async (tx, _restoredAt, after) => counted(await releaseHeldNotifications(tx, after, ROWS)),
  async (tx, _restoredAt, after) => counted(await releaseDeliveries(tx, after, ROWS)),
];

const counted = (ids: readonly bigint[]): ReleaseStep => ({
  released: ids.length,
  last: lastOf(ids),
});

/**
 * Releases held work of each kind until nothing is left. Rows that are released are held no more, so a task that died goes
 * on with the rest. Stopped or failed, the rest is held as before.
 */
export function releaseHeld(database: Database): TaskHandler {
  return {
    async run(task) {
      const { held } = task.input as { held: number };
      const restoredAt = new Date(String(task.input['restoredAt']));
      let done = 0;
      for (const release of KINDS)
        for (let after: bigint | undefined = 0n; after !== undefined;) {
          const from: bigint = after;
          if (task.stopRequested) {
            await database.run(systemScope(), async (tx) => {
              await holdAgain(tx, String(task.input['restorationId']));
              await task.advance(tx, done / Math.max(1, held));
            });
            return 'canceled';
          }
          after = await database.run(systemScope(), async (tx) => {
            const { released, last } = await release(tx, restoredAt, from);
            await task.advance(tx, Math.min(0.99, (done + released) / Math.max(1, held)));
            done += released;
            return last;
          });
          await turn();
        }
      return { done: { released: done } };
    },
    async failed(tx, task) {
      await holdAgain(tx, String(task.input['restorationId']));
    },
  };
}
