import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { addClient, open } from '../../../test/support/wallets.ts';
import { systemScope } from '../scope.ts';
import { checkRates } from './rates.check.ts';

const database = open(await createTestDatabase());
const rate = (regionName: string, prefix: string, costPrice: string, currency = 'KES') => ({ regionName, regionFilters: [prefix], costPrice, currency });
const rootId = await addClient(database, { parentId: null });
const resellerId = await addClient(database, { parentId: rootId });
const clientId = await addClient(database, { parentId: resellerId });
const check = (rows: ReturnType<typeof rate>[], sellerId: string | null) => database.run(systemScope(), (tx) => checkRates(tx, clientId, rows, sellerId));

// The first prices: Kenya 0.80, Tanzania 1.20, Uganda 1.60, Mozambique 2.00.
test('a seller adds its margin to every region, or to others than home', async () => {
  await check([rate('Kenya', '254', '1.0000'), rate('Tanzania', '255', '1.5000'), rate('Uganda', '256', '2.0000'), rate('Mozambique', '258', '2.5000')], resellerId);
  await check([rate('Mozambique', '258', '3.0000')], resellerId);
  await check([rate('Kenya', '254', '0.7000')], resellerId);
});

test('units never buy more abroad than the seller paid for them', async () => {
  await expect(check([rate('Mozambique', '258', '0.0001')], resellerId)).rejects.toMatchObject({ code: 'RATE_TOO_LOW', values: { region: 'Mozambique', least: '2.0000' } });
  await expect(check([rate('Kenya', '254', '1000')], resellerId)).rejects.toMatchObject({ code: 'RATE_TOO_LOW' });
  await check([rate('Mozambique', '258', '0.0001')], null); // staff set what they like
});

test('all prices of a client are of one currency', async () => {
  await expect(check([rate('Kenya', '254', '30', 'TZS')], null)).rejects.toMatchObject({ code: 'RATES_IN_TWO_CURRENCIES' });
  await check([rate('Kenya', '254', '16', 'TZS'), rate('Tanzania', '255', '24', 'TZS'), rate('Uganda', '256', '32', 'TZS'), rate('Mozambique', '258', '40', 'TZS')], null);
});
