// The rates of clients: as they are set and charged, and how they are changed.
import { parseDecimal } from '../../../../contract/shared/units.ts';
import type { ClientRate } from '../../../../contract/api/rates.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { notFound } from '../../../infra/errors.ts';
import { findLeastPrice, findPriceFaults } from '../../../core/ledger/floor.rules.ts';
import type { OwnRate } from '../../../core/ledger/floor.rules.ts';
import { buildPriceTable, formatPrice } from '../../../core/ledger/prices.rules.ts';
import type { Price } from '../../../core/ledger/prices.rules.ts';
import { checkRates } from '../../../core/ledger/check-rates.ts';
import { ratesInForce, levelsAt, momentsFrom } from '../../../core/ledger/rates.rules.ts';
import type { DatedRate, RateHistory } from '../../../core/ledger/rates.rules.ts';
import {
  deleteRates,
  findRate,
  readRateHistory,
  upsertRates,
} from '../../../core/ledger/rates.store.ts';

/**
 * The rates in force of a client, its own and inherited ones, region by region. Under the system scope.
 * @param askerId the account whose own price and whose floor stand beside each; none where it is the client itself
 */
export async function ratesOf(
  tx: Tx,
  client: { clientId: string; clientName: string },
  askerId: string,
): Promise<ClientRate[]> {
  const history = await readRateHistory(tx, client.clientId);
  const coming = history.levels[0]!.rates.filter(
    ({ validFrom }) => validFrom > history.now,
  ).toSorted((a, b) => a.validFrom.getTime() - b.validFrom.getTime());
  // A region that only begins later is shown too.
  const rates = ratesInForce([
    ...levelsAt(history, history.now).flatMap(({ rates: each }) => each),
    ...coming,
  ]);
  const isOwn = askerId === client.clientId;
  const requester = isOwn ? undefined : chargedByRegion(await readRateHistory(tx, askerId));
  const charged = pricesByRegion(history, history.now);
  const least = isOwn ? undefined : leastByRegion(history);
  return rates
    .map((rate) => {
      const next = coming.find(
        (each) => each.regionName === rate.regionName && each.rateId !== rate.rateId,
      );
      const prices = charged.get(rate.regionName) ?? [];
      return {
        rateId: rate.rateId,
        clientId: client.clientId,
        clientName: client.clientName,
        regionName: rate.regionName,
        regionFilters: rate.regionFilters,
        costPrice: rate.costPrice,
        currency: rate.currency,
        inherited: rate.clientId !== client.clientId,
        ownCostPrice: requester?.get(rate.regionName) ?? null,
        fromTimestamp: rate.validFrom.getTime() / 1000,
        chargedCostPrice: highest(prices.map((price) => price.charged)),
        leastCostPrice: least?.get(rate.regionName) ?? null,
        belowFloor:
          !isOwn &&
          prices.some(({ floor, charged: price }) => floor !== undefined && price < floor),
        raisedPrefixes: prices
          .filter((price) => price.charged !== price.set)
          .map(({ prefix }) => prefix),
        next: next
          ? {
              rateId: next.rateId,
              costPrice: next.costPrice,
              currency: next.currency,
              fromTimestamp: next.validFrom.getTime() / 1000,
            }
          : null,
      };
    })
    .toSorted((a, b) => (a.regionName < b.regionName ? -1 : 1));
}

function pricesByRegion(history: RateHistory, at: Date): Map<string, Price[]> {
  return Map.groupBy(
    buildPriceTable(levelsAt(history, at))?.listPrices() ?? [],
    ({ rate }) => rate.regionName,
  );
}

/** The price that a client is charged for each region, by the region's name. */
function chargedByRegion(history: RateHistory): Map<string, string> {
  return new Map(
    [...pricesByRegion(history, history.now)].map(([region, prices]) => [
      region,
      highest(prices.map(({ charged }) => charged))!,
    ]),
  );
}

/** The lowest price of each region that is allowed at every moment from now on. */
function leastByRegion(history: RateHistory): Map<string, string> {
  const floors = new Map<string, bigint[]>();
  for (const at of momentsFrom(history, history.now)) {
    for (const [region, prices] of pricesByRegion(history, at))
      floors.set(region, [
        ...(floors.get(region) ?? []),
        ...prices.flatMap(({ floor }) => floor ?? []),
      ]);
  }
  return new Map(
    [...floors].flatMap(([region, found]) => (found.length > 0 ? [[region, highest(found)!]] : [])),
  );
}

function highest(prices: readonly bigint[]): string | null {
  return prices.length === 0
    ? null
    : formatPrice(prices.reduce((most, price) => (price > most ? price : most)));
}

/** The lowest price allowed for numbers that begin so, from a moment on. Under the system scope. */
export async function leastFor(
  tx: Tx,
  clientId: string,
  row: { regionName: string; regionFilters: string[] },
  from: Date | null,
): Promise<{ leastCostPrice: string | null; currency: string | null }> {
  return findLeastPrice(await readRateHistory(tx, clientId), row, from);
}

export type Change = {
  line: number;
  regionName: string;
  before: string | null;
  costPrice: string;
  currency: string;
  regionFilters: string[];
  change: 'NEW' | 'CHANGED' | 'SAME';
  leastCostPrice: string | null;
};

/**
 * The changes that setting these rates would make, each with the lowest price allowed where it lies below.
 * Under the system scope.
 */
export async function changesOf(
  tx: Tx,
  clientId: string,
  rows: (OwnRate & { line?: number | undefined })[],
  from: Date | null,
): Promise<Change[]> {
  const history = await readRateHistory(tx, clientId);
  const start = from !== null && from > history.now ? from : history.now;
  const inForce = (at: Date) =>
    ratesInForce(levelsAt(history, at).flatMap(({ rates: each }) => each));
  const [present, then] = [inForce(history.now), inForce(start)];
  const changes = rows.map((row, at) => {
    const of = (rates: DatedRate[]) => rates.find((rate) => rate.regionName === row.regionName);
    const now = of(present);
    // The same price, once set, also takes the place of the client's own prices that are to come.
    const isReplaced = history.levels[0]!.rates.some(
      ({ regionName, validFrom }) => regionName === row.regionName && validFrom > start,
    );
    const same = of(then);
    const isKept = same !== undefined && isSame(same, row) && !isReplaced;
    return {
      ...row,
      line: row.line ?? at + 2,
      before: now?.costPrice ?? null,
      change: isKept ? ('SAME' as const) : now ? ('CHANGED' as const) : ('NEW' as const),
    };
  });
  const { faults } = findPriceFaults(
    history,
    changes.filter(({ change }) => change !== 'SAME'),
    from,
  );
  return changes.map((change) => ({
    ...change,
    leastCostPrice: faults.find(({ rate }) => rate.regionName === change.regionName)?.least ?? null,
  }));
}

function isSame(now: DatedRate, row: OwnRate): boolean {
  return (
    parseDecimal(now.costPrice) === parseDecimal(row.costPrice) &&
    now.currency === row.currency &&
    now.regionFilters.toSorted().join() === row.regionFilters.toSorted().join()
  );
}

/** Sets prices of a client's own, and returns them as they are kept. @param how as for `checkRates` */
export async function setRates(
  tx: Tx,
  clientId: string,
  rows: OwnRate[],
  how: Parameters<typeof checkRates>[3],
): Promise<OwnRate[]> {
  const checked = await checkRates(tx, clientId, rows, how);
  await upsertRates(tx, clientId, checked, how.from ?? null);
  return checked;
}

/** A rate by its id. @throws Refusal NOT_FOUND */
export async function getRate(tx: Tx, rateId: string): Promise<DatedRate> {
  const rate = await findRate(tx, rateId);
  if (!rate) throw notFound('rate');
  return rate;
}

export async function removeRate(tx: Tx, rate: DatedRate): Promise<void> {
  await deleteRates(tx, rate.clientId, rate.regionName, rate.validFrom.getTime() > Date.now());
}
