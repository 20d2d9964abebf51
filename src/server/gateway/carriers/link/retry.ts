/** The back-off between attempts of a link to bind, and a sleep that can be ended. */
import type { Clock } from '../ports.ts';

const FIRST_RETRY_MS = 250;
export const NEVER = Infinity;

/**
 * Returns the wait before the next attempt: doubled with each failure in a row, and spread so that links that failed
 * together do not return together.
 * @param random from 0 up to 1
 */
export function backOff(failures: number, longest: number, random: number): number {
  const wait = Math.min(longest, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20));
  return wait * (0.5 + random / 2);
}

/** A sleep that can be cut short. */
export class Sleep {
  readonly #clock: Clock;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** @param milliseconds NEVER to sleep until `wake` */
  for(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = milliseconds === NEVER ? () => {} : this.#clock.after(milliseconds, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  wake(): void {
    this.#wake?.();
  }
}
