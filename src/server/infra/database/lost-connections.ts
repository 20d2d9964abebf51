import type pg from 'pg';
import { isFull } from './failures.ts';
import type { Wired } from './writer-client.ts';

/** A statement that is unanswered for this long is checked over another connection. */
const ASK_AFTER_MS = 3_000;

/**
 * Finds connections to a lost machine. Such a machine closes nothing, and a running statement would
 * wait until TCP times out, after a quarter of an hour. A long statement is therefore checked over
 * another connection, and ended if the server does not know its process, or twice no server
 * answers.
 * @param used connections in use, with the start of their use
 * @param connect opens the connection for the check
 */
export function watchForLostConnections(
  used: ReadonlyMap<pg.PoolClient, number>,
  connect: () => Promise<pg.Client>,
): { watch(): void; stop(): void } {
  let watching: NodeJS.Timeout | undefined;
  let silent = 0;
  function watch(): void {
    watching ??= setTimeout(() => {
      void askAfter()
        .catch(() => {})
        .finally(() => {
          watching = undefined;
          if (used.size > 0) watch();
        });
    }, ASK_AFTER_MS);
    watching.unref();
  }

  async function askAfter(): Promise<void> {
    const waiting = [...used]
      .filter(([, since]) => performance.now() - since >= ASK_AFTER_MS)
      .map(([client]) => client as pg.PoolClient & { processID: number });
    if (waiting.length === 0) {
      silent = 0;
      return;
    }
    const gone = await findGone(waiting);
    silent = gone === 'nobody answers' ? silent + 1 : 0;
    for (const client of gone === 'nobody answers' ? (silent >= 2 ? waiting : []) : gone) {
      (client as unknown as Wired).connection.stream.destroy(
        new Error('Connection terminated: the server does not know it any more'),
      );
    }
  }

  async function findGone<C extends { processID: number }>(
    waiting: readonly C[],
  ): Promise<readonly C[] | 'nobody answers'> {
    let answer: { own: number; alive: number[] } | undefined;
    let asker: pg.Client | undefined;
    try {
      asker = await connect();
      const { rows } = await asker.query<{ own: number; alive: number[] }>(
        `select pg_backend_pid() as own, array(select pid from pg_stat_activity where pid = any ($1::int[])) as alive`,
        [waiting.map(({ processID }) => processID)],
      );
      answer = rows[0]!;
    } catch (error) {
      return isFull((error as Error).cause ?? error) ? [] : 'nobody answers';
    } finally {
      if (asker && answer) void asker.end().catch(() => {});
      else (asker as unknown as Wired | undefined)?.connection.stream.destroy();
    }
    // Behind a pooler with its own process numbers the check cannot work.
    if (answer.own !== (asker as unknown as { processID: number }).processID) return [];
    return waiting.filter(({ processID }) => !answer.alive.includes(processID));
  }

  return { watch, stop: () => clearTimeout(watching) };
}
