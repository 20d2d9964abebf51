import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../../test/harness/portal.ts';
import { newId } from '../../../infra/ids.ts';
import { getBalances, purchase } from '../../../core/ledger/ledger.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import { upsertRates } from '../../../core/ledger/rates.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const system = <T>(work: Parameters<typeof portal.database.run<T>>[1]) =>
  portal.database.run(systemScope(), work);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const reseller = await portal.add('reseller', 'RESELLER', root);
const kenyan = await portal.add('kenyan', 'CLIENT', reseller);
const tanzanian = await portal.add('tanzanian', 'CLIENT', reseller);
await db.query(`update client set country = 'TZ' where id = $1`, [tanzanian.clientId]);
await system((tx) =>
  purchase(tx, { clientId: reseller.clientId, units: 10_000_000n, idempotencyKey: 'stock' }),
);

const available = async ({ clientId }: Person) =>
  (await system((tx) => getBalances(tx, clientId))).available;
const preview = (to: Person, units: number) =>
  portal.call('GET', '/v1/portal/purchases/transferPreview', {
    token: reseller.token,
    body: { clientId: to.clientId, units },
  });
const give = (to: Person, body: Record<string, unknown>, key = newId()) =>
  portal.call('POST', '/v1/portal/purchases:transferUnits', {
    token: reseller.token,
    body: { clientId: to.clientId, ...body },
    headers: { 'idempotency-key': key },
  });

// The first prices: Kenya 0.80, Tanzania 1.20.
test('units stay the same within a country, and are exchanged by the prices between two', async () => {
  expect((await preview(kenyan, 30)).body).toMatchObject({
    units: 30,
    arrives: 30,
    exchanged: false,
    balanceAfter: 970,
  });
  expect((await give(kenyan, { units: 30 })).body).toMatchObject({
    units: 30,
    arrived: 30,
    balanceAfter: 970,
  });
  expect((await preview(tanzanian, 30)).body).toMatchObject({
    units: 30,
    arrives: 20,
    exchanged: true,
    fromCountry: 'KE',
    toCountry: 'TZ',
    balanceAfter: 940,
  });
  const key = newId();
  for (let time = 0; time < 3; time++)
    expect((await give(tanzanian, { units: 30, arrives: 20 }, key)).body).toMatchObject({
      units: 30,
      arrived: 20,
      balanceAfter: 940,
    });
  expect([await available(reseller), await available(kenyan), await available(tanzanian)]).toEqual([
    9_400_000n,
    300_000n,
    200_000n,
  ]);
  expect(await system(checkLedger)).toMatchObject({ ok: true });
  const { body } = await portal.call('GET', '/v1/portal/purchases', {
    token: tanzanian.token,
    body: { pageSize: 10 },
  });
  expect(body['purchases']).toMatchObject([{ type: 'TRANSFER_IN', units: 20, balanceAfter: 20 }]);
});

test('moves nothing if prices have changed since the sender looked', async () => {
  const { body: seen } = await preview(tanzanian, 30);
  await system((tx) =>
    upsertRates(tx, root.clientId, [
      { regionName: 'Tanzania', regionFilters: ['255'], costPrice: '1.6000', currency: 'KES' },
    ]),
  );
  const before = await available(reseller);
  expect(await give(tanzanian, { units: 30, arrives: seen['arrives'] })).toMatchObject({
    status: 409,
    body: { error: 'ARRIVES_CHANGED' },
  });
  expect(await available(reseller)).toBe(before);
  expect((await give(tanzanian, { units: 30, arrives: 15 })).status).toBe(200);
});

test('refuses an amount that arrives as zero or has no price, before anything moves', async () => {
  expect(await give(tanzanian, { units: 0.0001 })).toMatchObject({
    status: 422,
    body: { error: 'NOTHING_ARRIVES' },
  });
  const ugandan = await portal.add('ugandan', 'CLIENT', reseller);
  await db.query(`update client set country = 'FR' where id = $1`, [ugandan.clientId]);
  expect(await give(ugandan, { units: 5 })).toMatchObject({
    status: 422,
    body: { error: 'HOMES_DIFFER' },
  });
  expect(await preview(ugandan, 5)).toMatchObject({ status: 422, body: { error: 'HOMES_DIFFER' } });
  expect(await available(ugandan)).toBe(0n);
  const short = { status: 422, body: { error: 'NO_UNITS' } };
  expect([await preview(kenyan, 9_000), await give(kenyan, { units: 9_000 })]).toMatchObject([
    short,
    short,
  ]);
});

test('transfers above the amount of 24 hours require a step-up, however they are split', async () => {
  const rich = await portal.add('rich', 'RESELLER', root);
  const child = await portal.add('heir', 'CLIENT', rich);
  const allow = (stepUpUnits: number) =>
    portal.call('PATCH', '/v1/portal/platform', { token: root.token, body: { stepUpUnits } });
  await system((tx) =>
    purchase(tx, { clientId: rich.clientId, units: 1_000_000_000n, idempotencyKey: 'riches' }),
  );
  const send = (units: number, key = newId()) =>
    portal.call('POST', '/v1/portal/purchases:transferUnits', {
      token: rich.token,
      body: { clientId: child.clientId, units },
      headers: { 'idempotency-key': key },
    });
  expect(await send(10_001)).toMatchObject({ status: 403, body: { error: 'STEP_UP_REQUIRED' } });
  const split = await Promise.all(Array.from({ length: 6 }, () => send(4_000)));
  expect(split.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403, 403, 403]);
  const key = newId();
  expect((await send(2_000, key)).status).toBe(200);
  expect(await send(1)).toMatchObject({ status: 403, body: { error: 'STEP_UP_REQUIRED' } });
  expect((await send(2_000, key)).status).toBe(200);
  // The amount itself takes a step-up, so that nobody raises it to get round it.
  expect(await allow(20_000)).toMatchObject({ status: 403, body: { error: 'STEP_UP_REQUIRED' } });
  expect((await allow(10_000)).status).toBe(200);
  await portal.stepUp(root.token);
  expect(await allow(20_000)).toMatchObject({ status: 200, body: { stepUpUnits: 20_000 } });
  expect((await send(1)).status).toBe(200);
  await portal.stepUp(rich.token);
  expect((await send(50_000)).status).toBe(200);
});

test.each([
  ['en', 'Time (UTC),Reference,Type,', 'Transfer in'],
  ['pt', 'Hora (UTC),Referência,Tipo,', 'Transferência recebida'],
])(
  'the file of transactions speaks the language of its reader: %s',
  async (language, head, type) => {
    const { text } = await portal.call('GET', '/v1/portal/purchases/export', {
      token: kenyan.token,
      headers: { 'accept-language': language },
    });
    const [first, ...rows] = text.split('\r\n');
    expect(first).toMatch(new RegExp(`^\\ufeff${head.replace(/[()]/g, '\\$&')}`));
    expect(rows[0]).toContain(`,${type},`);
    expect(rows[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
  },
);
