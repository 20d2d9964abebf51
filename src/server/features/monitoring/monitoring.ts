import { setTimeout as sleep } from 'node:timers/promises';
import type { MonitoringContext } from './context.ts';
import { SilenceWatch } from './alerts.rules.ts';
import { checkHealth } from './check-health.ts';
import { sendNotifications, AT_ONCE } from './notify-operators.ts';

const CHECK_MS = 20_000;
const NOTIFY_MS = 2_000;

/** Checks every twenty seconds and sends what is due, until stopped. */
export function startMonitoring(watch: MonitoringContext): { stop(): Promise<void> } {
  const ending = new AbortController();
  const every = async (milliseconds: number, first: number, work: () => Promise<unknown>) => {
    await sleep(first, undefined, { signal: ending.signal }).catch(() => {});
    while (!ending.signal.aborted) {
      await work().catch((error: unknown) => watch.log.error({ err: error }, 'watch failed'));
      await sleep(milliseconds, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const silence = new SilenceWatch(performance.now());
  const loops = [
    every(CHECK_MS, CHECK_MS, () => checkHealth(watch, silence)),
    every(NOTIFY_MS, 0, async () => {
      while (!ending.signal.aborted && (await sendNotifications(watch)) === AT_ONCE);
    }),
  ];
  return {
    async stop() {
      ending.abort();
      await Promise.all(loops);
    },
  };
}
