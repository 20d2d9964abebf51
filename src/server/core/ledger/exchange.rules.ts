import { parseDecimal } from '../../../contract/shared/units.ts';
import type { PriceTable } from './prices.rules.ts';

/** An exchange rate between two home prices: `times` units arrive for every `by` that leave. */
export type Exchange = { times: bigint; by: bigint };

export const SAME_HOME: Exchange = { times: 1n, by: 1n };

/**
 * Computes the exchange rate between two accounts' units. The units that arrive buy, for every
 * destination, at most as many message parts as before, and for one destination exactly as many. A
 * unit buys home / region parts; the lowest quotient is used, so that no cycle of transfers gains.
 * @returns undefined if one of the two has no price for the other's home
 */
export function exchangeBetween(from: PriceTable, to: PriceTable): Exchange | undefined {
  const knows = (table: PriceTable, { home }: PriceTable) =>
    home.prefixes.some((prefix) => table.costOf(prefix) !== undefined);
  if (!knows(to, from) || !knows(from, to)) return undefined;
  const [one, other] = [parseDecimal(from.home.costPrice), parseDecimal(to.home.costPrice)];
  let least: Exchange | undefined;
  // Two prices meet at the longer of their prefixes, so these prefixes cover every pair that a
  // number can have.
  for (const prefix of new Set([...from.prefixes, ...to.prefixes])) {
    const [before, after] = [from.costOf(prefix), to.costOf(prefix)];
    if (before === undefined || after === undefined) continue;
    const quotient = { times: one * after, by: before * other };
    if (!least || quotient.times * least.by < least.times * quotient.by) least = quotient;
  }
  return least;
}

/** Units that arrive when `units` leave, rounded down. */
export function exchangeUnits(units: bigint, { times, by }: Exchange): bigint {
  return (units * times) / by;
}

/** Units that must leave so that `units` arrive, rounded up. */
export function unitsToExchange(units: bigint, { times, by }: Exchange): bigint {
  return (units * by + times - 1n) / times;
}
