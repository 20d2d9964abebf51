// Rates as messages are charged by them; features/wallet/rates shows and changes them.
import type { Tx } from '../../infra/database/db.ts';
import { exchangeBetween, SAME_HOME } from './exchange.rules.ts';
import type { Exchange } from './exchange.rules.ts';
import { buildPriceTable } from './prices.rules.ts';
import type { PriceTable } from './prices.rules.ts';
import { levelsAt, nextChange } from './rates.rules.ts';
import { isWalletEmpty } from './ledger.ts';
import { hasOpenPrices, readRateHistory, upsertRates } from './rates.store.ts';

/**
 * The prices that a client is charged; undefined if its own country has no rate. Needs the system
 * scope.
 */
export async function loadPriceTable(tx: Tx, clientId: string): Promise<PriceTable | undefined> {
  return (await loadPriceTableUntil(tx, clientId)).prices;
}

/** The same, with the time of the next price change; null if there is none. */
export async function loadPriceTableUntil(
  tx: Tx,
  clientId: string,
): Promise<{ prices: PriceTable | undefined; until: Date | null }> {
  const history = await readRateHistory(tx, clientId);
  return { prices: buildPriceTable(levelsAt(history, history.now)), until: nextChange(history) };
}

/**
 * The exchange of units between two clients: one to one within a country, otherwise by their
 * prices; undefined if these do not determine it. Needs the system scope.
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
 * True if nothing is counted in the units of a client's country, so that it may change (ADR 17). The caller holds the
 * client's row.
 */
export async function mayChangeCountry(tx: Tx, clientId: string): Promise<boolean> {
  // Payments first: one that comes through meanwhile is in the wallet by then.
  return !(await hasOpenPrices(tx, clientId)) && (await isWalletEmpty(tx, clientId));
}

/**
 * The initial prices of a new installation, per message part in Kenyan shillings; its administrator
 * changes them.
 */
const FIRST_RATES = [
  { regionName: 'Kenya', regionFilters: ['254'], costPrice: '0.8000', currency: 'KES' },
  { regionName: 'Tanzania', regionFilters: ['255'], costPrice: '1.2000', currency: 'KES' },
  { regionName: 'Uganda', regionFilters: ['256'], costPrice: '1.6000', currency: 'KES' },
  { regionName: 'Mozambique', regionFilters: ['258'], costPrice: '2.0000', currency: 'KES' },
];

/** Gives the root the initial prices; every client inherits them until it has its own. */
export async function seedRates(tx: Tx, rootId: string): Promise<void> {
  await upsertRates(tx, rootId, FIRST_RATES);
}
