/** The numbers by which a phone joins parts that a customer cut. */
import { createHash } from 'node:crypto';

const MOST_PHONES = 20_000;
/** Messages from one source to one phone whose numbers differ. */
const MOST_MESSAGES = 64;

/**
 * `sar_msg_ref_num` has 16 bits (SMPP 3.4, 5.3.2.22), and the header beside a part of 153 characters 8: its lowest octet
 * alone would let a phone mix two messages. Numbers begin with an octet made of both, so that other processes come to the
 * same, and pass over those of the last messages from the same source to the same phone.
 */
export class PartNumbers {
  /** By source and phone: the numbers of the last messages by their sender and reference, the oldest first. */
  readonly #given = new Map<string, Map<string, number>>();

  /** A number from 0 to 255, the same for every part of a message. */
  numberOf(message: {
    username: string;
    source: string;
    destination: string;
    reference: number;
  }): number {
    const { username, source, destination, reference } = message;
    const phone = createHash('sha1').update(`${source}\0${destination}`).digest('base64');
    const given = this.#given.get(phone) ?? new Map<string, number>();
    this.#given.delete(phone);
    this.#given.set(phone, given);
    if (this.#given.size > MOST_PHONES) this.#given.delete(this.#given.keys().next().value!);
    const name = `${username} ${reference}`;
    const known = given.get(name);
    const taken = new Set(given.values());
    let number = known ?? (reference & 0xff) ^ (reference >>> 8);
    if (known === undefined) while (taken.has(number)) number = (number + 1) & 0xff;
    given.delete(name);
    given.set(name, number);
    if (given.size > MOST_MESSAGES) given.delete(given.keys().next().value!);
    return number;
  }
}
