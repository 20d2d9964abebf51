import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../../test/harness/portal.ts';
import { loadPriceTable } from '../../../core/ledger/rates.ts';
import { upsertRates } from '../../../core/ledger/rates.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const RATES = '/v1/portal/bulksmsrates';
const root = await portal.add('root', 'ADMINISTRATOR', null);
const [admin, support, seller, salesperson] = [
  await portal.add('admin', 'ADMINISTRATOR', root),
  await portal.add('support', 'IT_SUPPORT', root),
  await portal.add('seller', 'RESELLER', root),
  await portal.add('bd', 'BD_CLIENT', root),
];
let number = 0;
const newClient = (under = seller) => portal.add(`client ${++number}`, 'CLIENT', under);
const system = <T>(work: Parameters<typeof portal.database.run<T>>[1]) =>
  portal.database.run(systemScope(), work);
const rate = (regionName: string, prefix: string, costPrice: string) => ({
  regionName,
  regionFilters: [prefix],
  costPrice,
  currency: 'KES',
});
const KENYA2 = rate('Kenya2', '2547', '0.0001');
const keep = (of: Person, rows: ReturnType<typeof rate>[], from: Date | null = null) =>
  system((tx) => upsertRates(tx, of.clientId, rows, from));
const unitsOf = async (client: Person, e164 = '+254712345678') =>
  (await system((tx) => loadPriceTable(tx, client.clientId)))!.priceOf(e164)!.unitsFor(1);
const add = (by: Person, client: Person, row: object) =>
  portal.call('POST', RATES, { token: by.token, body: { clientId: client.clientId, ...row } });
const listOf = async (by: Person, client: Person) =>
  (
    await portal.call('GET', RATES, {
      token: by.token,
      body: { pageSize: 50, 'filter.clientIds': [client.clientId] },
    })
  ).body['rates'] as Record<string, unknown>[];
const regionOf = async (by: Person, client: Person, regionName: string) =>
  (await listOf(by, client)).find((each) => each['regionName'] === regionName)!;
const tooLow = { status: 422, body: { error: 'RATE_TOO_LOW' } };

// The first prices: Kenya 0.80, Tanzania 1.20, Uganda 1.60, Mozambique 2.00.
test('a region under another name has the same floor: Kenya2 with prefix 2547 at 0.0001 is refused', async () => {
  const client = await newClient();
  expect(await add(seller, client, KENYA2)).toMatchObject({
    status: 422,
    body: {
      error: 'RATE_TOO_LOW',
      details: [{ field: 'costPrice', message: '0.8000 KES' }],
      message: expect.stringMatching(/Kenya2 \(\+2547\).*0\.8000 KES/),
    },
  });
  expect(await unitsOf(client)).toBe(10_000n);
});

test('a company reads the rates of its own clients, and of nobody else', async () => {
  const company = await portal.add('company', 'COMPANY', seller);
  const [below, beside] = [await newClient(company), await newClient()];
  expect((await listOf(company, below)).map((each) => each['regionName'])).toContain('Kenya');
  expect(await listOf(company, beside)).toEqual([]);
});

test('a list of rates names every client that was asked for, or refuses', async () => {
  const ids: string[] = [];
  for (let each = 0; each < 21; each++) ids.push((await newClient()).clientId);
  const ask = (clientIds: string[]) =>
    portal.call('GET', RATES, {
      token: seller.token,
      body: { pageSize: 200, 'filter.clientIds': clientIds },
    });
  const named = new Set(
    ((await ask(ids.slice(1))).body['rates'] as { clientId: string }[]).map(
      (each) => each.clientId,
    ),
  );
  expect([...named].toSorted()).toEqual(ids.slice(1).toSorted());
  expect(await ask(ids)).toMatchObject({
    status: 400,
    body: { error: 'BAD_INPUT', details: [{ field: 'filter.clientIds' }] },
  });
});

test('a lower price is refused, for an inherited and for an own one', async () => {
  const client = await newClient();
  const uganda = await regionOf(seller, client, 'Uganda');
  const update = (more: object) =>
    portal.call('PUT', `${RATES}/${uganda['rateId']}`, {
      token: seller.token,
      body: { clientId: client.clientId, ...more },
    });
  expect(await update({ costPrice: '1.5999' })).toMatchObject(tooLow);
  expect(await update({ costPrice: '0.9', regionFilters: ['2547'] })).toMatchObject({
    status: 200,
  });
  // The region's name no longer covers Uganda, which the seller's own price does not reach either.
  expect(await update({ costPrice: '0.1', regionFilters: ['2547'] })).toMatchObject(tooLow);
});

test('a future price respects the floor of its day', async () => {
  const client = await newClient();
  const later = Date.now() / 1000 + 86_400;
  expect(await add(seller, client, { ...KENYA2, fromTimestamp: later })).toMatchObject(tooLow);
  expect(await unitsOf(client)).toBe(10_000n);
});

test('an imported list is refused with its line, after showing the prices that are too low', async () => {
  const client = await newClient();
  const rows = [rate('Uganda', '256', '2'), KENYA2];
  const bring = (more: object) =>
    portal.call('POST', `${RATES}:import`, {
      token: seller.token,
      body: { clientId: client.clientId, rows, ...more },
    });
  expect((await bring({ dryRun: true })).body['changes']).toMatchObject([
    { leastCostPrice: null },
    { regionName: 'Kenya2', leastCostPrice: '0.8000' },
  ]);
  expect(await bring({})).toMatchObject({
    status: 422,
    body: { error: 'RATE_TOO_LOW', message: expect.stringContaining('Line 3: Kenya2') },
  });
  expect(await regionOf(seller, client, 'Uganda')).toMatchObject({ inherited: true });
});

test.each(['createClientInternal', 'inviteClient'])(
  'creating a client by %s with too low a price is refused',
  async (call) => {
    const email = `new${++number}@example.test`;
    const body = {
      email,
      phone: `+2547000001${10 + number}`,
      firstName: 'A',
      lastName: 'B',
      accountType: 'INDIVIDUAL',
      accessLevel: 'CLIENT',
      country: 'KE',
      rates: [KENYA2],
    };
    expect(
      await portal.call('POST', `/v1/portal/clients:${call}`, {
        token: seller.token,
        body: call === 'inviteClient' ? { email, accessLevel: 'CLIENT', rates: [KENYA2] } : body,
      }),
    ).toMatchObject(tooLow);
    expect(await db.query('select id from client where email = $1', [email])).toEqual([]);
  },
);

test('a number that the seller cannot send to is not sold', async () => {
  const client = await newClient();
  expect(await add(seller, client, rate('France', '33', '50'))).toMatchObject({
    status: 422,
    body: { error: 'NOT_SOLD_BY_SELLER', details: [{ field: 'regionFilters', message: '+33' }] },
  });
});

test('an existing low price is charged at the floor, and shown as charged', async () => {
  const client = await newClient();
  await keep(client, [KENYA2]);
  expect(await unitsOf(client)).toBe(10_000n);
  expect(await regionOf(client, client, 'Kenya2')).toMatchObject({
    costPrice: '0.0001',
    chargedCostPrice: '0.8000',
    raisedPrefixes: ['2547'],
    leastCostPrice: null,
  });
  expect(await regionOf(seller, client, 'Kenya2')).toMatchObject({
    chargedCostPrice: '0.8000',
    leastCostPrice: '0.8000',
  });
});

test("a seller's later price rise is the least that its clients are charged, until theirs changes", async () => {
  const reseller = await portal.add('rising', 'RESELLER', root);
  const client = await newClient(reseller);
  expect((await add(reseller, client, rate('Airtel', '25473', '0.9'))).status).toBe(200);
  expect(await unitsOf(client, '+254733000001')).toBe(11_250n);
  expect((await add(root, reseller, rate('Airtel', '25473', '1.2'))).status).toBe(200);
  expect(await unitsOf(client, '+254733000001')).toBe(15_000n);
  const airtel = await regionOf(reseller, client, 'Airtel');
  expect(airtel).toMatchObject({
    costPrice: '0.9000',
    chargedCostPrice: '1.2000',
    leastCostPrice: '1.2000',
    raisedPrefixes: ['25473'],
  });
  expect(
    (
      await portal.call('PUT', `${RATES}/${airtel['rateId']}`, {
        token: reseller.token,
        body: { clientId: client.clientId, costPrice: '1.3' },
      })
    ).status,
  ).toBe(200);
  expect(await unitsOf(client, '+254733000001')).toBe(16_250n);
});

test('no account sets its own prices, whatever its role', async () => {
  for (const person of [support, salesperson, seller, admin]) {
    expect(await add(person, person, rate('Own', '25470', '5'))).toMatchObject({
      status: 403,
      body: { error: 'NOT_ALLOWED' },
    });
    expect(
      (
        await portal.call('POST', `${RATES}:import`, {
          token: person.token,
          body: { clientId: person.clientId, rows: [rate('Own', '25470', '5')] },
        })
      ).status,
    ).toBe(403);
    await keep(person, [rate('Tanzania', '255', '1.2')]);
    const { rateId } = await regionOf(person, person, 'Tanzania');
    expect(
      (
        await portal.call('PUT', `${RATES}/${rateId}`, {
          token: person.token,
          body: { costPrice: '5' },
        })
      ).status,
    ).toBe(403);
    expect(
      (await portal.call('DELETE', `${RATES}/${rateId}`, { token: person.token })).status,
    ).toBe(403);
  }
});

test("the platform's price list belongs to administrators, since staff inherit it", async () => {
  for (const person of [support, salesperson])
    expect((await add(person, root, rate('Kenya2', '2547', '0.0001'))).status).toBe(403);
  expect((await add(admin, root, rate('Rwanda', '250', '3'))).status).toBe(200);
  expect((await add(root, root, rate('Burundi', '257', '3'))).status).toBe(200);
});

test('staff below an administrator respect the floor, an administrator may go below on purpose', async () => {
  const client = await newClient(root);
  for (const person of [support, salesperson])
    expect(await add(person, client, KENYA2)).toMatchObject(tooLow);
  expect((await add(admin, client, { ...KENYA2, costPrice: '0.7' })).status).toBe(200);
  expect(await unitsOf(client)).toBe(8_750n);
  expect(await regionOf(admin, client, 'Kenya2')).toMatchObject({
    belowFloor: true,
    chargedCostPrice: '0.7000',
    raisedPrefixes: [],
  });
  expect(await regionOf(client, client, 'Kenya2')).toMatchObject({
    belowFloor: false,
    chargedCostPrice: '0.7000',
  });
  // Anyone who changes it afterwards keeps to the floor again.
  const { rateId } = await regionOf(admin, client, 'Kenya2');
  expect(
    await portal.call('PUT', `${RATES}/${rateId}`, {
      token: salesperson.token,
      body: { costPrice: '0.75' },
    }),
  ).toMatchObject(tooLow);
});

test('the lowest price is shown before entry', async () => {
  const client = await newClient();
  const floor = (body: object) =>
    portal.call('GET', `${RATES}/floor`, {
      token: seller.token,
      body: { clientId: client.clientId, ...body },
    });
  expect((await floor({ regionName: 'Kenya2', regionFilters: ['2547', '256'] })).body).toEqual({
    leastCostPrice: '1.6000',
    currency: 'KES',
  });
  expect((await floor({ regionName: 'Kenya', regionFilters: ['254'] })).body).toEqual({
    leastCostPrice: null,
    currency: 'KES',
  });
  expect((await floor({ regionName: 'France', regionFilters: ['33'] })).body).toEqual({
    leastCostPrice: null,
    currency: 'KES',
  });
});

const readFile = (lines: readonly string[]) => {
  const form = new FormData();
  form.set('file', new Blob([lines.join('\n')]), 'prices.csv');
  return portal.call('POST', `${RATES}:previewImport`, {
    token: seller.token,
    body: form as never,
  });
};
const line = (at: number) => `Region ${at},${99_000 + at},5,KES`;

test('a price list of more lines than are read is refused, and not cut off', async () => {
  const lines = Array.from({ length: 1_001 }, (_, at) => line(at));
  const header = 'region,prefixes,price,currency';
  const whole = await readFile([header, ...lines.slice(0, 1_000), '']);
  expect(whole.body['rows']).toHaveLength(1_000);
  expect(await readFile([header, ...lines])).toMatchObject({
    status: 422,
    body: { error: 'FILE_REFUSED', message: expect.stringContaining('1,000') },
  });
});

test('a refused price is named by its line in the file, also below lines that were left out', async () => {
  const client = await newClient();
  const { body } = await readFile([
    'region,prefixes,price,currency',
    'Nowhere,,1,KES',
    'Uganda,256,2,KES',
    'Kenya2,2547,0.0001,KES',
  ]);
  expect(body['rows']).toMatchObject([{ line: 3 }, { line: 4 }]);
  const bring = (more: object) =>
    portal.call('POST', `${RATES}:import`, {
      token: seller.token,
      body: { clientId: client.clientId, rows: body['rows'], ...more },
    });
  expect((await bring({ dryRun: true })).body['changes']).toMatchObject([
    { line: 3 },
    { line: 4, leastCostPrice: '0.8000' },
  ]);
  expect(await bring({})).toMatchObject({
    body: { message: expect.stringContaining('Line 4: Kenya2') },
  });
});

test('an imported price that is in force today still counts against one that is to come', async () => {
  const client = await newClient();
  const day = (days: number) => Date.now() / 1000 + days * 86_400;
  const uganda = rate('Uganda', '256', '2');
  await keep(client, [uganda]);
  await keep(client, [{ ...uganda, costPrice: '4' }], new Date(day(7) * 1000));
  const bring = (fromTimestamp: number | null, dryRun = false) =>
    portal.call('POST', `${RATES}:import`, {
      token: seller.token,
      body: { clientId: client.clientId, rows: [uganda], fromTimestamp, dryRun },
    });
  // The price is 4 by the day after the change.
  expect((await bring(day(8), true)).body['changes']).toMatchObject([
    { before: '2.0000', change: 'CHANGED' },
  ]);
  // An import that applies at once ends the change to 4.
  expect((await bring(null)).body['changes']).toMatchObject([{ change: 'CHANGED' }]);
  expect(await regionOf(seller, client, 'Uganda')).toMatchObject({
    costPrice: '2.0000',
    next: null,
  });
  expect((await bring(null)).body['changes']).toMatchObject([{ change: 'SAME' }]);
});
