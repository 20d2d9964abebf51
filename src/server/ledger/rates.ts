import type { Tx } from '../db.ts';
import { buildPriceTable, exchangeBetween, inForce, SAME_HOME } from './rates.rules.ts';
import type { Exchange, PriceTable } from './rates.rules.ts';
import { listRatesUpTree, nextRateOf, upsertRates } from './rates.store.ts';

/** What messages of this client cost, with what it inherits; undefined where its own country has no rate. Under the system scope. */
export async function priceTable(tx: Tx, clientId: string): Promise<PriceTable | undefined> {
  const { country, rates } = await listRatesUpTree(tx, clientId);
  return buildPriceTable(country, rates);
}

/** The same, with the moment at which a price that was set for later takes effect; null where none was. */
export async function priceTableUntil(tx: Tx, clientId: string): Promise<{ prices: PriceTable | undefined; until: Date | null }> {
  const until = await nextRateOf(tx, clientId);
  return { prices: await priceTable(tx, clientId), until };
}

/**
 * How units of one client become units of another's: as they are where both have one country, else by their prices;
 * undefined where these do not tell. Under the system scope.
 */
export async function exchangeOf(tx: Tx, fromId: string, toId: string): Promise<Exchange | undefined> {
  const [from, to] = [await listRatesUpTree(tx, fromId), await listRatesUpTree(tx, toId)];
  return from.country === to.country ? SAME_HOME : exchangeBetween({ ...from, rates: inForce(from.rates) }, { ...to, rates: inForce(to.rates) });
}

/**
 * The prices that a new installation starts with, per message part in Kenyan shillings: a start that
 * its administrator changes, not a price list of anyone's.
 */
const FIRST_RATES = [
  { regionName: 'Kenya', regionFilters: ['254'], costPrice: '0.8000', currency: 'KES' },
  { regionName: 'Tanzania', regionFilters: ['255'], costPrice: '1.2000', currency: 'KES' },
  { regionName: 'Uganda', regionFilters: ['256'], costPrice: '1.6000', currency: 'KES' },
  { regionName: 'Mozambique', regionFilters: ['258'], costPrice: '2.0000', currency: 'KES' },
];

/** Gives the root the first prices; every client inherits them until it has its own. */
export async function seedRates(tx: Tx, rootId: string): Promise<void> {
  await upsertRates(tx, rootId, FIRST_RATES);
}
