// A regular expression of a filter as a sentence would put it. Patterns are matched from the start of the
// text, as the gateway does, and an expression that is not surely understood has no meaning here.

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

type Gap = { least: number; most: number | null; digits: boolean; dots: boolean };
type Step = { texts: string[] } | Gap;
type Branch = { steps: Step[]; ends: boolean };

/** More alternatives are not a sentence. */
const MOST_VALUES = 24;
/** A text longer than this is not a value that people read. */
const LONGEST = 60;
const META = new Set('\\^$.|?*+()[]{}');

class NotUnderstood extends Error {}
const giveUp = (): never => {
  throw new NotUnderstood();
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

/** Neighbours of one kind as one step: texts in every combination, gaps in sum. */
function merged(steps: readonly Step[]): Step[] {
  const all: Step[] = [];
  for (const step of steps) {
    const last = all.at(-1);
    if (last && 'texts' in last && 'texts' in step)
      all[all.length - 1] = {
        texts: limited(last.texts.flatMap((a) => step.texts.map((b) => a + b))),
      };
    else if (last && !('texts' in last) && !('texts' in step)) {
      // Digits and then anything is neither.
      if (last.digits !== step.digits) giveUp();
      all[all.length - 1] = {
        least: last.least + step.least,
        most: last.most === null || step.most === null ? null : last.most + step.most,
        digits: last.digits,
        dots: last.dots || step.dots,
      };
    } else all.push(step);
  }
  return all;
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

function limited(texts: string[]): string[] {
  if (texts.length > MOST_VALUES || texts.some(({ length }) => length > LONGEST)) giveUp();
  return texts;
}

class Parser {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  alternatives(): Branch[] {
    const branches = [this.#branch()];
    while (this.#take('|')) branches.push(this.#branch());
    return branches;
  }

  #branch(): Branch {
    const steps: Step[] = [];
    this.#take('^');
    while (!this.isAtEnd && !'|)'.includes(this.#text[this.#at]!)) {
      if (this.#take('$')) {
        if (!this.isAtEnd && !'|)'.includes(this.#text[this.#at]!)) giveUp();
        return { steps, ends: true };
      }
      steps.push(...this.#repeated(this.#item()));
    }
    return { steps, ends: false };
  }

  #item(): Step[] {
    const character = this.#text[this.#at++]!;
    if (character === '.') return [{ least: 1, most: 1, digits: false, dots: true }];
    if (character === '(') return [this.#group()];
    if (character === '[') return [this.#set()];
    if (character === '\\') {
      const escaped = this.#text[this.#at++] ?? giveUp();
      if (escaped === 'd') return [{ least: 1, most: 1, digits: true, dots: false }];
      return /[A-Za-z0-9]/.test(escaped) ? giveUp() : [{ texts: [escaped] }];
    }
    return META.has(character) ? giveUp() : [{ texts: [character] }];
  }

  #group(): Step {
    if (this.#take('?') && !this.#take(':')) giveUp();
    const branches = this.alternatives();
    if (!this.#take(')')) giveUp();
    if (branches.length === 1 && !branches[0]!.ends) {
      const [step, ...more] = merged(branches[0]!.steps);
      return step && more.length === 0 ? step : giveUp();
    }
    const texts = branches.flatMap(({ steps, ends }) => {
      const [step = { texts: [''] }, ...more] = merged(steps);
      return ends || more.length > 0 || !('texts' in step) ? giveUp() : step.texts;
    });
    return { texts: limited(texts) };
  }

  /** A set of characters: `[358]`, `[0-2]`, and all ten digits as a gap. */
  #set(): Step {
    const end = this.#text.indexOf(']', this.#at);
    const inside = end < 0 ? giveUp() : this.#text.slice(this.#at, end);
    this.#at = end + 1;
    if (inside === '' || !/^(?:[A-Za-z0-9](?:-[A-Za-z0-9])?|[ +_.]|\\d)+$/.test(inside))
      return giveUp();
    if (inside === '0-9' || inside === '\\d')
      return { least: 1, most: 1, digits: true, dots: false };
    if (inside.includes('\\d')) return giveUp();
    const texts: string[] = [];
    for (const [, from, to] of inside.matchAll(/(.)(?:-(.))?/g)) {
      const [first, last] = [from!.charCodeAt(0), (to ?? from!).charCodeAt(0)];
      if (last < first || last - first > 9) return giveUp();
      for (let code = first; code <= last; code++) texts.push(String.fromCharCode(code));
    }
    return { texts: limited(texts) };
  }

  #repeated(steps: Step[]): Step[] {
    const [step] = steps as [Step];
    const count = this.#count();
    if (count === undefined) return steps;
    const [least, most] = count;
    if (!('texts' in step))
      return [
        {
          ...step,
          least: step.least * least,
          most: step.most === null || most === null ? null : step.most * most,
        },
      ];
    if (least === 0 && most === 1) return [{ texts: limited([...step.texts, '']) }];
    if (least !== most || least === 0 || least > 20) return giveUp();
    return Array.from({ length: least }, () => step);
  }

  /** How often the item before it comes; undefined for once. */
  #count(): [number, number | null] | undefined {
    const [written, least, comma, most] =
      /^(?:[?*+]|\{(\d{1,3})(,)?(\d{1,3})?\})/.exec(this.#text.slice(this.#at)) ?? [];
    if (written === undefined) return undefined;
    this.#at += written.length;
    // As few as possible or as many: whether it matches is the same.
    this.#take('?');
    if (written === '?') return [0, 1];
    if (written === '*') return [0, null];
    if (written === '+') return [1, null];
    const upper = most === undefined ? (comma ? null : Number(least)) : Number(most);
    return upper !== null && upper < Number(least) ? giveUp() : [Number(least), upper];
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }
}
