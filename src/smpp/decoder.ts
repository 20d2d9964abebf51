/** Cuts a stream of octets into PDUs. */
import { HEADER, NO_OCTETS } from './layout.ts';
import type { Decoded } from './pdu-reader.ts';
import { Reader, readInt4 } from './pdu-reader.ts';

/** The longest PDU accepted from a peer by default, in octets. */
export const DEFAULT_MAXIMUM_LENGTH = 64 * 1024;

/**
 * Cuts a stream of octets into PDUs. `push` the octets of a read, then call `next` until it returns
 * `more` or `lost`. It holds at most one PDU's octets between reads and reads each octet once,
 * however small the pieces are.
 */
export class Decoder {
  readonly #maximumLength: number;
  #chunk: Buffer = NO_OCTETS;
  #at = 0;
  /** The PDU that began in an earlier read: its length first, then all of its octets. */
  #partial: Buffer | undefined;
  #have = 0;
  #lost: string | undefined;
  readonly #reader = new Reader();

  /** @param maximumLength octets a PDU may have, its header included; a longer one is `lost` before it is read */
  constructor(maximumLength = DEFAULT_MAXIMUM_LENGTH) {
    this.#maximumLength = maximumLength;
  }

  /** True while a PDU has begun and not ended. */
  get partial(): boolean {
    return this.#partial !== undefined;
  }

  push(chunk: Buffer): void {
    this.#chunk =
      this.#at < this.#chunk.length
        ? Buffer.concat([this.#chunk.subarray(this.#at), chunk])
        : chunk;
    this.#at = 0;
  }

  next(): Decoded {
    if (this.#lost !== undefined) return { outcome: 'lost', reason: this.#lost };
    if (this.#partial !== undefined) return this.#complete(this.#partial);

    const left = this.#chunk.length - this.#at;
    if (left < 4) {
      if (left > 0) this.#keep(Buffer.allocUnsafe(4), left);
      return { outcome: 'more' };
    }
    const length = readInt4(this.#chunk, this.#at);
    const problem = this.#checkLength(length);
    if (problem) return problem;
    if (left < length) {
      this.#keep(Buffer.allocUnsafe(length), left);
      return { outcome: 'more' };
    }
    const start = this.#at;
    this.#at = start + length;
    return this.#reader.read(this.#chunk, start, start + length);
  }

  #complete(partial: Buffer): Decoded {
    const take = Math.min(partial.length - this.#have, this.#chunk.length - this.#at);
    this.#chunk.copy(partial, this.#have, this.#at, this.#at + take);
    this.#at += take;
    this.#have += take;
    if (this.#have < partial.length) return { outcome: 'more' };

    if (partial.length === 4) {
      const length = readInt4(partial, 0);
      const problem = this.#checkLength(length);
      if (problem) return problem;
      const whole = Buffer.allocUnsafe(length);
      partial.copy(whole);
      this.#partial = whole;
      return this.#complete(whole);
    }
    this.#partial = undefined;
    return this.#reader.read(partial, 0, partial.length);
  }

  #keep(room: Buffer, left: number): void {
    this.#chunk.copy(room, 0, this.#at);
    this.#at = this.#chunk.length;
    this.#partial = room;
    this.#have = left;
  }

  #checkLength(length: number): Decoded | undefined {
    if (length < HEADER)
      this.#lost = `command_length is ${length}, less than a header of ${HEADER}`;
    else if (length > this.#maximumLength) {
      this.#lost = `command_length is ${length}, more than the ${this.#maximumLength} that are taken`;
    } else return undefined;
    this.#partial = undefined;
    this.#chunk = NO_OCTETS;
    this.#at = 0;
    return { outcome: 'lost', reason: this.#lost };
  }
}
