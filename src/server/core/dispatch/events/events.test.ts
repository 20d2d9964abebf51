import { afterAll, expect, test } from 'vitest';
import { partOf, receive, settle } from '../../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addClient, enqueueAll, makeMessage } from '../../../../../test/harness/pipeline.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { openDatabase } from '../../../infra/database/db.ts';
import type { Transaction } from '../../../infra/database/db.ts';
import { newId } from '../../../infra/ids.ts';
import {
  claimForUsers,
  claimOutgoing,
  delayOutgoing,
  endOutgoing,
  takeForWebhooks,
} from '../../background/outbox.store.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { claim } from '../submission/claim.store.ts';
import { leaseChunks } from '../submission/lease.store.ts';
import { recover } from '../submission/recover.store.ts';
import { claimOf } from '../submission/batch.rules.ts';
import { dropStopped, stopChunks } from '../queue/stop.store.ts';
import { sweep } from '../sweep.store.ts';
import type { Answer, NewMessage, NewReceipt, ClaimedPart } from '../types.ts';
import { wantsStatus } from './events.ts';
import type { MessageCallback, MessageEvent } from './events.ts';

const db = await createTestDatabase();
const portal = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 2,
  name: 'events',
  onLost: () => {},
});
const gateway = openDatabase({ connectionString: db.url }, 'tuma_gateway', {
  max: 2,
  name: 'events',
  onLost: () => {},
});
afterAll(async () => {
  await portal.close();
  await gateway.close();
});
const run = <T>(work: (tx: Transaction) => Promise<T>) => gateway.run(systemScope(), work);

const jasmin = (level: number): MessageCallback => ({
  kind: 'URL',
  dialect: 'JASMIN',
  url: 'https://customer.example/dlr',
  method: 'POST',
  level,
});
const kannel = (level: number): MessageCallback => ({
  kind: 'URL',
  dialect: 'KANNEL',
  url: 'https://customer.example/dlr',
  method: 'GET',
  level,
});
const smpp = (registered: number): MessageCallback => ({
  kind: 'SMPP',
  username: 'shop',
  registered,
  source: 'TUMA',
  sourceTon: 5,
  sourceNpi: 0,
  destination: '254700000001',
  destinationTon: 1,
  destinationNpi: 1,
});

test.each<[string, MessageCallback, (keyof typeof MESSAGE_STATUS)[]]>([
  [
    'webhook',
    { kind: 'WEBHOOK', url: 'https://customer.example/' },
    ['SUBMITTED', 'DELIVERED', 'UNDELIVERABLE', 'REJECTED', 'CANCELLED'],
  ],
  ['Jasmin, level 1', jasmin(1), ['SUBMITTED', 'UNDELIVERABLE', 'REJECTED', 'CANCELLED']],
  ['Jasmin, level 2', jasmin(2), ['DELIVERED', 'UNDELIVERABLE', 'REJECTED', 'CANCELLED']],
  [
    'Jasmin, level 3',
    jasmin(3),
    ['SUBMITTED', 'DELIVERED', 'UNDELIVERABLE', 'REJECTED', 'CANCELLED'],
  ],
  ['Kannel, delivered only', kannel(1), ['DELIVERED']],
  ['Kannel, taken and refused', kannel(24), ['SUBMITTED', 'REJECTED']],
  ['Kannel, all', kannel(31), ['SUBMITTED', 'DELIVERED', 'UNDELIVERABLE', 'REJECTED', 'CANCELLED']],
  ['SMPP, no receipt', smpp(0), []],
  ['SMPP, every outcome', smpp(1), ['DELIVERED', 'UNDELIVERABLE', 'REJECTED', 'CANCELLED']],
  ['SMPP, failures', smpp(2), ['UNDELIVERABLE', 'REJECTED', 'CANCELLED']],
  [
    'SMPP, and on the way',
    smpp(17),
    ['SUBMITTED', 'DELIVERED', 'UNDELIVERABLE', 'REJECTED', 'CANCELLED'],
  ],
])('%s receives its subscribed events', (_, callback, statuses) => {
  expect(
    (['SUBMITTED', 'DELIVERED', 'UNDELIVERABLE', 'REJECTED', 'CANCELLED'] as const).filter(
      (status) => wantsStatus(callback, MESSAGE_STATUS[status]),
    ),
  ).toEqual(statuses);
});

// --- on a real database ---------------------------------------------------------------------------------------------

let route = 100;
/** Messages of a client on a connector of their own, claimed. */
async function claimed(
  messages: (Partial<NewMessage> & { destination: string })[],
  clientId: string,
) {
  const routeId = route++;
  await enqueueAll(
    portal,
    messages.map((message) => makeMessage({ clientId, routeId, ...message })),
  );
  const { lease } = await run((tx) =>
    recover(tx, { connectorId: routeId, carrierAccountId: routeId, holder: 'events' }),
  );
  const chunks = await run((tx) =>
    leaseChunks(tx, lease, {
      routeIds: [routeId],
      clients: 8,
      heldClients: new Set(),
      messages: 1000,
      abovePriority: null,
      afterClient: null,
    }),
  );
  const parts = await Promise.all(
    chunks.map(async (chunk) => {
      const of = chunk.messages.map((message) => partOf(chunk, message));
      const next = claimOf({ chunkId: chunk.id, from: 0, count: of.length, parts: of });
      await run((tx) => claim(tx, [{ lease, claims: [next] }]));
      return next.parts;
    }),
  );
  const settleAll = (answer: (part: ClaimedPart) => Answer) =>
    run((tx) => settle(tx, lease, parts.flat().map(answer)));
  const receipts = (status: number) =>
    run((tx) =>
      receive(
        tx,
        routeId,
        parts.flat().map(({ destination }): NewReceipt => ({
          carrierId: `c${destination}`,
          status,
          carrierStatus: 'WORD',
          errorCode: '7',
          destination,
        })),
      ),
    );
  return { routeId, parts: parts.flat(), settleAll, receipts };
}
const accepted = (part: ClaimedPart): Answer => ({
  part,
  outcome: 'accepted',
  carrierId: `c${part.destination}`,
});
type Row = {
  id: string;
  kind: string;
  target: string;
  payload: { event: MessageEvent; url?: string; callback?: MessageCallback };
};
const outbox = (clientId: string) =>
  db.query<Row>('select id, kind, target, payload from outbox where client_id = $1 order by id', [
    clientId,
  ]);
const subscribe = async (clientId: string, events: string[], enabled = true) => {
  await db.query(
    `insert into webhook (id, client_id, url, events, secret, enabled) values ($1, $2, 'https://customer.example/', $3, '', $4)`,
    [newId(), clientId, events, enabled],
  );
};

test('a message with a callback has events, another of the same client has none', async () => {
  const clientId = await addClient(portal);
  const { settleAll, receipts, parts } = await claimed(
    [
      { destination: '254700000001', callback: jasmin(3), clientReference: 'order 7' },
      { destination: '254700000002' },
      { destination: '254700000003', callback: smpp(1) },
    ],
    clientId,
  );
  await settleAll(accepted);
  await receipts(MESSAGE_STATUS.DELIVERED);
  await receipts(MESSAGE_STATUS.DELIVERED);
  const rows = await outbox(clientId);
  expect(
    rows.map(({ kind, target, payload: { event } }) => [kind, target, event.status, event.to]),
  ).toEqual([
    ['RECEIPT_URL', 'https://customer.example/dlr', 'SUBMITTED', '254700000001'],
    ['RECEIPT_URL', 'https://customer.example/dlr', 'DELIVERED', '254700000001'],
    ['SMPP_USER', 'shop', 'DELIVERED', '254700000003'],
  ]);
  const [submitted, delivered] = rows.map(({ payload }) => payload.event);
  expect(submitted).toMatchObject({
    messageId: parts.find(({ destination }) => destination === '254700000001')!.messageId,
    clientId,
    clientReference: 'order 7',
    from: 'TUMA',
    final: false,
    carrierId: 'c254700000001',
    segments: 1,
    doneAt: null,
    carrierStatus: null,
  });
  expect(delivered).toMatchObject({
    final: true,
    carrierId: 'c254700000001',
    carrierStatus: 'WORD',
    errorCode: '7',
  });
  expect(Date.parse(delivered!.doneAt!)).toBeGreaterThan(0);
  expect(delivered!.submittedAt).toBe(submitted!.submittedAt);
  expect(new Set(rows.map(({ payload }) => payload.event.eventId)).size).toBe(3);
});

test('webhooks receive their subscribed events, of every message of their client', async () => {
  const [clientId, other] = [await addClient(portal), await addClient(portal)];
  await subscribe(clientId, [
    'message.delivered',
    'message.rejected',
    'message.cancelled',
    'message.expired',
  ]);
  await subscribe(other, ['message.submitted', 'message.delivered'], false);
  const first = await claimed(
    [
      { destination: '254700000011' },
      { destination: '254700000012', callback: { kind: 'WEBHOOK', url: 'https://own.example/' } },
    ],
    clientId,
  );
  await first.settleAll(accepted);
  await first.receipts(MESSAGE_STATUS.DELIVERED);
  const refused = await claimed([{ destination: '254700000013' }], clientId);
  await refused.settleAll((part) => ({ part, outcome: 'refused', errorCode: 'ESME_RINVDSTADR' }));
  await enqueueAll(portal, [
    makeMessage({ clientId, routeId: route++, destination: '254700000014' }),
  ]);
  await run((tx) => stopChunks(tx, { clientId }));
  await portal.run(systemScope(), (tx) => dropStopped(tx, { clientId }, 10));
  await enqueueAll(portal, [
    makeMessage({
      clientId,
      routeId: route++,
      destination: '254700000015',
      expiresAt: new Date(Date.now() - 1000),
    }),
  ]);
  await portal.run(systemScope(), (tx) => sweep(tx, 100));
  const deaf = await claimed([{ destination: '254700000016' }], other);
  await deaf.settleAll(accepted);
  await deaf.receipts(MESSAGE_STATUS.DELIVERED);

  const rows = await outbox(clientId);
  expect(
    rows.map(({ kind, target, payload: { event, url } }) => [
      kind,
      target === clientId,
      event.status,
      event.to,
      url,
    ]),
  ).toEqual([
    ['WEBHOOK', true, 'SUBMITTED', '254700000012', 'https://own.example/'],
    ['WEBHOOK', true, 'DELIVERED', '254700000011', undefined],
    ['WEBHOOK', true, 'DELIVERED', '254700000012', undefined],
    ['WEBHOOK', true, 'DELIVERED', '254700000012', 'https://own.example/'],
    ['WEBHOOK', true, 'REJECTED', '254700000013', undefined],
    ['WEBHOOK', true, 'CANCELLED', '254700000014', undefined],
    ['WEBHOOK', true, 'EXPIRED', '254700000015', undefined],
  ]);
  expect(await outbox(other)).toEqual([]);
  await run(async (tx) => {
    await expect(tx.query('delete from outbox')).rejects.toThrow(/permission denied/);
    throw new Error('undo');
  }).catch(() => {});
  const taken = await portal.run(systemScope(), (tx) => takeForWebhooks(tx, 4));
  expect(taken.map(({ id }) => String(id))).toEqual(rows.slice(0, 4).map(({ id }) => String(id)));
});

test('a message that expired and was then delivered has two events, in that order', async () => {
  const clientId = await addClient(portal);
  const { settleAll, receipts } = await claimed(
    [{ destination: '254700000021', callback: smpp(1) }],
    clientId,
  );
  await settleAll(accepted);
  await db.query(
    `update receipt_wait set due_at = now() - interval '1 second' where message_ids && array(select id from message where client_id = $1)`,
    [clientId],
  );
  await portal.run(systemScope(), (tx) => sweep(tx, 100));
  await receipts(MESSAGE_STATUS.DELIVERED);
  expect(
    (await outbox(clientId)).map(({ payload }) => [payload.event.status, payload.event.errorCode]),
  ).toEqual([
    ['EXPIRED', 'NO_RECEIPT'],
    ['DELIVERED', '7'],
  ]);
});

test('a later event of a message waits for an earlier one, and is not read while that is postponed', async () => {
  const clientId = await addClient(portal);
  const [one, two] = await Promise.all(
    ['254700000031', '254700000032'].map((destination) =>
      claimed([{ destination, callback: smpp(17) }], clientId),
    ),
  );
  for (const { settleAll, receipts } of [one!, two!]) {
    await settleAll(accepted);
    await receipts(MESSAGE_STATUS.DELIVERED);
  }
  await db.query(`update outbox set target = 'order' where client_id = $1`, [clientId]);
  const take = async () =>
    (await run((tx) => claimForUsers(tx, [{ username: 'order', most: 10 }], 60))).map(
      ({ id, payload }) => ({
        id,
        told: `${(payload as Row['payload']).event.to} ${(payload as Row['payload']).event.status}`,
      }),
    );
  const first = await take();
  expect(first.map(({ told }) => told).sort()).toEqual([
    '254700000031 SUBMITTED',
    '254700000032 SUBMITTED',
  ]);
  expect(await take()).toEqual([]);
  const of = (to: string) => first.find(({ told }) => told.startsWith(to))!.id;
  await run((tx) => endOutgoing(tx, [of('254700000031')], null));
  await run((tx) => delayOutgoing(tx, of('254700000032'), 600, 'not bound', { tried: false }));
  expect((await take()).map(({ told }) => told)).toEqual(['254700000031 DELIVERED']);
  const [waits] = await db.query<{ waits: boolean }>(
    `select min(not_before) > now() + interval '9 minutes' as waits from outbox where client_id = $1 and thread = (select thread from outbox where id = $2)`,
    [clientId, of('254700000032')],
  );
  expect(waits!.waits).toBe(true);
  expect(await run((tx) => claimOutgoing(tx, 'MAIL', 10, 60))).toEqual([]);
});
