import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { partOf as partOfMessage, receive, settle } from '../../../../test/harness/carrier.ts';
import {
  addCampaign,
  addClient,
  enqueueAll,
  makeMessage,
} from '../../../../test/harness/pipeline.ts';
import { openSweeps } from '../../features/campaigns/progress/aggregate.jobs.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { openDatabase } from '../../infra/database/db.ts';
import type { Transaction } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { claim } from './submission/claim.store.ts';
import { takeDeltas } from './counts/deltas.store.ts';
import { enqueue } from './queue/enqueue.store.ts';
import { leaseChunks, LeaseLost, returnChunks } from './submission/lease.store.ts';
import { recover } from './submission/recover.store.ts';
import { claimOf } from './submission/batch.rules.ts';
import { dropStopped, pauseChunks, resumeChunks, stopChunks } from './queue/stop.store.ts';
import { sweep } from './sweep.store.ts';
import type { Delta } from './counts/deltas.store.ts';
import type {
  Answer,
  ClaimedPart,
  Lease,
  LeasedChunk,
  NewMessage,
  NewReceipt,
  Part,
} from './types.ts';
import { readGauges } from './counts/gauges.store.ts';

const { DELIVERED, UNDELIVERABLE, SUBMITTED, EXPIRED, REJECTED, CANCELLED } = MESSAGE_STATUS;
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
let phone = 254_700_000_000;
beforeEach(async () => {
  connectorId++;
  await db.query('delete from campaign_delta');
});
const takeOver = async () =>
  (await run((tx) => recover(tx, { connectorId, carrierAccountId: connectorId, holder: 'test' })))
    .lease;
const put = async (count: number, more: Partial<NewMessage> = {}): Promise<NewMessage[]> => {
  const messages = Array.from({ length: count }, () =>
    makeMessage({ clientId, routeId: connectorId, destination: String(phone++), ...more }),
  );
  await enqueueAll(database, messages);
  return messages;
};
const take = (lease: Lease, more: Partial<Parameters<typeof leaseChunks>[2]> = {}) =>
  run((tx) =>
    leaseChunks(tx, lease, {
      routeIds: [connectorId],
      clients: 8,
      heldClients: new Set(),
      messages: 1000,
      abovePriority: null,
      afterClient: null,
      ...more,
    }),
  );
const partOf = (chunk: LeasedChunk, at: number, more: Partial<Part> = {}): Part => ({
  ...partOfMessage(chunk, chunk.messages[at]!),
  ...more,
});
/** Claims everything there is, one part each. */
const claimAll = async (lease: Lease, more: Partial<Part> = {}): Promise<ClaimedPart[]> => {
  const all: ClaimedPart[] = [];
  for (const chunk of await take(lease)) {
    const parts = chunk.messages.map((_, at) => partOf(chunk, at, more));
    const next = claimOf({ chunkId: chunk.id, from: chunk.pos, count: parts.length, parts });
    const hit = await run((tx) => claim(tx, [{ lease, claims: [next] }]));
    if (hit.has(chunk.id)) all.push(...next.parts);
  }
  return all;
};
const answer = (lease: Lease, answers: Answer[]) => run((tx) => settle(tx, lease, answers));
const accept = (lease: Lease, parts: readonly ClaimedPart[]) =>
  answer(
    lease,
    parts.map((part) => ({ part, outcome: 'accepted', carrierId: idOf(part) })),
  );
const idOf = (part: { destination: string; part?: number }) =>
  `ID${connectorId}X${part.destination}${part.part && part.part > 1 ? `P${part.part}` : ''}`;
const report = (
  part: { destination: string; part?: number },
  more: Partial<NewReceipt> = {},
): NewReceipt => ({
  carrierId: idOf(part),
  status: DELIVERED,
  carrierStatus: 'DELIVRD',
  errorCode: null,
  destination: part.destination,
  ...more,
});
const hear = (...receipts: NewReceipt[]) => run((tx) => receive(tx, connectorId, receipts));
const stateOf = async (message: { id: string }) =>
  (
    await db.query<{
      status: number;
      error_code: string | null;
      carrier_status: string | null;
      state: number | null;
    }>(
      `select status, error_code, carrier_status, (select state from live_part where message_id = message.id order by part limit 1) as state from message where id = $1`,
      [message.id],
    )
  )[0]!;
const deltas = async () => {
  const all = await run((tx) => takeDeltas(tx, 1000));
  const sum = <K extends keyof Delta>(name: K) =>
    all.reduce((total, delta) => total + Number(delta[name]), 0);
  return {
    submitted: sum('submitted'),
    delivered: sum('delivered'),
    undeliverable: sum('undeliverable'),
    expired: sum('expired'),
    rejected: sum('rejected'),
    cancelled: sum('cancelled'),
    captured: sum('captured'),
    released: sum('released'),
  };
};
const nothing = {
  submitted: 0,
  delivered: 0,
  undeliverable: 0,
  expired: 0,
  rejected: 0,
  cancelled: 0,
  captured: 0,
  released: 0,
};

describe('an answer stored twice after an unknown commit', () => {
  test.each([
    ['requeued', { outcome: 'requeued', waitMs: null }, 'h'],
    ['lost', { outcome: 'lost', reason: 'the carrier did not answer' }, 'r'],
  ] as const)(
    '%s: the message claimed again meanwhile stays in flight',
    async (_name, outcome, policy) => {
      const lease = await takeOver();
      const [message] = await put(1);
      const [first] = await claimAll(lease, { policy });
      await answer(lease, [{ part: first!, ...outcome }]);
      const [second] = await claimAll(lease, { policy });
      await answer(lease, [{ part: first!, ...outcome }]);
      expect(
        await db.query(`select state from live_part where message_id = $1`, [message!.id]),
      ).toEqual([{ state: 0 }]);
      expect(await db.query(`select 1 from chunk where route_id = $1`, [connectorId])).toEqual([]);
      await accept(lease, [second!]);
      await hear(report(second!));
      expect(await stateOf(message!)).toMatchObject({ status: DELIVERED, state: null });
    },
  );
});

describe('the queue', () => {
  test('is cut into chunks of 500, and of one second of its route where that is known', async () => {
    await put(1100);
    expect(
      await db.query('select size from chunk where route_id = $1 order by id', [connectorId]),
    ).toEqual([{ size: 500 }, { size: 500 }, { size: 100 }]);
    await run((tx) =>
      enqueue(
        tx,
        Array.from({ length: 25 }, () =>
          makeMessage({ clientId, routeId: connectorId, destination: String(phone++) }),
        ),
        { rates: new Map([[connectorId, 10.5]]) },
      ),
    );
    expect(
      await db.query('select size from chunk where route_id = $1 order by id offset 3', [
        connectorId,
      ]),
    ).toEqual([{ size: 10 }, { size: 10 }, { size: 5 }]);
  });

  test('leases each client one chunk, urgent ones first, and none twice', async () => {
    const other = await addClient(database);
    await put(1200);
    await put(3, { clientId: other });
    await put(1, { priority: 3, class: 'OTP' });
    const lease = await takeOver();
    const first = await take(lease, { clients: 2, messages: 0 });
    expect(first.map(({ clientId: of, priority }) => [of, priority]).sort()).toEqual(
      [
        [clientId, 3],
        [other, 0],
      ].sort(),
    );
    const second = await take(lease, { messages: 10_000 });
    expect(second.map(({ messages }) => messages.length)).toEqual([500, 500, 200]);
    expect(await take(lease)).toEqual([]);
    await run((tx) => returnChunks(tx, lease));
    expect(await take(lease, { messages: 10_000 })).toHaveLength(5);
  });

  test('waits until its time, and is not sent after it', async () => {
    const [late] = await put(1, { expiresAt: new Date(Date.now() - 1000) });
    await put(1, { notBefore: new Date(Date.now() + 60_000) });
    const lease = await takeOver();
    expect(await take(lease)).toEqual([]);
    await deltas();
    await run((tx) => sweep(tx, 100));
    expect(await stateOf(late!)).toMatchObject({ status: EXPIRED, error_code: 'VALIDITY' });
    expect(await deltas()).toEqual({ ...nothing, expired: 1, released: 10_000 });
  });
});

describe('a claim', () => {
  test('finds no row if the chunk was paused, taken by another owner, or moved on', async () => {
    await put(10);
    const lease = await takeOver();
    const [chunk] = await take(lease);
    const one = (from: number) =>
      run((tx) =>
        claim(tx, [
          {
            lease,
            claims: [
              claimOf({ chunkId: chunk!.id, from, count: 1, parts: [partOf(chunk!, from)] }),
            ],
          },
        ]),
      );
    expect(await one(0)).toEqual(new Set([chunk!.id]));
    expect(await one(0)).toEqual(new Set());
    await run((tx) => pauseChunks(tx, { clientId }));
    expect(await one(1)).toEqual(new Set());
    await run((tx) => resumeChunks(tx, { clientId }));
    expect(await one(1)).toEqual(new Set()); // it has to be leased again
    const [again] = await take(lease);
    expect(again!.messages).toHaveLength(9);
    await takeOver();
    expect(await one(1)).toEqual(new Set());
    await expect(take(lease)).rejects.toThrow(LeaseLost);
    expect(
      await db.query('select 1 from live_part where connector_id = $1', [connectorId]),
    ).toHaveLength(1);
  });
});

test('taking a connector over reads the receipts of what was in flight, and no others that wait', async () => {
  const [message] = await put(1);
  const lease = await takeOver();
  await claimAll(lease);
  // A whole day of another gateway's messages may be reported over a shared account.
  await db.query(
    `insert into receipt (carrier_account_id, carrier_id, stat, carrier_status, destination)
     select $1::int, 'foreign ' || n, ${DELIVERED}, 'DELIVRD', (255700000000 + n)::text from generate_series(1, 1000) n
     union all select $1::int, 'ours', ${DELIVERED}, 'DELIVRD', $2`,
    [connectorId, message!.destination],
  );
  const statements: (string | undefined)[] = [];
  await run((tx) =>
    recover(
      {
        ...tx,
        query(text: string, values?: unknown[], name?: string) {
          statements.push(name);
          return tx.query<never>(text, values, name);
        },
      },
      { connectorId, carrierAccountId: connectorId, holder: 'test' },
    ),
  );
  expect(await stateOf(message!)).toMatchObject({ status: DELIVERED });
  expect(statements.filter((name) => name === 'receive by id')).toHaveLength(1);
});

describe('an answer', () => {
  test('captures accepted units and releases refused ones', async () => {
    const messages = await put(2);
    const lease = await takeOver();
    const [yes, no] = (await claimAll(lease)) as [ClaimedPart, ClaimedPart];
    await deltas();
    await answer(lease, [
      { part: yes, outcome: 'accepted', carrierId: idOf(yes) },
      { part: no, outcome: 'refused', errorCode: 'ESME_RINVDSTADR' },
    ]);
    expect(await stateOf(messages[0]!)).toMatchObject({ status: 0, state: 1 });
    expect(await stateOf(messages[1]!)).toMatchObject({
      status: REJECTED,
      error_code: 'ESME_RINVDSTADR',
      state: null,
    });
    expect(await deltas()).toEqual({
      ...nothing,
      submitted: 1,
      rejected: 1,
      captured: 10_000,
      released: 10_000,
    });
    // A repeat after a lost connection changes nothing.
    await answer(lease, [
      { part: yes, outcome: 'accepted', carrierId: idOf(yes) },
      { part: no, outcome: 'refused', errorCode: 'ESME_RINVDSTADR' },
    ]);
    expect(await deltas()).toEqual(nothing);
  });

  test('of a throttling carrier puts the message back, stopped where its campaign is', async () => {
    const campaignId = await addCampaign(database, clientId);
    const [message] = await put(1, { campaignId });
    const lease = await takeOver();
    const [part] = await claimAll(lease);
    await run((tx) =>
      tx.query(`update campaign set status = 'PAUSED' where id = $1`, [campaignId]),
    );
    await deltas();
    await answer(lease, [{ part: part!, outcome: 'requeued', waitMs: 0 }]);
    expect(await take(lease)).toEqual([]);
    await run((tx) => resumeChunks(tx, { campaignId }));
    const [chunk] = await take(lease);
    expect(chunk).toMatchObject({ attempt: 2, dupRisk: false });
    expect(chunk!.messages.map(({ id }) => id)).toEqual([message!.id]);
    expect(await deltas()).toEqual(nothing);
  });

  test('of a throttling carrier whose campaign is complete goes on after its client was blocked', async () => {
    const campaignId = await addCampaign(database, clientId, { status: 'COMPLETED' });
    const [message] = await put(1, { campaignId });
    const lease = await takeOver();
    await run((tx) => pauseChunks(tx, { clientId }));
    await run((tx) => resumeChunks(tx, { clientId }));
    const [chunk] = await take(lease);
    expect(chunk?.messages.map(({ id }) => id)).toEqual([message!.id]);
  });

  test("of a throttling carrier waits by the database's clock", async () => {
    const [message] = await put(1);
    const lease = await takeOver();
    const [part] = await claimAll(lease);
    // A moment of the gateway's clock would be compared with the clock of the database.
    const [before] = await db.query<{ at: string }>('select clock_timestamp()::text as at');
    await answer(lease, [{ part: part!, outcome: 'requeued', waitMs: 60_000 }]);
    const [chunk] = await db.query(
      `select not_before > created + interval '60 seconds' as "notBefore", not_before < clock_timestamp() + interval '60 seconds' as "notAfter"
       from chunk, (select $2::timestamptz as created) t where $1 = any (message_ids)`,
      [message!.id, before!.at],
    );
    expect(chunk).toEqual({ notBefore: true, notAfter: true });
    expect(await take(lease)).toEqual([]);
  });

  test('of a resent message is not taken for that of a held one to the same phone', async () => {
    const destination = String(phone++);
    const [again] = await put(1, { destination });
    const lease = await takeOver();
    const [first] = await claimAll(lease, { policy: 'r' });
    await answer(lease, [{ part: first!, outcome: 'lost', reason: 'test' }]);
    const second = await claimAll(lease, { policy: 'r' });
    const [held] = await put(1, { destination });
    const [unanswered] = await claimAll(lease);
    await answer(lease, [{ part: unanswered!, outcome: 'lost', reason: 'test' }]);
    expect(await stateOf(held!)).toMatchObject({ status: 0, state: 2 });
    // The resent message is answered: nothing is in flight to the phone any more.
    await accept(lease, second);
    // The id that the lost answer would have named.
    await hear(report(first!, { carrierId: 'THEFIRST' }));
    expect(await stateOf(held!)).toMatchObject({ status: 0, state: 2 });
    expect(await stateOf(again!)).toMatchObject({ state: 1 });
  });

  test('that is lost holds the message, or submits it again if its class allows', async () => {
    const [held] = await put(1);
    const lease = await takeOver();
    const [first] = await claimAll(lease);
    await answer(lease, [{ part: first!, outcome: 'lost', reason: 'test' }]);
    expect(await stateOf(held!)).toMatchObject({ status: 0, state: 2 });
    const [code] = await put(1, { class: 'OTP' });
    const [second] = await claimAll(lease);
    expect(second!.policy).toBe('r');
    await answer(lease, [{ part: second!, outcome: 'lost', reason: 'test' }]);
    const [chunk] = await take(lease);
    expect(chunk).toMatchObject({ dupRisk: true, attempt: 2 });
    expect(chunk!.messages[0]!.id).toBe(code!.id);
    expect(
      await db.query(
        `select kind from message_event where message_id = any ($1) order by occurred_at`,
        [[held!.id, code!.id]],
      ),
    ).toEqual([{ kind: 'AMBIGUOUS' }, { kind: 'RESENT' }]);
  });

  test("reaches a link with its user's own choice", async () => {
    const [message] = await put(1, { facts: { at: Date.now(), user: 'shop', ambiguity: 'hold' } });
    const lease = await takeOver();
    const [chunk] = await take(lease);
    expect(chunk!.messages).toMatchObject([{ id: message!.id, ambiguity: 'hold' }]);
  });

  test('that arrives after that still counts', async () => {
    const [message] = await put(1);
    const lease = await takeOver();
    const [part] = await claimAll(lease);
    await answer(lease, [{ part: part!, outcome: 'lost', reason: 'test' }]);
    await deltas();
    await accept(lease, [part!]);
    expect(await stateOf(message!)).toMatchObject({ state: 1 });
    expect(await deltas()).toEqual({ ...nothing, submitted: 1, captured: 10_000 });
  });
});

describe('a receipt', () => {
  test('ends the message once, however often it arrives', async () => {
    const [message] = await put(1);
    const lease = await takeOver();
    const parts = await claimAll(lease);
    await accept(lease, parts);
    await deltas();
    await hear(report(parts[0]!), report(parts[0]!));
    await hear(
      report(parts[0]!),
      report(parts[0]!, { status: UNDELIVERABLE, carrierStatus: 'UNDELIV' }),
    );
    expect(await stateOf(message!)).toMatchObject({
      status: DELIVERED,
      carrier_status: 'DELIVRD',
      state: null,
    });
    expect(await deltas()).toEqual({ ...nothing, delivered: 1 });
    expect(
      await db.query(
        'select stat, matched from receipt where carrier_account_id = $1 order by stat',
        [connectorId],
      ),
    ).toEqual([{ stat: UNDELIVERABLE, matched: true }]); // the message itself says that it was delivered
  });

  test('that arrives before the answer waits for it', async () => {
    const [message] = await put(1);
    const lease = await takeOver();
    const [part] = await claimAll(lease);
    await hear(report(part!));
    expect(await stateOf(message!)).toMatchObject({ status: 0, state: 0 });
    await accept(lease, [part!]);
    expect(await stateOf(message!)).toMatchObject({ status: DELIVERED, state: null });
  });

  test('stored an hour ago, as by a clock that jumped, is matched by the first sweep of a worker after a pause', async () => {
    const sweepAsWorker = openSweeps(database);
    await sweepAsWorker();
    const [message] = await put(1);
    const lease = await takeOver();
    const [part] = await claimAll(lease);
    await hear(report(part!));
    await db.query(
      `create temporary table overtook as select * from receipt where carrier_account_id = $1`,
      [connectorId],
    );
    await db.query('delete from receipt where carrier_account_id = $1', [connectorId]);
    await accept(lease, [part!]);
    await db.query(`update overtook set received_at = received_at - interval '1 hour'`);
    await db.query('insert into receipt select * from overtook');
    await sweepAsWorker();
    expect(await stateOf(message!)).toMatchObject({ state: 1 });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    await sweepAsWorker().finally(() => vi.useRealTimers());
    expect(await stateOf(message!)).toMatchObject({ status: DELIVERED, state: null });
  });

  test('resolves an ambiguous message where only one can be meant', async () => {
    const [message] = await put(1);
    const [twin, other] = await put(2, { destination: String(phone++) });
    const lease = await takeOver();
    const parts = await claimAll(lease);
    await answer(
      lease,
      parts.map((part) => ({ part, outcome: 'lost', reason: 'test' })),
    );
    await deltas();
    await hear(...parts.slice(0, 2).map((part) => report(part)));
    expect(await stateOf(message!)).toMatchObject({ status: DELIVERED, state: null });
    expect([(await stateOf(twin!)).state, (await stateOf(other!)).state]).toEqual([2, 2]);
    expect(await deltas()).toEqual({ ...nothing, submitted: 1, delivered: 1, captured: 10_000 });
  });

  test('does not end another message to the same phone', async () => {
    const destination = String(phone++);
    const lease = await takeOver();
    await put(1, { destination });
    const [done] = await claimAll(lease);
    await accept(lease, [done!]);
    await hear(report(done!));
    const [message] = await put(1, { destination });
    const [lost] = await claimAll(lease);
    await answer(lease, [{ part: lost!, outcome: 'lost', reason: 'test' }]);
    await hear(report(done!, { status: UNDELIVERABLE, carrierStatus: 'UNDELIV' })); // a second word on the first
    expect(await stateOf(message!)).toMatchObject({ status: 0, state: 2 });
    // One that is in flight to that phone may be what is meant.
    const [third] = await put(1, { destination });
    await claimAll(lease);
    await hear(report({ destination }, { carrierId: 'UNKNOWN1' }));
    expect([(await stateOf(message!)).state, (await stateOf(third!)).state]).toEqual([2, 0]);
  });

  test('that only reports progress ends nothing', async () => {
    const [message] = await put(1);
    const lease = await takeOver();
    const parts = await claimAll(lease);
    await accept(lease, parts);
    await hear(report(parts[0]!, { status: SUBMITTED, carrierStatus: 'ACCEPTD' }));
    expect(await stateOf(message!)).toMatchObject({ status: 0, state: 1 });
    await hear(report(parts[0]!));
    expect(await stateOf(message!)).toMatchObject({ status: DELIVERED });
  });

  test('writes the phone as its carrier does, and names a reused id by it', async () => {
    const messages = await put(2);
    const lease = await takeOver();
    const parts = await claimAll(lease);
    await answer(
      lease,
      parts.map((part) => ({ part, outcome: 'accepted', carrierId: 'SAME' })),
    );
    await hear(
      report(parts[0]!, { carrierId: 'SAME', destination: `0${parts[0]!.destination.slice(3)}` }),
    );
    expect([(await stateOf(messages[0]!)).status, (await stateOf(messages[1]!)).status]).toEqual([
      DELIVERED,
      0,
    ]);
  });

  test('of each part makes a long message whole; one bad part ends it', async () => {
    const [whole, broken] = await put(2);
    const lease = await takeOver();
    const [chunk] = await take(lease);
    const next = claimOf({
      chunkId: chunk!.id,
      from: 0,
      count: 2,
      parts: [0, 1].flatMap((at) =>
        [1, 2].map((part) => partOf(chunk!, at, { part, parts: 2, units: 5_000n })),
      ),
    });
    const { parts } = next;
    await run((tx) => claim(tx, [{ lease, claims: [next] }]));
    await deltas();
    await accept(lease, parts);
    await hear(report(parts[0]!));
    expect(await stateOf(whole!)).toMatchObject({ status: 0 });
    await hear(
      report(parts[2]!, { status: UNDELIVERABLE, carrierStatus: 'UNDELIV' }),
      report(parts[1]!),
    );
    await hear(report(parts[3]!));
    expect(await stateOf(whole!)).toMatchObject({ status: DELIVERED });
    expect(await stateOf(broken!)).toMatchObject({ status: UNDELIVERABLE });
    expect(await deltas()).toEqual({
      ...nothing,
      submitted: 2,
      delivered: 1,
      undeliverable: 1,
      captured: 20_000,
    });
  });
});

describe('time', () => {
  const past = async (message: { id: string }) => {
    await db.query(
      `update unconfirmed_part set expires_at = now() - interval '1 second' where message_id = $1`,
      [message.id],
    );
    await db.query(
      `update receipt_wait set due_at = now() - interval '1 second' where $1 = any (message_ids)`,
      [message.id],
    );
  };

  test('expires messages without a receipt, charged, and a late one still makes them delivered', async () => {
    const [message] = await put(1);
    const lease = await takeOver();
    const parts = await claimAll(lease);
    await accept(lease, parts);
    await past(message!);
    await deltas();
    await run((tx) => sweep(tx, 100));
    expect(await stateOf(message!)).toMatchObject({
      status: EXPIRED,
      error_code: 'NO_RECEIPT',
      state: 3,
    });
    expect(await deltas()).toEqual({ ...nothing, expired: 1 });
    await hear(report(parts[0]!));
    expect(await stateOf(message!)).toMatchObject({
      status: DELIVERED,
      error_code: null,
      state: null,
    });
    expect(await deltas()).toEqual({ ...nothing, expired: -1, delivered: 1 });
  });

  test.each([
    ['half an hour', undefined, 1800],
    ['the time of their connector', 60, 60],
  ])('holds ambiguous messages for %s, whatever their validity', async (_, holdSeconds, held) => {
    const valid = { expiresAt: new Date(Date.now() + 2 * 86_400_000) };
    const [answered, orphaned] = await put(2, valid);
    const lease = await takeOver();
    const [part] = await claimAll(lease);
    await answer(lease, [
      { part: part!, outcome: 'lost', reason: 'test', ...(holdSeconds && { holdSeconds }) },
    ]);
    await run((tx) =>
      recover(tx, {
        connectorId,
        carrierAccountId: connectorId,
        holder: 'new',
        ...(holdSeconds && { holdSeconds }),
      }),
    );
    const rows = await db.query(
      `select extract(epoch from u.expires_at - e.occurred_at)::int as held from unconfirmed_part u join message_event e using (message_id) where message_id = any ($1)`,
      [[answered!.id, orphaned!.id]],
    );
    expect(rows).toEqual([{ held }, { held }]);
  });

  test('that gave an ambiguous message up still lets a late receipt deliver it, uncharged', async () => {
    const [message] = await put(1);
    const lease = await takeOver();
    const [part] = await claimAll(lease);
    await answer(lease, [{ part: part!, outcome: 'lost', reason: 'test' }]);
    await past(message!);
    await run((tx) => sweep(tx, 100));
    await deltas();
    await hear(report(part!));
    await hear(report(part!));
    expect(await stateOf(message!)).toMatchObject({ status: DELIVERED, state: null });
    expect(await deltas()).toEqual({ ...nothing, expired: -1, delivered: 1 });
  });

  test('expires ambiguous messages, uncharged, and deletes them after a week', async () => {
    const [message] = await put(1);
    const lease = await takeOver();
    const [part] = await claimAll(lease);
    await answer(lease, [{ part: part!, outcome: 'lost', reason: 'test' }]);
    await past(message!);
    await deltas();
    await run((tx) => sweep(tx, 100));
    expect(await stateOf(message!)).toMatchObject({
      status: EXPIRED,
      error_code: 'UNRESOLVED',
      state: 3,
    });
    expect(await deltas()).toEqual({ ...nothing, expired: 1, released: 10_000 });
    await past(message!);
    await run((tx) => sweep(tx, 100));
    expect(await stateOf(message!)).toMatchObject({ status: EXPIRED, state: null });
    expect(await deltas()).toEqual(nothing);
  });
});

describe('a new owner', () => {
  test('fences the old owner, holds its in-flight messages, and matches waiting receipts', async () => {
    const messages = await put(3);
    const old = await takeOver();
    const [chunk] = await take(old);
    const next = claimOf({
      chunkId: chunk!.id,
      from: 0,
      count: 2,
      parts: [0, 1].map((at) => partOf(chunk!, at)),
    });
    const { parts } = next;
    await run((tx) => claim(tx, [{ lease: old, claims: [next] }]));
    await hear(report(parts[1]!));
    const recovered = await run((tx) =>
      recover(tx, { connectorId, carrierAccountId: connectorId, holder: 'new' }),
    );
    expect(recovered).toMatchObject({ lease: { epoch: old.epoch + 1n }, chunks: 1, resent: [] });
    expect(recovered.ambiguous.map(({ messageId }) => messageId)).toEqual(
      messages.slice(0, 2).map(({ id }) => id),
    );
    expect((await stateOf(messages[0]!)).state).toBe(2);
    expect(await stateOf(messages[1]!)).toMatchObject({ status: DELIVERED, state: null });
    expect(
      await run((tx) =>
        claim(tx, [
          {
            lease: old,
            claims: [
              claimOf({ chunkId: chunk!.id, from: 2, count: 1, parts: [partOf(chunk!, 2)] }),
            ],
          },
        ]),
      ),
    ).toEqual(new Set());
    // The old owner's answer came and is true: it still counts.
    await accept(old, [parts[0]!]);
    expect((await stateOf(messages[0]!)).state).toBe(1);
    expect((await take(recovered.lease))[0]!.messages.map(({ id }) => id)).toEqual([
      messages[2]!.id,
    ]);
  });
});

describe('a cancelled campaign', () => {
  test('releases exactly the messages that were not submitted', async () => {
    const campaignId = await addCampaign(database, clientId);
    const messages = await put(700, { campaignId });
    const lease = await takeOver();
    const [chunk] = await take(lease, { messages: 0 });
    await run((tx) =>
      claim(tx, [
        {
          lease,
          claims: [
            claimOf({
              chunkId: chunk!.id,
              from: 0,
              count: 2,
              parts: [partOf(chunk!, 0), partOf(chunk!, 1)],
            }),
          ],
        },
      ]),
    );
    await deltas();
    expect(await run((tx) => stopChunks(tx, { campaignId }))).toBe(2);
    expect(await run((tx) => dropStopped(tx, { campaignId }, 1))).toEqual({
      chunks: 1,
      messages: 498,
    });
    expect(await run((tx) => dropStopped(tx, { campaignId }, 10))).toEqual({
      chunks: 1,
      messages: 200,
    });
    expect(await run((tx) => dropStopped(tx, { campaignId }, 10))).toEqual({
      chunks: 0,
      messages: 0,
    });
    expect(await deltas()).toEqual({ ...nothing, cancelled: 698, released: 6_980_000 });
    expect((await stateOf(messages[2]!)).status).toBe(CANCELLED);
    expect(
      await db.query(
        `select (select count(*)::int from chunk where campaign_id = $1) as chunks, (select count(*)::int from part_in_flight where campaign_id = $1) as "inFlight"`,
        [campaignId],
      ),
    ).toEqual([{ chunks: 0, inFlight: 2 }]);
    expect(await run(readGauges)).toMatchObject({
      inFlight: expect.any(Number),
      unfoldedDeltas: expect.any(Number),
      links: [],
    });
  });
});
