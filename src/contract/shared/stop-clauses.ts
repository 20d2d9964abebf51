export type StopClauses = {
  /** By ISO 3166 country code, each exactly as appended, blanks and newline included. */
  readonly byCountry: Readonly<Record<string, string>>;
  /** The platform's own, for countries without one. */
  readonly platform: string;
};

// Kenya: opting out of promotional messages is dialled *456#, then 9, then 5.
const KENYAN_CLAUSE = ' STOP*456*9*5#\n';

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

/** The text with the clause at its end; unchanged if it already contains the clause's words. */
export function withStopClause(text: string, clause: string): string {
  return text.includes(clause.trim()) ? text : text + clause;
}
