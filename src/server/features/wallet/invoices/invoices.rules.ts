/**
 * The tax that is in an amount, rounded half up to hundredths.
 * @param total in hundredths
 * @param percent as a decimal with at most two places; null where there is no tax
 */
export function taxIn(total: bigint, percent: string | null): { net: bigint; tax: bigint } {
  if (percent === null) return { net: total, tax: 0n };
  const [whole = '0', fraction = ''] = percent.split('.');
  const share = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
  const of = 10_000n + share;
  const tax = (2n * total * share + of) / (2n * of);
  return { net: total - tax, tax };
}

/** A decimal with at most two places in hundredths. */
export function toHundredths(amount: string): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2));
}

export function fromHundredths(amount: bigint): string {
  return `${amount / 100n}.${(amount % 100n).toString().padStart(2, '0')}`;
}

/** An invoice as people name it: its number in its seller's series. */
export function invoiceRef(number: bigint): string {
  return `INV-${number.toString().padStart(6, '0')}`;
}

/** The number in a reference that somebody typed; undefined where it is none. */
export function numberOfInvoice(text: string): bigint | undefined {
  const digits = /^(?:INV-?)?0*(\d{1,15})$/i.exec(text.trim())?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}
