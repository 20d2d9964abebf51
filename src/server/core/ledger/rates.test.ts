import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { buildPriceTable } from './prices.rules.ts';
import { loadPriceTable, loadPriceTableUntil } from './rates.ts';
import type { Rate } from './rates.rules.ts';
import { upsertRates } from './rates.store.ts';

const rate = (
  clientId: string,
  regionName: string,
  regionFilters: string[],
  costPrice: string,
  more: Partial<Rate> = {},
): Rate => ({
  rateId: `${clientId}-${regionName}`,
  clientId,
  regionName,
  regionFilters,
  costPrice,
  currency: 'KES',
  ...more,
});
const level = (clientId: string, rates: Rate[], country = 'KE') => ({ clientId, country, rates });
const ROOT = level('root', [
  rate('root', 'Kenya', ['254'], '0.8000'),
  rate('root', 'Tanzania', ['255'], '1.2000'),
  rate('root', 'Uganda', ['256'], '1.6000'),
]);

test("the longest prefix wins, and a client's own price over an inherited one", () => {
  const table = buildPriceTable([
    level('own', [rate('own', 'Kenya', ['254'], '0.5000')]),
    level('parent', [
      rate('parent', 'Safaricom', ['25470', '25471', '25472'], '1.0000'),
      rate('parent', 'Kenya', ['254', '2541'], '0.9000'),
    ]),
    level('root', [
      rate('root', 'Kenya', ['254'], '0.8000'),
      rate('root', 'Uganda', ['256'], '1.1000'),
    ]),
  ])!;
  expect(table.priceOf('+254733000001')?.regionName).toBe('Kenya');
  expect(table.priceOf('+254712000001')?.regionName).toBe('Safaricom');
  expect(table.priceOf('+254112000001')?.regionName).toBe('Kenya');
  expect(table.priceOf('+255712000001')).toBeUndefined();
  // A part to home is one unit at home's price of 0.5, and a part elsewhere is in proportion.
  expect(table.priceOf('+254733000001')!.unitsFor(3)).toBe(30_000n);
  expect(table.priceOf('+254712000001')!.unitsFor(1)).toBe(20_000n);
  expect(table.priceOf('+256712000001')!.unitsFor(1)).toBe(22_000n);
});

test('a fractional price is rounded up to four decimals, for all parts together', () => {
  const table = buildPriceTable([
    level('own', [
      rate('own', 'Kenya', ['254'], '0.3000'),
      rate('own', 'Uganda', ['256'], '0.1000'),
    ]),
  ])!;
  const uganda = table.priceOf('+256712000001')!;
  expect([uganda.unitsFor(1), uganda.unitsFor(2), uganda.unitsFor(2)]).toEqual([
    3_334n,
    6_667n,
    6_667n,
  ]);
});

test("the home price is the country's, or its operators' if it has none", () => {
  expect(
    buildPriceTable([level('own', [rate('own', 'Airtel Kenya', ['25473', '25478'], '0.4000')])])
      ?.priceOf('+254733000001')
      ?.unitsFor(1),
  ).toBe(10_000n);
  for (const country of ['FR', '??'])
    expect(
      buildPriceTable([level('own', [rate('own', 'Kenya', ['254'], '0.4000')], country)]),
    ).toBeUndefined();
});

test("a price below the seller's is charged at the seller's, whatever the name of its region", () => {
  const kenya2 = rate('own', 'Kenya2', ['2547'], '0.0001');
  const table = buildPriceTable([level('own', [kenya2]), ROOT])!;
  expect(table.priceOf('+254712000001')).toMatchObject({ regionName: 'Kenya2' });
  expect(table.priceOf('+254712000001')!.unitsFor(500)).toBe(5_000_000n);
  // An administrator's own decision stands.
  expect(
    buildPriceTable([level('own', [{ ...kenya2, belowFloor: true }]), ROOT])!
      .priceOf('+254712000001')!
      .unitsFor(1),
  ).toBe(2n);
});

test('a higher home price raises inherited prices, so that no region costs fewer units than the seller pays', () => {
  const table = buildPriceTable([level('own', [rate('own', 'Kenya', ['254'], '1.6000')]), ROOT])!;
  expect(table.priceOf('+255712000001')!.unitsFor(1)).toBe(15_000n);
  expect(table.listPrices().find(({ prefix }) => prefix === '255')).toMatchObject({
    set: 12_000n,
    charged: 24_000n,
    floor: 24_000n,
  });
});

test('every level counts: raising a seller raises its clients', () => {
  const table = buildPriceTable([
    level('own', [rate('own', 'Tanzania', ['255'], '0.9000')]),
    level('seller', [rate('seller', 'Tanzania', ['255'], '0.1000')]),
    ROOT,
  ])!;
  expect(table.priceOf('+255712000001')!.unitsFor(1)).toBe(15_000n);
});

test("a number without a seller's price cannot be sent to", () => {
  const france = rate('own', 'France', ['33'], '0.0001');
  expect(buildPriceTable([level('own', [france]), ROOT])!.priceOf('+33612345678')).toBeUndefined();
  expect(
    buildPriceTable([level('own', [{ ...france, belowFloor: true }]), ROOT])!
      .priceOf('+33612345678')!
      .unitsFor(1),
  ).toBe(2n);
  // Neither is such a country a home.
  expect(buildPriceTable([level('own', [france], 'FR'), ROOT])).toBeUndefined();
});

test("between two countries the seller's price for the client's country is the base", () => {
  const table = buildPriceTable([
    level('own', [rate('own', 'Kenya', ['254'], '0.2000')], 'TZ'),
    ROOT,
  ])!;
  expect(table.priceOf('+255712000001')!.unitsFor(1)).toBe(10_000n);
  expect(table.priceOf('+254712000001')!.unitsFor(1)).toBe(6_667n);
});

test('an account without a price for its own country is skipped as a seller', () => {
  const between = level('between', [rate('between', 'Kenya2', ['2547'], '0.0001')], 'FR');
  const table = buildPriceTable([level('own', []), between, ROOT])!;
  expect(table.priceOf('+254712000001')!.unitsFor(1)).toBe(10_000n);
});

test("a price in another currency than home's is charged at the seller's", () => {
  const table = buildPriceTable([
    level('own', [rate('own', 'Kenya', ['254'], '16', { currency: 'TZS' })]),
    ROOT,
  ])!;
  expect(table.priceOf('+255712000001')!.unitsFor(1)).toBe(15_000n);
});

const database = open(await createTestDatabase());

test('a client inherits from everyone above it, region by region', async () => {
  const rootId = await addClient(database, { parentId: null });
  const resellerId = await addClient(database, { parentId: rootId });
  const clientId = await addClient(database, { parentId: resellerId, country: 'TZ' });
  await database.run(systemScope(), async (tx) => {
    await upsertRates(tx, resellerId, [
      { regionName: 'Tanzania', regionFilters: ['255'], costPrice: '2.0000', currency: 'KES' },
    ]);
    const table = (await loadPriceTable(tx, clientId))!;
    expect(table.priceOf('+255712000001')!.unitsFor(1)).toBe(10_000n);
    expect(table.priceOf('+254712000001')!.unitsFor(1)).toBe(4_000n); // the root's 0.8 against 2
    expect(table.priceOf('+258841234567')!.unitsFor(2)).toBe(20_000n);
  });
});

test('the prices of a client and the moment of their next change are read in one statement', async () => {
  const clientId = await addClient(database, { parentId: null });
  await database.run(systemScope(), async (tx) => {
    const texts: string[] = [];
    const counted = {
      ...tx,
      query: (text: string, values?: unknown[]) => {
        texts.push(text);
        return tx.query(text, values);
      },
    };
    await loadPriceTableUntil(counted as typeof tx, clientId);
    expect(texts).toHaveLength(1);
  });
});
