// A regular expression of a filter as a sentence would put it. Patterns are matched from the start of the
// text, as the gateway does, and an expression that is not surely understood has no meaning here.
import { Parser, NotUnderstood, giveUp, merged, limited } from './patternParser.ts';
import type { Gap, Step, Branch } from './patternParser.ts';

export type PatternMeaning = {
  /** `of`: any text of the given length. */
  how: 'any' | 'of' | 'begins' | 'is' | 'ends' | 'contains';
  /** Digits that all values begin with, where that makes them shorter to read; else empty. */
  stem: string;
  /** Alternatives after the stem, runs of digits as ranges: `0–2`. */
  values: string[];
  /** The whole length, where the pattern limits it; `most` is null without an upper limit. */
  length: { least: number; most: number | null; digits: boolean } | null;
  ignoresCase: boolean;
  /** True if a line break ends what it reads. */
  isOneLine: boolean;
};

/** Returns undefined where the expression cannot be put into words. */
export function readPattern(pattern: string): PatternMeaning | undefined {
  try {
    const [, flags = '', body = ''] = /^(?:\(\?([is]+)\))?(.*)$/s.exec(pattern) ?? [];
    const parser = new Parser(body);
    const branches = parser.alternatives();
    if (!parser.isAtEnd) giveUp();
    return meaningOf(joined(branches), flags);
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

/** Branches that differ in their texts alone are one. */
function joined(branches: readonly Branch[]): Branch {
  const [first] = branches;
  if (branches.length === 1) return first!;
  const texts = branches.map(({ steps, ends }) => {
    const [only, ...more] = merged(steps);
    if (more.length > 0 || !only || !('texts' in only) || ends !== first!.ends) return giveUp();
    return only.texts;
  });
  return { steps: [{ texts: limited(texts.flat()) }], ends: first!.ends };
}

function meaningOf({ steps, ends }: Branch, flags: string): PatternMeaning {
  const all = merged(steps);
  const isOneLine =
    !flags.includes('s') &&
    all.some((step, at) => 'dots' in step && step.dots && (ends || at < all.length - 1));
  const common = { ignoresCase: flags.includes('i'), isOneLine, length: null };
  const [head, ...rest] = all;
  if (head === undefined) {
    if (ends) giveUp();
    return { ...common, how: 'any', stem: '', values: [] };
  }
  if ('texts' in head) return { ...common, ...fromTexts(head.texts, rest, ends) };
  const [found, tail, ...more] = rest;
  if (found === undefined) return { ...common, ...ofLength(head, ends) };
  if (head.least > 0 || head.most !== null || head.digits || more.length > 0) giveUp();
  if (!('texts' in found) || (tail && ('texts' in tail || tail.least > 0 || tail.digits))) giveUp();
  const how = ends && tail === undefined ? 'ends' : 'contains';
  return { ...common, how, stem: '', values: (found as { texts: string[] }).texts };
}

/** A pattern that begins with texts. */
function fromTexts(
  texts: readonly string[],
  rest: readonly Step[],
  ends: boolean,
): Pick<PatternMeaning, 'how' | 'stem' | 'values'> & Partial<PatternMeaning> {
  const [gap, ...more] = rest;
  if (more.length > 0 || (gap && 'texts' in gap)) return giveUp();
  const how = ends && !gap ? 'is' : 'begins';
  // A beginning that another one covers says nothing more.
  const values =
    how === 'is'
      ? [...new Set(texts)]
      : texts.filter(
          (text, at) =>
            !texts.some(
              (other, index) =>
                text.startsWith(other) && (text !== other || index < at) && index !== at,
            ),
        );
  if (values.includes('')) return giveUp();
  const shown = { how, ...shortened(values) } as const;
  if (!gap || (gap.least === 0 && (!ends || (gap.most === null && !gap.digits)))) return shown;
  const sizes = new Set(values.map(({ length }) => length));
  const areDigits = values.every((value) => /^\d+$/.test(value));
  if (sizes.size > 1 || (gap.digits && !areDigits)) return giveUp();
  const [size] = sizes;
  return {
    ...shown,
    length: {
      least: size! + gap.least,
      most: ends && gap.most !== null ? size! + gap.most : null,
      digits: gap.digits,
    },
  };
}

function ofLength(
  gap: Gap,
  ends: boolean,
): Pick<PatternMeaning, 'how' | 'stem' | 'values' | 'length'> {
  const { least, digits } = gap;
  const most = ends ? gap.most : null;
  if (!digits && least === 0 && most === null)
    return { how: 'any', stem: '', values: [], length: null };
  if (digits && !ends) {
    if (least > 0) return giveUp();
    return { how: 'any', stem: '', values: [], length: null };
  }
  if (most === 0) return giveUp();
  return { how: 'of', stem: '', values: [], length: { least, most, digits } };
}

/** Long values of digits by their common beginning, with ranges: 2547 and 3, 5, 8. */
function shortened(values: readonly string[]): { stem: string; values: string[] } {
  if (values.length < 2 || !values.every((value) => /^\d{5,}$/.test(value)))
    return { stem: '', values: ranges(values) };
  let size = 0;
  while (values.every((value) => value.length > size + 1 && value[size] === values[0]![size]))
    size++;
  return {
    stem: values[0]!.slice(0, size),
    values: ranges(values.map((value) => value.slice(size))),
  };
}

/** Three numbers or more in sequence become one range. */
function ranges(values: readonly string[]): string[] {
  const shown: string[] = [];
  let at = 0;
  while (at < values.length) {
    let end = at;
    while (isNext(values[end]!, values[end + 1])) end++;
    if (end - at >= 2) shown.push(`${values[at]!}–${values[end]!}`);
    else shown.push(...values.slice(at, end + 1));
    at = end + 1;
  }
  return shown;
}

const isNext = (value: string, next: string | undefined) =>
  next !== undefined &&
  /^\d{1,9}$/.test(value) &&
  next.length === value.length &&
  Number(next) === Number(value) + 1;
