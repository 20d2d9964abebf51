/**
 * The cost of each character of a text: the characters that make a message Unicode or count twice, their
 * positions, and the saving if a campaign replaces them. Counted by `sms.ts`, like the server's charge.
 */

import { measureText, withLookalikes, type TextMeasure } from './sms.ts';
import { replaceLookalikes, repairMisdecoded } from './lookalikes.ts';
import { withStopClause } from './stop-clauses.ts';
import { parseTemplate, renderTemplate } from './template.ts';

export type BillLine = {
  readonly character: string;
  /** FORCES: GSM 03.38 lacks it, so every message with it is UCS-2. DOUBLE: it takes two septets. */
  readonly kind: 'FORCES' | 'DOUBLE';
  /** UTF-16 indexes in the written text, in order. */
  readonly at: readonly number[];
  /** A look-alike; `''` to remove the character, null if there is none. */
  readonly replacement: string | null;
  /** Segments that the samples save if this character alone is replaced. */
  readonly saved: number;
};

export type Bill = {
  /** The first sample as it would be sent. */
  readonly measure: TextMeasure;
  /** Segments of all samples together, as they would be sent. */
  readonly segments: number;
  readonly samples: number;
  /** Characters of the written text by cost, then in text order; empty when look-alikes are replaced anyway. */
  readonly lines: readonly BillLine[];
  /**
   * Segments that the samples save with every look-alike replaced, those in people's data included.
   */
  readonly saved: number;
  /** Characters that force UCS-2 and come from people's data, not from the text. */
  readonly fromData: readonly string[];
  /** Characters of the written text that the campaign replaces automatically. */
  readonly replaced: readonly { readonly character: string; readonly replacement: string }[];
};

export type Written = {
  text: string;
  /** The clause at the end of a promotional sender's texts. */
  clause: string | null;
  /** The fields of some recipients; one empty set if all receive the same text. */
  samples: readonly Readonly<Record<string, string>>[];
  /** True if look-alikes replace characters that GSM 03.38 lacks. */
  replaceLookalikes: boolean;
};

/** The text as one recipient receives it; unknown placeholders stay as written. */
export function renderAsSent(
  { text, clause, replaceLookalikes: replacing }: Omit<Written, 'samples'>,
  fields: Readonly<Record<string, string>>,
): string {
  const rendered = renderTemplate(
    parseTemplate(clause === null ? text : withStopClause(text, clause)),
    fields,
  ).text;
  return replacing ? withLookalikes(rendered) : rendered;
}

/** Counts a text as its samples receive it, and the cost of its characters. */
export function billOf(written: Written): Bill {
  const samples = written.samples.length === 0 ? [{}] : written.samples;
  const count = (text: string, replacing: boolean) =>
    samples.reduce(
      (sum, fields) =>
        sum +
        measureText(renderAsSent({ ...written, text, replaceLookalikes: replacing }, fields))
          .segments,
      0,
    );
  const measure = measureText(renderAsSent(written, samples[0]!));
  const segments = count(written.text, written.replaceLookalikes);
  const forms = new Map<
    string,
    { kind: BillLine['kind']; at: number[]; replacement: string | null }
  >();
  for (const { index, text } of literals(written.text)) {
    const literal = measureText(text);
    for (const { character, index: at, replacement } of literal.forcing)
      note(character, 'FORCES', index + at, replacement);
    for (const { character, index: at } of doubles(text))
      note(character, 'DOUBLE', index + at, PLAIN.get(character) ?? null);
  }
  function note(
    character: string,
    kind: BillLine['kind'],
    index: number,
    replacement: string | null,
  ) {
    const form = forms.get(character);
    if (form) form.at.push(index);
    else forms.set(character, { kind, at: [index], replacement });
  }
  // The extension table costs two septets in GSM alone; in UCS-2 a bracket is one character like
  // any other.
  const lines = [...forms]
    .filter(([, { kind }]) => kind === 'FORCES' || measure.encoding === 'GSM7')
    .map(([character, { kind, at, replacement }]): BillLine => ({
      character,
      kind,
      at,
      replacement,
      saved:
        replacement === null
          ? 0
          : segments -
            count(
              replaceCharacter(written.text, character, replacement),
              written.replaceLookalikes,
            ),
    }))
    .toSorted((a, b) => (a.kind === b.kind ? 0 : a.kind === 'FORCES' ? -1 : 1));
  const isReplaced = ({ kind, replacement }: BillLine) =>
    written.replaceLookalikes && kind === 'FORCES' && replacement !== null;
  const own = new Set(lines.map(({ character }) => character));
  const data = samples.flatMap((fields) =>
    measureText(renderAsSent(written, fields)).forcing.map(({ character }) => character),
  );
  return {
    measure,
    segments,
    samples: samples.length,
    lines: lines.filter(
      (line) =>
        !isReplaced(line) || measure.forcing.some(({ character }) => character === line.character),
    ),
    saved: Math.abs(count(written.text, false) - count(written.text, true)),
    fromData: [...new Set(data)].filter((character) => !own.has(character)),
    replaced: lines
      .filter(
        (line) =>
          isReplaced(line) &&
          !measure.forcing.some(({ character }) => character === line.character),
      )
      .map(({ character, replacement }) => ({ character, replacement: replacement! })),
  };
}

// Look-alikes outside the extension table; the other characters, such as a tilde in an address, keep their meaning.
const PLAIN: ReadonlyMap<string, string> = new Map([
  ['[', '('],
  [']', ')'],
  ['{', '('],
  ['}', ')'],
  ['€', 'EUR'],
]);

/** Characters of the extension table, also in a text that another character makes UCS-2. */
function doubles(text: string): { character: string; index: number }[] {
  return [...text.matchAll(/[\f^{}\\[~\]|€]/g)].map(({ 0: character, index }) => ({
    character,
    index,
  }));
}

/** The stretches of a written text between its placeholders, whose names are not sent. */
function literals(text: string): { index: number; text: string }[] {
  const found: { index: number; text: string }[] = [];
  let index = 0;
  for (const part of parseTemplate(text)) {
    if (typeof part === 'string') found.push({ index, text: part });
    index += typeof part === 'string' ? part.length : part.placeholder.length + 2;
  }
  return found;
}

/**
 * The written text with every occurrence of a character replaced, names of placeholders excepted.
 */
export function replaceCharacter(written: string, character: string, replacement: string): string {
  return eachLiteral(written, (text) => text.replaceAll(character, () => replacement));
}

/** The written text with every look-alike replaced, names of placeholders excepted. */
export function replaceAllLookalikes(written: string): string {
  return eachLiteral(written, (text) => replaceLookalikes(repairMisdecoded(text)));
}

function eachLiteral(written: string, change: (text: string) => string): string {
  return parseTemplate(written)
    .map((part) => (typeof part === 'string' ? change(part) : `#${part.placeholder}#`))
    .join('');
}

/**
 * Finds texts that look like placeholders but are not, such as `#first-name#` or `# name #`: they would
 * be sent unchanged. Codes to dial (`*144#`) are exempt.
 */
export function misspeltPlaceholders(text: string): string[] {
  const rest = parseTemplate(text)
    .map((part) => (typeof part === 'string' ? part : '\u0000'))
    .join('');
  const found = [...rest.matchAll(/(?<![\d*])#([^#\n\u0000*]{1,60})#/g)]
    .map((match) => match[0])
    .filter((name) => /\p{L}/u.test(name) && name.trim().split(/\s+/).length <= 5);
  return [...new Set(found)];
}
