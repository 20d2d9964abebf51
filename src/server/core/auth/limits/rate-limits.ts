import type { Database, Tx } from '../../../infra/database/db.ts';
import { tooManyRequests } from '../../../infra/errors.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { countAttempt } from './rate-limits.store.ts';

/**
 * At most `most` attempts under `key` in `seconds`, counted in the database across all processes.
 */
export type Limit = { key: string; most: number; seconds: number };

/**
 * Counts one attempt under each limit, in order, and stops at the first that is exceeded, so that a
 * refusal does not use up the later ones. It has its own transaction, so an attempt counts even if
 * its action fails.
 * @throws Refusal TOO_MANY_REQUESTS with the seconds to wait
 */
export async function consume(database: Database, limits: Limit[]): Promise<void> {
  const wait = await database.run(systemScope(), (tx) => retryAfter(tx, limits));
  if (wait > 0) throw tooManyRequests(wait);
}

/** Counts like `consume`, in the caller's transaction. @returns 0 or the seconds to wait */
export async function retryAfter(tx: Tx, limits: Limit[]): Promise<number> {
  for (const { key, most, seconds } of limits) {
    const { count, left } = await countAttempt(tx, key, seconds);
    if (count > most) return left;
  }
  return 0;
}

const MINUTE = 60;
const HOUR = 3600;

/** Limits of messages to one account, number or address: one a minute, five an hour. */
export function sendingLimits(whom: string): Limit[] {
  return [
    { key: `send minute ${whom}`, most: 1, seconds: MINUTE },
    { key: `send hour ${whom}`, most: 5, seconds: HOUR },
  ];
}

/**
 * Budget of messages to people who are not signed in, so that strangers cannot run up the
 * platform's bill.
 */
export const PLATFORM_BUDGET: Limit = { key: 'send all', most: 2_000, seconds: HOUR };
