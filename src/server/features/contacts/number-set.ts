/**
 * Phone numbers that a file had so far: open addressing over one array, since a million of them in a `Set` take five times the
 * memory. E.164 has 15 digits at most, which a float holds exactly.
 */
export class NumberSet {
  readonly #slots: Float64Array;
  readonly #mask: number;

  /** @param most how many numbers will come at most */
  constructor(most: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(16, most * 1.5)));
    this.#slots = new Float64Array(size);
    this.#mask = size - 1;
  }

  /** Adds a number, digits alone; false where it is in already. */
  add(phone: string): boolean {
    const at = this.#find(Number(phone));
    if (this.#slots[at] !== 0) return false;
    this.#slots[at] = Number(phone);
    return true;
  }

  has(phone: string): boolean {
    return this.#slots[this.#find(Number(phone))] !== 0;
  }

  /** The slot of a number, or the free one that it would take. */
  #find(number: number): number {
    // Neighbouring numbers are the rule: multiply them apart.
    let at = (Math.imul(number % 0x7fffffff, 0x9e3779b1) >>> 0) & this.#mask;
    while (this.#slots[at] !== 0 && this.#slots[at] !== number) at = (at + 1) & this.#mask;
    return at;
  }
}
