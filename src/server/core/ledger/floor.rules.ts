/**
 * The lowest prices that a client may be charged: the floor at each prefix, and the prices below
 * it.
 */
import { parseDecimal } from '../../../contract/shared/units.ts';
import { buildPriceTable, formatPrice, listUnsold } from './prices.rules.ts';
import type { Price, PriceTable } from './prices.rules.ts';
import { findHome, ratesInForce, levelsAt, momentsFrom, withRates } from './rates.rules.ts';
import type { Rate, RateHistory } from './rates.rules.ts';

export type OwnRate = Omit<Rate, 'rateId' | 'clientId'>;

export type PriceFault = {
  rate: OwnRate;
  prefix: string;
  /**
   * The lowest allowed price in the client's own currency; undefined if its seller cannot send
   * there.
   */
  least: string | undefined;
  currency: string;
};

/**
 * Finds faults of rates that are to apply from a moment on; null means now.
 * @returns the first price in a currency other than home's, and every price below the floor from
 * then on
 */
export function findPriceFaults(
  history: RateHistory,
  rows: readonly OwnRate[],
  from: Date | null,
): { mixed: { regionName: string; currency: string } | undefined; faults: PriceFault[] } {
  const start = from !== null && from > history.now ? from : history.now;
  const after = withRates(history, rows, from ?? history.now);
  const set = new Set(rows.map(({ regionName }) => regionName));
  const isOwn = ({ rate }: { rate: Rate }) => rate.rateId === '' && set.has(rate.regionName);
  const faults = momentsFrom(after, start).flatMap((at) => {
    const levels = levelsAt(after, at);
    return [
      ...findLow(buildPriceTable(levelsAt(history, at)), buildPriceTable(levels), isOwn),
      ...listUnsold(levels)
        .filter(isOwn)
        .map(({ rate, prefix }) => ({ rate, prefix, least: undefined, currency: rate.currency })),
    ];
  });
  return { mixed: findMixed(after, start), faults };
}

/**
 * The lowest price allowed for a region from a moment on; null if there is none, as for the
 * client's own country, the base of every other price.
 */
export function findLeastPrice(
  history: RateHistory,
  row: { regionName: string; regionFilters: string[] },
  from: Date | null,
): { leastCostPrice: string | null; currency: string | null } {
  const start = from !== null && from > history.now ? from : history.now;
  const currency = buildPriceTable(levelsAt(history, start))?.home.currency ?? null;
  if (currency === null) return { leastCostPrice: null, currency };
  const after = withRates(history, [{ ...row, costPrice: '0.0001', currency }], start);
  const floors = momentsFrom(after, start).flatMap((at) => {
    const levels = levelsAt(after, at);
    const home = findHome(
      levels[0]!.country,
      ratesInForce(levels.flatMap(({ rates }) => rates)),
    )?.rate;
    if (home?.regionName === row.regionName) return [];
    return (buildPriceTable(levels)?.listPrices() ?? []).flatMap(({ rate, floor }) =>
      rate.rateId === '' && floor !== undefined ? [floor] : [],
    );
  });
  return {
    leastCostPrice:
      floors.length === 0
        ? null
        : formatPrice(floors.reduce((most, floor) => (floor > most ? floor : most))),
    currency,
  };
}

function findMixed(
  history: RateHistory,
  at: Date,
): { regionName: string; currency: string } | undefined {
  const levels = levelsAt(history, at);
  const currency = buildPriceTable(levels)?.home.currency;
  const other =
    currency === undefined
      ? undefined
      : ratesInForce(levels.flatMap(({ rates }) => rates)).find(
          (rate) => rate.currency !== currency,
        );
  return other && currency !== undefined ? { regionName: other.regionName, currency } : undefined;
}

function findLow(
  before: PriceTable | undefined,
  after: PriceTable | undefined,
  isOwn: (price: Price) => boolean,
): PriceFault[] {
  if (!after) return [];
  const { currency, costPrice } = after.home;
  const home = parseDecimal(costPrice);
  const earlier = new Map(before?.listPrices().map((price) => [price.prefix, price]));
  const earlierHome = before ? parseDecimal(before.home.costPrice) : undefined;
  // A higher home price makes every other region cheaper in units, inherited ones included.
  const isMadeWorse = ({ prefix, set }: Price) => {
    const was = earlier.get(prefix)?.set;
    return was === undefined || earlierHome === undefined || set! * earlierHome < was * home;
  };
  return after
    .listPrices()
    .filter(
      (price) =>
        price.set !== undefined &&
        price.floor !== undefined &&
        price.set < price.floor &&
        (isOwn(price) || isMadeWorse(price)),
    )
    .map(({ rate, prefix, floor }) => ({ rate, prefix, least: formatPrice(floor!), currency }));
}
