import { beforeAll, expect, test } from 'vitest';
import { addRoute, addSender, call } from '../../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { pdfText } from '../../../../../test/harness/files/letters.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { consents } from '../../../../contract/api/consents.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import { openAcceptor } from '../../../core/accept/accept.ts';
import { optOut } from '../../../core/opt-outs/opt-outs.ts';
import { removeOptOuts, removeOwnOptOut } from '../../../core/opt-outs/opt-outs.store.ts';
import type { Download } from '../../../infra/http/http.ts';
import { openPageTokens } from '../../../infra/database/pages.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { consentRoutes } from './consents.api.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const routes = consentRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });
const acceptor = openAcceptor({ database: open(db, 'tuma_accept', 4) });
beforeAll(async () => {
  await addRoute(database);
  // Any hour of the day will do.
  await db.query('delete from sending_window');
});

let made = 0;
async function newShop(): Promise<Caller & { promo: string; plain: string }> {
  const clientId = await addClient(database, { parentId: rootId, units: 10_000_000n });
  const [promo, plain] = [`PROMO${++made}`, `PLAIN${made}`];
  await addSender(database, clientId, promo, 'PROMOTIONAL');
  await addSender(database, clientId, plain);
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel: 'COMPANY', path: row!.path, promo, plain };
}
const given = (
  phones: string[],
  more: Partial<Input<typeof consents.record>> = {},
): Input<typeof consents.record> => ({
  phones,
  purpose: 'PROMOTIONS',
  source: 'PAPER',
  wording: 'Yes, send me offers by SMS',
  evidence: 'Form 7',
  ...more,
});
const send = async (shop: { clientId: string }, from: string, numbers: string[]) =>
  (
    await acceptor.accept(
      { source: 'REST', clientId: shop.clientId, user: null, test: false },
      numbers.map((to) => ({ from, to, content: { text: 'Offers today' } })),
    )
  ).map((outcome) => ('refusal' in outcome ? outcome.refusal.code : 'accepted'));

test('a consent is recorded, withdrawn and recorded again, and nothing is overwritten', async () => {
  const shop = await newShop();
  const phones = ['0712000001', '+254712000002'];
  expect(await call(routes, consents.record, shop, given(phones))).toEqual({ recorded: 2 });
  expect(
    await call(routes, consents.withdraw, shop, { phones: ['0712000001'], note: 'In the shop' }),
  ).toEqual({ withdrawn: 1 });
  await call(routes, consents.record, shop, given(['0712000001'], { source: 'WEBSITE' }));
  const { consents: found } = await call(routes, consents.list, shop, {
    pageSize: 10,
    pageToken: '',
    'filter.query': '0712000001',
  });
  expect(
    found.map(({ source, withdrawTimestamp }) => [source, withdrawTimestamp !== null]),
  ).toEqual([
    ['WEBSITE', false],
    ['PAPER', true],
  ]);
  expect(found[0]).toMatchObject({ phone: '+254712000001', wording: 'Yes, send me offers by SMS' });
});

test('a consent says whether its number opted out since, of this purpose and every sender', async () => {
  const shop = await newShop();
  const phones = ['0712000011', '0712000012', '0712000013', '0712000014'];
  for (const purpose of ['PROMOTIONS', 'ALERTS'] as const)
    await call(routes, consents.record, shop, given(phones, { purpose }));
  await db.query(
    `insert into opt_out (client_id, destination, source, scope, sender)
     values ($1, '254712000011', 'PORTAL', 'PROMOTIONAL', ''), ($1, '254712000012', 'MO', 'EVERYTHING', ''),
       ($1, '254712000013', 'MO', 'EVERYTHING', 'OTHER')`,
    [shop.clientId],
  );
  const { consents: found } = await call(routes, consents.list, shop, {
    pageSize: 10,
    pageToken: '',
    'filter.query': '',
  });
  expect(
    found
      .filter(({ optOutTimestamp }) => optOutTimestamp !== null)
      .map(({ phone, purpose }) => `${phone} ${purpose}`)
      .toSorted(),
  ).toEqual(['+254712000011 PROMOTIONS', '+254712000012 ALERTS', '+254712000012 PROMOTIONS']);
});

test('a time to come and a number that is none are refused by their field', async () => {
  const shop = await newShop();
  await expect(
    call(
      routes,
      consents.record,
      shop,
      given(['0712000001'], { timestamp: Date.now() / 1000 + 1e5 }),
    ),
  ).rejects.toMatchObject({ code: 'BAD_INPUT', details: [{ field: 'timestamp' }] });
  await expect(
    call(routes, consents.record, shop, given(['0712000001', '12'])),
  ).rejects.toMatchObject({ code: 'BAD_INPUT', details: [{ field: 'phones.1' }] });
});

test('a client that demands consent sends promotions to numbers with one, and other messages to all', async () => {
  const shop = await newShop();
  const numbers = ['254712000001', '254712000002', '254712000003'];
  await call(routes, consents.record, shop, given([numbers[0]!]));
  await call(routes, consents.record, shop, given([numbers[2]!], { purpose: 'SURVEYS' }));
  expect(await send(shop, shop.promo, numbers)).toEqual(['accepted', 'accepted', 'accepted']);
  await db.query('update client set demands_consent = true where id = $1', [shop.clientId]);
  expect(await send(shop, shop.promo, numbers)).toEqual(['accepted', 'NO_CONSENT', 'NO_CONSENT']);
  expect(await send(shop, shop.plain, numbers)).toEqual(['accepted', 'accepted', 'accepted']);
  await call(routes, consents.withdraw, shop, { phones: [numbers[0]!], note: '' });
  expect(await send(shop, shop.promo, numbers)).toEqual(['NO_CONSENT', 'NO_CONSENT', 'NO_CONSENT']);
});

test('a withdrawal cancels promotions that are queued where consent is demanded, and their units come back', async () => {
  const shop = await newShop();
  const number = '254712000001';
  await db.query('update client set demands_consent = true where id = $1', [shop.clientId]);
  await call(routes, consents.record, shop, given([number]));
  await send(shop, shop.promo, [number]);
  await send(shop, shop.plain, [number]);
  const code = `22${shop.plain.slice(5)}000`;
  await addSender(database, shop.clientId, code, 'SHORTCODE');
  expect(await send(shop, code, [number])).toEqual(['accepted']);
  await call(routes, consents.withdraw, shop, { phones: [number], note: '' });
  const rows = await db.query<{ sender: string; status: number; reason: string | null }>(
    'select sender, status, error_code as reason from message where client_id = $1 order by sender',
    [shop.clientId],
  );
  expect(rows).toEqual([
    // No message of a short code needs a consent.
    { sender: code, status: MESSAGE_STATUS.QUEUED, reason: null },
    { sender: shop.plain, status: MESSAGE_STATUS.QUEUED, reason: null },
    { sender: shop.promo, status: MESSAGE_STATUS.CANCELLED, reason: 'NO_CONSENT' },
  ]);
  const [waiting] = await db.query<{ queued: number; released: boolean }>(
    `select (select sum(size - pos)::int from chunk where client_id = $1) as queued,
       (select sum(released) > 0 from campaign_delta where client_id = $1) as released`,
    [shop.clientId],
  );
  expect(waiting).toEqual({ queued: 2, released: true });
});

test('the platform demands consent of all but those who are set otherwise', async () => {
  const [one, other] = [await newShop(), await newShop()];
  await db.query(`insert into setting (key, value) values ('consentDemanded', 'true')`);
  await db.query('update client set demands_consent = false where id = $1', [other.clientId]);
  expect(await send(one, one.promo, ['254712000001'])).toEqual(['NO_CONSENT']);
  expect(await send(other, other.promo, ['254712000001'])).toEqual(['accepted']);
  await db.query(`delete from setting where key = 'consentDemanded'`);
});

test('the proof of a number has its consents, its stop and every message, and no other account', async () => {
  const [shop, other] = [await newShop(), await newShop()];
  const number = '254712000001';
  await call(routes, consents.record, shop, given([number]));
  await send(shop, shop.plain, [number]);
  await send(other, other.plain, [number]);
  await call(routes, consents.withdraw, shop, { phones: [number], note: 'Told us by phone' });
  await database.run(systemScope(), (tx) =>
    optOut(tx, {
      clientId: shop.clientId,
      destinations: [number],
      source: 'PORTAL',
      notes: ['No more'],
    }),
  );
  // A stop that was taken back was one: by its person, and by the account.
  await database.run(systemScope(), async (tx) => {
    await removeOptOuts(tx, shop.clientId, [number]);
    await optOut(tx, {
      clientId: shop.clientId,
      destinations: [number],
      source: 'LINK',
      notes: ['Bylink'],
    });
    await removeOwnOptOut(tx, shop.clientId, number);
  });
  const { stream, contentType } = (await call(routes, consents.proof, shop, {
    phone: '0712000001',
  })) as unknown as Download;
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  expect(contentType).toBe('application/pdf');
  const text = pdfText(Buffer.concat(chunks));
  for (const word of [
    'YessendmeoffersbySMS',
    'Form',
    'Offerstoday',
    'Toldusbyphone',
    'Nomore',
    'Bylink',
    // In words, where the list of consents and messages has codes.
    'PromotionsPaperForm',
    'Addedbyhand',
    'Linkinamessage',
  ])
    expect(text).toContain(word);
  expect(text.split('Optedinagain')).toHaveLength(3);
  expect(text.split('Offerstoday')).toHaveLength(2);
});
