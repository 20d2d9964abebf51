import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../infra/database/db.ts';
import type { Log } from '../infra/log.ts';

/** The channels of the database by which processes wake this one. */
export type Channel = 'task' | 'outbox' | 'payment' | 'config';

/** Work that is done now, and again a number of milliseconds after each end or when its channel is notified. */
export type PeriodicWork = {
  milliseconds: number;
  name: string;
  work: () => Promise<unknown>;
  wokenBy: Channel | undefined;
};

/** The longest time until work that failed is tried again, however seldom it is due. */
const RETRY_MS = 10 * 60_000;

/** Names work, so that a schedule has one row for each. */
export const every = (
  milliseconds: number,
  name: string,
  work: () => Promise<unknown>,
  wokenBy?: Channel,
): PeriodicWork => ({ milliseconds, name, work, wokenBy });

/** Runs work until the signal; a failure is logged and tried again. */
export function startPeriodic(
  all: readonly PeriodicWork[],
  log: Log,
  signal: AbortSignal,
  retryMilliseconds = RETRY_MS,
): { wake(channel: Channel): void; ended: Promise<unknown> } {
  const pauses = new Map<PeriodicWork, AbortController>();
  const run = async (periodic: PeriodicWork): Promise<void> => {
    while (!signal.aborted) {
      const woken = new AbortController();
      pauses.set(periodic, woken);
      let rest = periodic.milliseconds;
      await periodic.work().catch((error: unknown) => {
        log.error({ err: error, what: periodic.name }, 'background work failed');
        rest = Math.min(rest, retryMilliseconds);
      });
      await pause(rest, periodic.wokenBy ? AbortSignal.any([signal, woken.signal]) : signal);
    }
  };
  return {
    wake(channel) {
      for (const [periodic, woken] of pauses) if (periodic.wokenBy === channel) woken.abort();
    },
    ended: Promise.all(all.map(run)),
  };
}

/** Wakes those who work on what was added; they poll as well, so a lost connection only makes them slower. */
export async function listen(
  database: Database,
  log: Log,
  signal: AbortSignal,
  wake: Record<Channel, () => void>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const client = await database.connect();
      client.on('notification', ({ channel }) => wake[channel as keyof typeof wake]());
      await client.query('listen task; listen outbox; listen payment; listen config');
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = () => resolve();
      client.once('end', stop);
      signal.addEventListener('abort', stop, { once: true });
      if (!signal.aborted) await promise;
      signal.removeEventListener('abort', stop);
      client.end().catch(() => {});
    } catch (error) {
      log.warn({ err: error }, 'listening failed');
    }
    await pause(1_000, signal);
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => {});
}
