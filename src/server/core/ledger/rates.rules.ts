// The rates in force of a client, from its own and those of the accounts above it.
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { rateFinder } from '../../../contract/shared/units.ts';

/** The price of a message part to a region: money as decimal strings. */
export type Rate = {
  rateId: string;
  clientId: string;
  regionName: string;
  regionFilters: string[];
  costPrice: string;
  currency: string;
  /** Set below the seller's price by an administrator on purpose: it is charged as set. */
  belowFloor?: boolean;
};

export type DatedRate = Rate & { validFrom: Date };

/** One account on the way from a client up to the root, with its own rates. */
export type Level<R extends Rate = Rate> = {
  clientId: string;
  country: string;
  rates: readonly R[];
};

/** The accounts from a client up to the root, nearest first, with their rates in force at `now` and all later ones. */
export type RateHistory = { now: Date; levels: readonly Level<DatedRate>[] };

/** Keeps the nearest rate of each region. @param rates nearest first */
export function ratesInForce<R extends { regionName: string }>(rates: readonly R[]): R[] {
  const regions = new Set<string>();
  return rates.filter(({ regionName }) => !regions.has(regionName) && regions.add(regionName));
}

/** The levels with the rates in force at a moment, by the name of their region. */
export function levelsAt({ levels }: RateHistory, at: Date): Level<DatedRate>[] {
  return levels.map((level) => {
    const begun = level.rates
      .filter(({ validFrom }) => validFrom <= at)
      .toSorted((a, b) => b.validFrom.getTime() - a.validFrom.getTime());
    return {
      ...level,
      rates: ratesInForce(begun).toSorted((a, b) => (a.regionName < b.regionName ? -1 : 1)),
    };
  });
}

/** The moments from `from` on at which a price changes, `from` itself first. */
export function momentsFrom({ levels }: RateHistory, from: Date): Date[] {
  const times = levels.flatMap(({ rates }) => rates.map(({ validFrom }) => validFrom.getTime()));
  return [...new Set([from.getTime(), ...times.filter((time) => time > from.getTime())])]
    .sort((a, b) => a - b)
    .map((time) => new Date(time));
}

/** The time of the next price change; null if there is none. */
export function nextChange(history: RateHistory): Date | null {
  return momentsFrom(history, history.now)[1] ?? null;
}

/**
 * The history as it would be with own rates of the client from a moment on, as `upsertRates` stores
 * them.
 */
export function withRates(
  history: RateHistory,
  rows: readonly Omit<Rate, 'rateId' | 'clientId'>[],
  from: Date,
): RateHistory {
  const [own, ...above] = history.levels as [Level<DatedRate>, ...Level<DatedRate>[]];
  const set = new Set(rows.map(({ regionName }) => regionName));
  const kept = own.rates.filter(
    ({ regionName, validFrom }) => !set.has(regionName) || validFrom < from,
  );
  const added = rows.map((row) => ({
    ...row,
    rateId: '',
    clientId: own.clientId,
    validFrom: from,
  }));
  return { ...history, levels: [{ ...own, rates: [...kept, ...added] }, ...above] };
}

export const barePrefix = (filter: string): string => filter.replace(/^\+/, '');

/**
 * The rate of a country, with its prefix. A country with prices by operator only (2547, 2541) uses
 * its first region.
 */
export function findHome<R extends { regionFilters: readonly string[] }>(
  country: string,
  rates: readonly R[],
  find = rateFinder(rates),
): { rate: R; prefix: string } | undefined {
  if (!isSupportedCountry(country)) return undefined;
  const code = getCountryCallingCode(country);
  const whole = find(code);
  if (whole) return { rate: whole, prefix: code };
  for (const rate of rates) {
    const prefix = rate.regionFilters.map(barePrefix).find((filter) => filter.startsWith(code));
    if (prefix !== undefined) return { rate, prefix };
  }
  return undefined;
}
