import { expect, test } from 'vitest';
import { addRoute, addSender, call } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { threads } from '../../../contract/api/threads.ts';
import { newId } from '../../infra/ids.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { threadRoutes } from './threads.api.ts';

// Conversations with phones: one for each phone and account, the latest first.
const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null, name: 'Root' });
const clientId = await addClient(database, { parentId: rootId, name: 'Client' });
const siblingId = await addClient(database, { parentId: rootId, name: 'Sibling' });
await addRoute(database);
const routes = threadRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });

async function caller(id: string, accessLevel: Caller['accessLevel']): Promise<Caller> {
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [id]);
  return { clientId: id, accessLevel, path: row!.path };
}
const client = await caller(clientId, 'CLIENT');
const sibling = await caller(siblingId, 'CLIENT');
const root = await caller(rootId, 'ADMINISTRATOR');

const DAY = 86_400_000;
let at = Date.now() - DAY;
const nextId = () => newId((at += 60_000));
/** @param id for a message of another time */
async function write(owner: string, source: string, text: string, to = '22456', id = nextId()) {
  await db.query(
    `insert into incoming_message (id, client_id, found_by, carrier_account_id, connector_id, source, destination, text, encoding, hash) values ($1, $2, 'NUMBER', 1, 1, $3, $4, $5, 0, '')`,
    [id, owner, source, to, text],
  );
  return id;
}
async function sent(owner: string, destination: string, sender: string, text: string) {
  const id = nextId();
  await db.query(
    `insert into message (id, client_id, destination, sender, text, encoding, segments, units, route_id, config_version, status) values ($1, $2, $3, $4, $5, 0, 1, 10000, 1, 1, 10)`,
    [id, owner, destination, sender, text],
  );
  return id;
}

const [AMINA, JUMA, NAME] = ['254712345678', '254712345679', 'INFO'];
const long = idAt(Date.now() - 40 * DAY);
function idAt(moment: number): string {
  const hex = moment.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
const old = await write(clientId, '254700000001', 'An old one', '22456', long);
await write(clientId, AMINA, 'First');
const before = await sent(clientId, AMINA, 'SHOP', 'Our offer');
const ofJuma = await write(clientId, JUMA, 'VOTE yes');
await write(siblingId, AMINA, 'Not yours');
const ofAmina = await write(clientId, AMINA, 'Second', 'SHOP');
const ofName = await write(clientId, NAME, 'M-PESA');
const contactId = newId();
await db.query(
  `insert into contact (id, client_id, phone, first_name, last_name) values ($1, $2, $3, 'Amina', 'Otieno')`,
  [contactId, clientId, AMINA],
);
await db.query(`insert into opt_out (client_id, destination, source) values ($1, $2, 'MO')`, [
  clientId,
  JUMA,
]);

const list = (as: Caller, filter: Input<typeof threads.list> = {}) =>
  call(routes, threads.list, as, { pageSize: 50, ...filter });
const phones = async (as: Caller, filter: Input<typeof threads.list> = {}) =>
  (await list(as, filter)).threads.map(({ phone }) => phone);

test('a phone is one conversation for each account, with its last line, contact and opt-out', async () => {
  const { threads: found } = await list(client);
  expect(found).toMatchObject([
    { phone: 'INFO', messageId: ofName, unread: true, contactName: null },
    {
      phone: '+254712345678',
      messageId: ofAmina,
      text: 'Second',
      senderId: 'SHOP',
      contactName: 'Amina Otieno',
      unread: true,
      optedOut: false,
    },
    { phone: '+254712345679', messageId: ofJuma, contactName: null, optedOut: true },
    // Nobody has opened it, but after a month it no longer counts as unread.
    { phone: '+254700000001', messageId: old, unread: false },
  ]);
  expect(await phones(sibling)).toEqual(['+254712345678']);
  expect(await phones(root)).toHaveLength(5);
  expect((await list(root)).threads.every(({ contactName }) => contactName === null)).toBe(true);
});

test('pages show each conversation once, however often its phone wrote', async () => {
  for (const pageSize of [1, 2, 3]) {
    const seen: string[] = [];
    for (let pageToken = ''; ;) {
      const page = await list(client, { pageSize, pageToken });
      seen.push(...page.threads.map(({ phone }) => phone));
      if ((pageToken = page.nextPageToken) === '') break;
    }
    expect(seen).toEqual(['INFO', '+254712345678', '+254712345679', '+254700000001']);
  }
});

test('conversations are found by number, by name, by keyword and by the number written to', async () => {
  expect(await phones(client, { 'filter.search': '+254712345679' })).toEqual(['+254712345679']);
  expect(await phones(client, { 'filter.search': 'otie' })).toEqual(['+254712345678']);
  expect(await phones(client, { 'filter.search': 'nobody' })).toEqual([]);
  // A contact is its own account's alone.
  expect(await phones(root, { 'filter.search': 'otie' })).toEqual([]);
  expect(await phones(client, { 'filter.keywords': ['vote'] })).toEqual(['+254712345679']);
  expect(await phones(client, { 'filter.senderIds': ['SHOP'] })).toEqual(['+254712345678']);
});

test('keywords are those that routes give to the account', async () => {
  await db.query(
    `insert into route (direction, "order", type, targets) values ('MO', 5, 'StaticMORoute', $1)`,
    [
      JSON.stringify([
        { kind: 'KEYWORD', keyword: 'vote', clientId },
        { kind: 'KEYWORD', keyword: 'win', clientId: siblingId },
      ]),
    ],
  );
  expect((await list(client)).keywords).toEqual(['VOTE']);
  expect((await list(root)).keywords).toEqual([]);
});

test('a conversation has both directions, and says from which sender ID a reply goes', async () => {
  const get = (as: Caller, messageId: string) => call(routes, threads.get, as, { messageId });
  expect((await get(client, ofAmina)).reply).toEqual({ senderId: null, obstacle: 'NO_SENDER' });
  await addSender(database, clientId, 'SHOP');
  expect(await get(client, ofAmina)).toMatchObject({
    phone: '+254712345678',
    contact: { contactId, name: 'Amina Otieno', groups: [] },
    reply: { senderId: 'SHOP', obstacle: null },
  });
  expect((await get(client, ofJuma)).reply.obstacle).toBe('OPTED_OUT');
  expect((await get(client, ofName)).reply.obstacle).toBe('NOT_A_NUMBER');
  expect(await get(root, ofAmina)).toMatchObject({
    contact: null,
    reply: { obstacle: 'OTHER_ACCOUNT' },
  });
  await expect(get(sibling, ofAmina)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const pages: string[] = [];
  for (let pageToken = ''; ;) {
    const page = await call(routes, threads.messages, client, {
      messageId: ofAmina,
      pageSize: 2,
      pageToken,
    });
    pages.push(page.messages.map(({ text }) => text).join(', '));
    if ((pageToken = page.nextPageToken) === '') break;
  }
  expect(pages).toEqual(['Second, Our offer', 'First']);
  const { messages } = await call(routes, threads.messages, client, { messageId: ofAmina });
  expect(messages[1]).toMatchObject({
    messageId: before,
    received: false,
    senderId: 'SHOP',
    status: 'DELIVERED',
  });
});

test('reading is of one account alone, and a new message is unread again', async () => {
  const unread = async (as: Caller) =>
    (await list(as, { 'filter.unread': 'true' as unknown as boolean })).threads.map(
      ({ messageId }) => messageId,
    );
  expect(await unread(client)).toEqual([ofName, ofAmina, ofJuma]);
  await call(routes, threads.read, client, { messageId: ofAmina });
  await call(routes, threads.read, client, { messageId: ofAmina });
  expect(await unread(client)).toEqual([ofName, ofJuma]);
  expect(await unread(root)).toContain(ofAmina);
  await expect(call(routes, threads.read, sibling, { messageId: ofJuma })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const news = await write(clientId, AMINA, 'Third');
  expect(await unread(client)).toEqual([news, ofName, ofJuma]);
});

test('a read mark is deleted with its message', async () => {
  await db.query('delete from incoming_message where id = $1', [ofAmina]);
  expect(await db.query('select from incoming_read')).toEqual([]);
});

test('a page reads a bounded number of messages, and the next continues after them', async () => {
  const flooded = await addClient(database, { parentId: rootId, name: 'Flooded' });
  const flood = await caller(flooded, 'CLIENT');
  await write(flooded, AMINA, 'Before the flood', '22456', idAt(Date.now() - 3 * DAY));
  await db.query(
    `insert into incoming_message (id, client_id, found_by, carrier_account_id, connector_id, source, destination, text, encoding, hash)
     select (lpad(to_hex($2::bigint), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid, $1, 'NUMBER', 1, 1, $3, '22456', 'Flood', 0, ''
     from generate_series(1, 2500) n`,
    [flooded, Date.now() - 2 * DAY, JUMA],
  );
  const first = await list(flood);
  expect(first.threads.map(({ phone }) => phone)).toEqual(['+254712345679']);
  expect(first.nextPageToken).not.toBe('');
  const second = await list(flood, { pageToken: first.nextPageToken });
  expect(second.threads.map(({ text }) => text)).toEqual(['Before the flood']);
  expect(second.nextPageToken).toBe('');
});
