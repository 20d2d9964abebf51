// What keeps prices from making units worth more than was paid for them.
import { parseDecimal } from '../../contract/units.ts';
import type { Tx } from '../db.ts';
import { rateTooLow, ratesInTwoCurrencies } from '../errors.ts';
import { homeOf, inForce } from './rates.rules.ts';
import type { Rate } from './rates.rules.ts';
import { listRatesUpTree } from './rates.store.ts';

type OwnRate = Omit<Rate, 'rateId' | 'clientId'>;

/**
 * Refuses prices that do not go together, as they would stand with `rows` set. A message costs the ratio of its region's
 * price to home's: so all must be of one currency, and for a seller who is no staff no region may cost less against home
 * than it costs the seller, or the units that it sells would buy more than it paid for.
 * @param sellerId whose own ratios are the least; null for staff. Under the system scope.
 * @throws Refusal RATES_IN_TWO_CURRENCIES, RATE_TOO_LOW
 */
export async function checkRates(tx: Tx, clientId: string, rows: readonly OwnRate[], sellerId: string | null): Promise<void> {
  const { country, rates } = await listRatesUpTree(tx, clientId);
  const after = inForce([...rows, ...rates]);
  const home = homeOf(country, after);
  if (!home) return;
  const other = after.find((rate) => rate.currency !== home.currency);
  if (other) throw ratesInTwoCurrencies(other.regionName, home.currency);
  if (sellerId === null) return;
  const sellers = inForce((await listRatesUpTree(tx, sellerId)).rates);
  const sellersHome = homeOf(country, sellers);
  if (!sellersHome) return;
  const price = (rate: OwnRate) => parseDecimal(rate.costPrice);
  for (const rate of after) {
    const least = sellers.find((each) => each.regionName === rate.regionName);
    // rate / home >= least / sellersHome, in integers.
    if (least && price(rate) * price(sellersHome) < price(least) * price(home)) throw rateTooLow(rate.regionName, decimalUp(price(least) * price(home), price(sellersHome)));
  }
}

/** A quotient of ten-thousandths, rounded up, as a decimal text. */
function decimalUp(dividend: bigint, divisor: bigint): string {
  const up = (dividend + divisor - 1n) / divisor;
  return `${up / 10_000n}.${(up % 10_000n).toString().padStart(4, '0')}`;
}
