import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/max';
import { rateFinder, unitsForMessage } from '../../contract/units.ts';

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
  const inForce = [...new Map(rates.toReversed().map((rate) => [rate.regionName, rate])).values()];
  const nearestFirst = inForce.toSorted((a, b) => rates.indexOf(a) - rates.indexOf(b));
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
