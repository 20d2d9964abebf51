/** Polls for rows that wait for an external system: mails, callbacks, customers' servers. */
import type { Log } from '../../infra/log.ts';

const POLL_MILLISECONDS = 2000;

export type PollerOptions<Row> = {
  /** The kind of rows, for the log: "incoming messages". */
  label: string;
  /** Concurrent rows. */
  concurrency: number;
  /**
   * Claims up to `free` rows under a lease; if the process dies, another claims them afterwards.
   * `more` requests another poll at once, even without rows.
   */
  claim(free: number): Promise<{ rows: Row[]; more?: boolean }>;
  /** Delivers one row and records the result; an exception leaves the row to its lease. */
  handle(row: Row): Promise<void>;
  log: Log;
  /** The polling interval, which is also the cost of a lost notification. */
  pollMilliseconds?: number;
};

/**
 * Works until stopped; any number of processes may run one. Call `wake` for new rows. `stop`
 * resolves when the rows in progress have ended.
 */
export function startPoller<Row>({
  label,
  concurrency,
  claim,
  handle,
  log,
  pollMilliseconds = POLL_MILLISECONDS,
}: PollerOptions<Row>): { wake(): void; stop(): Promise<void> } {
  let stopping = false;
  let wakeUp = () => {};
  const running = new Set<Promise<void>>();
  const loop = (async () => {
    while (!stopping) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      let again = false;
      try {
        const free = concurrency - running.size;
        const { rows, more } = free > 0 ? await claim(free) : { rows: [] };
        again = rows.length > 0 || more === true;
        for (const row of rows) {
          const work = handle(row)
            .catch((error: unknown) =>
              log.error({ err: error, what: label }, 'row failed; its lease will expire'),
            )
            .finally(() => {
              running.delete(work);
              wakeUp();
            });
          running.add(work);
        }
      } catch (error) {
        log.error({ err: error, what: label }, 'claiming rows failed');
      }
      if (again || stopping) continue;
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, pollMilliseconds);
      await Promise.race([woken, timer.promise]);
      clearTimeout(timeout);
    }
    await Promise.all(running);
  })();
  return {
    wake: () => wakeUp(),
    async stop() {
      stopping = true;
      wakeUp();
      await loop;
    },
  };
}
