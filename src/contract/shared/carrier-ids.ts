// How carriers write the ids of messages, and the form in which they are compared.

/** The conversion of an id before it can be compared with the other PDU's. */
export type IdConversion = 'same' | 'hexToDecimal' | 'decimalToHex';

/**
 * Normalises a carrier's id for comparison: upper case, without leading zeros. A carrier that
 * answers in hex and reports in decimal needs `hexToDecimal` on the response's ids and `same` on
 * the receipts', and so on. An id that is not a number of the expected base, such as a UUID, is
 * kept as it is.
 */
export function normaliseCarrierId(id: string, conversion: IdConversion): string {
  const plain = id
    .trim()
    .toUpperCase()
    .replace(/^0+(?=.)/, '');
  // The standard's ids have at most 64 octets; the limit prevents an expensive multiplication on a
  // hostile one.
  if (plain.length > 64) return plain;
  if (conversion === 'hexToDecimal' && /^[\dA-F]+$/.test(plain))
    return BigInt(`0x${plain}`).toString();
  if (conversion === 'decimalToHex' && /^\d+$/.test(plain))
    return BigInt(plain).toString(16).toUpperCase();
  return plain;
}
