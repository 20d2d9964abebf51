import { septetsOf, isPairAt } from './gsm-alphabet.ts';

// Replacements with the characters that each replaces; the rules below handle blanks, dashes and
// letters with diacritics.
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  (
    [
      ["'", '`´‘’‛′ʼʻ'],
      ['"', '“”„‟″'],
      [',', '‚'],
      ['<', '‹'],
      ['>', '›'],
      ['-', '−⁃'],
      ['*', '•⁎∗'],
      ['...', '…'],
      ['..', '‥'],
      ['.', '․'],
      ['/', '⁄∕'],
      ['x', '×'],
      [' ', '\t'],
      ['\n', '\u2028\u2029'],
      ['b', 'ɓ'],
      ['B', 'Ɓ'],
      ['d', 'đɗ'],
      ['D', 'ĐƊ'],
      ['h', 'ħ'],
      ['H', 'Ħ'],
      ['i', 'ı'],
      ['k', 'ƙ'],
      ['K', 'Ƙ'],
      ['l', 'ł'],
      ['L', 'Ł'],
      ['oe', 'œ'],
      ['OE', 'Œ'],
    ] as const
  ).flatMap(([plain, characters]) =>
    [...characters].map((character) => [character, plain] as const),
  ),
);

const known = new Map<string, string | null>();

/**
 * The GSM look-alike of one character; `null` if there is none that a reader would accept. Cached,
 * since characters repeat.
 */
function lookalikeOf(character: string): string | null {
  const remembered = known.get(character);
  if (remembered !== undefined) return remembered;
  const found = findLookalike(character);
  // A text has few different characters; hostile input must not fill the memory.
  if (known.size < 4096) known.set(character, found);
  return found;
}

function findLookalike(character: string): string | null {
  const listed = LOOKALIKES.get(character);
  if (listed !== undefined) return listed;
  if (/^\p{Zs}$/u.test(character)) return ' ';
  if (/^\p{Pd}$/u.test(character)) return '-';
  // Direction marks and soft hyphens are invisible on a phone. Joiners stay, because emoji and
  // Persian need them.
  if (/^[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]$/u.test(character))
    return '';
  if (character >= '\u0300' && character <= '\u036f') return '';
  // Letters lose their diacritics, as people who write Portuguese omit them in SMS (não, nao);
  // styled and full-width letters and digits become plain. Other numbers stay: 1½ would become
  // 11/2.
  if (!/^[\p{L}\p{Nd}]$/u.test(character)) return null;
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (plain === '' || plain === character) return null;
  for (let index = 0; index < plain.length; index++)
    if (septetsOf(plain.charCodeAt(index)) !== 1) return null;
  return plain;
}

export function replacementOf(character: string): string | null {
  const meant = misdecodedOf(character);
  if (meant === undefined) return lookalikeOf(character);
  return septetsOf(meant.charCodeAt(0)) > 0 ? meant : lookalikeOf(meant);
}

/**
 * Replaces characters that GSM 03.38 lacks by look-alikes: typographic quotes, dashes, spaces and
 * dots, letters with diacritics. Characters without a look-alike stay and may keep the text in
 * UCS-2. Mis-decoded control characters are handled by `repairMisdecoded`.
 */
export function replaceLookalikes(text: string): string {
  // A letter with a combining accent (macOS) may be one that GSM has: é.
  const source = /[\u0300-\u036f]/.test(text) ? text.normalize('NFC') : text;
  let result = '';
  let copied = 0;
  for (let index = 0; index < source.length;) {
    const pair = isPairAt(source, index);
    const next = index + (pair ? 2 : 1);
    if (pair || septetsOf(source.charCodeAt(index)) === 0) {
      const replacement = lookalikeOf(source.slice(index, next));
      if (replacement !== null) {
        result += source.slice(copied, index) + replacement;
        copied = next;
      }
    }
    index = next;
  }
  return copied === 0 ? source : result + source.slice(copied);
}

// Windows-1252 0x80 to 0x9F; its five undefined octets stay.
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function misdecodedOf(character: string): string | undefined {
  const code = character.charCodeAt(0);
  return code >= 0x80 && code <= 0x9f ? WINDOWS_1252.charAt(code - 0x80) : undefined;
}

/**
 * Restores characters of Windows-1252 that were decoded as ISO 8859-1, which leaves invisible
 * control characters (U+0080 to U+009F): U+0092 becomes ’. The result has typographic characters,
 * which `replaceLookalikes` converts to GSM 03.38.
 */
export function repairMisdecoded(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (character) => misdecodedOf(character) ?? character);
}
