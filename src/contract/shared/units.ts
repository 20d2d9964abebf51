/**
 * Units, the portal's prepaid currency, are stored and added as bigint ten-thousandths; in the API
 * they are JSON numbers with at most four decimals. Prices are decimal strings with at most four
 * decimals, as in the database. All arithmetic is on integers.
 */

/** Ten-thousandths in one unit. */
export const UNIT = 10_000n;

// Decimals of 15 digits survive a JSON number; longer ones may not (IEEE 754 double).
const WIRE_LIMIT = 10n ** 15n;

function onWire(tenThousandths: bigint): bigint {
  if (tenThousandths < WIRE_LIMIT && tenThousandths > -WIRE_LIMIT) return tenThousandths;
  throw new RangeError(
    `${tenThousandths} ten-thousandths of a unit do not fit a JSON number exactly`,
  );
}

/**
 * Units as a JSON number of the API; exact, and a RangeError from 100 thousand million units on,
 * which it cannot represent.
 */
export function unitsToNumber(units: bigint): number {
  return Number(onWire(units)) / 10_000;
}

/**
 * Units from a JSON number of the API; a RangeError for more than four decimals or a number that is
 * not exact.
 */
export function unitsFromNumber(units: number): bigint {
  // Via the shortest decimal: multiplying by 10,000 is off by one for large numbers.
  return onWire(parseDecimal(String(units)));
}

const DECIMAL = /^(-?)([0-9]{1,15})(?:\.([0-9]{1,4}))?$/;

/** A decimal string (units, price, amount; at most four decimals) in ten-thousandths; a RangeError for anything else. */
export function parseDecimal(decimal: string): bigint {
  const match = DECIMAL.exec(decimal);
  if (match === null)
    throw new RangeError(
      `${JSON.stringify(decimal)} is no decimal number with at most four decimals`,
    );
  const [, sign, whole = '', fraction = ''] = match;
  const value = BigInt(whole + fraction.padEnd(4, '0'));
  return sign === '-' ? -value : value;
}

/** Ten-thousandths as a decimal text, the counterpart of `parseDecimal`: `-1234.5`. */
export function formatDecimal(value: bigint): string {
  return formatUnits(value).replaceAll(',', '');
}

/** Ten-thousandths as people read them: thousands separated, no trailing zeros after the point (`1,234.5`). */
export function formatUnits(units: bigint): string {
  const magnitude = units < 0n ? -units : units;
  const whole = (magnitude / UNIT).toString().replace(/\B(?=(?:[0-9]{3})+$)/g, ',');
  const fraction = (magnitude % UNIT).toString().padStart(4, '0').replace(/0+$/, '');
  return (units < 0n ? '-' : '') + whole + (fraction === '' ? '' : `.${fraction}`);
}

function positivePrice(decimal: string): bigint {
  const price = parseDecimal(decimal);
  if (price <= 0n) throw new RangeError(`a price must be above zero, not ${decimal}`);
  return price;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/**
 * Ten-thousandths of a unit for a message of `segments` parts: segments x price of its region /
 * price of the client's home region, rounded up to four decimals.
 */
export function unitsForMessage(
  segments: number,
  costPriceRegion: string,
  costPriceHome: string,
): bigint {
  return divideUp(
    BigInt(segments) * positivePrice(costPriceRegion) * UNIT,
    positivePrice(costPriceHome),
  );
}

/** Ten-thousandths of a unit that an amount of money buys at a price, rounded down to four decimals. */
export function unitsForAmount(amount: string, costPrice: string): bigint {
  const money = parseDecimal(amount);
  if (money < 0n) throw new RangeError(`an amount must not be below zero, not ${amount}`);
  return (money * UNIT) / positivePrice(costPrice);
}

/** Whole currency (M-Pesa takes no cents) that units in ten-thousandths cost, rounded up. */
export function wholeAmountForUnits(units: bigint, costPrice: string): bigint {
  return divideUp(units * positivePrice(costPrice), UNIT * UNIT);
}

export type RateRegion = {
  /** E.164 prefixes, with or without the plus. */
  readonly regionFilters: readonly string[];
};

/**
 * Returns a function that finds the rate of a number (E.164, with or without the plus) by the
 * longest matching prefix. If two rates name one prefix the earlier wins, so pass the client's own
 * before inherited ones.
 */
export function rateFinder<Rate extends RateRegion>(
  rates: readonly Rate[],
): (e164: string) => Rate | undefined {
  const byPrefix = new Map<string, Rate>();
  for (const rate of rates) {
    for (const filter of rate.regionFilters) {
      const prefix = filter.replace(/^\+/, '');
      if (!byPrefix.has(prefix)) byPrefix.set(prefix, rate);
    }
  }
  const lengths = [...new Set([...byPrefix.keys()].map((prefix) => prefix.length))].sort(
    (a, b) => b - a,
  );
  return (e164) => {
    const start = e164.startsWith('+') ? 1 : 0;
    for (const length of lengths) {
      const rate = byPrefix.get(e164.slice(start, start + length));
      if (rate !== undefined) return rate;
    }
    return undefined;
  };
}
