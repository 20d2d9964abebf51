import { septetsOf, isPairAt } from './gsm-alphabet.ts';
import { replacementOf, replaceLookalikes, repairMisdecoded } from './lookalikes.ts';

/**
 * Measures a text as sent: alphabet, septets or UTF-16 units, parts. The counter in the browser and the
 * price on the server both use this file.
 */

export type Encoding = 'GSM7' | 'UCS2';

/**
 * The most parts of a message: the concatenation header counts them in one octet (3GPP TS 23.040,
 * 9.2.3.24.1).
 */
export const MOST_SEGMENTS = 255;
/** Segments for each person above which a text needs a warning, and above which a confirmation. */
export const MANY_SEGMENTS = { warning: 3, confirmation: 10 } as const;

export type CharacterAt = {
  readonly character: string;
  /** UTF-16 index in the text, as `String.slice` counts. */
  readonly index: number;
};

export type ForcingCharacter = CharacterAt & {
  /**
   * The replacement by one click (`replaceLookalikes(repairMisdecoded(text))`): `''` to remove it, `null`
   * when GSM 03.38 has no look-alike.
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

const NOTHING: readonly never[] = [];

/**
 * Measures a text as sent: GSM 03.38 with its extension table if every character fits, otherwise
 * UCS-2. Parts are counted sequentially, because neither an escape sequence nor a surrogate pair
 * may straddle two of them (3GPP TS 23.040, 9.2.3.24.1).
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

/**
 * The text with look-alikes for characters that GSM 03.38 lacks, mis-decoded characters restored
 * first. Unchanged if that would need more parts (an ellipsis is one character in UCS-2 and three
 * full stops in GSM).
 */
export function withLookalikes(text: string): string {
  const replaced = replaceLookalikes(repairMisdecoded(text));
  return replaced === text || measureText(replaced).segments > measureText(text).segments
    ? text
    : replaced;
}
