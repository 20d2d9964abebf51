/** Slows down password guessing: wrong credentials are delayed, right ones are not. */
import { setTimeout as sleep } from 'node:timers/promises';
import { askerOf } from '../../../infra/http/address-block.ts';

const FIRST_MS = 250;
const LONGEST_MS = 8000;
/** The time without a wrong attempt after which an address starts again without delay. */
const FORGOTTEN_MS = 10 * 60_000;
const ADDRESSES = 10_000;
/** The most waiting attempts of one address; more are refused unread. */
const WAITING = 50;

type AddressState = { wrong: number; waiting: number; last: Promise<unknown>; at: number };

/**
 * Runs the attempts of one address (an IPv6 /64 counts as one) one after another, and delays each
 * wrong answer longer than the last: from a quarter of a second to eight seconds. State is kept for
 * each process, so each slows an attacker separately.
 */
export class LoginBackoff {
  readonly #lanes = new Map<string, AddressState>();
  readonly #pause: (milliseconds: number) => Promise<unknown>;

  constructor(pause: (milliseconds: number) => Promise<unknown> = sleep) {
    this.#pause = pause;
  }

  /**
   * Makes an attempt.
   * @param check the slow part, such as a password's hash; resolves to whether the credentials were
   * right
   * @returns whether they were right; undefined if too many attempts of the address already wait
   */
  async try(address: string, check: () => Promise<boolean>): Promise<boolean | undefined> {
    const lane = this.#lane(address);
    if (lane.waiting >= WAITING) return undefined;
    lane.waiting++;
    const turn = lane.last
      .then(async () => {
        if (await check()) return true;
        if (lane.at < Date.now() - FORGOTTEN_MS) lane.wrong = 0;
        lane.at = Date.now();
        lane.wrong++;
        await this.#pause(Math.min(LONGEST_MS, FIRST_MS * 2 ** (lane.wrong - 1)));
        return false;
      })
      .finally(() => {
        lane.waiting--;
      });
    lane.last = turn.catch(() => {});
    return turn;
  }

  #lane(address: string): AddressState {
    const { asker: key } = askerOf(address);
    let lane = this.#lanes.get(key);
    if (lane) return lane;
    if (this.#lanes.size >= ADDRESSES) this.#forget();
    lane = { wrong: 0, waiting: 0, last: Promise.resolve(), at: Date.now() };
    this.#lanes.set(key, lane);
    return lane;
  }

  /** Removes idle addresses; in a flood of addresses, all that have no waiting attempt. */
  #forget(): void {
    const before = Date.now() - FORGOTTEN_MS;
    for (const [key, lane] of this.#lanes)
      if (lane.waiting === 0 && lane.at < before) this.#lanes.delete(key);
    if (this.#lanes.size >= ADDRESSES)
      for (const [key, lane] of this.#lanes) if (lane.waiting === 0) this.#lanes.delete(key);
  }
}
