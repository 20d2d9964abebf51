/**
 * Compares texts as approval does. Two forms of a text: a loose one by which texts are counted as the
 * same, and a strict one by which a text is recognised as approved.
 */
import { createHash } from 'node:crypto';
import { parseTemplate } from '../../../contract/shared/template.ts';

/** Letters of other alphabets that look like Latin ones, as capitals and as small letters, and those. */
const ALPHABETS = [
  // Cyrillic
  [
    'АаВвЕеЁёЗзІіЇїЈјКкМмНнОоРрСсТтУуХхҺһЅѕԚԛԜԝԁӏѴѵ',
    'aabbeeeezziiiijjkkmmhhooppccttyyxxhhssqqwwdlvv',
  ],
  // Greek
  ['ΑαΒβΕεΖζΗηΙιΚκΜμΝνΟοΡρΤτΥυΧχωγσ', 'aabbeezzhniikkmunvooppttyuxxwyo'],
  // Latin letters that do not fall apart into a letter and a mark
  ['ıłŁøØđĐħĦ', 'illooddhh'],
] as const;

/** The letters that look like Latin ones, and those, each in its place. */
export const OTHER_LETTERS = ALPHABETS.map(([from]) => from).join('');
export const LATIN_LETTERS = ALPHABETS.map(([, to]) => to).join('');
const LATIN = new Map(
  [...OTHER_LETTERS].map((letter, at) => [letter, [...LATIN_LETTERS][at]!] as const),
);

/** Letters that digits are written for: 0 o, 1 l i, 2 z, 3 e, 4 a, 5 s, 6 b g, 7 t, 8 b, 9 g q. */
const LIKE_DIGITS = /[olizeasbgtq]/g;

/** Letters that a decision needs to be about one text: with fewer, it would be about any. */
const LEAST_LETTERS = 8;

const ADDRESS =
  /(?:https?:\/\/|www\.)\S+|(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]+\.)+[a-z]{2,}(?:[/?#]\S*)?/giu;

/** Marks on letters, and signs that no reader sees: control characters are some, but for blanks and ends of lines. */
const UNSEEN =
  /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u0001-\u0008\u000e-\u001f\u007f-\u009f]/gu;

/** The planes of Unicode in which such signs are, as first and last code points. */
const PLANES = [
  [1, 0x1ffff],
  [0xe0000, 0xe0fff],
] as const;

/** The first and the last code points of runs of signs that `withLatinLetters` leaves out, for a search that is not done here. */
export function listUnseen(): [number, number][] {
  const runs: [number, number][] = [];
  for (const [first, last] of PLANES)
    for (let sign = first; sign <= last; sign++) {
      if (String.fromCodePoint(sign).search(UNSEEN) === -1) continue;
      const run = runs.at(-1);
      if (run?.[1] === sign - 1) run[1] = sign;
      else runs.push([sign, sign]);
    }
  return runs;
}

/** A text in small letters without accents, look-alikes and what no reader sees. */
export function withLatinLetters(text: string): string {
  if (/^[\t-\r\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  let latin = '';
  for (const letter of text.normalize('NFKC')) latin += LATIN.get(letter) ?? letter;
  return latin.toLowerCase().normalize('NFD').replace(UNSEEN, '');
}

/**
 * Returns a text without links, digits, case, accents, spacing, signs, look-alikes and the letters
 * that a digit can stand for: texts with the same form are counted as one.
 */
export function countedForm(text: string): string {
  return withLatinLetters(text)
    .replace(ADDRESS, '')
    .replace(/\P{L}/gu, '')
    .replace(LIKE_DIGITS, '');
}

/** True of a text of which enough is counted to know it again: others share their form with many. */
export const isDistinct = (text: string): boolean => countedForm(text).length >= LEAST_LETTERS;

/** A name of fixed length for what is counted as one text. */
export function fingerprintOf(text: string): string {
  return createHash('sha256').update(countedForm(text)).digest('hex').slice(0, 32);
}

/** The longest value that a placeholder of an approved text stands for. */
const MOST_VALUE = 40;
/** Digits that may differ: amounts, dates and order numbers; a number to call has more. */
const MOST_DIGITS = 8;

/** Case, runs of blanks and short numbers do not matter; links and signs do. */
function strictForm(text: string): string {
  const whole = text.normalize('NFKC').replace(/\s+/g, ' ');
  let strict = '';
  let at = 0;
  for (const { 0: link, index } of whole.matchAll(ADDRESS)) {
    strict += strictWords(whole.slice(at, index)) + strictLink(link);
    at = index + link.length;
  }
  return strict + strictWords(whole.slice(at));
}

const strictWords = (words: string): string =>
  words
    .toLowerCase()
    .replace(/\d(?:[ .,:/()-]?\d)*/g, (run) =>
      run.replace(/\D/g, '').length > MOST_DIGITS ? run : '0',
    );

/** Another host, or another letter in its path, leads elsewhere; the number of an order does not. */
function strictLink(link: string): string {
  const [host = ''] = /^(?:[a-z]+:\/\/)?[^/?#]*/i.exec(link) ?? [];
  return (
    host.toLowerCase() +
    link
      .slice(host.length)
      .replace(/(?<![\p{L}\p{N}])\d+(?![\p{L}\p{N}])/gu, (run) =>
        run.length > MOST_DIGITS ? run : '0',
      )
  );
}

/**
 * How a text stands to an approved one: as the whole of it, as its beginning, or as a piece from
 * anywhere in it.
 */
export type PieceOf = 'WHOLE' | 'BEGINS' | 'WITHIN';

/** A strict form of a text, with its links. */
type Form = { strict: string; links: number };

/**
 * Makes the test of whether a text is one of the approved ones, or a piece of one, `among` those that it is asked for;
 * placeholders have values.
 * The text is read once, however many they are.
 */
export function openRecogniser(
  ...approved: readonly string[]
): (text: string, as?: PieceOf, among?: (approved: string) => boolean) => boolean {
  const tests = approved.map((each) => [each, openTest(each)] as const);
  return (text, as = 'WHOLE', among = () => true) => {
    const forms = (as === 'WHOLE' ? [strictForm(text.trim())] : strictPieces(text, as)).map(
      (strict): Form => ({ strict, links: countLinks(strict) }),
    );
    return tests.some(([each, isIt]) => forms.some((form) => isIt(form, as)) && among(each));
  };
}

function openTest(approved: string): (form: Form, as: PieceOf) => boolean {
  const parts: string[] = [];
  let joins = false;
  for (const part of parseTemplate(approved.trim())) {
    if (typeof part === 'string') parts.push(strictForm(part));
    else if (parts.length === 0) parts.push('');
    joins = typeof part !== 'string';
  }
  if (joins) parts.push('');
  const letters = parts.join('').replace(/\P{L}/gu, '').length;
  if (letters < LEAST_LETTERS) return () => false;
  const [first = '', ...others] = parts;
  const links = parts.reduce((sum, part) => sum + countLinks(part), 0);
  return ({ strict, links: given }, as) => {
    if (as !== 'WHOLE')
      return given <= links && (as === 'BEGINS' ? goesAs(strict, parts) : isWithin(strict, parts));
    if (others.length === 0) return strict === first;
    // Values may make a link together.
    if (!strict.startsWith(first) || given > links) return false;
    let at = first.length;
    for (const [index, literal] of others.entries()) {
      const isLast = index === others.length - 1;
      const next = isLast ? strict.length - literal.length : strict.indexOf(literal, at);
      if (next < at || !strict.startsWith(literal, next)) return false;
      if (!isValue(strict.slice(at, next))) return false;
      at = next + literal.length;
    }
    return true;
  };
}

const isValue = (value: string): boolean =>
  value.length <= MOST_VALUE && value.search(ADDRESS) === -1;

/** Characters beside a cut within which a link or number is looked for that the cut goes through. */
const EDGE = 40;

/**
 * The forms that a piece may have in the strict form of its text: a link or a long number that was cut
 * shows its rules no more, so the word beside a cut also stands as written.
 */
function strictPieces(text: string, as: 'BEGINS' | 'WITHIN'): string[] {
  const one = text.normalize('NFKC').replace(/\s+/g, ' ');
  const piece = as === 'BEGINS' ? one.trimStart() : one;
  const [tail = ''] = /(?:(?:\d[ .,:/()-]?)+|\S+)$/.exec(piece.slice(-EDGE)) ?? [];
  const rest = piece.slice(0, piece.length - tail.length);
  if (as === 'BEGINS') return [strictForm(piece), strictForm(rest) + tail];
  const [head = ''] = /^(?:(?:[ .,:/()-]?\d)+|\S+)/.exec(rest.slice(0, EDGE)) ?? [];
  const middle = rest.slice(head.length);
  return [
    strictForm(piece),
    strictForm(rest) + tail,
    head + strictForm(middle + tail),
    head + strictForm(middle) + tail,
  ];
}

/** True if a text goes as these literals do, with values between them, and ends before they do or with them. */
function goesAs(text: string, [first = '', ...others]: readonly string[]): boolean {
  if (!text.startsWith(first)) return first.startsWith(text);
  let at = first.length;
  for (const literal of others) {
    const next = literal === '' ? -1 : text.indexOf(literal, at);
    if (next === -1) return endsBefore(text.slice(at), literal);
    if (!isValue(text.slice(at, next))) return false;
    at = next + literal.length;
  }
  return at === text.length;
}

/** True of a value with what there is of the literal after it: so many characters at least. */
function endsBefore(text: string, literal: string, least = 0): boolean {
  for (let length = Math.min(text.length - least, MOST_VALUE); length >= 0; length--)
    if (literal.startsWith(text.slice(length)) && isValue(text.slice(0, length))) return true;
  return false;
}

/** Places that a piece is tried from: only a text that repeats itself has more. */
const MOST_PLACES = 20;

/** True if a text goes as these literals do from somewhere in one of them, or in the value before it. */
function isWithin(text: string, literals: readonly string[]): boolean {
  if (literals.some((literal) => literal.includes(text))) return true;
  let places = 0;
  return literals.some((literal, index) => {
    const others = literals.slice(index + 1);
    for (let at = literal.indexOf(text[0]!); at !== -1; at = literal.indexOf(text[0]!, at + 1)) {
      const rest = literal.slice(at);
      if (!text.startsWith(rest)) continue;
      if (++places > MOST_PLACES) return false;
      if (goesAs(text, [rest, ...others])) return true;
    }
    if (index === 0 || literal === '') return false;
    const next = text.indexOf(literal);
    return next === -1
      ? endsBefore(text, literal, LEAST_LETTERS)
      : isValue(text.slice(0, next)) && goesAs(text.slice(next), [literal, ...others]);
  });
}

/** Links with a path; a name after a full stop without a blank looks like one without. */
const countLinks = (text: string): number =>
  text.match(ADDRESS)?.filter((link) => link.includes('/')).length ?? 0;

/** True if a text has a link. */
export const hasLink = (text: string): boolean => text.search(ADDRESS) !== -1;
