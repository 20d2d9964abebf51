/** Counts what the guard refused, with at most one write a second for each account and rule. */
import type { Database } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import type { Refusal } from '../../infra/errors.ts';
import { ruleOf } from './guard.rules.ts';
import { addGuardRefusals } from './guard.store.ts';

const WRITE_MS = 1000;
/** Digits of a number that are kept: its block, and no person's number. */
const PREFIX_DIGITS = 6;

/**
 * Returns a function that counts refusals. The first of an account and rule is written before it
 * returns, so that the owner is notified whatever happens next; more within a second are added to
 * the next write.
 */
export function openRefusalCounter(
  database: Database,
): (
  clientId: string,
  refused: readonly { refusal: Refusal; destination: string }[],
) => Promise<void> {
  const waiting = new Map<string, { count: number; at: number }>();
  return async (clientId, refused) => {
    const now = performance.now();
    const due = new Map<string, Parameters<typeof addGuardRefusals>[1][number]>();
    for (const { refusal, destination } of refused) {
      const rule = ruleOf(refusal);
      if (!rule) continue;
      const key = `${clientId} ${rule.ruleId}`;
      const known = waiting.get(key) ?? { count: 0, at: -Infinity };
      known.count++;
      waiting.set(key, known);
      if (now - known.at < WRITE_MS) continue;
      due.set(key, {
        ...rule,
        clientId,
        prefix: destination.replace(/\D/g, '').slice(0, PREFIX_DIGITS),
        count: 0,
      });
    }
    if (due.size === 0) return;
    const rows = [...due].map(([key, row]) => {
      const { count } = waiting.get(key)!;
      waiting.set(key, { count: 0, at: now });
      return { ...row, count };
    });
    try {
      await database.run(systemScope(), (tx) => addGuardRefusals(tx, rows));
    } catch {
      // The caller's messages are stored already, and an error would make it repeat them: the counts are
      // written with the next refusal.
      for (const [at, key] of [...due.keys()].entries()) {
        const known = waiting.get(key)!;
        waiting.set(key, { count: known.count + rows[at]!.count, at: -Infinity });
      }
    }
  };
}
