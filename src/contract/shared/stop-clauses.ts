export type StopClauses = {
  /** By ISO 3166 country code, each exactly as appended, line break and blanks included. */
  readonly byCountry: Readonly<Record<string, string>>;
  /** The platform's own, for countries without one. */
  readonly platform: string;
};

// Kenya: opting out of promotional messages is dialled *456#, then 9, then 5.
const KENYAN_CLAUSE = '\nSTOP *456*9*5#';

/** The clauses of a new installation; an operator may change them. */
export const STOP_CLAUSES: StopClauses = {
  byCountry: { KE: KENYAN_CLAUSE },
  platform: KENYAN_CLAUSE,
};

/** The opt-out clause of promotional messages to a country (`KE`, `TZ`, ...). */
export function stopClause(country: string, clauses: StopClauses = STOP_CLAUSES): string {
  return Object.hasOwn(clauses.byCountry, country)
    ? (clauses.byCountry[country] ?? clauses.platform)
    : clauses.platform;
}

/** The text with the clause at its end; unchanged if it already contains it, however it is spaced. */
export function withStopClause(text: string, clause: string): string {
  return withoutBlanks(text).includes(withoutBlanks(clause)) ? text : text + clause;
}

const withoutBlanks = (text: string) => text.replace(/\s/g, '');
