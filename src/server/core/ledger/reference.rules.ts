/** The reference on the payer's phone prompt and SMS: 12 characters at most. */
export function referenceOf(number: bigint): string {
  return `TU${number.toString(36).toUpperCase().padStart(6, '0')}`;
}

/** Parses the number of a typed reference; undefined if it is invalid. */
export function numberOfReference(text: string): bigint | undefined {
  const digits = /^TU([0-9A-Z]{6,10})$/i.exec(text.trim())?.[1];
  return digits === undefined
    ? undefined
    : [...digits.toLowerCase()].reduce(
        (sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)),
        0n,
      );
}
