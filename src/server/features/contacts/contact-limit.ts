/** The number of contacts that one account may have, which the operator sets. */
import type { Tx } from '../../infra/database/db.ts';
import { tooManyContacts } from '../../infra/errors.ts';
import { countUpTo } from './contacts.store.ts';

/** The limit where the operator sets none. */
const USUAL_LIMIT = 5_000_000;
/** Counting millions takes about a second, so it is done once in this time for an account that adds contacts. */
const COUNTED_FOR = 60_000;
/** A full account of this size is counted again sooner, because it may have deleted some; a smaller one each time. */
const MANY = 100_000;
const FULL_FOR = 10_000;
/** Accounts whose count is kept. */
const MOST_KEPT = 10_000;

/**
 * Keeps accounts within their number of contacts. A process knows the last count of an account and its own additions
 * since, so other processes may exceed the number by their additions of a minute.
 */
export class ContactLimit {
  readonly #most: number;
  readonly #counted = new Map<string, { count: number; at: number }>();

  constructor(most: number = USUAL_LIMIT) {
    this.#most = most;
  }

  /** For contacts that the transaction has added. @throws Refusal TOO_MANY_CONTACTS, which takes them back */
  async mustHold(tx: Tx, clientId: string, added: number): Promise<void> {
    if (added === 0) return;
    const known = this.#counted.get(clientId);
    if (known && known.count + added <= this.#most && isFresh(known, COUNTED_FOR)) {
      known.count += added;
      return;
    }
    if (known && known.count >= Math.max(this.#most, MANY) && isFresh(known, FULL_FOR))
      throw tooManyContacts(this.#most, known.count);
    const before = (await this.#count(tx, clientId, added)) - added;
    if (before + added > this.#most) {
      // The transaction takes its own back.
      this.#keep(clientId, before);
      throw tooManyContacts(this.#most, before);
    }
    this.#keep(clientId, before + added);
  }

  /** For contacts that are to be added. @throws Refusal TOO_MANY_CONTACTS */
  async mustHaveRoom(tx: Tx, clientId: string, wanted: number): Promise<void> {
    if (wanted === 0) return;
    const count = await this.#count(tx, clientId, 0);
    if (count + wanted > this.#most) throw tooManyContacts(this.#most, count);
  }

  /** No more than the limit are counted, and those that were just added. */
  #count(tx: Tx, clientId: string, added: number): Promise<number> {
    return countUpTo(tx, clientId, this.#most + added);
  }

  #keep(clientId: string, count: number): void {
    if (this.#counted.size >= MOST_KEPT) this.#counted.clear();
    this.#counted.set(clientId, { count, at: Date.now() });
  }
}

const isFresh = ({ at }: { at: number }, milliseconds: number) => Date.now() - at < milliseconds;
