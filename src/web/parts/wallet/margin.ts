import type { ClientRate } from '../../../contract/api/rates.ts';
import { parseDecimal } from '../../../contract/shared/units.ts';

/**
 * The seller's share of a price, 0 to 1 and negative for a loss; null where one of the prices is unknown or
 * nothing is charged.
 */
export function marginOf({
  ownCostPrice: own,
  chargedCostPrice: price,
}: Pick<ClientRate, 'ownCostPrice' | 'chargedCostPrice'>): number | null {
  if (own === null || price === null || parseDecimal(price) === 0n) return null;
  return Number(parseDecimal(price) - parseDecimal(own)) / Number(parseDecimal(price));
}
