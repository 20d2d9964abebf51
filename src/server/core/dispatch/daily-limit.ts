import type { Tx } from '../../infra/database/db.ts';
import { dailyLimit as refused } from '../../infra/errors.ts';
import { getDailyUse, lockDailyUse } from './daily-limit.store.ts';

/** How many messages a client may send a day (UTC), and how many of today were accepted or are promised to a campaign on its way. */
export type DailyUse = { limit: number; used: number };

/** What a client has used of its limit today; undefined where it has none. */
export async function dailyUseOf(tx: Tx, clientId: string): Promise<DailyUse | undefined> {
  return getDailyUse(tx, clientId);
}

/**
 * How many messages a client may still send today; undefined where it has no limit. Whoever else sends for this client
 * waits until this transaction ends, so that two never take the same rest.
 */
export async function lockDailyUseOf(tx: Tx, clientId: string): Promise<DailyUse | undefined> {
  await lockDailyUse(tx, clientId);
  return getDailyUse(tx, clientId);
}

/**
 * Whether so many messages more go beyond the client's limit of today. Whoever else sends for this client waits until this
 * transaction ends, so that two never take the same rest. Everything that takes messages of a client asks this, but the
 * platform's own codes and alerts.
 */
export async function isOverDailyLimit(
  tx: Tx,
  clientId: string,
  messages: number,
): Promise<DailyUse | undefined> {
  if ((await getDailyUse(tx, clientId)) === undefined) return undefined;
  const use = await lockDailyUseOf(tx, clientId);
  return use && use.used + messages > use.limit ? use : undefined;
}

/** @throws Refusal DAILY_LIMIT naming the limit, what was used today and what is asked for */
export async function mustBeWithinDailyLimit(
  tx: Tx,
  clientId: string,
  messages: number,
): Promise<void> {
  const use = await isOverDailyLimit(tx, clientId, messages);
  if (use) throw refused(messages, use.limit, use.used);
}
