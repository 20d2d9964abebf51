import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { dropLinksOf } from '../../core/opt-outs/links.store.ts';
import type { RunningTask, TaskHandler } from '../../core/background/runner.ts';
import { setTaskInput } from '../../core/background/tasks.store.ts';
import {
  countInFlight,
  eraseFrom,
  listBegunReports,
  listPreparing,
  STEPS,
} from './personal-data.store.ts';

const AGAIN_SECONDS = 60;
const BEGUN_SECONDS = 10;
/** A report or a preparation takes minutes; what hangs for longer does not hold the erasure up. */
const LONGEST_WAIT_MS = 3_600_000;

/** The work that the erasure waits for, as found at its first look, until when (ms), and the rows that were erased before. */
type Waits = { ids: string[]; until: number; rows: number };

type Input = {
  number: string;
  of: string | null;
  /** Campaigns that were being prepared when the erasure began. */
  campaigns?: Waits;
  /** Reports that were being made when the messages were erased. */
  reports?: Waits;
};

const LISTS = { campaigns: listPreparing, reports: listBegunReports };

/**
 * Takes a number away from everywhere, a transaction a kind of place. Each step can be repeated, so that
 * whoever dies leaves it to the next; the last also takes the number out of the task itself.
 */
export function eraseNumber(database: Database): TaskHandler {
  return {
    async run(task) {
      const { number, of, reports } = task.input as Input;
      // The last step was done before.
      if (!/^\d+$/.test(number)) return { done: {} };
      // A campaign that is being prepared may store the number yet, and its recipients are in flight then.
      if (await mustWait(task, 'campaigns', 0)) return { againInSeconds: BEGUN_SECONDS };
      // Messages to the number that were accepted since the request end first.
      if ((await database.run(systemScope(), (tx) => countInFlight(tx, number, of))) > 0)
        return { againInSeconds: AGAIN_SECONDS };
      let rows = reports?.rows ?? 0;
      for (const [at, step] of STEPS.entries()) {
        if (task.stopRequested && at === 0) return 'canceled';
        // The file of a report that is being made may hold the number already: it goes with the others once it is made.
        if (step === 'files' && (await mustWait(task, 'reports', rows)))
          return { againInSeconds: BEGUN_SECONDS };
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

  /**
   * True while the work of the first look goes on, for an hour; that look is kept in the task, with the rows
   * that were erased so far.
   */
  function mustWait(task: RunningTask, on: keyof typeof LISTS, rows: number): Promise<boolean> {
    return database.run(systemScope(), async (tx) => {
      const { of, [on]: waits } = task.input as Input;
      const begun = await LISTS[on](tx, of, waits?.ids);
      if (begun.length === 0 || (waits && waits.until < Date.now())) return false;
      const { ids, until } = waits ?? { ids: begun, until: Date.now() + LONGEST_WAIT_MS };
      await setTaskInput(tx, task.id, { ...task.input, [on]: { ids, until, rows } });
      return true;
    });
  }
}
