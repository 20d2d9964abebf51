/**
 * The GSM 7-bit default alphabet and its extension table (3GPP TS 23.038, 6.2.1), one septet to an octet, as SMPP
 * carries data_coding 0.
 */
const ESCAPE = 0x1b;
const DEFAULT_TABLE =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
};

/** Septets by UTF-16 unit: 0 to 127, or with bit 8 set the second septet of an escape pair, or -1. */
const SEPTETS = new Int16Array(0x10000).fill(-1);
for (let septet = 0; septet < 128; septet++)
  if (septet !== ESCAPE) SEPTETS[DEFAULT_TABLE.charCodeAt(septet)] = septet;
for (const [character, septet] of Object.entries(EXTENSION))
  SEPTETS[character.charCodeAt(0)] = 0x100 | septet;

const CHARACTER_OF_EXTENSION = new Map(
  Object.entries(EXTENSION).map(([character, septet]) => [septet, character]),
);

/**
 * The text in septets, one to an octet, characters of the extension table as two. Undefined if a
 * character is in neither table (lower-case ç is not, nor is any ã or õ), so that nothing is
 * replaced silently.
 */
export function encodeGsm(text: string): Buffer | undefined {
  const octets = Buffer.allocUnsafe(text.length * 2);
  let at = 0;
  for (let index = 0; index < text.length; index++) {
    const septet = SEPTETS[text.charCodeAt(index)] ?? -1;
    if (septet < 0) return undefined;
    if (septet & 0x100) octets[at++] = ESCAPE;
    octets[at++] = septet & 0x7f;
  }
  return octets.subarray(0, at);
}

/**
 * The text of unpacked septets. An escape before a septet that the extension table lacks yields the
 * default table's character, as 6.2.1.1 requires of a receiver; an escape at the end yields a
 * space, an octet above 127 yields '?'.
 */
export function decodeGsm(octets: Buffer): string {
  let text = '';
  for (let index = 0; index < octets.length; index++) {
    const octet = octets[index] ?? 0;
    if (octet > 0x7f) text += '?';
    else if (octet !== ESCAPE) text += DEFAULT_TABLE[octet];
    else {
      const extended = CHARACTER_OF_EXTENSION.get(octets[index + 1] ?? -1);
      if (extended !== undefined) {
        text += extended;
        index++;
      } else if (index + 1 >= octets.length || octets[index + 1] === ESCAPE) text += ' ';
    }
  }
  return text;
}
