// Opt-outs in the queue, on a real database. Long because each way that they come is tried on the same queue.
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { claimSome, takeOver } from '../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import {
  addCampaign,
  addClient,
  enqueueAll,
  makeMessage,
} from '../../../../test/harness/pipeline.ts';
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import type { OptOutSource } from '../../../contract/api/opt-outs.ts';
import { openDatabase } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { claimOf } from '../dispatch/submission/batch.rules.ts';
import { claim } from '../dispatch/submission/claim.store.ts';
import { takeDeltas } from '../dispatch/counts/deltas.store.ts';
import { leaseChunks } from '../dispatch/submission/lease.store.ts';
import { storeAnswers } from '../dispatch/submission/settle.store.ts';
import { sweep } from '../dispatch/sweep.store.ts';
import type { NewMessage } from '../dispatch/types.ts';
import { addOptOuts, removeOptOuts } from './opt-outs.store.ts';
import { optOut, optOutByCarrier } from './opt-outs.ts';

const { QUEUED, CANCELLED, REJECTED, UNDELIVERABLE } = MESSAGE_STATUS;
const db = await createTestDatabase();
const open = (role: 'tuma_portal' | 'tuma_gateway') =>
  openDatabase({ connectionString: db.url }, role, { max: 4, name: 'test', onLost: () => {} });
const [portal, gateway] = [open('tuma_portal'), open('tuma_gateway')];
afterAll(async () => {
  await portal.close();
  await gateway.close();
});

let phone = 254_755_000_000;
const nextPhone = () => String(phone++);
let route = 0;
/** Opts out in a transaction of the process that the side belongs to. */
const stop = (clientId: string, destinations: string[], source: OptOutSource = 'PORTAL') =>
  (source === 'MO' ? gateway : portal).run(systemScope(), (tx) =>
    optOut(tx, { clientId, destinations, source, notes: destinations.map(() => '') }),
  );
const put = async (messages: NewMessage[]) => {
  await enqueueAll(portal, messages);
  return messages;
};
const stateOf = async ({ id }: { id: string }) =>
  (
    await db.query<{ status: number; reason: string | null }>(
      'select status, error_code as reason from message where id = $1',
      [id],
    )
  )[0]!;
const released = async (clientId: string) => {
  const deltas = await portal.run(systemScope(), (tx) => takeDeltas(tx, 10_000));
  return deltas
    .filter((delta) => delta.clientId === clientId)
    .reduce((sum, delta) => sum + delta.released, 0n);
};

test.each(['MO', 'PORTAL', 'IMPORT', 'API'] as const)(
  '%s: an opt-out cancels what is queued for the number, single or of a campaign, units back; the rest goes on',
  async (source) => {
    const [clientId, other] = [await addClient(portal), await addClient(portal)];
    const routeId = ++route;
    const campaignId = await addCampaign(portal, clientId);
    const [number, neighbour] = [nextPhone(), nextPhone()];
    const of = (more: Partial<NewMessage>) =>
      makeMessage({ clientId, routeId, destination: number, ...more });
    const queued = await put([of({}), of({ campaignId }), of({ destination: neighbour })]);
    const going = await put([of({ class: 'OTP' }), of({ clientId: other })]);
    expect(await stop(clientId, [number], source)).toEqual([number]);
    expect(await Promise.all(queued.map(stateOf))).toEqual([
      { status: CANCELLED, reason: 'OPTED_OUT' },
      { status: CANCELLED, reason: 'OPTED_OUT' },
      { status: QUEUED, reason: null },
    ]);
    expect(await released(clientId)).toBe(20_000n);
    const claimed = await claimSome(gateway, await takeOver(gateway, routeId), [routeId], 100);
    expect(claimed.map(({ messageId }) => messageId).toSorted()).toEqual(
      [queued[2]!, ...going].map(({ id }) => id).toSorted(),
    );
  },
);

test('a message that was queued beside its opt-out ends when a link leases it', async () => {
  const clientId = await addClient(portal);
  const routeId = ++route;
  const number = nextPhone();
  // As acceptance that read the opt-outs a moment before: the row stands, its cancellation saw nothing.
  await portal.run(systemScope(), (tx) =>
    addOptOuts(tx, { clientId, destinations: [number], source: 'API', notes: [''] }),
  );
  const [left, sent] = await put([
    makeMessage({ clientId, routeId, destination: number }),
    makeMessage({ clientId, routeId, destination: nextPhone() }),
  ]);
  const lease = await takeOver(gateway, routeId);
  const claimed = await claimSome(gateway, lease, [routeId], 100);
  expect(claimed.map(({ messageId }) => messageId)).toEqual([sent!.id]);
  expect(await stateOf(left!)).toEqual({ status: CANCELLED, reason: 'OPTED_OUT' });
  expect(await released(clientId)).toBe(10_000n);
});

test('a chunk that a link has in hand is taken from it: its claim misses, and the rest is leased again', async () => {
  const clientId = await addClient(portal);
  const routeId = ++route;
  const number = nextPhone();
  const [, stays] = await put([
    makeMessage({ clientId, routeId, destination: number }),
    makeMessage({ clientId, routeId, destination: nextPhone() }),
  ]);
  const lease = await takeOver(gateway, routeId);
  const [chunk] = await gateway.run(systemScope(), (tx) =>
    leaseChunks(tx, lease, {
      routeIds: [routeId],
      clients: 8,
      heldClients: new Set(),
      messages: 10,
      abovePriority: null,
      afterClient: null,
    }),
  );
  await stop(clientId, [number], 'MO');
  const late = { chunkId: chunk!.id, from: 0, count: 2, parts: [] };
  expect(
    await gateway.run(systemScope(), (tx) => claim(tx, [{ lease, claims: [claimOf(late)] }])),
  ).toEqual(new Set());
  const claimed = await claimSome(gateway, lease, [routeId], 100);
  expect(claimed.map(({ messageId }) => messageId)).toEqual([stays!.id]);
});

test('a person who wants messages again gets those of later', async () => {
  const clientId = await addClient(portal);
  const routeId = ++route;
  const number = nextPhone();
  await stop(clientId, [number]);
  await portal.run(systemScope(), (tx) => removeOptOuts(tx, clientId, [number]));
  const [message] = await put([makeMessage({ clientId, routeId, destination: number })]);
  const claimed = await claimSome(gateway, await takeOver(gateway, routeId), [routeId], 100);
  expect(claimed.map(({ messageId }) => messageId)).toEqual([message!.id]);
});

const addSender = (clientId: string, sender: string, kind: string) =>
  db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values (gen_random_uuid(), $2, $1, $3, 'KE', 'READY_FOR_SENDING')`,
    [clientId, sender, kind],
  );

test('an opt-out of promotional messages lets transactional ones go on; one of everything ends both', async () => {
  const clientId = await addClient(portal);
  const routeId = ++route;
  const number = nextPhone();
  await addSender(clientId, `SALE${routeId}`, 'PROMOTIONAL');
  await addSender(clientId, `BANK${routeId}`, 'TRANSACTIONAL');
  const of = (sender: string) => ({
    ...makeMessage({ clientId, routeId, destination: number }),
    sender: `${sender}${routeId}`,
  });
  const [sale, bank] = await put([of('SALE'), of('BANK')]);
  const stopAs = (scope: 'PROMOTIONAL' | 'EVERYTHING') =>
    portal.run(systemScope(), (tx) =>
      optOut(tx, { clientId, destinations: [number], source: 'MO', notes: [''], scope }),
    );
  expect(await stopAs('PROMOTIONAL')).toEqual([number]);
  expect(await stateOf(sale!)).toEqual({ status: CANCELLED, reason: 'OPTED_OUT' });
  expect((await stateOf(bank!)).status).toBe(QUEUED);
  // Queued beside it: the lease ends the one and gives out the other.
  const [late] = await put([of('SALE')]);
  const claimed = await claimSome(gateway, await takeOver(gateway, routeId), [routeId], 1);
  expect(claimed.map(({ messageId }) => messageId)).toEqual([bank!.id]);
  const [again] = await put([of('BANK')]);
  expect(await stopAs('EVERYTHING')).toEqual([number]);
  expect(await stateOf(again!)).toEqual({ status: CANCELLED, reason: 'OPTED_OUT' });
  expect(await stopAs('PROMOTIONAL')).toEqual([]);
  await claimSome(gateway, await takeOver(gateway, routeId), [routeId], 10);
  expect((await stateOf(late!)).status).toBe(CANCELLED);
});

test.each([
  ['', 'PROMOTIONAL', true, true],
  ['', 'PROMOTIONAL', false, false],
  ['SHOP', 'PROMOTIONAL', true, true],
  ['shop', 'EVERYTHING', false, true],
  ['OTHER', 'EVERYTHING', true, false],
] as const)(
  'of what a transactional stand-in of SHOP sends, an opt-out of "%s", %s, ends it where SHOP is promotional (%s): %s',
  async (sender, scope, isPromotional, isEnded) => {
    const clientId = await addClient(portal);
    const routeId = ++route;
    const number = nextPhone();
    await addSender(clientId, `STANDIN${routeId}`, 'TRANSACTIONAL');
    const message = () => ({
      ...makeMessage({ clientId, routeId, destination: number }),
      sender: `STANDIN${routeId}`,
      facts: { at: 0, standsInFor: { sender: 'SHOP', isPromotional } },
    });
    const [queued] = await put([message()]);
    await portal.run(systemScope(), (tx) =>
      optOut(tx, {
        clientId,
        destinations: [number],
        source: 'MO',
        notes: [''],
        scope,
        ...(sender && { sender }),
      }),
    );
    expect((await stateOf(queued!)).status).toBe(isEnded ? CANCELLED : QUEUED);
    // Queued beside it, as acceptance that read the opt-outs a moment before.
    const [late] = await put([message()]);
    const claimed = await claimSome(gateway, await takeOver(gateway, routeId), [routeId], 10);
    expect(claimed.map(({ messageId }) => messageId)).toEqual(
      isEnded ? [] : [queued!.id, late!.id],
    );
  },
);

test.each([
  ['SenderName Blacklisted', 'with its answer', 'own'],
  ['SenderName Blacklisted', 'before its answer', 'own'],
  ['SenderName Blacklisted', 'found by the sweep', 'own'],
  ['UserInBlacklist', 'with its answer', 'all'],
  ['UNDELIV', 'with its answer', 'none'],
] as const)('a receipt %s, %s, opts out of: %s', async (carrierStatus, when, whose) => {
  const clientId = await addClient(portal);
  const routeId = ++route;
  const number = nextPhone();
  const sender = `SALE${routeId}`;
  await addSender(clientId, sender, 'PROMOTIONAL');
  const of = (from: string) => ({
    ...makeMessage({ clientId, routeId, destination: number }),
    sender: from,
  });
  await put([of(sender)]);
  const lease = await takeOver(gateway, routeId);
  const [part] = await claimSome(gateway, lease, [routeId], 1);
  const [same, other] = await put([of(sender), of('OTHER')]);
  const carrierId = part!.messageId;
  const receipt = {
    carrierId,
    status: UNDELIVERABLE,
    carrierStatus,
    errorCode: null,
    destination: number,
  };
  const answer = { part: part!, outcome: 'accepted' as const, carrierId };
  const store = (answers: (typeof answer)[], receipts: (typeof receipt)[], mayBeEarly = true) =>
    gateway.run(systemScope(), async (tx) => {
      const batches = answers.length === 0 ? [] : [{ lease, answers }];
      const stored = await storeAnswers(tx, lease.carrierAccountId, batches, receipts, {
        mayBeEarly,
      });
      await optOutByCarrier(tx, stored.failures);
    });
  if (when === 'with its answer') await store([answer], [receipt]);
  else {
    await store([], [receipt]);
    await store([answer], [], when === 'before its answer');
  }
  if (when === 'found by the sweep')
    await portal.run(systemScope(), async (tx) => {
      await optOutByCarrier(tx, (await sweep(tx, 100)).failures);
    });
  expect(
    await db.query('select source, scope, sender from opt_out where client_id = $1', [clientId]),
  ).toEqual(
    whose === 'none'
      ? []
      : [{ source: 'CARRIER', scope: 'PROMOTIONAL', sender: whose === 'own' ? sender : '' }],
  );
  expect([(await stateOf(same!)).status, (await stateOf(other!)).status]).toEqual(
    {
      own: [CANCELLED, QUEUED],
      all: [CANCELLED, CANCELLED],
      none: [QUEUED, QUEUED],
    }[whose],
  );
});

test('a refusal in the answer to a message suppresses the number as a receipt does', async () => {
  const clientId = await addClient(portal);
  const routeId = ++route;
  const number = nextPhone();
  const sender = `SALE${routeId}`;
  await addSender(clientId, sender, 'PROMOTIONAL');
  const of = (from: string) => ({
    ...makeMessage({ clientId, routeId, destination: number }),
    sender: from,
  });
  const [refused] = await put([of(sender)]);
  const lease = await takeOver(gateway, routeId);
  const [part] = await claimSome(gateway, lease, [routeId], 1);
  const [same, other] = await put([of(sender), of('OTHER')]);
  const errorCode = 'SenderName Blacklisted';
  await gateway.run(systemScope(), async (tx) => {
    const answers = [{ part: part!, outcome: 'refused' as const, errorCode }];
    const stored = await storeAnswers(tx, lease.carrierAccountId, [{ lease, answers }], []);
    await optOutByCarrier(tx, stored.failures);
  });
  expect(
    await db.query('select source, scope, sender, note from opt_out where client_id = $1', [
      clientId,
    ]),
  ).toEqual([{ source: 'CARRIER', scope: 'PROMOTIONAL', sender, note: errorCode.toLowerCase() }]);
  expect(
    (await Promise.all([refused!, same!, other!].map(stateOf))).map(({ status }) => status),
  ).toEqual([REJECTED, CANCELLED, QUEUED]);
});

test('no message is claimed after its opt-out was confirmed, whatever runs beside it or is killed; units are exact', async () => {
  const step = fc.record({
    does: fc.constantFrom('put', 'put one', 'claim', 'stop', 'stop', 'killed stop'),
    at: fc.nat({ max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
      const clientId = await addClient(portal);
      const routeId = ++route;
      const numbers = Array.from({ length: 6 }, nextPhone);
      const lease = await takeOver(gateway, routeId);
      const confirmed = new Set<string>();
      const all: NewMessage[] = [];
      let claims = 0;
      const take = async () => {
        // An opt-out that is confirmed while the claim runs says nothing about it.
        const before = new Set(confirmed);
        const parts = await claimSome(gateway, lease, [routeId], 100);
        claims += parts.length;
        expect(parts.filter(({ destination }) => before.has(destination))).toEqual([]);
      };
      const run = async ({ does, at }: (typeof steps)[number]) => {
        const number = numbers[at]!;
        if (does === 'claim') return take();
        if (does === 'put' || does === 'put one') {
          const messages = (does === 'put' ? numbers : [number]).map((destination) =>
            makeMessage({ clientId, routeId, destination }),
          );
          all.push(...messages);
          await put(messages);
          return undefined;
        }
        if (does === 'stop') {
          await stop(clientId, [number]);
          confirmed.add(number);
          return undefined;
        }
        await expect(
          portal.run(systemScope(), async (tx) => {
            await optOut(tx, { clientId, destinations: [number], source: 'API', notes: [''] });
            throw new Error('killed');
          }),
        ).rejects.toThrow('killed');
        return undefined;
      };
      for (let at = 0; at < steps.length; at += 2)
        await Promise.all(steps.slice(at, at + 2).map(run));
      await take();
      const states = await Promise.all(all.map(stateOf));
      const cancelled = states.filter(({ status }) => status === CANCELLED).length;
      expect(cancelled + claims).toBe(all.length);
      expect(await released(clientId)).toBe(BigInt(cancelled) * 10_000n);
    }),
    { numRuns: 25 },
  );
});
