/** Reads a message's content from octets and a data coding. */
import { isUtf8 } from 'node:buffer';
import { isSeptets } from '../../../../contract/shared/data-codings.ts';
import { decodeGsm, encodeGsm } from '../../../../smpp/gsm.ts';
import { decodeUcs2, readableText } from '../../../../smpp/text.ts';

/**
 * A text, which is measured, encoded and cut here; or octets, which go out as they are, with what
 * people may read of them.
 */
export type DialectContent =
  | { text: string }
  | { octets: Buffer; dataCoding: number; esmClass: number; text?: string };

/**
 * The capacity of one message (3GPP TS 23.040, 9.2.3.24): in octets, and in septets, which arrive
 * one to an octet.
 */
const MOST_OCTETS = 140;
const MOST_SEPTETS = 160;
const USER_DATA_HEADER = 0x40;

/**
 * Interprets `content` under a coding. 0 is UTF-8; 1 and 3 are Latin-1, unless the octets are UTF-8
 * of more than ASCII; 8 is UTF-16 big-endian, which software written for such gateways sends;
 * octets that cannot be that are read as UTF-8, which authors mean who forgot to convert. Any other coding is octets.
 * @returns undefined where it cannot be read, or is longer than one message that may not be split
 */
export function readContent(octets: Buffer, coding: number): DialectContent | undefined {
  if (coding === 0) return isUtf8(octets) ? { text: octets.toString('utf8') } : undefined;
  if (coding === 1 || coding === 3)
    return { text: octets.toString(isUtf8(octets) ? 'utf8' : 'latin1') };
  if (coding === 8) return readUcs2(octets);
  return asOctets(octets, coding);
}

/**
 * Interprets octets: those of codings 0, 1, 3 and 8 become text, so that a long one can be split.
 */
export function readHexContent(octets: Buffer, coding: number): DialectContent | undefined {
  if (coding === 0) {
    const text = decodeGsm(octets);
    // Octets that do not survive the round trip, such as escapes of other tables, are passed
    // through.
    return encodeGsm(text)?.equals(octets) ? { text } : asOctets(octets, coding);
  }
  if (coding === 1 || coding === 3) return { text: octets.toString('latin1') };
  if (coding === 8)
    return isUtf16(octets) ? { text: decodeUcs2(octets) } : asOctets(octets, coding);
  return asOctets(octets, coding);
}

/** Text of UTF-16 big-endian, or of UTF-8 where the octets cannot be UTF-16. */
export function readUcs2(octets: Buffer): DialectContent | undefined {
  if (isUtf16(octets)) return { text: decodeUcs2(octets) };
  return isUtf8(octets) ? { text: octets.toString('utf8') } : asOctets(octets, 8);
}

/** Octets as one message. @param header a user data header, its length octet first */
export function asOctets(
  octets: Buffer,
  dataCoding: number,
  header: Buffer = Buffer.alloc(0),
): DialectContent | undefined {
  const whole = header.length === 0 ? octets : Buffer.concat([header, octets]);
  // A header fills whole septets; its own octets are counted in both.
  const most = isSeptets(dataCoding)
    ? MOST_SEPTETS - Math.ceil((header.length * 8) / 7) + header.length
    : MOST_OCTETS;
  if (whole.length > most) return undefined;
  const text = readableText(dataCoding, octets)?.replaceAll('\0', '');
  return {
    octets: whole,
    dataCoding,
    esmClass: header.length === 0 ? 0 : USER_DATA_HEADER,
    ...(text !== undefined && { text }),
  };
}

function isUtf16(octets: Buffer): boolean {
  return octets.length % 2 === 0 && decodeUcs2(octets).isWellFormed();
}

/** Octets of hex digits; undefined where they are none, or one is missing. */
export function readHex(text: string): Buffer | undefined {
  return /^(?:[0-9a-fA-F]{2})*$/.test(text) ? Buffer.from(text, 'hex') : undefined;
}
