// What messages cost whom: rates in force, what follows them, and how they are changed.
import { parseDecimal } from '../../contract/units.ts';
import type { ClientRate } from '../../contract/wallet.ts';
import type { Tx } from '../db.ts';
import { notFound } from '../errors.ts';
import { checkRates } from '../ledger/rates.check.ts';
import { deleteRates, findRate, listComingRates, listRatesUpTree, upsertRates } from '../ledger/rates.store.ts';
import type { KnownRate } from '../ledger/rates.store.ts';

export type OwnRate = { regionName: string; regionFilters: string[]; costPrice: string; currency: string };

/**
 * The rates in force of a client, its own and what it inherits, region by region. Under the system scope.
 * @param asker whose own price stands beside each, so that they see their margin; not where it is the client itself
 */
export async function ratesOf(tx: Tx, client: { clientId: string; clientName: string }, askerId: string): Promise<ClientRate[]> {
  const { rates } = await listRatesUpTree(tx, client.clientId);
  const inForce = new Map<string, KnownRate>();
  for (const rate of rates) if (!inForce.has(rate.regionName)) inForce.set(rate.regionName, rate);
  const coming = await listComingRates(tx, client.clientId);
  // A region that begins later alone is shown too.
  for (const rate of coming) if (!inForce.has(rate.regionName)) inForce.set(rate.regionName, rate);
  const own = askerId === client.clientId ? undefined : await pricesOf(tx, askerId);
  return [...inForce.values()].map((rate) => {
    const next = coming.find((each) => each.regionName === rate.regionName && each.rateId !== rate.rateId);
    return {
      rateId: rate.rateId, clientId: client.clientId, clientName: client.clientName, regionName: rate.regionName, regionFilters: rate.regionFilters, costPrice: rate.costPrice, currency: rate.currency,
      inherited: rate.clientId !== client.clientId, ownCostPrice: own?.get(rate.regionName) ?? null, fromTimestamp: rate.validFrom.getTime() / 1000,
      next: next ? { rateId: next.rateId, costPrice: next.costPrice, currency: next.currency, fromTimestamp: next.validFrom.getTime() / 1000 } : null,
    };
  }).toSorted((a, b) => (a.regionName < b.regionName ? -1 : 1));
}

/** What each region costs a client, by the region's name. */
async function pricesOf(tx: Tx, clientId: string): Promise<Map<string, string>> {
  const { rates } = await listRatesUpTree(tx, clientId);
  return new Map(rates.toReversed().map((rate) => [rate.regionName, rate.costPrice]));
}

export type Change = { line: number; regionName: string; before: string | null; costPrice: string; currency: string; regionFilters: string[]; change: 'NEW' | 'CHANGED' | 'SAME' };

/** What setting these rates would change for the client. Under the system scope. */
export async function changesOf(tx: Tx, clientId: string, rows: OwnRate[]): Promise<Change[]> {
  const { rates } = await listRatesUpTree(tx, clientId);
  return rows.map((row, at) => {
    const now = rates.find((rate) => rate.regionName === row.regionName);
    const same = now !== undefined && parseDecimal(now.costPrice) === parseDecimal(row.costPrice) && now.currency === row.currency
      && now.regionFilters.toSorted().join() === row.regionFilters.toSorted().join();
    return { line: at + 2, ...row, before: now?.costPrice ?? null, change: !now ? 'NEW' : same ? 'SAME' : 'CHANGED' };
  });
}

/**
 * Sets prices of a client's own.
 * @param sellerId as for `checkRates`
 */
export async function setRates(tx: Tx, clientId: string, rows: OwnRate[], from: Date | null, sellerId: string | null): Promise<void> {
  await checkRates(tx, clientId, rows, sellerId);
  await upsertRates(tx, clientId, rows, from);
}

/** A rate by its id. @throws Refusal NOT_FOUND */
export async function getRate(tx: Tx, rateId: string): Promise<KnownRate> {
  const rate = await findRate(tx, rateId);
  if (!rate) throw notFound('rate');
  return rate;
}

export async function removeRate(tx: Tx, rate: KnownRate): Promise<void> {
  await deleteRates(tx, rate.clientId, rate.regionName, rate.validFrom.getTime() > Date.now());
}
