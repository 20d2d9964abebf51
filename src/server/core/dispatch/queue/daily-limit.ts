/** The daily limit of messages of a client. */
import type { Tx } from '../../../infra/database/db.ts';
import { getDailyUse, lockDailyUse } from './daily-limit.store.ts';

/**
 * How many messages a client may send a day (UTC), and how many of today were accepted or are promised to a
 * campaign on its way.
 */
export type DailyUse = { limit: number; used: number };

/** Reads a client's use of its daily limit; undefined if it has none. */
export async function dailyUseOf(tx: Tx, clientId: string): Promise<DailyUse | undefined> {
  return getDailyUse(tx, clientId);
}

/**
 * Reads a client's use of its daily limit and locks it; undefined if it has none. Other senders for
 * this client wait until the transaction ends, so that no allowance is used twice.
 */
export async function lockDailyUseOf(tx: Tx, clientId: string): Promise<DailyUse | undefined> {
  await lockDailyUse(tx, clientId);
  return getDailyUse(tx, clientId);
}

/**
 * Returns the client's use if `messages` more would exceed its limit of today, and locks it: other
 * senders for this client wait until the transaction ends. Every path that accepts messages calls
 * this, except the platform's own codes and alerts.
 */
export async function findExceededLimit(
  tx: Tx,
  clientId: string,
  messages: number,
): Promise<DailyUse | undefined> {
  if ((await getDailyUse(tx, clientId)) === undefined) return undefined;
  const use = await lockDailyUseOf(tx, clientId);
  return use && use.used + messages > use.limit ? use : undefined;
}
