// 3GPP TS 23.038, 6.2.1; U+001B is omitted, since the escape is not a character of a text.
export const DEFAULT_ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
// 3GPP TS 23.038, 6.2.1.1; form feed is the table's page break.
const EXTENSION_TABLE = '\f^{}\\[~]|€';

const EURO = 0x20ac;
// All but the euro sign are below this; a table of 64 KiB would cost the browser more than one
// comparison.
const SEPTETS = new Uint8Array(0x3aa);
for (const character of DEFAULT_ALPHABET) SEPTETS[character.charCodeAt(0)] = 1;
for (const character of EXTENSION_TABLE)
  if (character !== '€') SEPTETS[character.charCodeAt(0)] = 2;

/** Septets of one UTF-16 unit in GSM 03.38: 1, 2 (extension table), or 0 if it has none. */
export function septetsOf(code: number): number {
  if (code < 0x3aa) return SEPTETS[code] ?? 0;
  return code === EURO ? 2 : 0;
}

export function isPairAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0xd800 || code > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}
