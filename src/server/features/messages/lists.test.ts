import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { addRoute, call } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { messages } from '../../../contract/api/messages.ts';
import { enqueue } from '../../core/dispatch/queue/enqueue.store.ts';
import type { Download } from '../../infra/http/http.ts';
import { idFloor, newId } from '../../infra/ids.ts';
import { hold } from '../../core/ledger/ledger.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { messageRoutes } from './messages.api.ts';

// Incoming messages, messages that campaigns have yet to submit, and both logs as files.
const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null, name: 'Root' });
await addRoute(database);
const routes = messageRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });
const resellerId = await addClient(database, { parentId: rootId, name: 'Reseller' });
const clientId = await addClient(database, {
  parentId: resellerId,
  name: 'Client',
  units: 100_000_000n,
  country: 'TZ',
});
const siblingId = await addClient(database, {
  parentId: resellerId,
  name: 'Sibling',
  units: 100_000_000n,
});

async function caller(id: string, accessLevel: Caller['accessLevel']): Promise<Caller> {
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [id]);
  return { clientId: id, accessLevel, path: row!.path };
}
const [administrator, support, business, reseller, client, sibling] = [
  await caller(rootId, 'ADMINISTRATOR'),
  await caller(rootId, 'IT_SUPPORT'),
  await caller(rootId, 'BD_CLIENT'),
  await caller(resellerId, 'RESELLER'),
  await caller(clientId, 'CLIENT'),
  await caller(siblingId, 'CLIENT'),
];

let at = Date.UTC(2026, 2, 5);
async function write(
  owner: string | null,
  source: string,
  destination: string,
  text: string,
): Promise<string> {
  const id = idFloor((at += 60_000)).slice(0, 13) + newId().slice(13);
  await db.query(
    `insert into incoming_message (id, client_id, found_by, carrier_account_id, connector_id, source, destination, text, encoding, hash) values ($1, $2, 'NUMBER', 1, 1, $3, $4, $5, 0, '')`,
    [id, owner, source, destination, text],
  );
  return id;
}
const mine = [
  await write(clientId, '255712345678', '22456', 'Ndiyo'),
  await write(clientId, '255712345679', '30303', '=HYPERLINK("x")'),
  await write(clientId, '254712345678', '22456', 'Yes'),
];
const theirs = [await write(siblingId, '255712345678', '40404', 'No')];
const nobodys = [await write(null, 'INFO', '22456', 'M-PESA')];

const newestFirst = (...some: string[]) => some.toSorted().toReversed();
const received = (as: Caller, filter: Input<typeof messages.received> = {}) =>
  call(routes, messages.received, as, { pageSize: 200, ...filter });
const found = async (as: Caller, filter: Input<typeof messages.received> = {}) =>
  (await received(as, filter)).moMessages.map(({ messageId }) => messageId);

test('incoming messages are visible within reach; unassigned ones to roles that see all', async () => {
  expect(await found(client)).toEqual(newestFirst(...mine));
  expect(await found(sibling)).toEqual(theirs);
  expect(await found(reseller)).toEqual(newestFirst(...mine, ...theirs));
  expect(await found(administrator)).toEqual(newestFirst(...mine, ...theirs, ...nobodys));
  expect(await found(reseller, { 'filter.clientIds': [siblingId, rootId] })).toEqual(theirs);
  await expect(
    call(routes, messages.getReceived, sibling, { messageId: mine[0]! }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await call(routes, messages.getReceived, client, { messageId: mine[0]! })).toMatchObject({
    source: '+255712345678',
    senderId: '22456',
    text: 'Ndiyo',
    clientName: 'Client',
    foundBy: 'NUMBER',
  });
});

test('texts are visible to the owner, administrators and support', async () => {
  const text = async (as: Caller) =>
    (await received(as, { 'filter.clientIds': [clientId] })).moMessages.at(-1)!.text;
  expect([
    await text(client),
    await text(administrator),
    await text(support),
    await text(business),
    await text(reseller),
  ]).toEqual(['Ndiyo', 'Ndiyo', 'Ndiyo', '•••••', '•••••']);
});

test("numbers are parsed by the viewer's country, whole or by prefix", async () => {
  expect(await found(client, { 'filter.destinations': ['0712345678'] })).toEqual([mine[0]]);
  expect(await found(sibling, { 'filter.destinations': ['0712345678'] })).toEqual([]);
  expect(await found(client, { 'filter.destinations': ['071234567'] })).toEqual(
    newestFirst(mine[0]!, mine[1]!),
  );
  expect(await found(client, { 'filter.destinations': ['071234567', '+254712345678'] })).toEqual(
    newestFirst(...mine),
  );
  expect(await found(client, { 'filter.senderIds': ['22456'] })).toEqual(
    newestFirst(mine[0]!, mine[2]!),
  );
  expect(
    await found(administrator, { 'filter.senderIds': ['22456'], 'filter.destinations': ['INFO'] }),
  ).toEqual([]);
  const day = Date.UTC(2026, 2, 5) / 1000;
  expect(
    await found(client, { 'filter.startTimestamp': day, 'filter.endTimestamp': day + 86_399.999 }),
  ).toHaveLength(3);
  expect(await found(client, { 'filter.startTimestamp': day + 86_400 })).toEqual([]);
});

test('pages of incoming messages are consecutive', async () => {
  const seen: string[] = [];
  for (let pageToken = ''; ;) {
    const page = await received(reseller, { pageSize: 3, pageToken });
    expect(page.collectionCount).toBe(4);
    seen.push(...page.moMessages.map(({ messageId }) => messageId));
    if ((pageToken = page.nextPageToken) === '') break;
  }
  expect(seen).toEqual(newestFirst(...mine, ...theirs));
});

test('a file equals the list, with texts for permitted readers and no formula', async () => {
  const file = async (as: Caller) => {
    const { stream, fileName } = (await call(
      routes,
      messages.exportReceived,
      as,
      {},
    )) as unknown as Download;
    expect(fileName).toMatch(/^Incoming messages .*\.csv$/);
    return text(stream);
  };
  const lines = (await file(client)).split('\r\n');
  expect(lines[0]).toBe('\ufeffMessage ID,Received (UTC),From,To,Text,Client');
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(newestFirst(...mine));
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`);
  expect(await file(reseller)).not.toContain('Ndiyo');
});

async function text(stream: Readable): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString('utf8');
}

// ---- to deliver ----

async function addCampaign(
  owner: string,
  status: string,
  more: { text?: string; total: number; expanded?: number; scheduleAt?: Date; createdAt?: Date },
): Promise<string> {
  const id = newId();
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, total, expanded, expand_row, scheduled_at, created_at) values ($1, $2, $3, 'SHOP', $4, 'FILE', 'KE', $5, $6, $7, $7, $8, coalesce($9, now()))`,
    [
      id,
      owner,
      `Campaign ${status}`,
      more.text ?? 'Hello',
      status,
      more.total,
      more.expanded ?? 0,
      more.scheduleAt ?? null,
      more.createdAt ?? null,
    ],
  );
  return id;
}

async function addRecipients(
  campaignId: string,
  owner: string,
  from: number,
  count: number,
  fields: (n: number) => string[] | null = () => null,
): Promise<void> {
  for (let n = from; n < from + count; n++) {
    await db.query(
      `insert into recipient (campaign_id, row_no, client_id, destination, fields, segments, units, country, network) values ($1, $2, $3, $4, $5, 1, 10000, 'KE', 1)`,
      [campaignId, n, owner, String(254_712_000_000 + n), JSON.stringify(fields(n))],
    );
  }
}

async function queue(campaignId: string, owner: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await database.run(systemScope(), async (tx) => {
    await hold(tx, {
      clientId: owner,
      units: BigInt(count) * 10_000n,
      campaignId: null,
      idempotencyKey: newId(),
    });
    const expiresAt = new Date(Date.now() + 3_600_000); // of one moment, or they are no one chunk
    await enqueue(
      tx,
      ids.map((id, n) => ({
        id,
        clientId: owner,
        campaignId,
        destination: String(254_711_000_000 + n),
        sender: 'SHOP',
        text: null,
        encoding: 0,
        segments: 1,
        units: 10_000n,
        routeId: 1,
        configVersion: 1,
        country: 'KE',
        network: 1,
        class: 'BULK',
        priority: 0,
        expiresAt,
        notBefore: null,
        source: 'PORTAL',
        clientReference: null,
      })),
    );
  });
  return ids;
}

test('messages to submit follow the cursors, then recipients without a message, earliest due first', async () => {
  const running = await addCampaign(clientId, 'RUNNING', {
    total: 12,
    expanded: 8,
    createdAt: new Date('2026-03-01T10:00:00Z'),
  });
  const ids = await queue(running, clientId, 8);
  await addRecipients(running, clientId, 1, 12);
  await db.query('update chunk set pos = 3 where campaign_id = $1', [running]);
  const due = new Date('2026-03-07T08:00:00Z');
  const scheduled = await addCampaign(clientId, 'SCHEDULED', {
    text: 'Dear #Name#',
    total: 3,
    scheduleAt: due,
  });
  await addRecipients(scheduled, clientId, 1, 3, (n) => [`Asha ${n}`]);
  const draft = await addCampaign(clientId, 'PENDING', { total: 2 });
  await addRecipients(draft, clientId, 1, 2);
  const other = await addCampaign(siblingId, 'PAUSED', {
    total: 1,
    createdAt: new Date('2026-03-02T10:00:00Z'),
  });
  await addRecipients(other, siblingId, 1, 1);

  const expected = [
    ...ids.slice(3),
    ...[9, 10, 11, 12].map((row) => `${running}/${row}`),
    ...[1, 2, 3].map((row) => `${scheduled}/${row}`),
  ];
  for (const pageSize of [1, 2, 3, 5, 50]) {
    const seen: string[] = [];
    for (let pageToken = ''; ;) {
      const page = await call(routes, messages.toDeliver, client, { pageSize, pageToken });
      expect(page.collectionCount).toBe(12);
      seen.push(
        ...page.messages.map(
          ({ messageId, campaignId, rowNumber }) => messageId ?? `${campaignId}/${rowNumber}`,
        ),
      );
      if ((pageToken = page.nextPageToken) === '') break;
    }
    expect(seen).toEqual(expected);
  }

  const named = (
    await call(routes, messages.toDeliver, client, { 'filter.campaignIds': [scheduled] })
  ).messages;
  expect(named.map(({ text: words }) => words)).toEqual([
    'Dear Asha 1',
    'Dear Asha 2',
    'Dear Asha 3',
  ]);
  expect(named[0]).toMatchObject({
    campaignStatus: 'SCHEDULED',
    dueTimestamp: due.getTime() / 1000,
    units: 1,
    network: 'Safaricom',
  });
  expect(
    (await call(routes, messages.toDeliver, reseller, { 'filter.campaignIds': [scheduled] }))
      .messages[0]!.text,
  ).toBe('•••• •••• •');
  // The end is the date and a day: what is due at that moment is of the next.
  const on = (day: string) =>
    call(routes, messages.toDeliver, client, {
      'filter.startTimestamp': Date.parse(day) / 1000,
      'filter.endTimestamp': Date.parse(day) / 1000 + 86_400,
    });
  expect((await on('2026-03-07')).collectionCount).toBe(3);
  expect((await on('2026-03-06')).collectionCount).toBe(0);
  expect(
    (await call(routes, messages.toDeliver, reseller, { pageSize: 200 })).collectionCount,
  ).toBe(13);
  expect(
    (await call(routes, messages.toDeliver, sibling, {})).messages.map(
      ({ campaignId }) => campaignId,
    ),
  ).toEqual([other]);
});
