// Refuses prices that would make units worth more than was paid for them.
import type { Tx } from '../../infra/database/db.ts';
import {
  notAllowed,
  notSoldBySeller,
  rateTooLow,
  ratesInTwoCurrencies,
} from '../../infra/errors.ts';
import { findPriceFaults } from './floor.rules.ts';
import type { OwnRate } from './floor.rules.ts';
import { getRootId } from './ledger.store.ts';
import { readRateHistory } from './rates.store.ts';

/**
 * Refuses prices that contradict each other, as they would be with `rows` set from a moment on. All
 * must have one currency, and no number may cost the client fewer units than its seller, now or at
 * any later known change. An administrator may go below on purpose; such a rate is marked and
 * raises an alert. Needs the system scope.
 * @param lineOf the line of each row in an imported file, for the refusal
 * @returns the rows to be stored
 * @throws Refusal RATES_IN_TWO_CURRENCIES, RATE_TOO_LOW, NOT_SOLD_BY_SELLER
 */
export async function checkRates(
  tx: Tx,
  clientId: string,
  rows: readonly OwnRate[],
  {
    from = null,
    mayGoBelow,
    lineOf,
  }: {
    from?: Date | null;
    mayGoBelow: boolean;
    lineOf?: (regionName: string) => number | undefined;
  },
): Promise<OwnRate[]> {
  const history = await readRateHistory(tx, clientId);
  const { mixed, faults } = findPriceFaults(history, rows, from);
  if (mixed) throw ratesInTwoCurrencies(mixed.regionName, mixed.currency);
  const first = faults[0];
  if (first && !mayGoBelow) {
    const {
      rate: { regionName },
      prefix,
      least,
      currency,
    } = first;
    const line = lineOf?.(regionName);
    const where = { region: regionName, prefix, ...(line !== undefined && { line }) };
    throw least === undefined ? notSoldBySeller(where) : rateTooLow({ ...where, least, currency });
  }
  const below = new Set(faults.map(({ rate }) => rate.regionName));
  return rows.map((row) => ({ ...row, belowFloor: below.has(row.regionName) }));
}

/**
 * Prevents callers from setting the prices that they pay themselves. The root's rates are the
 * platform's price list: they have no floor and all staff inherit them, so only administrators set
 * them.
 * @throws Refusal NOT_ALLOWED
 */
export async function mustBeSeller(
  tx: Tx,
  session: { clientId: string; accessLevel: string },
  clientId: string,
): Promise<void> {
  const isRoot = clientId === (await getRootId(tx));
  if (isRoot ? session.accessLevel !== 'ADMINISTRATOR' : clientId === session.clientId)
    throw notAllowed();
}
