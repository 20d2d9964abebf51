import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { addClient, open } from '../../../test/support/wallets.ts';
import { systemScope } from '../scope.ts';
import { priceTable } from './rates.ts';
import { buildPriceTable } from './rates.rules.ts';
import { upsertRates } from './rates.store.ts';

const rate = (clientId: string, regionName: string, regionFilters: string[], costPrice: string) => ({ rateId: `${clientId}-${regionName}`, clientId, regionName, regionFilters, costPrice, currency: 'KES' });

test('the longest prefix wins, the nearer client before what it inherits', () => {
  const table = buildPriceTable('KE', [
    rate('own', 'Kenya', ['254'], '0.5000'),
    rate('parent', 'Safaricom', ['25470', '25471', '25472'], '1.0000'),
    rate('parent', 'Kenya', ['254', '2541'], '9.0000'),
    rate('root', 'Uganda', ['256'], '1.1000'),
  ])!;
  expect(table.regionOf('+254733000001')).toBe('Kenya');
  expect(table.regionOf('+254712000001')).toBe('Safaricom');
  expect(table.regionOf('+254112000001')).toBe('Kenya');
  expect(table.regionOf('+255712000001')).toBeUndefined();
  // 0.5 is home's price, so a part to home is one unit and a part elsewhere in proportion.
  expect(table.unitsFor('Kenya', 3)).toBe(30_000n);
  expect(table.unitsFor('Safaricom', 1)).toBe(20_000n);
  expect(table.unitsFor('Uganda', 1)).toBe(22_000n);
});

test('a price that does not divide is rounded up to four decimals, parts taken together', () => {
  const table = buildPriceTable('KE', [rate('own', 'Kenya', ['254'], '0.3000'), rate('own', 'Uganda', ['256'], '0.1000')])!;
  expect(table.unitsFor('Uganda', 1)).toBe(3_334n);
  expect(table.unitsFor('Uganda', 2)).toBe(6_667n);
  expect(table.unitsFor('Uganda', 2)).toBe(6_667n);
});

test('home is the country, by its operators where it has no price of its own', () => {
  expect(buildPriceTable('KE', [rate('own', 'Airtel Kenya', ['25473', '25478'], '0.4000')])?.unitsFor('Airtel Kenya', 1)).toBe(10_000n);
  expect(buildPriceTable('FR', [rate('own', 'Kenya', ['254'], '0.4000')])).toBeUndefined();
  expect(buildPriceTable('??', [rate('own', 'Kenya', ['254'], '0.4000')])).toBeUndefined();
});

const database = open(await createTestDatabase());

test('a client inherits from everyone above it, region by region', async () => {
  const rootId = await addClient(database, { parentId: null });
  const resellerId = await addClient(database, { parentId: rootId });
  const clientId = await addClient(database, { parentId: resellerId, country: 'TZ' });
  await database.run(systemScope(), async (tx) => {
    await upsertRates(tx, resellerId, [{ regionName: 'Tanzania', regionFilters: ['255'], costPrice: '2.0000', currency: 'KES' }]);
    const table = (await priceTable(tx, clientId))!;
    expect(table.unitsFor(table.regionOf('+255712000001')!, 1)).toBe(10_000n);
    expect(table.unitsFor(table.regionOf('+254712000001')!, 1)).toBe(4_000n); // the root's 0.8 against 2
    expect(table.unitsFor(table.regionOf('+258841234567')!, 2)).toBe(20_000n);
  });
});
