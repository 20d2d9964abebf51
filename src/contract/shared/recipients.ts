/**
 * Finds numbers in pasted text: lists with commas, lines, blanks or tabs, spreadsheet columns,
 * address cards, names around numbers. A token that may be a number is always reported; names and
 * headings are skipped.
 */

import { normalizePhone, type PhoneReason } from './phone.ts';

export type TypedNumber = { readonly written: string } & (
  | { readonly ok: true; readonly e164: string; readonly country: string }
  | { readonly ok: false; readonly reason: PhoneReason }
);

export type TypedNumbers = {
  /** The numbers in order of appearance, invalid and repeated ones included. */
  readonly numbers: readonly TypedNumber[];
  /** The count of skipped tokens: words, dates, amounts and the like. */
  readonly passedOver: number;
};

const CARD_LINE =
  /^(?:item\d+\.)?(?:BEGIN|END|VERSION|PRODID|N|FN|NICKNAME|ORG|TITLE|EMAIL|ADR|NOTE|PHOTO|BDAY|REV|UID|URL|CATEGORIES|IMPP|X-[A-Z-]+)[:;]/i;
const TEL_LINE = /^(?:item\d+\.)?TEL[^:]*:/i;
const SCIENTIFIC = /^[+]?\d+(?:[.,]\d+)?e[+]?\d+$/i;
const DIGIT = /\p{Nd}/u;
/** The most pieces into which people split a number. */
const MOST_PIECES = 6;

/** Finds the numbers in a text. `country` is the client's, as for `normalizePhone`. */
export function readNumbers(text: string, country: string): TypedNumbers {
  const found: TypedNumber[] = [];
  const words: string[] = [];
  const isCard = /^\s*BEGIN:VCARD/im.test(text);
  for (const line of text.split(/\r\n|[\r\n\u2028\u2029]/)) {
    if (isCard && CARD_LINE.test(line.trim())) continue;
    const plain = isCard ? line.trim().replace(TEL_LINE, '') : line;
    const cells = plain.split('\t');
    const read = cells.map((cell) => readCell(cell, country));
    // A spreadsheet row with a number also has other figures: amounts, dates, ages.
    const isRow =
      cells.length > 1 && read.some(({ numbers }) => numbers.some((number) => number.ok));
    for (const { numbers, others } of read) {
      words.push(...others);
      for (const number of numbers) {
        if (isRow && !number.ok && number.reason !== 'SCIENTIFIC') words.push(number.written);
        else found.push(number);
      }
    }
  }
  // Words without a number are an error; words beside numbers are names.
  if (found.length === 0)
    return {
      numbers: words.map((written) => ({ written, ok: false, reason: 'NOT_A_NUMBER' })),
      passedOver: 0,
    };
  return { numbers: found, passedOver: words.length };
}

function readCell(cell: string, country: string): { numbers: TypedNumber[]; others: string[] } {
  const numbers: TypedNumber[] = [],
    others: string[] = [];
  for (const piece of cell.split(/[,;|<>"“”]+/)) {
    const words = piece
      .trim()
      .replace(/^(?:tel|sms|callto|whatsapp|mobile|phone|cell|tél?|telefone|simu)\s*[:.]\s*/i, '')
      .split(/\s+/)
      .filter((word) => word !== '');
    let wrong: string[] = [];
    let right = 0;
    const settle = () => {
      const written = wrong.join(' ');
      wrong = [];
      if (written !== '') numbers.push(typed(written, country));
    };
    for (let at = 0; at < words.length;) {
      const word = words[at]!;
      if (!DIGIT.test(word) || (/\p{L}/u.test(word) && !SCIENTIFIC.test(word))) {
        settle();
        if (/[\p{L}\p{Nd}]/u.test(word)) others.push(word);
        at++;
        continue;
      }
      const long = longestNumber(words, at, country);
      if (long === undefined) {
        wrong.push(word);
        at++;
        continue;
      }
      // A short figure before a number is its line number: `1. 0712 345678`.
      if (wrong.length > 0 && wrong.join('').replace(/\P{Nd}/gu, '').length <= 3)
        others.push(...wrong.splice(0));
      settle();
      numbers.push(long.number);
      right++;
      at = long.end;
    }
    if (right > 0 && wrong.length > 0 && wrong.join('').replace(/\P{Nd}/gu, '').length <= 3)
      others.push(...wrong.splice(0));
    settle();
  }
  return { numbers, others };
}

/** The longest run of words from `at` that forms one valid number. */
function longestNumber(
  words: readonly string[],
  at: number,
  country: string,
): { number: TypedNumber; end: number } | undefined {
  for (let end = Math.min(words.length, at + MOST_PIECES); end > at; end--) {
    const pieces = words.slice(at, end);
    // A piece that starts like a new number does not continue the previous one.
    if (pieces.slice(1).some((piece) => /^\+/.test(piece))) continue;
    const number = typed(pieces.join(' '), country);
    if (number.ok) return { number, end };
  }
  return undefined;
}

function typed(written: string, country: string): TypedNumber {
  return {
    written,
    ...normalizePhone(written.replace(/^[-–•*·]\s*(?=[+\d])/, '').replace(/[.:]$/, ''), country),
  };
}
