/**
 * The opt-out clause at the end of a promotional text, by country and operator of its receiver. This file
 * alone decides it, for preparation, acceptance, prices, the counter and previews.
 */
/** The clauses in force, and the links that some of them end in. */
export type StopClauses = {
  /**
   * Their texts, without line break: by an operator of a country (`KE/1`, a network's code), by the rest of
   * a country (`KE`), and by the rest of the world (`ZZ`).
   */
  readonly byPlace: Readonly<Record<string, string>>;
  /** The address before a link's token, and how many characters a token has. */
  readonly link: { readonly base: string; readonly length: number };
};

/** The country of a receiver, and the code of its network. */
export type Receiver = { readonly country: string; readonly network: number };

/** ISO 3166 reserves this code for users: every country without a clause of its own. */
export const ELSEWHERE = 'ZZ';
/** Where a clause's text has the receiver's own address. */
export const LINK = '{link}';
/** The path that every short address begins with; no screen has it. */
export const LINK_PATH = '/s/';

/** The key of a clause; network 0 stands for every operator of the country without one. */
export const clausePlace = ({ country, network }: Receiver): string =>
  network === 0 ? country : `${country}/${network}`;

/**
 * The clause of a receiver, line break included; empty where no way to opt out is known. A link in it has
 * `x` in place of its token, as many as it will have characters.
 */
export function stopClause(clauses: StopClauses, receiver: Receiver): string {
  const text = textOf(clauses, receiver);
  return text === undefined ? '' : withSample(clauses, text);
}

/** True if the clause of a receiver has an address of its own. */
export function hasLink(clauses: StopClauses, receiver: Receiver): boolean {
  return textOf(clauses, receiver)?.includes(LINK) ?? false;
}

/** The text of a message whose clause has a link, with its token in place of the sample, wherever that stands. */
export function withToken(text: string, { link }: StopClauses, token: string): string {
  return text.replaceAll(link.base + 'x'.repeat(link.length), link.base + token);
}

/** The clause that stands for a country as a whole: one that all may share, else its link. */
export function usualClause(clauses: StopClauses, country: string): string {
  return sharedClause(clauses, country) || stopClause(clauses, { country, network: 0 });
}

/** A country's clause without a link: that of all its operators, else of its first; empty without one. */
export function sharedClause(clauses: StopClauses, country: string): string {
  const places = Object.keys(clauses.byPlace)
    .filter((place) => place === country || place.startsWith(`${country}/`))
    .toSorted((a, b) => networkIn(a) - networkIn(b));
  const plain = places.map((place) => clauses.byPlace[place]!).find((text) => !text.includes(LINK));
  return plain === undefined ? '' : `\n${plain}`;
}

/**
 * The text with the clause at its end; unchanged if it already contains it, however its words are spaced.
 * A code or link with blanks within it, or that goes on behind its end, is none that anybody can use.
 */
export function withStopClause(text: string, clause: string): string {
  const isThere =
    withoutBlanks(text).includes(withoutBlanks(clause)) &&
    (clause === '' || wholeClause(clause).test(text));
  return isThere ? text : text + clause;
}

const wholeClause = (clause: string): RegExp =>
  new RegExp(
    `${clause
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
      .join('\\s*')}(?![\\p{L}\\p{N}])`,
    'u',
  );

/** The text without any of these clauses at its end, so that each receiver gets its own. */
export function withoutStopClause(text: string, { byPlace }: StopClauses): string {
  const end = text.trimEnd();
  const clause = Object.values(byPlace)
    .toSorted((a, b) => b.length - a.length)
    .find((each) => end.endsWith(each));
  if (clause === undefined) return text;
  const rest = end.slice(0, -clause.length);
  // The clause that the product added stands behind a line break; blanks before that are the writer's.
  return rest.endsWith('\n') ? rest.slice(0, -1) : rest.trimEnd();
}

function textOf({ byPlace }: StopClauses, receiver: Receiver): string | undefined {
  return [clausePlace(receiver), receiver.country, ELSEWHERE]
    .filter((place) => Object.hasOwn(byPlace, place))
    .map((place) => byPlace[place])[0];
}

const withSample = ({ link }: StopClauses, text: string) =>
  `\n${text.replace(LINK, () => link.base + 'x'.repeat(link.length))}`;
const withoutBlanks = (text: string) => text.replace(/\s/g, '');
/** The rest of a country comes first. */
const networkIn = (place: string) => Number(place.split('/')[1] ?? 0);
