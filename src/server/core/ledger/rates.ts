import type { Tx } from '../../infra/database/db.ts';
import { exchangeBetween, SAME_HOME } from './exchange.rules.ts';
import type { Exchange } from './exchange.rules.ts';
import { buildPriceTable } from './prices.rules.ts';
import type { PriceTable } from './prices.rules.ts';
import { levelsAt, nextChange } from './rates.rules.ts';
import { readRateHistory, upsertRates } from './rates.store.ts';

/** The prices that a client is charged; undefined where its own country has no rate. Under the system scope. */
export async function loadPriceTable(tx: Tx, clientId: string): Promise<PriceTable | undefined> {
  return (await loadPriceTableUntil(tx, clientId)).prices;
}

/** The same, with the moment at which a later price takes effect; null where there is none. */
export async function loadPriceTableUntil(
  tx: Tx,
  clientId: string,
): Promise<{ prices: PriceTable | undefined; until: Date | null }> {
  const history = await readRateHistory(tx, clientId);
  return { prices: buildPriceTable(levelsAt(history, history.now)), until: nextChange(history) };
}

/**
 * How units of one client become units of another's: as they are where both have one country, else by their prices;
 * undefined where these do not tell. Under the system scope.
 */
export async function loadExchange(
  tx: Tx,
  fromId: string,
  toId: string,
): Promise<Exchange | undefined> {
  const [from, to] = [await readRateHistory(tx, fromId), await readRateHistory(tx, toId)];
  if (from.levels[0]!.country === to.levels[0]!.country) return SAME_HOME;
  const [ours, theirs] = [from, to].map((history) =>
    buildPriceTable(levelsAt(history, history.now)),
  );
  return ours && theirs && exchangeBetween(ours, theirs);
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
