/** The references by which a phone joins the parts of long messages that are cut here. */

/** Places for phones: those that share one are told apart too, which does no harm. */
const SLOTS = 1 << 16;
/** Messages to one place whose references differ. */
const RECENT = 8;

/**
 * A reference has one octet beside parts of 153 characters (3GPP TS 23.040, 9.2.3.24.1), so two long messages to one phone
 * at a time had the same with a chance of 1 in 256, and the phone mixed them. A reference is that of its message's id, and
 * passes over those of the last messages to the phone through this process; parts that are submitted again keep it.
 * It takes 2.6 MB, whatever is sent.
 */
export class PartReferences {
  readonly #ids = new Uint32Array(SLOTS * RECENT);
  readonly #octets = new Uint8Array(SLOTS * RECENT);
  readonly #next = new Uint8Array(SLOTS);

  /** @returns 16 bits of which the lower 8 differ from those of the last messages */
  of(message: { id: string; destination: string }): number {
    const id = parseInt(message.id.slice(-8), 16);
    const slot = slotOf(message.destination);
    const first = slot * RECENT;
    const known = this.#ids.subarray(first, first + RECENT).indexOf(id);
    if (known >= 0) return (id & 0xff00) | this.#octets[first + known]!;
    let octet = id & 0xff;
    while (this.#has(first, octet)) octet = (octet + 1) & 0xff;
    const at = first + this.#next[slot]!;
    this.#ids[at] = id;
    this.#octets[at] = octet;
    this.#next[slot] = (this.#next[slot]! + 1) % RECENT;
    return (id & 0xff00) | octet;
  }

  #has(first: number, octet: number): boolean {
    for (let at = first; at < first + RECENT; at++)
      if (this.#ids[at] !== 0 && this.#octets[at] === octet) return true;
    return false;
  }
}

/** FNV-1a. */
function slotOf(destination: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < destination.length; at++)
    hash = Math.imul(hash ^ destination.charCodeAt(at), 0x01000193);
  return ((hash >>> 16) ^ hash) & (SLOTS - 1);
}
