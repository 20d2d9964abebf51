import { expect, test } from 'vitest';
import { addRoute, call } from '../../../../test/harness/campaigns.ts';
import type { Caller } from '../../../../test/harness/campaigns.ts';
import { answerWith, claimSome, receiptsFor, takeOver } from '../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import type { Input } from '../../../contract/endpoint.ts';
import { MESSAGE_STATUS, messages } from '../../../contract/api/messages.ts';
import { aggregate } from '../campaigns/progress/aggregate.jobs.ts';
import { enqueue } from '../../core/dispatch/queue/enqueue.store.ts';
import { idFloor, newId } from '../../infra/ids.ts';
import { hold } from '../../core/ledger/ledger.ts';
import { openPageTokens } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { messageRoutes } from './messages.api.ts';

const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null, name: 'Root' });
await addRoute(database);
const lease = await takeOver(database, 1);
const routes = messageRoutes({ database, tokens: openPageTokens(Buffer.alloc(32)) });

async function caller(clientId: string, accessLevel: Caller['accessLevel']): Promise<Caller> {
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  return { clientId, accessLevel, path: row!.path };
}

/** Puts messages into the queue, as of a moment. */
async function send(
  clientId: string,
  sender: string,
  count: number,
  at = Date.now(),
): Promise<string[]> {
  // In the order they are named in, whatever the clock does between two of them.
  const ids = Array.from(
    { length: count },
    (_, n) => `${idFloor(at).slice(0, 14)}7${n.toString(16).padStart(3, '0')}${newId().slice(18)}`,
  );
  const expiresAt = new Date(Date.now() + 3_600_000); // of one moment, or they are no one chunk
  await database.run(systemScope(), (tx) =>
    hold(tx, {
      clientId,
      units: BigInt(count) * 10_000n,
      campaignId: null,
      idempotencyKey: newId(),
    }),
  );
  await database.run(systemScope(), (tx) =>
    enqueue(
      tx,
      ids.map((id, n) => ({
        id,
        clientId,
        campaignId: null,
        destination: `25471200${String(n).padStart(4, '0')}`,
        sender,
        text: `Number ${n}`,
        encoding: n % 2 ? 8 : 0,
        segments: 1,
        units: 10_000n,
        routeId: 1,
        configVersion: 1,
        country: n % 2 ? 'TZ' : 'KE',
        network: 1,
        class: 'BULK',
        priority: 0,
        expiresAt,
        notBefore: null,
        source: 'PORTAL',
        clientReference: null,
      })),
    ),
  );
  return ids;
}

const resellerId = await addClient(database, { parentId: rootId, name: 'Reseller' });
const clientId = await addClient(database, {
  parentId: resellerId,
  name: 'Client',
  units: 1_000_000n,
});
const strangerId = await addClient(database, {
  parentId: rootId,
  name: 'Stranger',
  units: 1_000_000n,
});
const [reseller, client, stranger, administrator] = [
  await caller(resellerId, 'RESELLER'),
  await caller(clientId, 'CLIENT'),
  await caller(strangerId, 'CLIENT'),
  await caller(rootId, 'ADMINISTRATOR'),
];
const ids = await send(clientId, 'SHOP', 10);
const taken = await claimSome(database, lease, [1], 6);
await answerWith(database, lease, [
  { part: taken[0]!, outcome: 'accepted', carrierId: 'c0' },
  { part: taken[1]!, outcome: 'accepted', carrierId: 'c1' },
  { part: taken[2]!, outcome: 'refused', errorCode: '0x0B' },
  { part: taken[3]!, outcome: 'lost', reason: 'timeout' },
  { part: taken[4]!, outcome: 'accepted', carrierId: 'c4' },
]);
await receiptsFor(database, [
  {
    carrierId: 'c0',
    status: MESSAGE_STATUS.DELIVERED,
    carrierStatus: 'DELIVRD',
    errorCode: null,
    destination: taken[0]!.destination,
  },
  {
    carrierId: 'c1',
    status: MESSAGE_STATUS.UNDELIVERABLE,
    carrierStatus: 'UNDELIV',
    errorCode: '1',
    destination: taken[1]!.destination,
  },
]);
const strangers = await send(strangerId, 'OTHER', 3);

const list = (as: Caller, filter: Input<typeof messages.sent> = {}) =>
  call(routes, messages.sent, as, { pageSize: 200, ...filter });
const found = async (as: Caller, filter: Input<typeof messages.sent> = {}) =>
  (await list(as, filter)).mtMessages.map((message) => message.messageId);
const newestFirst = (some: string[]) => some.toSorted().toReversed();

test('lists messages within reach, newest first', async () => {
  expect(await found(client)).toEqual(newestFirst(ids));
  expect(await found(reseller)).toEqual(newestFirst(ids));
  expect(await found(administrator)).toEqual(newestFirst([...ids, ...strangers]));
  expect(await found(stranger)).toEqual(newestFirst(strangers));
  expect(await found(stranger, { 'filter.clientIds': [clientId] })).toEqual([]);
  expect(await found(reseller, { 'filter.clientIds': [clientId, strangerId] })).toEqual(
    newestFirst(ids),
  );
  expect(await found(administrator, { 'filter.clientIds': [strangerId] })).toEqual(
    newestFirst(strangers),
  );
});

test('a live message has the status of its submission', async () => {
  const byId = new Map(
    (await list(administrator)).mtMessages.map((message) => [message.messageId, message]),
  );
  expect(taken.map((part) => byId.get(part.messageId)!.status)).toEqual([
    'DELIVERED',
    'UNDELIVERABLE',
    'REJECTED',
    'AMBIGUOUS',
    'SUBMITTED',
    'CLAIMED',
  ]);
  expect(byId.get(ids[9]!)!.status).toBe('QUEUED');
  expect(byId.get(taken[4]!.messageId)).toMatchObject({
    carrierMessageId: 'c4',
    connectorId: 'carrier',
  });
  expect(byId.get(taken[0]!.messageId)).toMatchObject({
    carrierMessageId: 'c0',
    carrierStatus: 'DELIVRD',
    connectorId: 'carrier',
    network: 'Safaricom',
    units: 1,
    clientName: 'Client',
  });
});

test.each(['DELIVERED', 'UNDELIVERABLE', 'REJECTED', 'AMBIGUOUS', 'SUBMITTED', 'CLAIMED'] as const)(
  'the filter for %s finds exactly that message',
  async (status) => {
    for (const as of [client, reseller, administrator]) {
      const { mtMessages, collectionCount } = await list(as, {
        'filter.messageStatuses': [status],
        'filter.clientIds': [clientId],
      });
      expect(mtMessages.map((message) => message.status)).toEqual([status]);
      expect(collectionCount).toBe(1);
    }
  },
);

test('filters go together', async () => {
  expect(await found(client, { 'filter.messageStatuses': ['QUEUED'] })).toEqual(
    newestFirst(ids.slice(6)),
  );
  expect(await found(client, { 'filter.messageStatuses': ['QUEUED', 'DELIVERED'] })).toHaveLength(
    5,
  );
  expect(
    await found(client, { 'filter.messageStatuses': ['QUEUED'], 'filter.countries': ['TZ'] }),
  ).toEqual(newestFirst([ids[7]!, ids[9]!]));
  expect(await found(client, { 'filter.destinations': ['0712 000 003', '+254712000005'] })).toEqual(
    newestFirst([ids[3]!, ids[5]!]),
  );
  expect(await found(administrator, { 'filter.destinations': ['0712000001'] })).toEqual(
    newestFirst([ids[1]!, strangers[1]!]),
  );
  expect(await found(administrator, { 'filter.senderIds': ['OTHER'] })).toEqual(
    newestFirst(strangers),
  );
  expect(await found(client, { 'filter.carrierStatuses': ['UNDELIV', 'DELIVRD'] })).toHaveLength(2);
  expect(await found(client, { 'filter.startTimestamp': Date.now() / 1000 + 60 })).toEqual([]);
  expect(await found(client, { 'filter.endTimestamp': Date.now() / 1000 + 60 })).toHaveLength(10);
});

test('pages are consecutive without repeats; a token of another list is refused', async () => {
  const seen: string[] = [];
  let pageToken = '';
  do {
    const page = await call(routes, messages.sent, administrator, { pageSize: 4, pageToken });
    expect(page.collectionCount).toBe(13);
    seen.push(...page.mtMessages.map((message) => message.messageId));
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  expect(seen).toEqual(newestFirst([...ids, ...strangers]));
  await expect(
    call(routes, messages.sent, administrator, { pageToken: 'x.y' }),
  ).rejects.toMatchObject({ code: 'BAD_PAGE_TOKEN' });
});

test('texts are visible to the owner, administrators and support', async () => {
  expect((await list(client)).mtMessages[0]!.text).toBe('Number 9');
  expect((await list(administrator, { 'filter.clientIds': [clientId] })).mtMessages[0]!.text).toBe(
    'Number 9',
  );
  expect((await list(reseller)).mtMessages[0]!.text).toBe('•••••• •');
});

test('a message shows its timeline', async () => {
  const delivered = await call(routes, messages.get, administrator, {
    messageId: taken[0]!.messageId,
  });
  expect(delivered.timeline.map((step) => step.kind)).toEqual([
    'ACCEPTED',
    'ROUTED',
    'SUBMITTED',
    'RECEIPT',
    'FINAL',
  ]);
  expect(delivered.timeline[1]!.facts).toEqual({ route: 'DefaultRoute', order: 0, filters: '' });
  expect(delivered.timeline[2]!.facts).toEqual({ connector: 'carrier', carrierMessageId: 'c0' });
  const own = await call(routes, messages.get, client, { messageId: taken[0]!.messageId });
  expect(own.timeline.map(({ kind, facts }) => [kind, facts])).toEqual([
    ['ACCEPTED', { campaign: null, source: 'PORTAL' }],
    ['SUBMITTED', {}],
    ['RECEIPT', { carrierStatus: 'DELIVRD', errorCode: null }],
    ['FINAL', { status: 'DELIVERED', errorCode: null }],
  ]);
  const lost = await call(routes, messages.get, administrator, {
    messageId: taken[3]!.messageId,
  });
  expect(lost.timeline.map((step) => step.kind)).toEqual([
    'ACCEPTED',
    'ROUTED',
    'SUBMITTED',
    'AMBIGUOUS',
  ]);
  expect(lost.timeline[3]).toMatchObject({ part: null });
  expect(lost.timeline[3]!.facts).toEqual({ reason: 'timeout' });
  await expect(
    call(routes, messages.get, stranger, { messageId: taken[0]!.messageId }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a rare message is found through many hours, page by page, and counted in the roll-ups', async () => {
  const farId = await addClient(database, { parentId: resellerId, name: 'Far', units: 1_000_000n });
  const far = await caller(farId, 'CLIENT');
  const hour = 3_600_000;
  const now = Date.now();
  const sentAt: string[] = [];
  for (const hoursAgo of [20, 9, 8, 3, 0])
    sentAt.push(...(await send(farId, 'FAR', 4, now - hoursAgo * hour)));
  // Every second message of the far client is refused; the others stay in the queue.
  const parts = await claimSome(database, lease, [1], 400);
  const refused = parts.filter(
    (part) => part.clientId === farId && sentAt.indexOf(part.messageId) % 2 === 0,
  );
  await answerWith(
    database,
    lease,
    parts.map((part) =>
      refused.includes(part)
        ? { part, outcome: 'refused' as const, errorCode: '0x0B' }
        : { part, outcome: 'requeued' as const, waitMs: null },
    ),
  );
  for (let folds = 0; folds < 2; folds++) {
    for (const as of [far, reseller, administrator]) {
      const seen: string[] = [];
      let pageToken = '';
      do {
        const page = await call(routes, messages.sent, as, {
          pageSize: 3,
          pageToken,
          'filter.messageStatuses': ['REJECTED'],
          'filter.senderIds': ['FAR'],
        });
        expect(page.collectionCount).toBe(10);
        seen.push(...page.mtMessages.map((message) => message.messageId));
        pageToken = page.nextPageToken;
      } while (pageToken !== '');
      expect(seen).toEqual(newestFirst(refused.map((part) => part.messageId)));
      expect(
        await found(as, { 'filter.messageStatuses': ['QUEUED'], 'filter.senderIds': ['FAR'] }),
      ).toHaveLength(10);
      const since = (now - 8.5 * hour) / 1000;
      const recent = await list(as, {
        'filter.messageStatuses': ['REJECTED'],
        'filter.senderIds': ['FAR'],
        'filter.startTimestamp': since,
      });
      expect(recent).toMatchObject({ collectionCount: 6, nextPageToken: '' });
      expect(recent.mtMessages).toHaveLength(6);
    }
    await aggregate(database);
  }
});
