// The check that refuses prices which would make units worth more than was paid for them.
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
 * Refuses prices that do not go together, as they would stand with `rows` set from a moment on. All must be of one
 * currency, and no number may cost the client fewer units than its seller, now or at any later change that is known. An
 * administrator may go below on purpose; such a rate is marked and raises an alert.
 * @param lineOf the line of each row in an imported file, for the refusal
 * @returns the rows as they are to be kept. Under the system scope
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
 * Lets nobody set the prices that it pays itself. The root's rates are the platform's price list: no floor lies under them
 * and all staff inherit them, so they belong to the administrators alone.
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
