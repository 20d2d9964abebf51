// Reads the regular expressions that can be put into words, and gives up on all others.

export type Gap = { least: number; most: number | null; digits: boolean; dots: boolean };
export type Step = { texts: string[] } | Gap;
export type Branch = { steps: Step[]; ends: boolean };

/** More alternatives are not a sentence. */
const MOST_VALUES = 24;
/** A text longer than this is not a value that people read. */
const LONGEST = 60;
const META = new Set('\\^$.|?*+()[]{}');

export class NotUnderstood extends Error {}
export const giveUp = (): never => {
  throw new NotUnderstood();
};

/** Neighbours of one kind as one step: texts in every combination, gaps in sum. */
export function merged(steps: readonly Step[]): Step[] {
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

export function limited(texts: string[]): string[] {
  if (texts.length > MOST_VALUES || texts.some(({ length }) => length > LONGEST)) giveUp();
  return texts;
}

export class Parser {
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
