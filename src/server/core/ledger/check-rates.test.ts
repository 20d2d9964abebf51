import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { checkRates } from './check-rates.ts';
import { upsertRates } from './rates.store.ts';

const database = open(await createTestDatabase());
const rate = (regionName: string, prefix: string, costPrice: string, currency = 'KES') => ({
  regionName,
  regionFilters: [prefix],
  costPrice,
  currency,
});
type Row = ReturnType<typeof rate>;
const rootId = await addClient(database, { parentId: null });
const resellerId = await addClient(database, { parentId: rootId });
const clientId = await addClient(database, { parentId: resellerId });
const soon = (days: number) => new Date(Date.now() + days * 86_400_000);
const check = (rows: Row[], how: Partial<Parameters<typeof checkRates>[3]> = {}) =>
  database.run(systemScope(), (tx) =>
    checkRates(tx, clientId, rows, { mayGoBelow: false, ...how }),
  );
/** Checks with other rates in place, which are taken back afterwards. */
const checkWith = (
  owner: string,
  there: Row[],
  from: Date | null,
  rows: Row[],
  how: Partial<Parameters<typeof checkRates>[3]> = {},
) =>
  database.run(systemScope(), async (tx) => {
    await upsertRates(tx, owner, there, from);
    const outcome = await checkRates(tx, clientId, rows, { mayGoBelow: false, ...how }).catch(
      (error: { code: string; values: object }) => ({ code: error.code, values: error.values }),
    );
    await tx.query('delete from rate where client_id <> $1', [rootId]);
    return outcome;
  });

// The first prices: Kenya 0.80, Tanzania 1.20, Uganda 1.60, Mozambique 2.00.
test('a seller adds its margin to every region, or to all but home', async () => {
  await check([
    rate('Kenya', '254', '1.0000'),
    rate('Tanzania', '255', '1.5000'),
    rate('Uganda', '256', '2.0000'),
    rate('Mozambique', '258', '2.5000'),
  ]);
  await check([rate('Mozambique', '258', '3.0000')]);
  await check([rate('Kenya', '254', '0.7000')]);
});

test('units never buy more abroad than the seller paid for them', async () => {
  await expect(check([rate('Mozambique', '258', '0.0001')])).rejects.toMatchObject({
    code: 'RATE_TOO_LOW',
    values: { region: 'Mozambique', prefix: '258', least: { decimal: '2.0000' }, currency: 'KES' },
  });
  await expect(check([rate('Kenya', '254', '1000')])).rejects.toMatchObject({
    code: 'RATE_TOO_LOW',
  });
  await expect(check([rate('Mozambique', '258', '1.9999')])).rejects.toMatchObject({
    code: 'RATE_TOO_LOW',
  });
  await check([rate('Mozambique', '258', '2')]);
});

test.each([
  ['another name', '2547'],
  ['a longer prefix', '25471'],
  ['a whole number', '254712345678'],
])('a region under %s has the same floor', async (_what, prefix) => {
  await expect(check([rate('Kenya2', prefix, '0.0001')])).rejects.toMatchObject({
    code: 'RATE_TOO_LOW',
    values: { region: 'Kenya2', prefix, least: { decimal: '0.8000' } },
  });
});

test('a number that the seller cannot send to is not sold', async () => {
  await expect(check([rate('France', '33', '50')])).rejects.toMatchObject({
    code: 'NOT_SOLD_BY_SELLER',
    values: { region: 'France', prefix: '33' },
  });
});

test('an administrator may go below on purpose, which is marked', async () => {
  const marks = (rows: { belowFloor?: boolean }[]) => rows.map(({ belowFloor }) => belowFloor);
  expect(
    marks(
      await check([rate('Mozambique', '258', '0.0001'), rate('Uganda', '256', '1.6')], {
        mayGoBelow: true,
      }),
    ),
  ).toEqual([true, false]);
  expect(marks(await check([rate('France', '33', '50')], { mayGoBelow: true }))).toEqual([true]);
});

test('the floor applies at every later known moment', async () => {
  const uganda = [rate('Uganda', '256', '1.7')];
  const tooLow = {
    code: 'RATE_TOO_LOW',
    values: { region: 'Uganda', least: { decimal: '3.0000' } },
  };
  // The seller pays more from a day on: a price for longer than until then is too low.
  expect(await checkWith(resellerId, [rate('Uganda', '256', '3')], soon(10), uganda)).toMatchObject(
    tooLow,
  );
  expect(
    await checkWith(resellerId, [rate('Uganda', '256', '3')], soon(10), uganda, { from: soon(20) }),
  ).toMatchObject(tooLow);
  expect(
    await checkWith(resellerId, [rate('Uganda', '256', '3')], soon(10), [
      rate('Uganda', '256', '3'),
    ]),
  ).toMatchObject([{ belowFloor: false }]);
  // The client's own home price rises later.
  expect(await checkWith(clientId, [rate('Kenya', '254', '1.6')], soon(10), uganda)).toMatchObject({
    code: 'RATE_TOO_LOW',
    values: { least: { decimal: '3.2000' } },
  });
  // The seller's own price counts, not the root's.
  expect(await checkWith(resellerId, [rate('Uganda', '256', '1.9')], null, uganda)).toMatchObject({
    code: 'RATE_TOO_LOW',
  });
});

test('the line of an imported file is named', async () => {
  await expect(
    check([rate('Uganda', '256', '2'), rate('Kenya2', '2547', '0.1')], { lineOf: () => 7 }),
  ).rejects.toMatchObject({ values: { line: 7, region: 'Kenya2' } });
});

test('all prices of a client have one currency', async () => {
  await expect(
    check([rate('Kenya', '254', '30', 'TZS')], { mayGoBelow: true }),
  ).rejects.toMatchObject({ code: 'RATES_IN_TWO_CURRENCIES' });
  await check([
    rate('Kenya', '254', '16', 'TZS'),
    rate('Tanzania', '255', '24', 'TZS'),
    rate('Uganda', '256', '32', 'TZS'),
    rate('Mozambique', '258', '40', 'TZS'),
  ]);
  await expect(
    check([
      rate('Kenya', '254', '16', 'TZS'),
      rate('Tanzania', '255', '23.9', 'TZS'),
      rate('Uganda', '256', '32', 'TZS'),
      rate('Mozambique', '258', '40', 'TZS'),
    ]),
  ).rejects.toMatchObject({
    code: 'RATE_TOO_LOW',
    values: { least: { decimal: '24.0000' }, currency: 'TZS' },
  });
});
