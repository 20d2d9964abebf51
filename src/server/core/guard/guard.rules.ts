/**
 * Decides by rules whether an account may send to a number: pure, on rules that the caller has. A
 * rule of the account goes before the platform's of the same kind, of shares block by block; blocked
 * ranges add up.
 */
import type { GuardKind } from '../../../contract/api/guard.ts';
import {
  codesNotEntered,
  countryNotAllowed,
  newAccountLimit,
  numberLimit,
  rangeBlocked,
} from '../../infra/errors.ts';
import type { Refusal } from '../../infra/errors.ts';

export type GuardRule = {
  id: string;
  /** Null for the platform's. */
  clientId: string | null;
  kind: GuardKind;
  /** COUNTRIES: those that messages may go to. */
  countries: readonly string[];
  /** RANGE: the beginning of the numbers, E.164 without the plus. */
  prefix: string;
  /** SHARE: the length of the blocks whose codes are counted. */
  digits: number | null;
  /** SHARE: codes that may stay unentered before the share counts. */
  codes: number | null;
  /** SHARE: the least percentage of codes entered. */
  share: number | null;
  /** NUMBER and NEW_ACCOUNT: at most so many in `seconds`. */
  messages: number | null;
  seconds: number | null;
  /** NEW_ACCOUNT: when the account is new no more. The platform's has none: it is what new accounts get. */
  until: Date | null;
};

/** The rules of one account, ready to be asked for each message. */
export type Guard = {
  countries: { id: string; countries: ReadonlySet<string> } | undefined;
  /** By the length of the prefix. */
  ranges: readonly (readonly [number, ReadonlyMap<string, string>])[];
  shares: readonly { id: string; digits: number; codes: number; share: number }[];
  number: { id: string; messages: number; seconds: number } | undefined;
  newAccount: (Velocity & { until: Date }) | undefined;
};

/** At most so many messages of one account in so many seconds. */
export type Velocity = { id: string; messages: number; seconds: number };

/** The limit of an account that is new, and its messages in the time of it, which ends in `left` seconds. */
export type NewAccountUse = Velocity & { until: Date; used: number; left: number };

/** An account is new this long after its activation. */
export const NEW_ACCOUNT_DAYS = 7;

/** The blocks of numbers whose codes are counted: the beginnings of this many digits. */
export const BLOCK_DIGITS = [3, 6, 8] as const;

/** @param rules the platform's and the account's own */
export function compileGuard(rules: readonly GuardRule[]): Guard {
  const of = (kind: GuardKind) => {
    const all = rules.filter((rule) => rule.kind === kind);
    const own = all.filter(({ clientId }) => clientId !== null);
    /** The account's own, and the platform's where it has none of the same. */
    const either = (same: (rule: GuardRule) => unknown) =>
      all.filter(
        (rule) => rule.clientId !== null || !own.some((other) => same(other) === same(rule)),
      );
    return { all, own, first: own[0] ?? all[0], either };
  };
  const countries = of('COUNTRIES').first;
  const number = of('NUMBER').first;
  const [newAccount] = of('NEW_ACCOUNT').own;
  const ranges = new Map<number, Map<string, string>>();
  for (const { id, prefix } of of('RANGE').all)
    ranges.set(prefix.length, (ranges.get(prefix.length) ?? new Map()).set(prefix, id));
  return {
    countries: countries && { id: countries.id, countries: new Set(countries.countries) },
    ranges: [...ranges],
    shares: of('SHARE')
      .either(({ digits }) => digits)
      .map(({ id, digits, codes, share }) => ({
        id,
        digits: digits!,
        codes: codes!,
        share: share!,
      })),
    number: number && { id: number.id, messages: number.messages!, seconds: number.seconds! },
    newAccount: newAccount?.until
      ? {
          id: newAccount.id,
          messages: newAccount.messages!,
          seconds: newAccount.seconds!,
          until: newAccount.until,
        }
      : undefined,
  };
}

/** The rules that limit the account now. */
export function rulesInForce(guard: Guard, now: Date): ReadonlySet<string> {
  return new Set(
    [guard.countries, ...guard.shares, guard.number, velocityNow(guard, now)]
      .flatMap((rule) => rule?.id ?? [])
      .concat(guard.ranges.flatMap(([, prefixes]) => [...prefixes.values()])),
  );
}

/** The refusal of a number by its country or its range. @param destination E.164 without the plus */
export function refuseNumber(
  { countries, ranges }: Pick<Guard, 'countries' | 'ranges'>,
  destination: string,
  country: string,
): Refusal | undefined {
  if (countries && !countries.countries.has(country))
    return countryNotAllowed(countries.id, country, [...countries.countries].join(', '));
  for (const [length, prefixes] of ranges) {
    const prefix = destination.slice(0, length);
    const rule = prefixes.get(prefix);
    if (rule !== undefined) return rangeBlocked(rule, prefix);
  }
  return undefined;
}

/** Codes sent to one block of numbers within a day, this one included, and those entered. */
export type BlockUse = { sent: number; entered: number };

/**
 * The refusal of a code by what became of those to its block: so many may stay unentered, and
 * beyond them the share of those entered decides. Codes that were sent a moment ago count as
 * unentered, so that a burst does not pass before they expire.
 */
export function refuseByShare(
  { shares }: Pick<Guard, 'shares'>,
  destination: string,
  uses: ReadonlyMap<string, BlockUse>,
): Refusal | undefined {
  for (const { id, digits, codes, share } of shares) {
    const prefix = destination.slice(0, digits);
    const { sent, entered } = uses.get(prefix) ?? { sent: 0, entered: 0 };
    if (sent - entered > codes + (entered * (100 - share)) / share)
      return codesNotEntered(id, prefix, share);
  }
  return undefined;
}

/** The refusal of one more code to a number within `seconds`. */
export function refuseRepeat(
  { number }: Pick<Guard, 'number'>,
  destination: string,
  { count, left }: { count: number; left: number },
): Refusal | undefined {
  return number && count > number.messages
    ? numberLimit(number.id, `+${destination}`, number.messages, left)
    : undefined;
}

/** The limit of an account that is new now. */
export function velocityNow({ newAccount }: Guard, now: Date): Velocity | undefined {
  return newAccount && now < newAccount.until ? newAccount : undefined;
}

export const refuseNewAccount = ({ id, messages, seconds }: Velocity, left: number): Refusal =>
  newAccountLimit(id, messages, Math.round(seconds / 3600), left);

/**
 * The messages that a campaign which starts at a time may have, as far as is known now; undefined where no
 * rule limits it then.
 */
export function allowanceAt(
  { messages, until, used, left }: NewAccountUse,
  at: Date,
  now: Date,
): number | undefined {
  if (at >= until) return undefined;
  const isOver = at.getTime() >= now.getTime() + left * 1000;
  return Math.max(0, isOver ? messages : messages - used);
}

/** The time from which a campaign may start that is beyond the limit now; null where it is within. */
export function waitsUntil(
  { messages, until, used, left }: NewAccountUse,
  total: number,
  now: Date,
): Date | null {
  if (used + total <= messages) return null;
  const end = new Date(now.getTime() + left * 1000);
  return total > messages || end > until ? until : end;
}

/** The rule that a refusal comes from; undefined where none does. */
export function ruleOf({ code, values }: Refusal): { ruleId: string; kind: GuardKind } | undefined {
  const kind = KINDS[code];
  return kind && { ruleId: String(values['rule']), kind };
}

const KINDS: Readonly<Partial<Record<Refusal['code'], GuardKind>>> = {
  COUNTRY_NOT_ALLOWED: 'COUNTRIES',
  RANGE_BLOCKED: 'RANGE',
  CODES_NOT_ENTERED: 'SHARE',
  NUMBER_LIMIT: 'NUMBER',
  NEW_ACCOUNT_LIMIT: 'NEW_ACCOUNT',
};
