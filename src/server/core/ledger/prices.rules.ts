/**
 * The prices that a client is charged: its own or inherited ones, and never fewer units than its
 * seller pays for the same number. Charges, previews and displayed rates are all read from here.
 */
import { parseDecimal, rateFinder, unitsForMessage } from '../../../contract/shared/units.ts';
import { barePrefix, findHome, ratesInForce } from './rates.rules.ts';
import type { Level, Rate } from './rates.rules.ts';

/** The price of numbers that begin with one prefix and with no longer prefix of the list. */
export type Price = {
  prefix: string;
  rate: Rate;
  /** Money per message part as charged, in ten-thousandths. */
  charged: bigint;
  /** The price as it was set, if it is in the currency of the client's home. */
  set: bigint | undefined;
  /**
   * The lowest price that the client's seller allows; undefined for the root, and if the seller has
   * no comparable price.
   */
  floor: bigint | undefined;
};

/** The prices of one client: every region relative to the price of its home. */
export type PriceTable = {
  /**
   * The price of a number (E.164) by the longest matching prefix; undefined if it cannot be sent
   * to.
   */
  priceOf(e164: string): { regionName: string; unitsFor(segments: number): bigint } | undefined;
  /** The money price of a number or a prefix, in ten-thousandths. */
  costOf(e164: string): bigint | undefined;
  /** The price of one unit: that of the client's home. */
  home: { costPrice: string; currency: string; prefixes: readonly string[] };
  /** Every prefix at which a price of the account or its ancestors begins. */
  prefixes: readonly string[];
  /** The price at each prefix that can be sent to. */
  listPrices(): Price[];
};

/** The prices of one account on the way up the tree; without a home it has no unit of its own. */
type Tariff = {
  country: string;
  list: readonly Rate[];
  home: { rate: Rate; prefix: string; price: bigint } | undefined;
  priceAt(prefix: string): Price | undefined;
};

/**
 * Builds a client's prices.
 * @param levels the client and its ancestors, nearest first, with their rates in force
 * @returns undefined if no rate covers the client's own country, so that a unit has no price
 */
export function buildPriceTable(levels: readonly Level[]): PriceTable | undefined {
  const prefixes = prefixesOf(levels);
  const tariff = openLine(levels);
  if (!tariff?.home) return undefined;
  const { rate: home, price: homePrice } = tariff.home;
  const findPrefix = rateFinder(prefixes.map((prefix) => ({ prefix, regionFilters: [prefix] })));
  const known = new Map<string, ReturnType<PriceTable['priceOf']>>();

  function openPrice(prefix: string): ReturnType<PriceTable['priceOf']> {
    const price = tariff!.priceAt(prefix);
    if (!price) return undefined;
    const costPrice = formatPrice(price.charged);
    const units: bigint[] = [];
    return {
      regionName: price.rate.regionName,
      unitsFor: (segments) =>
        (units[segments] ??= unitsForMessage(segments, costPrice, home.costPrice)),
    };
  }

  return {
    priceOf(e164) {
      const prefix = findPrefix(e164)?.prefix;
      if (prefix === undefined) return undefined;
      if (!known.has(prefix)) known.set(prefix, openPrice(prefix));
      return known.get(prefix);
    },
    costOf(e164) {
      const prefix = findPrefix(e164)?.prefix;
      return prefix === undefined ? undefined : tariff.priceAt(prefix)?.charged;
    },
    home: {
      costPrice: formatPrice(homePrice),
      currency: home.currency,
      prefixes: home.regionFilters.map(barePrefix),
    },
    prefixes,
    listPrices: () => prefixes.flatMap((prefix) => tariff.priceAt(prefix) ?? []),
  };
}

/**
 * Lists the prefixes that a client's rate covers but its seller cannot send to, so that the client
 * cannot either.
 */
export function listUnsold(levels: readonly Level[]): { prefix: string; rate: Rate }[] {
  const tariff = openLine(levels);
  const find = rateFinder(tariff?.list ?? []);
  return prefixesOf(levels).flatMap((prefix) => {
    const rate = find(prefix);
    return rate && !tariff!.priceAt(prefix) ? [{ prefix, rate }] : [];
  });
}

function prefixesOf(levels: readonly Level[]): string[] {
  return [
    ...new Set(
      levels.flatMap(({ rates }) =>
        rates.flatMap(({ regionFilters }) => regionFilters.map(barePrefix)),
      ),
    ),
  ];
}

/**
 * Builds the tariff of the nearest level. An account without a home sells no units, so the one
 * above it is the seller.
 */
function openLine(levels: readonly Level[]): Tariff | undefined {
  let seller: Tariff | undefined;
  let tariff: Tariff | undefined;
  for (let at = levels.length - 1; at >= 0; at--) {
    tariff = openTariff(
      levels[at]!,
      ratesInForce(levels.slice(at).flatMap(({ rates }) => rates)),
      seller,
    );
    if (!seller || tariff.home) seller = tariff;
  }
  return tariff;
}

function openTariff(
  { clientId, country }: Level,
  list: readonly Rate[],
  seller: Tariff | undefined,
): Tariff {
  const find = rateFinder(list);
  const found = findHome(country, list, find);
  const isExempt = (rate: Rate) => rate.clientId === clientId && rate.belowFloor === true;
  const isSold =
    !found || !seller || isExempt(found.rate) || seller.priceAt(found.prefix) !== undefined;
  const home =
    found && isSold ? { ...found, price: parseDecimal(found.rate.costPrice) } : undefined;
  const sellerHome = seller && homePriceOf(seller, country);
  const known = new Map<string, Price | undefined>();

  function priceAt(prefix: string): Price | undefined {
    if (!known.has(prefix)) known.set(prefix, readPrice(prefix));
    return known.get(prefix);
  }

  function readPrice(prefix: string): Price | undefined {
    const rate = find(prefix);
    if (!rate) return undefined;
    const set =
      !home || rate.currency === home.rate.currency ? parseDecimal(rate.costPrice) : undefined;
    const before = seller?.priceAt(prefix);
    const floor =
      before && home && sellerHome !== undefined
        ? divideUp(before.charged * home.price, sellerHome)
        : undefined;
    if (seller && !before && !isExempt(rate)) return undefined;
    // A price in another currency cannot be compared with home's, so the seller's own ratio
    // applies.
    const wanted = set ?? floor ?? parseDecimal(rate.costPrice);
    const charged = floor !== undefined && floor > wanted && !isExempt(rate) ? floor : wanted;
    return { prefix, rate, charged, set, floor };
  }

  return { country, list, home, priceAt };
}

/** The seller's price that a client of a country measures its own home price against. */
function homePriceOf(seller: Tariff, country: string): bigint | undefined {
  // Within one country a unit stays a unit, so the seller's units are compared with the client's.
  if (seller.home && seller.country === country) return seller.home.price;
  const found = findHome(country, seller.list);
  return found && seller.priceAt(found.prefix)?.charged;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** Formats ten-thousandths as the decimal text that prices are stored as. */
export function formatPrice(price: bigint): string {
  return `${price / 10_000n}.${(price % 10_000n).toString().padStart(4, '0')}`;
}
