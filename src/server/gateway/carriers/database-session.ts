/** A database session that stands for a live process: its locks last as long as it answers. */
import type { Client } from 'pg';
import type { Database } from '../../infra/database/db.ts';

/**
 * A process that is stopped or cut off falls silent; after this time the server ends its session
 * and releases its locks. Its claims are fenced by the epoch of the lease.
 */
const LEASE_SECONDS = 15;
const BEAT_MS = 3_000;
/**
 * A session without an answer for this long counts as lost, so that its owner stops before another
 * process starts.
 */
const ANSWER_MS = 9_000;

export type Session = { readonly client: Client; end(): Promise<void> };

/** @param onLost called once when the session is gone without `end` */
export async function openSession(database: Database, onLost: () => void): Promise<Session> {
  const client = await database.connect();
  let ended = false;
  let asked: number | undefined;
  const timer = setInterval(() => {
    if (asked !== undefined) {
      if (performance.now() - asked >= ANSWER_MS) void client.end().catch(() => {}); // closes the socket while a statement is unanswered
      return;
    }
    asked = performance.now();
    client.query('select').then(
      () => {
        asked = undefined;
      },
      () => {},
    );
  }, BEAT_MS);
  client.once('end', () => {
    clearInterval(timer);
    if (!ended) onLost();
    ended = true;
  });
  const session = {
    client,
    async end() {
      ended = true;
      clearInterval(timer);
      await client.end();
    },
  };
  try {
    await client.query(`select set_config('idle_session_timeout', $1, false)`, [
      `${LEASE_SECONDS}s`,
    ]);
  } catch (error) {
    await session.end().catch(() => {});
    throw error;
  }
  return session;
}
