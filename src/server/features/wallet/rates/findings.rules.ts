/** Prices that need somebody's attention: charged above what was set, or below what they cost. */
import { formatPrice } from '../../../core/ledger/prices.rules.ts';
import type { Price, PriceTable } from '../../../core/ledger/prices.rules.ts';

export type PriceFinding = {
  clientId: string;
  regionName: string;
  kind: 'RAISED' | 'BELOW_SELLER' | 'BELOW_CARRIER';
  /** The price as it was set; of a sale below cost, as it is charged. */
  setPrice: string;
  /** The price that is charged in its place; of a sale below cost, the cost. */
  againstPrice: string;
  currency: string;
};

/**
 * Finds them in a client's prices, the widest gap of each region.
 * @param carrierCost the cost of a message part to a prefix, in the currency of the table's home; undefined where it is not known
 */
export function findingsOf(
  clientId: string,
  table: PriceTable,
  carrierCost: (prefix: string) => bigint | undefined,
): PriceFinding[] {
  const widest = new Map<string, PriceFinding & { gap: bigint }>();
  const note = (
    kind: PriceFinding['kind'],
    { rate: { regionName } }: Price,
    price: bigint,
    against: bigint,
  ) => {
    const gap = against - price;
    const key = `${kind} ${regionName}`;
    if (gap <= 0n || (widest.get(key)?.gap ?? 0n) >= gap) return;
    widest.set(key, {
      clientId,
      regionName,
      kind,
      setPrice: formatPrice(price),
      againstPrice: formatPrice(against),
      currency: table.home.currency,
      gap,
    });
  };
  for (const price of table.listPrices()) {
    if (price.set !== undefined) note('RAISED', price, price.set, price.charged);
    if (price.floor !== undefined) note('BELOW_SELLER', price, price.charged, price.floor);
    const cost = carrierCost(price.prefix);
    if (cost !== undefined) note('BELOW_CARRIER', price, price.charged, cost);
  }
  return [...widest.values()].map(({ gap: _gap, ...finding }) => finding);
}

/** A number that begins so, as long as numbers of mobile phones are. */
export function sampleNumber(prefix: string): string {
  return prefix + '712345678901234'.slice(0, Math.max(0, 12 - prefix.length));
}
