/** One timer for everything that is to happen later: a hundred thousand waiting receipts cost a hundred thousand cells. */

const TICK = 1; // milliseconds

export class Wheel {
  readonly #ticks = new Map<number, (() => void)[]>();
  readonly #afterTick: () => void;
  #last = Math.floor(performance.now() / TICK);
  #timer: NodeJS.Timeout | undefined;

  /** @param afterTick called after each tick at which something happened */
  constructor(afterTick: () => void) {
    this.#afterTick = afterTick;
  }

  /** Runs `what` once `delay` milliseconds have passed, never early, in the order of the asking within one tick. */
  after(delay: number, what: () => void): void {
    if (!this.#timer) {
      this.#last = Math.floor(performance.now() / TICK);
      this.#timer = setInterval(() => this.#turn(), TICK);
    }
    const tick = Math.max(this.#last + 1, Math.ceil((performance.now() + delay) / TICK));
    const list = this.#ticks.get(tick);
    if (list) list.push(what);
    else this.#ticks.set(tick, [what]);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#ticks.clear();
  }

  #turn(): void {
    const now = Math.floor(performance.now() / TICK);
    let happened = false;
    while (this.#last < now && this.#ticks.size > 0) {
      const list = this.#ticks.get(++this.#last);
      if (!list) continue;
      this.#ticks.delete(this.#last);
      happened = true;
      for (const what of list) what();
    }
    this.#last = now;
    if (happened) this.#afterTick();
    if (this.#ticks.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }
}
