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

/** Alphabets of SMPP 3.4, 5.2.19, which 3GPP TS 23.038 does not have, by their names in the Encoding Standard. */
const CHARSETS: ReadonlyMap<number, string> = new Map([
  [DATA_CODING.cyrillic, 'iso-8859-5'],
  [DATA_CODING.latin_hebrew, 'iso-8859-8'],
  [DATA_CODING.ks_c_5601, 'euc-kr'],
]);

type Alphabet = 'GSM' | 'UCS2' | 'DATA';

/** The alphabet of a coding by 3GPP TS 23.038, 4: one that is reserved there is the GSM alphabet to a phone. */
function alphabetOf(dataCoding: number): Alphabet {
  const [group, bits] = [dataCoding >> 4, (dataCoding >> 2) & 3];
  if (group === 0xe) return 'UCS2';
  if (group === 0xf) return (bits & 1) === 1 ? 'DATA' : 'GSM';
  if (group < 0x8) return bits === 1 ? 'DATA' : bits === 2 ? 'UCS2' : 'GSM';
  return 'GSM';
}

/**
 * The text that a person may read of octets (without their user data header), also under a coding that a text is
 * not written in here: one with a class, or of a group of its own (3GPP TS 23.038, 4). Undefined for data.
 */
export function readableText(dataCoding: number, octets: Buffer): string | undefined {
  const text = decodePeersText(dataCoding, octets);
  if (text !== undefined) return text;
  const charset = CHARSETS.get(dataCoding);
  if (charset !== undefined) return new TextDecoder(charset).decode(octets);
  // Data, and an alphabet that is written in several ways.
  if (dataCoding === DATA_CODING.octet_unspecified || dataCoding === DATA_CODING.extended_kanji)
    return undefined;
  const alphabet = alphabetOf(dataCoding);
  if (alphabet === 'UCS2') return decodeUcs2(octets);
  return alphabet === 'GSM' ? decodeGsm(octets) : undefined;
}
