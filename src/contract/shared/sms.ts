/**
 * What a text costs on the air: alphabet, septets or UTF-16 units, parts. The counter in the browser and the price on the
 * server are this one file.
 */

export type Encoding = 'GSM7' | 'UCS2';

/** Parts that one message may have: the concatenation header counts them in one octet (3GPP TS 23.040, 9.2.3.24.1). */
export const MOST_SEGMENTS = 255;

export type CharacterAt = {
  readonly character: string;
  /** UTF-16 index in the text, as `String.slice` counts. */
  readonly index: number;
};

export type ForcingCharacter = CharacterAt & {
  /**
   * What one click (`replaceLookalikes(repairMisdecoded(text))`) puts in its place, `''` to remove it, `null` where
   * GSM 03.38 has nothing like it.
   */
  readonly replacement: string | null;
};

export type TextMeasure = {
  readonly encoding: Encoding;
  /** Unicode characters, a surrogate pair counted once. */
  readonly characters: number;
  /** Septets in GSM7 (characters of the extension table are two), UTF-16 units in UCS2. */
  readonly units: number;
  /** Parts on the air; 1 for an empty text, which is still a message. */
  readonly segments: number;
  /** Units that one part holds: 160 or 70 alone, 153 or 67 beside the concatenation header. */
  readonly perSegment: number;
  /** Units left in the last part. */
  readonly remaining: number;
  /** Every occurrence of a character outside GSM 03.38; empty in GSM7. */
  readonly forcing: readonly ForcingCharacter[];
  /** Every occurrence of a character that costs two septets; empty in UCS2, where it costs one unit. */
  readonly extended: readonly CharacterAt[];
};

// 3GPP TS 23.038, 6.2.1; U+001B is left out, since the escape is no character a text can hold.
const DEFAULT_ALPHABET =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
// 3GPP TS 23.038, 6.2.1.1; form feed is the table's page break.
const EXTENSION_TABLE = '\f^{}\\[~]|€';

const EURO = 0x20ac;
// All but the euro sign lie below this; a table of 64 KiB would cost the browser more than one comparison.
const SEPTETS = new Uint8Array(0x3aa);
for (const character of DEFAULT_ALPHABET) SEPTETS[character.charCodeAt(0)] = 1;
for (const character of EXTENSION_TABLE)
  if (character !== '€') SEPTETS[character.charCodeAt(0)] = 2;

/** Septets that one UTF-16 unit costs in GSM 03.38: 1, 2 (extension table), or 0 where it has none. */
function septetsOf(code: number): number {
  if (code < 0x3aa) return SEPTETS[code] ?? 0;
  return code === EURO ? 2 : 0;
}

function isPairAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0xd800 || code > 0xdbff) return false;
  const next = text.charCodeAt(index + 1);
  return next >= 0xdc00 && next <= 0xdfff;
}

const NOTHING: readonly never[] = [];

/**
 * Measures a text as it would travel: GSM 03.38 with its extension table where every character fits, else UCS-2.
 * Parts are counted by walking, because neither an escape sequence nor a surrogate pair may straddle two of them
 * (3GPP TS 23.040, 9.2.3.24.1).
 */
export function measureText(text: string): TextMeasure {
  let septets = 0;
  let extensions = 0;
  for (let index = 0; index < text.length; index++) {
    const cost = septetsOf(text.charCodeAt(index));
    if (cost === 0) return measureUcs2(text);
    septets += cost;
    if (cost === 2) extensions++;
  }
  let segments = 1;
  let inPart = septets;
  if (septets > 160) {
    inPart = 0;
    for (let index = 0; index < text.length; index++) {
      const cost = septetsOf(text.charCodeAt(index));
      if (inPart + cost > 153) {
        segments++;
        inPart = 0;
      }
      inPart += cost;
    }
  }
  const perSegment = segments === 1 ? 160 : 153;
  return {
    encoding: 'GSM7',
    characters: text.length,
    units: septets,
    segments,
    perSegment,
    remaining: perSegment - inPart,
    forcing: NOTHING,
    extended: extensions === 0 ? NOTHING : extendedIn(text),
  };
}

function extendedIn(text: string): CharacterAt[] {
  const found: CharacterAt[] = [];
  for (let index = 0; index < text.length; index++) {
    if (septetsOf(text.charCodeAt(index)) === 2)
      found.push({ character: text.charAt(index), index });
  }
  return found;
}

function measureUcs2(text: string): TextMeasure {
  const units = text.length;
  const single = units <= 70;
  const forcing: ForcingCharacter[] = [];
  let characters = 0;
  let segments = 1;
  let inPart = 0;
  for (let index = 0; index < units;) {
    const width = isPairAt(text, index) ? 2 : 1;
    characters++;
    if (!single && inPart + width > 67) {
      segments++;
      inPart = 0;
    }
    inPart += width;
    if (width === 2 || septetsOf(text.charCodeAt(index)) === 0) {
      const character = text.slice(index, index + width);
      forcing.push({ character, index, replacement: replacementOf(character) });
    }
    index += width;
  }
  const perSegment = single ? 70 : 67;
  return {
    encoding: 'UCS2',
    characters,
    units,
    segments,
    perSegment,
    remaining: perSegment - inPart,
    forcing,
    extended: NOTHING,
  };
}

// What stands for each of the characters behind it; blanks, dashes and letters with diacritics go by rule below.
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

/** The GSM look-alike of one character, `null` where a reader would not take one for the other; remembered, as texts repeat. */
function lookalikeOf(character: string): string | null {
  const remembered = known.get(character);
  if (remembered !== undefined) return remembered;
  const found = findLookalike(character);
  // A person's text has few different characters; hostile input must not fill the memory.
  if (known.size < 4096) known.set(character, found);
  return found;
}

function findLookalike(character: string): string | null {
  const listed = LOOKALIKES.get(character);
  if (listed !== undefined) return listed;
  if (/^\p{Zs}$/u.test(character)) return ' ';
  if (/^\p{Pd}$/u.test(character)) return '-';
  // Direction marks and soft hyphens show nothing on a phone. Joiners stay: emoji and Persian are written with them.
  if (/^[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]$/u.test(character))
    return '';
  if (character >= '\u0300' && character <= '\u036f') return '';
  // Letters with diacritics lose them, as people who write Portuguese do in SMS (não, nao); styled and full-width letters
  // and digits become plain. Other numbers stay: 1½ would become 11/2.
  if (!/^[\p{L}\p{Nd}]$/u.test(character)) return null;
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (plain === '' || plain === character) return null;
  for (let index = 0; index < plain.length; index++)
    if (septetsOf(plain.charCodeAt(index)) !== 1) return null;
  return plain;
}

function replacementOf(character: string): string | null {
  const meant = misdecodedOf(character);
  if (meant === undefined) return lookalikeOf(character);
  return septetsOf(meant.charCodeAt(0)) > 0 ? meant : lookalikeOf(meant);
}

/**
 * Replaces what GSM 03.38 lacks by what looks the same there: typographic quotes, dashes, spaces and dots, letters with
 * diacritics. Characters with no look-alike stay, and so may keep the text in UCS-2. Mis-decoded control characters are
 * not typography: see `repairMisdecoded`.
 */
export function replaceLookalikes(text: string): string {
  // A letter and its accent as two characters (macOS) may be one that GSM has: é.
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

/**
 * The text with look-alikes for what GSM 03.38 lacks, mis-decoded characters restored first; as it was where that would
 * make more parts of it (an ellipsis is one character in UCS-2 and three full stops in GSM).
 */
export function withLookalikes(text: string): string {
  const replaced = replaceLookalikes(repairMisdecoded(text));
  return replaced === text || measureText(replaced).segments > measureText(text).segments
    ? text
    : replaced;
}

// Windows-1252 0x80 to 0x9F; the five that it leaves open stay as they are.
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function misdecodedOf(character: string): string | undefined {
  const code = character.charCodeAt(0);
  return code >= 0x80 && code <= 0x9f ? WINDOWS_1252.charAt(code - 0x80) : undefined;
}

/**
 * Restores characters of Windows-1252 that somebody read as ISO 8859-1, which leaves invisible control characters
 * (U+0080 to U+009F): U+0092 becomes ’. Gives typographic characters: `replaceLookalikes` brings them into GSM 03.38.
 */
export function repairMisdecoded(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (character) => misdecodedOf(character) ?? character);
}

export type StopClauses = {
  /** By ISO 3166 country code, each exactly as appended, blanks and newline included. */
  readonly byCountry: Readonly<Record<string, string>>;
  /** The platform's own, for countries without one. */
  readonly platform: string;
};

// Kenya: opting out of promotional messages is dialled *456#, then 9, then 5.
const KENYAN_CLAUSE = ' STOP*456*9*5#\n';

/** What a new installation starts with; an operator may keep others as data. */
export const STOP_CLAUSES: StopClauses = {
  byCountry: { KE: KENYAN_CLAUSE },
  platform: KENYAN_CLAUSE,
};

/** The opt-out clause that promotional messages to a country (`KE`, `TZ`, ...) end in. */
export function stopClause(country: string, clauses: StopClauses = STOP_CLAUSES): string {
  return Object.hasOwn(clauses.byCountry, country)
    ? (clauses.byCountry[country] ?? clauses.platform)
    : clauses.platform;
}

/** The text with the clause at its end, or unchanged where the clause's words stand in it already. */
export function withStopClause(text: string, clause: string): string {
  return text.includes(clause.trim()) ? text : text + clause;
}
