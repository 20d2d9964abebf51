import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MILLISECONDS = 250;

/**
 * Answers, or fails, only at whole quarters of a second after it was asked: the time that an answer
 * took does not tell which way the work went, such as whether an account exists.
 */
export async function withUniformTiming<T>(work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  try {
    return await work();
  } finally {
    await sleep(TICK_MILLISECONDS - ((performance.now() - started) % TICK_MILLISECONDS));
  }
}
