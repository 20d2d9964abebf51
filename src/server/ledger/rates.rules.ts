import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { parseDecimal, rateFinder, unitsForMessage } from '../../contract/units.ts';

/** What a message part to a region costs: money as decimal strings. */
export type Rate = { rateId: string; clientId: string; regionName: string; regionFilters: string[]; costPrice: string; currency: string };

/** What messages of one client cost: prices of regions against the price of its home. */
export type PriceTable = {
  /** The region that a number (E.164) belongs to, by the longest matching prefix; undefined where nobody sells there. */
  regionOf(e164: string): string | undefined;
  /** Ten-thousandths of a unit for a message of `segments` to that region. */
  unitsFor(regionName: string, segments: number): bigint;
  /** What one unit costs: the price of the client's home. */
  home: { costPrice: string; currency: string };
};

/**
 * Builds a client's prices.
 * @param rates the client's own and its ancestors', nearest first; a region's name nearer by replaces the one farther up
 * @returns undefined where no rate covers the client's own country, so that a unit has no price
 */
export function buildPriceTable(country: string, rates: readonly Rate[]): PriceTable | undefined {
  const nearestFirst = inForce(rates);
  const find = rateFinder(nearestFirst);
  const home = homeRate(country, nearestFirst, find);
  if (!home) return undefined;

  const byName = new Map(nearestFirst.map((rate) => [rate.regionName, rate]));
  const known = new Map<string, bigint[]>();
  return {
    home: { costPrice: home.costPrice, currency: home.currency },
    regionOf: (e164) => find(e164)?.regionName,
    unitsFor(regionName, segments) {
      const prices = known.get(regionName) ?? [];
      const price = (prices[segments] ??= unitsForMessage(segments, byName.get(regionName)!.costPrice, home.costPrice));
      known.set(regionName, prices);
      return price;
    },
  };
}

/** Of rates nearest first, the nearest of each region. */
export function inForce<R extends { regionName: string }>(rates: readonly R[]): R[] {
  return [...new Map(rates.toReversed().map((rate) => [rate.regionName, rate])).values()].toSorted((a, b) => rates.indexOf(a) - rates.indexOf(b));
}

/** The rate of the client's country; a country priced by operator alone (2547, 2541) counts by its first region. */
function homeRate<R extends { regionFilters: readonly string[] }>(country: string, rates: readonly R[], find: (e164: string) => R | undefined): R | undefined {
  if (!isSupportedCountry(country)) return undefined;
  const code = getCountryCallingCode(country);
  return find(code) ?? rates.find((rate) => rate.regionFilters.some((filter) => filter.replace(/^\+/, '').startsWith(code)));
}

/** The rate of a country among rates in force, as `buildPriceTable` takes it for home. */
export function homeOf<R extends { regionFilters: readonly string[] }>(country: string, rates: readonly R[]): R | undefined {
  return homeRate(country, rates, rateFinder(rates));
}

/** What units are worth at another home: `times` of them for every `by`. */
export type Exchange = { times: bigint; by: bigint };

export const SAME_HOME: Exchange = { times: 1n, by: 1n };

/**
 * How units at one account's prices become units at another's: as many as buy, to no destination, more message parts than
 * they bought before, and to one just as many. A unit buys home / region parts; of all the quotients of the two the least is
 * taken, so that going round by whatever accounts never gains.
 * @returns undefined where one of the two has no price for the other's home
 */
export function exchangeBetween(from: { country: string; rates: readonly Rate[] }, to: { country: string; rates: readonly Rate[] }): Exchange | undefined {
  const [homeFrom, homeTo] = [homeOf(from.country, from.rates), homeOf(to.country, to.rates)];
  if (!homeFrom || !homeTo) return undefined;
  const [priceFrom, priceTo] = [from, to].map(({ rates }) => {
    const find = rateFinder(rates);
    return (prefix: string) => { const found = find(prefix); return found && parseDecimal(found.costPrice); };
  }) as [(prefix: string) => bigint | undefined, (prefix: string) => bigint | undefined];
  const known = (price: (prefix: string) => bigint | undefined, home: Rate) => home.regionFilters.some((filter) => price(filter) !== undefined);
  if (!known(priceTo, homeFrom) || !known(priceFrom, homeTo)) return undefined;
  const [one, other] = [parseDecimal(homeFrom.costPrice), parseDecimal(homeTo.costPrice)];
  let least: Exchange | undefined;
  // Two prices meet at the longer of their prefixes, so each pair that any number can have is among these.
  for (const prefix of new Set([...from.rates, ...to.rates].flatMap((rate) => rate.regionFilters))) {
    const [before, after] = [priceFrom(prefix), priceTo(prefix)];
    if (before === undefined || after === undefined) continue;
    const quotient = { times: one * after, by: before * other };
    if (!least || quotient.times * least.by < least.times * quotient.by) least = quotient;
  }
  return least;
}

/** Units that arrive for `units` that leave, rounded down. */
export function exchanged(units: bigint, { times, by }: Exchange): bigint {
  return (units * times) / by;
}

/** Units that must leave for `units` to arrive, rounded up. */
export function toExchange(units: bigint, { times, by }: Exchange): bigint {
  return (units * by + times - 1n) / times;
}
