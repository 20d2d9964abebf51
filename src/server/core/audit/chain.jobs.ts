import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { TaskHandler } from '../background/runner.ts';
import { proveChain, sealAudit } from './chain.ts';

class Stopped extends Error {}

/**
 * Verifies the audit log's hash chain in the background, because a year of it takes longer than a
 * request may. An interrupted run begins again: the chain is verified as a whole.
 */
export function checkAudit(database: Database): TaskHandler {
  return {
    async run(task) {
      await sealAudit(database);
      try {
        const check = await proveChain(database, [], async (done, of) => {
          await database.run(systemScope(), (tx) => task.advance(tx, Number(done) / Number(of)));
          if (task.stopRequested) throw new Stopped();
        });
        return { done: { entries: check.links, ok: check.ok } };
      } catch (error) {
        if (error instanceof Stopped) return 'canceled';
        throw error;
      }
    },
    async failed() {},
  };
}
