/**
 * Readings of octets that go out as they are, besides that of their coding: carriers and phones pass codings on by their
 * number alone, drop the bit that GSM has not, and show data.
 */
import { isUtf8 } from 'node:buffer';
import { DEFAULT_ALPHABET } from '../../../contract/shared/gsm-alphabet.ts';

type Alphabet = 'GSM' | 'UCS2' | 'DATA';

/** Codings that SMPP 3.4, 5.2.19 gives to ASCII, data, Latin-1, Cyrillic, Hebrew and Korean; to a phone they are others. */
const OF_SMPP: ReadonlySet<number> = new Set([1, 2, 3, 6, 7, 14]);
/** Alphabets of that list that are written in several ways, by their names in the Encoding Standard. */
const CHARSETS: ReadonlyMap<number, readonly string[]> = new Map([
  [5, ['shift_jis', 'euc-jp']],
  [9, ['shift_jis']],
  [10, ['iso-2022-jp']],
  [13, ['euc-jp', 'shift_jis']],
]);

/** The alphabet of a coding by 3GPP TS 23.038, 4: one that is reserved there is the GSM alphabet to a phone. */
export function alphabetOf(dataCoding: number): Alphabet {
  const [group, bits] = [dataCoding >> 4, (dataCoding >> 2) & 3];
  if (group === 0xe) return 'UCS2';
  if (group === 0xf) return (bits & 1) === 1 ? 'DATA' : 'GSM';
  if (group < 0x8) return bits === 1 ? 'DATA' : bits === 2 ? 'UCS2' : 'GSM';
  return 'GSM';
}

/**
 * Reads octets in the other ways. The readings are for looking at, not for showing: a NUL, an end of a word in data, is a
 * blank.
 * @param header the user data header before them
 */
export function otherReadings(dataCoding: number, octets: Buffer, header: Buffer): string[] {
  const charsets = CHARSETS.get(dataCoding) ?? [];
  if (alphabetOf(dataCoding) === 'UCS2' && charsets.length === 0) return [];
  const isGsm =
    alphabetOf(dataCoding) === 'GSM' && !OF_SMPP.has(dataCoding) && charsets.length === 0;
  const language = isGsm ? lockingLanguageOf(header) : undefined;
  const national = language === undefined ? [] : [readSeptets(octets, LOCKING.get(language))];
  if (isGsm && octets.every((octet) => octet < 0x80)) return national;
  return [
    ...national,
    // An @ of Latin-1 is another sign of GSM; it stays, so that an address of mail is no link.
    readSeptets(octets).replaceAll('¡', '@'),
    octets.toString('latin1'),
    ...(isUtf8(octets) ? [octets.toString('utf8')] : []),
    ...charsets.map((charset) => new TextDecoder(charset).decode(octets)),
  ].map((text) => text.replaceAll('\0', ' ').toWellFormed());
}

const ESCAPE = 0x1b;
/** The septets of the extension table behind an escape: signs, of which no word and no link is made. */
const SIGNS: ReadonlySet<number> = new Set([
  0x0a, 0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65,
]);

/** Letters of national locking tables (3GPP TS 23.038, A.3) that differ from the default table, by language and septet. */
const LOCKING: ReadonlyMap<number, ReadonlyMap<number, string>> = new Map([
  [1, lettersOf('07ı0bĞ0cğ1cŞ1dş40İ60ç')], // Turkish
  [3, lettersOf('04ê06ú07í08ó09ç0bÔ0cô0eÁ0fá12ª13Ç14À19Ó1cÂ1dâ1eÊ40Í5bÃ5cÕ5dÚ5eÜ7bã7cõ7eü')], // Portuguese
]);

function lettersOf(septets: string): Map<number, string> {
  return new Map(
    septets.match(/[0-9a-f]{2}./gu)!.map((each) => [parseInt(each.slice(0, 2), 16), each.slice(2)]),
  );
}

/** The GSM alphabet, one septet to an octet, whatever stands in the eighth bit. */
function readSeptets(octets: Buffer, national?: ReadonlyMap<number, string>): string {
  let text = '';
  for (let at = 0; at < octets.length; at++) {
    const septet = octets[at]! & 0x7f;
    if (septet !== ESCAPE)
      text += national?.get(septet) ?? DEFAULT_ALPHABET[septet < ESCAPE ? septet : septet - 1];
    else if (SIGNS.has((octets[at + 1] ?? 0) & 0x7f)) {
      text += ' ';
      at++;
    }
  }
  return text;
}

/** The language whose locking table a header asks for (3GPP TS 23.040, 9.2.3.24.16). */
function lockingLanguageOf(header: Buffer): number | undefined {
  for (let at = 1; at + 2 < header.length; at += 2 + header[at + 1]!)
    if (header[at] === 0x25 && header[at + 1] === 1) return header[at + 2];
  return undefined;
}
