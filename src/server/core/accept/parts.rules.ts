/**
 * Parts that customers cut themselves. A phone joins those of one sender, reference and total, so a part
 * is judged by what its receiver may read with it, besides its own text.
 */
import { alphabetOf, otherReadings } from './readings.rules.ts';
import type { Unapproved } from './approval.rules.ts';
import type { PieceOf } from './fingerprint.rules.ts';

/** Parts that come later than this after others are judged without them: phones keep a part for hours. */
export const JOINED_MS = 24 * 3_600_000;

/** Between a delivery and what comes after it, so that clocks and ways of carriers change no order. */
const APART_MS = 60_000;

/** The place of a part in a message; it counts from 1. */
export type Cut = { reference: number; total: number; part: number };

/**
 * The words of a part; `ucs2` are its octets where they are 16-bit characters, which a cut may go through. Others are
 * what else phones may show of it.
 */
export type Words = { text: string; others: string[]; ucs2?: Buffer | undefined };

/** A part whose text, or the text of which it is a part, may need approval. */
export type Piece = Cut & {
  words: Words;
  /** True where accounts that share an allowance may send the other parts. */
  isShared: boolean;
  /** Returns the approval that a text under the part's sender ID lacks, or what else phones may show in its place. */
  judge(text: string, others: readonly string[]): Unapproved | null;
  /** Tests whether somebody approved a text of which this is a piece. */
  isApproved(piece: string, as: PieceOf): boolean;
};

/** A part that was accepted before; `isCounted` where a message of the day stands for it. */
export type KnownPart = { part: number; clientId: string; words: Words; isCounted: boolean };

/** The place of a part that was accepted before; times are milliseconds. */
export type AcceptedPart = {
  part: number;
  acceptedAt: number;
  /** Null until a receipt says that the phone has it. */
  deliveredAt: number | null;
};

/** The texts of a part that need approval and have none. */
export type JudgedPart = {
  /** The texts that its receiver may read once it is there. */
  joined: readonly Unapproved[];
  /** Undefined where it reads as one of the joined texts, or as a piece of an approved one. */
  own: Unapproved | undefined;
};

/**
 * Reads the place of a part from the user data header that octets begin with. Of several, the last that
 * is valid holds, and a reference of 8 bits is one of 16 with the same number, as phones take it.
 * @returns undefined for a message that stands alone
 */
export function readCut(octets: Buffer): Cut | undefined {
  const end = 1 + (octets[0] ?? 0);
  let cut: Cut | undefined;
  if (end > octets.length) return undefined;
  for (let at = 1; at + 2 <= end;) {
    const [element, length] = [octets[at]!, octets[at + 1]!];
    const value = octets.subarray(at + 2, at + 2 + length);
    at += 2 + length;
    if (at > end) break;
    if ((element !== 0x00 || length !== 3) && (element !== 0x08 || length !== 4)) continue;
    const [total, part] = [value[length - 2]!, value[length - 1]!];
    if (part >= 1 && part <= total)
      cut = { reference: value.readUIntBE(0, length - 2), total, part };
  }
  return cut !== undefined && cut.total > 1 ? cut : undefined;
}

/** Octets that go out as they are, with their readable form. */
export type Octets = { octets: Buffer; dataCoding: number; esmClass: number; text?: string };

/** The bit of esm_class that octets begin with a user data header, whose length is its first octet. */
export const USER_DATA_HEADER = 0x40;

/** Reads what octets say, without their header. */
export function readWords({ octets, dataCoding, esmClass, text }: Octets): Words {
  const headerLength = (esmClass & USER_DATA_HEADER) === 0 ? 0 : 1 + (octets[0] ?? 0);
  const [header, body] = [octets.subarray(0, headerLength), octets.subarray(headerLength)];
  return {
    text: (text ?? body.toString('latin1')).replaceAll('\0', '').toWellFormed(),
    others: otherReadings(dataCoding, body, header),
    ...(alphabetOf(dataCoding) === 'UCS2' && { ucs2: body }),
  };
}

/**
 * Leaves out the messages that a phone has shown, so that a reference may come again: every number once,
 * and each of them delivered before the next part was accepted. A part without its receipt stays, and
 * so do those of a message in which a number came twice, because nobody knows which copy was shown.
 * @param parts of one reference and total, in the order in which they were accepted
 */
export function withoutShown<Part extends AcceptedPart>(
  parts: readonly Part[],
  total: number,
  now: number,
): Part[] {
  let open: Part[] = [];
  const isShownBy = (at: number) =>
    open.length === total &&
    new Set(open.map(({ part }) => part)).size === total &&
    open.every(({ deliveredAt }) => deliveredAt !== null && deliveredAt + APART_MS < at);
  for (const part of parts) {
    if (isShownBy(part.acceptedAt)) open = [];
    open.push(part);
  }
  return isShownBy(now) ? [] : open;
}

/** The first and the last part of each number: a phone keeps one or the other. */
export function firstAndLast<Part extends { part: number }>(parts: readonly Part[]): Part[] {
  const first = new Map(parts.toReversed().map((each) => [each.part, each]));
  const last = new Map(parts.map((each) => [each.part, each]));
  return parts.filter((each) => each === first.get(each.part) || each === last.get(each.part));
}

/** Finds what a part lacks approval for. @param others in the order in which they were accepted */
export function judgePart(piece: Piece, others: readonly KnownPart[]): JudgedPart {
  const { part, words, judge } = piece;
  // Some phones keep the last copy of a part that came twice, and some the first.
  const numbers = new Set([part, ...others.map((each) => each.part)]);
  const orders = numbers.size > others.length ? [others] : [others, others.toReversed()];
  const unapproved = orders
    .map(
      (parts) => new Map([...parts.map((each) => [each.part, each.words] as const), [part, words]]),
    )
    .filter((reading) => !isApprovedSofar(piece, reading));
  const joined = new Map<string, Unapproved>();
  for (const reading of unapproved) {
    const others = Array.from(
      { length: Math.max(...[...reading.values()].map((each) => each.others.length)) },
      (_, at) => joinTexts(reading, at),
    );
    const found = judge(joinTexts(reading), others);
    if (found && !joined.has(found.fingerprint)) joined.set(found.fingerprint, found);
  }
  const own =
    unapproved.length === 0 || isApprovedSofar(piece, new Map([[part, words]]))
      ? null
      : judge(words.text, words.others);
  return {
    joined: [...joined.values()],
    own: own && !joined.has(own.fingerprint) ? own : undefined,
  };
}

/**
 * Marks texts with words of other accounts: approvers read them whole, and the owner of the part its own
 * words alone.
 */
export function withOthersHidden(
  { joined, own }: JudgedPart,
  { words: { text: ownText } }: Piece,
): JudgedPart {
  return {
    joined: joined.map((each) => ({
      ...each,
      ownText,
      reasons: [...each.reasons, { rule: 'PARTS', found: each.text }],
    })),
    own,
  };
}

/**
 * Joins the parts in the order of their numbers, without those that are missing.
 * @param other which of the other readings of those that have it
 */
function joinTexts(parts: ReadonlyMap<number, Words>, other?: number): string {
  let text = '';
  let ucs2: Buffer[] = [];
  const flush = () => {
    const octets = Buffer.concat(ucs2);
    text += octets
      .subarray(0, octets.length & ~1)
      .swap16()
      .toString('utf16le');
    ucs2 = [];
  };
  for (const [, words] of [...parts].sort(([a], [b]) => a - b)) {
    const reading = other === undefined ? undefined : words.others[other];
    if (words.ucs2 && reading === undefined) ucs2.push(words.ucs2);
    else {
      flush();
      text += reading ?? words.text;
    }
  }
  flush();
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * Tests whether a part, with those that it follows on or that follow on it, is an approved text as far as
 * it goes: the whole of it once nothing is missing. Whatever else is there was judged when it came.
 */
function isApprovedSofar(
  { part, total, isApproved }: Piece,
  texts: ReadonlyMap<number, Words>,
): boolean {
  let [first, last] = [part, part];
  while (texts.has(first - 1)) first--;
  while (texts.has(last + 1)) last++;
  const run = new Map([...texts].filter(([each]) => each >= first && each <= last));
  const as = first > 1 ? 'WITHIN' : last < total ? 'BEGINS' : 'WHOLE';
  return isApproved(joinTexts(run), as);
}
