/** What dispatch decides without touching a row. */

/** The share of a message's units that part `part` of `parts` carries: equal shares, what does not divide with the first. */
export function partUnits(units: bigint, part: number, parts: number): bigint {
  const share = units / BigInt(parts);
  return part === 1 ? units - share * BigInt(parts - 1) : share;
}

/**
 * Whether two ways of writing a phone number mean the same one: carriers leave out the plus, the country's prefix or
 * put zeros before it, so the last nine digits decide (the shorter number's all, but not fewer than seven).
 */
export function sameNumber(a: string, b: string): boolean {
  const digits = (number: string) => number.replace(/\D/g, '').replace(/^0+/, '');
  const [one, other] = [digits(a), digits(b)];
  const length = Math.min(one.length, other.length, 9);
  return one === other || (length >= 7 && one.slice(-length) === other.slice(-length));
}
