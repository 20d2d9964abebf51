import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { dropLinksOf } from '../../core/opt-outs/links.store.ts';
import type { RunningTask, TaskHandler } from '../../core/background/runner.ts';
import { setTaskInput } from '../../core/background/tasks.store.ts';
import { countInFlight, eraseFrom, listBegunReports, STEPS } from './personal-data.store.ts';

const AGAIN_SECONDS = 60;
const REPORT_SECONDS = 10;
/** A report takes minutes; what hangs for longer does not hold the erasure up. */
const LONGEST_WAIT_MS = 3_600_000;

type Input = {
  number: string;
  of: string | null;
  /**
   * Reports that were being made when the messages were erased, until when they are waited for, and the
   * rows that were erased before.
   */
  waits?: { reportIds: string[]; until: number; rows: number };
};

/**
 * Takes a number away from everywhere, a transaction a kind of place. Each step can be repeated, so that whoever dies leaves it to
 * the next; the last also takes the number out of the task itself.
 */
export function eraseNumber(database: Database): TaskHandler {
  return {
    async run(task) {
      const { number, of, waits } = task.input as Input;
      // The last step was done before.
      if (!/^\d+$/.test(number)) return { done: {} };
      // Messages to the number that were accepted since the request end first.
      if ((await database.run(systemScope(), (tx) => countInFlight(tx, number, of))) > 0)
        return { againInSeconds: AGAIN_SECONDS };
      let rows = waits?.rows ?? 0;
      for (const [at, step] of STEPS.entries()) {
        if (task.stopRequested && at === 0) return 'canceled';
        // The file of a report that is being made may hold the number already: it goes with the others once it is made.
        if (step === 'files' && (await mustWait(task, waits, rows)))
          return { againInSeconds: REPORT_SECONDS };
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

  /** True while reports are made that were begun before the messages were erased; those of the first look, which are kept. */
  function mustWait(task: RunningTask, waits: Input['waits'], rows: number): Promise<boolean> {
    return database.run(systemScope(), async (tx) => {
      const { of } = task.input as Input;
      const begun = await listBegunReports(tx, of, waits?.reportIds);
      if (begun.length === 0 || (waits && waits.until < Date.now())) return false;
      const { reportIds, until } = waits ?? {
        reportIds: begun,
        until: Date.now() + LONGEST_WAIT_MS,
      };
      await setTaskInput(tx, task.id, { ...task.input, waits: { reportIds, until, rows } });
      return true;
    });
  }
}
