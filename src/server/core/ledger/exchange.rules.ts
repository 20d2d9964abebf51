import { parseDecimal } from '../../../contract/shared/units.ts';
import type { PriceTable } from './prices.rules.ts';

/** The worth of units at another home: `times` of them for every `by`. */
export type Exchange = { times: bigint; by: bigint };

export const SAME_HOME: Exchange = { times: 1n, by: 1n };

/**
 * How units at one account's prices become units at another's: as many as buy, to no destination, more message parts than
 * they bought before, and to one just as many. A unit buys home / region parts; of all the quotients of the two the least is
 * taken, so that no round of accounts gains.
 * @returns undefined where one of the two has no price for the other's home
 */
export function exchangeBetween(from: PriceTable, to: PriceTable): Exchange | undefined {
  const knows = (table: PriceTable, { home }: PriceTable) =>
    home.prefixes.some((prefix) => table.costOf(prefix) !== undefined);
  if (!knows(to, from) || !knows(from, to)) return undefined;
  const [one, other] = [parseDecimal(from.home.costPrice), parseDecimal(to.home.costPrice)];
  let least: Exchange | undefined;
  // Two prices meet at the longer of their prefixes, so each pair that any number can have is among these.
  for (const prefix of new Set([...from.prefixes, ...to.prefixes])) {
    const [before, after] = [from.costOf(prefix), to.costOf(prefix)];
    if (before === undefined || after === undefined) continue;
    const quotient = { times: one * after, by: before * other };
    if (!least || quotient.times * least.by < least.times * quotient.by) least = quotient;
  }
  return least;
}

/** Units that arrive for `units` that leave, rounded down. */
export function exchangeUnits(units: bigint, { times, by }: Exchange): bigint {
  return (units * times) / by;
}

/** Units that must leave for `units` to arrive, rounded up. */
export function unitsToExchange(units: bigint, { times, by }: Exchange): bigint {
  return (units * by + times - 1n) / times;
}
