import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { dropLinksOf } from '../../core/opt-outs/links.store.ts';
import type { TaskHandler } from '../../core/background/runner.ts';
import { countInFlight, eraseFrom, STEPS } from './personal-data.store.ts';

const AGAIN_SECONDS = 60;

/**
 * Takes a number away from everywhere, a transaction a kind of place. Each step can be repeated, so that whoever dies leaves it to
 * the next; the last also takes the number out of the task itself.
 */
export function eraseNumber(database: Database): TaskHandler {
  return {
    async run(task) {
      const { number, of } = task.input as { number: string; of: string | null };
      // The last step was done before.
      if (!/^\d+$/.test(number)) return { done: {} };
      // Messages to the number that were accepted since the request end first.
      if ((await database.run(systemScope(), (tx) => countInFlight(tx, number, of))) > 0)
        return { againInSeconds: AGAIN_SECONDS };
      let rows = 0;
      for (const [at, step] of STEPS.entries()) {
        if (task.stopRequested && at === 0) return 'canceled';
        rows += await database.run(systemScope(), async (tx) => {
          await task.advance(tx, (at + 1) / (STEPS.length + 1));
          if (step === 'lists') await dropLinksOf(tx, number, of);
          return eraseFrom(tx, number, of, step);
        });
      }
      return { done: { rows } };
    },
    async failed() {},
  };
}
