// Values of data_coding (SMPP 3.4, 5.2.19).

/**
 * True for a coding of septets, of which one SMS has 160: the GSM alphabet, also with a class or the
 * sign of a waiting message (3GPP TS 23.038, 4), not compressed.
 */
export function isSeptets(dataCoding: number): boolean {
  const group = dataCoding >> 4;
  const isGeneral = [1, 4, 5].includes(group) && (dataCoding & 0x0c) === 0;
  const isWaiting = group === 0xc || group === 0xd;
  return dataCoding === 0 || isGeneral || isWaiting || (dataCoding & 0xfc) === 0xf0;
}
