/** Texts under a data_coding, other than the GSM alphabet's own table. */
import { decodeGsm, encodeGsm } from './gsm.ts';
import { DATA_CODING } from './pdus.ts';

/**
 * UTF-16 big-endian, the meaning of data_coding 8 in practice: characters beyond the first plane as
 * pairs.
 */
export function encodeUcs2(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** The text of UTF-16 big-endian octets; an odd octet at the end is dropped. */
export function decodeUcs2(octets: Buffer): string {
  return Buffer.from(octets.subarray(0, octets.length & ~1))
    .swap16()
    .toString('utf16le');
}

/**
 * Encodes a text in the smaller of the two alphabets: GSM if every character is in it, otherwise
 * UCS-2.
 */
export function encodeText(text: string): { data_coding: number; octets: Buffer } {
  const gsm = encodeGsm(text);
  return gsm
    ? { data_coding: DATA_CODING.smsc_default, octets: gsm }
    : { data_coding: DATA_CODING.ucs2, octets: encodeUcs2(text) };
}

/**
 * Decodes a short_message (without its user data header) by its data_coding: 0 GSM, 1 ASCII, 3
 * Latin-1, 8 UCS-2, and the equivalent GSM message classes (0xF0 to 0xF3 text). Undefined for data
 * and for unused alphabets.
 */
export function decodeText(dataCoding: number, octets: Buffer): string | undefined {
  switch (dataCoding) {
    case DATA_CODING.smsc_default:
    case 0xf0:
    case 0xf1:
    case 0xf2:
    case 0xf3:
      return decodeGsm(octets);
    case DATA_CODING.ia5:
    case DATA_CODING.latin1:
      return octets.toString('latin1');
    case DATA_CODING.ucs2:
      return decodeUcs2(octets);
    default:
      return undefined;
  }
}

/** Decodes as `decodeText`. GSM has no octet above 127: a peer that sends one under data_coding 0 means Latin-1. */
export function decodePeersText(dataCoding: number, octets: Buffer): string | undefined {
  return dataCoding === DATA_CODING.smsc_default && octets.some((octet) => octet > 0x7f)
    ? octets.toString('latin1')
    : decodeText(dataCoding, octets);
}

/**
 * The text that a person may read of octets (without their user data header), also under a coding that a text is
 * not written in here: one with a class, or of a group of its own (3GPP TS 23.038, 4). Undefined for data.
 */
export function readableText(dataCoding: number, octets: Buffer): string | undefined {
  const text = decodeText(dataCoding, octets);
  if (text !== undefined) return text;
  const [group, alphabet] = [dataCoding >> 4, (dataCoding >> 2) & 3];
  if (group === 0xe || (group < 0x8 && alphabet === 2)) return decodeUcs2(octets);
  const isGsm = group === 0xc || group === 0xd || (group > 0 && group < 0x8 && alphabet === 0);
  return isGsm ? decodeGsm(octets) : undefined;
}
