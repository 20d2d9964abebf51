import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { receive, settle } from '../../../../../test/harness/carrier.ts';
import {
  addCampaign,
  addClient,
  enqueueAll,
  makeMessage,
} from '../../../../../test/harness/pipeline.ts';
import { MESSAGE_STATUS } from '../../../../contract/api/messages.ts';
import { openDatabase } from '../../../infra/database/db.ts';
import type { Transaction, Tx } from '../../../infra/database/db.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { claimOf } from '../submission/batch.rules.ts';
import { claim } from '../submission/claim.store.ts';
import { sendAgain, writeOff } from './decide-unconfirmed.store.ts';
import type { DecidedMessage } from './decide-unconfirmed.store.ts';
import { takeDeltas } from '../counts/deltas.store.ts';
import { partUnits } from '../dispatch.rules.ts';
import { leaseChunks } from '../submission/lease.store.ts';
import { recover } from '../submission/recover.store.ts';
import type { ClaimedPart, Lease, NewMessage, NewReceipt } from '../types.ts';

const { DELIVERED, EXPIRED, REJECTED } = MESSAGE_STATUS;
const db = await createTestDatabase();
const database = openDatabase({ connectionString: db.url }, 'tuma_portal', {
  max: 4,
  name: 'test',
  onLost: () => {},
});
afterAll(() => database.close());
const run = <T>(work: (tx: Transaction) => Promise<T>) => database.run(systemScope(), work);
const clientId = await addClient(database);

// Each test has a connector, a route and phones of its own.
let connectorId = 0;
let phone = 254_711_000_000;
beforeEach(async () => {
  connectorId++;
  await db.query('delete from campaign_delta');
});

const takeOver = async () =>
  (await run((tx) => recover(tx, { connectorId, carrierAccountId: connectorId, holder: 'test' })))
    .lease;
/** Claims everything queued, each message in `count` parts. */
async function claimAll(lease: Lease, count = 1): Promise<ClaimedPart[]> {
  const chunks = await run((tx) =>
    leaseChunks(tx, lease, {
      routeIds: [connectorId],
      clients: 8,
      heldClients: new Set(),
      messages: 1000,
      abovePriority: null,
      afterClient: null,
    }),
  );
  const all: ClaimedPart[] = [];
  for (const { messages, id, pos, ...chunk } of chunks) {
    const parts = messages.flatMap((message) =>
      Array.from({ length: count }, (_, at) => ({
        ...chunk,
        messageId: message.id,
        part: at + 1,
        parts: count,
        destination: message.destination,
        units: partUnits(message.units, at + 1, count),
        policy: message.policy,
        country: message.country,
        network: message.network,
      })),
    );
    const next = claimOf({ chunkId: id, from: pos, count: messages.length, parts });
    if ((await run((tx) => claim(tx, [{ lease, claims: [next] }]))).has(id))
      all.push(...next.parts);
  }
  return all;
}
/** A message whose parts' answers are lost. */
async function lose(
  more: Partial<NewMessage> = {},
  count = 1,
): Promise<{ message: NewMessage; lease: Lease; parts: ClaimedPart[] }> {
  const message = makeMessage({
    clientId,
    routeId: connectorId,
    destination: String(phone++),
    ...more,
  });
  await enqueueAll(database, [message]);
  const lease = await takeOver();
  const parts = await claimAll(lease, count);
  await run((tx) =>
    settle(
      tx,
      lease,
      parts.map((part) => ({ part, outcome: 'lost', reason: 'the link was lost' })),
    ),
  );
  return { message, lease, parts };
}
const receiptFor = ({ destination }: NewMessage): NewReceipt => ({
  carrierId: `R${destination}`,
  status: DELIVERED,
  carrierStatus: 'DELIVRD',
  errorCode: null,
  destination,
});
const hear = (tx: Tx, message: NewMessage) =>
  receive(tx as Transaction, connectorId, [receiptFor(message)]);
const accept = (lease: Lease, parts: readonly ClaimedPart[]) =>
  run((tx) =>
    settle(
      tx,
      lease,
      parts.map((part) => ({
        part,
        outcome: 'accepted',
        carrierId: `A${part.destination}P${part.part}`,
      })),
    ),
  );
const rowOf = async ({ id }: NewMessage) =>
  (
    await db.query(
      `select status, error_code, dup_risk, (select count(*)::int from unconfirmed_part where message_id = message.id and not given_up) as held,
         (select count(*)::int from chunk where message.id = any (message_ids)) as queued from message where id = $1`,
      [id],
    )
  )[0];
async function money() {
  const all = await run((tx) => takeDeltas(tx, 1000));
  return {
    captured: all.reduce((sum, { captured }) => sum + Number(captured), 0),
    released: all.reduce((sum, { released }) => sum + Number(released), 0),
  };
}
const idsOf = (decided: readonly DecidedMessage[]) => decided.map(({ messageId }) => messageId);

test('sending again puts a message back as a possible duplicate, once, and charges it once', async () => {
  const { message, lease } = await lose();
  expect(await run((tx) => sendAgain(tx, [message.id, message.id]))).toEqual([
    { messageId: message.id, clientId, units: message.units },
  ]);
  expect(await run((tx) => sendAgain(tx, [message.id]))).toEqual([]);
  expect(await rowOf(message)).toMatchObject({ status: 0, held: 0, queued: 1 });
  expect(await money()).toEqual({ captured: 0, released: 0 });
  const again = await claimAll(lease);
  expect(again).toMatchObject([{ messageId: message.id, dupRisk: true }]);
  await accept(lease, again);
  expect(await money()).toEqual({ captured: 10_000, released: 0 });
});

test('writing off expires a message at once, and a receipt still delivers it, uncharged', async () => {
  const { message } = await lose();
  expect(idsOf(await run((tx) => writeOff(tx, [message.id])))).toEqual([message.id]);
  expect(await run((tx) => writeOff(tx, [message.id]))).toEqual([]);
  expect(await run((tx) => sendAgain(tx, [message.id]))).toEqual([]);
  expect(await rowOf(message)).toMatchObject({ status: EXPIRED, error_code: 'UNRESOLVED' });
  expect(await money()).toEqual({ captured: 0, released: 10_000 });
  await run((tx) => hear(tx, message));
  expect(await rowOf(message)).toMatchObject({ status: DELIVERED });
  expect(await money()).toEqual({ captured: 0, released: 0 });
});

test.each([
  ['send again', sendAgain],
  ['write off', writeOff],
])('a receipt that is being stored goes before a decision to %s', async (_, decide) => {
  const { message } = await lose();
  const decided = await run(async (receiving) => {
    await hear(receiving, message);
    // The decision does not wait for the receipt, whose transaction is open.
    return run((tx) => decide(tx, [message.id]));
  });
  expect(decided).toEqual([]);
  expect(await rowOf(message)).toMatchObject({ status: DELIVERED, queued: 0, held: 0 });
  expect(await money()).toEqual({ captured: 10_000, released: 0 });
});

test.each([
  ['sent again', sendAgain, { status: 0, queued: 1, held: 0 }],
  ['written off', writeOff, { status: DELIVERED, queued: 0, held: 0 }],
])(
  'a receipt that comes while a message is being %s waits for the decision',
  async (_, decide, row) => {
    const { message } = await lose();
    let heard: Promise<unknown> | undefined;
    await run(async (tx) => {
      expect(idsOf(await decide(tx, [message.id]))).toEqual([message.id]);
      heard = run((receiving) => hear(receiving, message));
      await expect
        .poll(
          () =>
            db.query(
              `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
            ),
          { timeout: 180_000 },
        )
        .toEqual([{ waiting: 1 }]);
    });
    await heard;
    expect(await rowOf(message)).toMatchObject(row);
    // Nothing is charged: one is not submitted yet, the other was given up.
    expect((await money()).captured).toBe(0);
  },
);

test('a long message goes again as a whole, or not at all where a part was accepted', async () => {
  const broken = await lose({ segments: 3, units: 30_000n }, 3);
  await accept(broken.lease, [broken.parts[1]!]);
  await money();
  expect(await run((tx) => sendAgain(tx, [broken.message.id]))).toEqual([]);
  expect(await run((tx) => writeOff(tx, [broken.message.id]))).toMatchObject([{ units: 20_000n }]);
  expect(await rowOf(broken.message)).toMatchObject({ status: EXPIRED });
  expect(await money()).toEqual({ captured: 0, released: 20_000 });
  const whole = await lose({ segments: 3, units: 30_000n }, 3);
  expect(await run((tx) => sendAgain(tx, [whole.message.id]))).toMatchObject([{ units: 30_000n }]);
});

test('a message whose validity is over, or that has ended, is not sent again', async () => {
  const late = await lose();
  await db.query(`update message set expires_at = now() - interval '1 second' where id = $1`, [
    late.message.id,
  ]);
  expect(await run((tx) => sendAgain(tx, [late.message.id]))).toEqual([]);
  const ended = await lose();
  await db.query(`update message set status = $2 where id = $1`, [ended.message.id, REJECTED]);
  expect(await run((tx) => sendAgain(tx, [ended.message.id]))).toEqual([]);
  expect(idsOf(await run((tx) => writeOff(tx, [ended.message.id])))).toEqual([ended.message.id]);
  expect(await rowOf(ended.message)).toMatchObject({ status: REJECTED, held: 0 });
});

test('a message of a cancelled campaign is not submitted again, and its units come back', async () => {
  const campaignId = await addCampaign(database, clientId);
  const { message, lease } = await lose({ campaignId });
  await db.query(`update campaign set status = 'CANCELLED' where id = $1`, [campaignId]);
  expect(idsOf(await run((tx) => sendAgain(tx, [message.id])))).toEqual([message.id]);
  expect(await claimAll(lease)).toEqual([]);
  expect(
    await db.query(`select stopped from chunk where $1 = any (message_ids)`, [message.id]),
  ).toEqual([{ stopped: true }]);
});
