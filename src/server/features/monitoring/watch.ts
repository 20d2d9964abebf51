import { setTimeout as sleep } from 'node:timers/promises';
import type { Watch } from './context.ts';
import { look } from './check-health.ts';
import { tell, AT_ONCE } from './notify-operators.ts';

const LOOK_MS = 20_000;
const TELL_MS = 2_000;

/** Looks every twenty seconds and tells what is to be told, until stopped. */
export function startWatch(watch: Watch): { stop(): Promise<void> } {
  const ending = new AbortController();
  const every = async (milliseconds: number, first: number, work: () => Promise<unknown>) => {
    await sleep(first, undefined, { signal: ending.signal }).catch(() => {});
    while (!ending.signal.aborted) {
      await work().catch((error: unknown) => watch.log.error({ err: error }, 'watch failed'));
      await sleep(milliseconds, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const loops = [
    // A start is no moment to find others silent: they are starting too.
    every(LOOK_MS, LOOK_MS, () => look(watch)),
    every(TELL_MS, 0, async () => {
      while (!ending.signal.aborted && (await tell(watch)) === AT_ONCE);
    }),
  ];
  return {
    async stop() {
      ending.abort();
      await Promise.all(loops);
    },
  };
}
