import type { Tx } from '../../../infra/database/db.ts';

/**
 * A window that ends later than one that begins now was opened while the clock was ahead, or by a transaction that began
 * after this one and was quicker: the minute is for those.
 */
const IS_OVER = `(t.until <= now() or t.until > excluded.until + interval '1 minute')`;

/**
 * Counts one attempt under `key`; a window of `seconds` begins with the first.
 * @returns the count, and the whole seconds until the window ends
 */
export async function countAttempt(
  tx: Tx,
  key: string,
  seconds: number,
): Promise<{ count: number; left: number }> {
  const { rows } = await tx.query<{ count: number; left: number }>(
    `insert into rate_limit as t (key, count, until) values ($1, 1, now() + $2 * interval '1 second')
     on conflict (key) do update set
       count = case when ${IS_OVER} then 1 else least(t.count, 1000000000) + 1 end,
       until = case when ${IS_OVER} then excluded.until else t.until end
     returning count, greatest(1, ceil(extract(epoch from until - now())))::int as left`,
    [key, seconds],
    'count try',
  );
  return rows[0]!;
}

/**
 * Deletes the counts of `keys` one after the other, in the order in which attempts lock them, so
 * that two concurrent sign-ins to one account do not deadlock.
 */
export async function forgetAttempts(tx: Tx, keys: string[]): Promise<void> {
  for (const key of keys) await tx.query('delete from rate_limit where key = $1', [key]);
}

/** Takes back one attempt that succeeded. */
export async function takeBackAttempt(tx: Tx, key: string): Promise<void> {
  await tx.query('update rate_limit set count = count - 1 where key = $1 and count > 0', [key]);
}

/** Deletes windows that ended. */
export async function dropOldRateLimits(tx: Tx): Promise<void> {
  await tx.query('delete from rate_limit where until < now()');
}

/** Locks the counts of windows, which begin with the first message; a window that is over counts 0. */
export async function lockWindows(
  tx: Tx,
  windows: readonly { key: string; seconds: number }[],
): Promise<Map<string, { used: number; left: number }>> {
  const sorted = windows.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const { rows } = await tx.query<{ key: string; used: number; left: number }>(
    `insert into rate_limit as t (key, count, until)
     select key, 0, now() + seconds * interval '1 second' from unnest($1::text[], $2::int[]) as u (key, seconds)
     on conflict (key) do update set count = case when ${IS_OVER} then 0 else t.count end,
       until = case when ${IS_OVER} then excluded.until else t.until end
     returning key, count as used, greatest(1, ceil(extract(epoch from until - now())))::int as left`,
    [sorted.map(({ key }) => key), sorted.map(({ seconds }) => seconds)],
    'lock windows',
  );
  return new Map(rows.map(({ key, ...use }) => [key, use]));
}

/** The count of a window, and the whole seconds until it ends; of one that is over or never began, 0 of both. */
export async function readWindow(tx: Tx, key: string): Promise<{ used: number; left: number }> {
  const { rows } = await tx.query<{ used: number; left: number }>(
    `select count as used, ceil(extract(epoch from until - now()))::int as left from rate_limit where key = $1 and until > now()`,
    [key],
  );
  return rows[0] ?? { used: 0, left: 0 };
}

/** Counts in windows that are locked. */
export async function addToWindows(
  tx: Tx,
  counted: readonly { key: string; count: number }[],
): Promise<void> {
  await tx.query(
    `update rate_limit t set count = t.count + u.more from unnest($1::text[], $2::int[]) as u (key, more) where t.key = u.key`,
    [counted.map(({ key }) => key), counted.map(({ count }) => count)],
    'add to windows',
  );
}
