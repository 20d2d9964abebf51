import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../../test/harness/portal.ts';
import { upsertRates } from '../../../core/ledger/rates.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { readHealth } from '../../../core/monitoring/health.store.ts';
import { openPriceWatch } from './prices.jobs.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const messenger = {
  secretKey: { bytes: Buffer.alloc(32, 9) },
  origin: 'https://sms.tuma.test',
  platformName: 'Tuma',
  sendPlatformSms: undefined,
};
const watch = openPriceWatch(portal.database, messenger);
const system = <T>(work: Parameters<typeof portal.database.run<T>>[1]) =>
  portal.database.run(systemScope(), work);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const seller = await portal.add('seller', 'RESELLER', root);
const client = await portal.add('client', 'CLIENT', seller);
await db.query(`update client set language = 'pt' where id = $1`, [client.clientId]);
const rate = (regionName: string, prefix: string, costPrice: string, belowFloor = false) => ({
  regionName,
  regionFilters: [prefix],
  costPrice,
  currency: 'KES',
  belowFloor,
});
const keep = ({ clientId }: Person, row: ReturnType<typeof rate>, from: Date | null = null) =>
  system((tx) => upsertRates(tx, clientId, [row], from));
const mails = async (person: Person) => (await portal.mailTo(person.email)).length;
const belowCost = async () => (await system(readHealth)).belowCost;

test("a raised seller's price notifies seller and client once, each in its own language", async () => {
  await keep(client, rate('Uganda', '256', '1.7'));
  await watch();
  expect([await mails(client), await mails(seller)]).toEqual([0, 0]);
  await keep(seller, rate('Uganda', '256', '2'));
  await watch();
  await watch();
  expect((await portal.mailTo(client.email)).map(({ subject }) => subject)).toEqual([
    'Alguns dos seus preços Tuma subiram',
  ]);
  expect((await portal.mailTo(seller.email)).map(({ subject }) => subject)).toEqual([
    'Prices of client on Tuma are below yours',
  ]);
  expect((await portal.mailTo(client.email))[0]!.text).toContain('Uganda: KES 2,0000 (1,7000)');
});

test('a second process finds nothing new, and another rise causes another mail', async () => {
  await openPriceWatch(portal.database, messenger)();
  expect(await mails(client)).toBe(1);
  await keep(seller, rate('Uganda', '256', '2.5'));
  await openPriceWatch(portal.database, messenger)();
  expect([await mails(client), await mails(seller)]).toEqual([2, 2]);
});

test('a future price is applied on its day', async () => {
  await keep(client, rate('Mozambique', '258', '2.1'));
  await keep(seller, rate('Mozambique', '258', '3'), new Date(Date.now() + 1_000));
  await expect
    .poll(async () => {
      await watch();
      return mails(client);
    })
    .toBe(3);
});

test('a new price of the client resolves it', async () => {
  for (const [region, prefix] of [
    ['Uganda', '256'],
    ['Mozambique', '258'],
  ] as const)
    await keep(client, rate(region, prefix, '9'));
  await watch();
  expect(await db.query('select region_name from price_finding')).toEqual([]);
});

test("a price that an administrator set below the seller's is a sale below cost", async () => {
  await keep(client, rate('Tanzania', '255', '0.3', true));
  await watch();
  expect(await belowCost()).toEqual({ prices: 1, clients: 1, example: 'client, Tanzania' });
  await keep(client, rate('Tanzania', '255', '1.2'));
  await watch();
  expect(await belowCost()).toEqual({ prices: 0, clients: 0, example: '' });
});

test("a price below the cost of the route's connector is a sale below cost, for direct clients of the platform", async () => {
  const connector = { id: 1, cid: 'carrier', kind: 'SMPP', settings: { cost: 1.5 } };
  const route = {
    id: 1,
    order: 0,
    type: 'DefaultRoute',
    direction: 'MT',
    enabled: true,
    connectorIds: [1],
    filterIds: [],
  };
  await db.query('insert into config_version (config) values ($1)', [
    JSON.stringify({ connectors: [connector], filters: [], routes: [route] }),
  ]);
  await watch();
  const { rows } = {
    rows: await db.query(
      'select c.client_name, f.region_name, f.kind, f.set_price::text as price, f.against_price::text as cost from price_finding f join client c on c.id = f.client_id order by 1, 2',
    ),
  };
  expect(rows).toEqual([
    {
      client_name: 'root',
      region_name: 'Kenya',
      kind: 'BELOW_CARRIER',
      price: '0.8000',
      cost: '1.5000',
    },
    {
      client_name: 'root',
      region_name: 'Tanzania',
      kind: 'BELOW_CARRIER',
      price: '1.2000',
      cost: '1.5000',
    },
    {
      client_name: 'seller',
      region_name: 'Kenya',
      kind: 'BELOW_CARRIER',
      price: '0.8000',
      cost: '1.5000',
    },
    {
      client_name: 'seller',
      region_name: 'Tanzania',
      kind: 'BELOW_CARRIER',
      price: '1.2000',
      cost: '1.5000',
    },
  ]);
});
