import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test, vi } from 'vitest';
import { callOf } from '../../../../test/harness/accept-calls.ts';
import { withinOneHour } from '../../../../test/harness/clock.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addRoute } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { mtMessagingCred, smppsCred } from '../../../contract/api/gateway-credentials.ts';
import { readUsers } from '../gateway-users/gateway-users.store.ts';
import type { UserRow } from '../gateway-users/gateway-users.store.ts';
import type { Database } from '../../infra/database/db.ts';
import { publishConfig } from '../dispatch/routing/config-version.ts';
import { newId } from '../../infra/ids.ts';
import { getBalances } from '../ledger/ledger.ts';
import { checkLedger } from '../ledger/verify-ledger.ts';
import { upsertRates } from '../ledger/rates.store.ts';
import { seedRates } from '../ledger/rates.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { openAcceptor, type MessageRequest, type Outcome, type Submitter } from './accept.ts';

const db = await createTestDatabase();
const portal = open(db);
const acceptor = openAcceptor({ database: open(db, 'tuma_accept', 4) });
let rootId: string;

beforeAll(async () => {
  rootId = await addClient(portal, { parentId: null });
  await portal.run(systemScope(), async (tx) => {
    await seedRates(tx, rootId);
    const {
      rows: [connector],
    } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [connector!.id]);
    await publishConfig(tx, null);
  });
});

async function party(units: bigint, more: Partial<Submitter> = {}): Promise<Submitter> {
  return {
    source: 'REST',
    clientId: await addClient(portal, { parentId: rootId, units }),
    user: null,
    test: false,
    ...more,
  };
}

const addSender = (
  clientId: string,
  more: { sender?: string; kind?: string; status?: string } = {},
) =>
  db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, $4, 'KE', $5)`,
    [
      newId(),
      more.sender ?? `S${newId().slice(-9)}`,
      clientId,
      more.kind ?? 'TRANSACTIONAL',
      more.status ?? 'READY_FOR_SENDING',
    ],
  );

const offer = (from: string, more: Partial<MessageRequest> = {}): MessageRequest => ({
  from,
  to: '0712345678',
  content: { text: 'Habari' },
  ...more,
});

test('a message is on disk, held for and in the queue when it is answered', async () => {
  const shop = await party(20_000n);
  await addSender(shop.clientId, { sender: 'SHOP' });
  const [outcome] = await acceptor.accept(shop, [offer('shop', { clientReference: 'order 1' })]);
  expect(outcome).toMatchObject({
    messageId: expect.any(String),
    destination: '254712345678',
    sender: 'SHOP',
    segments: 1,
    encoding: 'GSM7',
    units: 10_000n,
  });
  expect(
    await db.query(
      'select client_reference, source, priority, text from message where client_id = $1',
      [shop.clientId],
    ),
  ).toEqual([{ client_reference: 'order 1', source: 'REST', priority: 1, text: 'Habari' }]);
  expect(
    await db.query('select size, priority from chunk where client_id = $1', [shop.clientId]),
  ).toEqual([{ size: 1, priority: 1 }]);
  expect(await portal.run(systemScope(), (tx) => getBalances(tx, shop.clientId))).toMatchObject({
    available: 10_000n,
    held: 10_000n,
  });
  expect(await portal.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

const codes = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : 'taken'));
const wallet = (clientId: string) => portal.run(systemScope(), (tx) => getBalances(tx, clientId));
const numbers = (count: number) =>
  Array.from({ length: count }, (_, at) => String(254_711_000_000 + at));

/** Creates a client with units and a sender ID of its own. */
async function openShop(units = 1_000_0000n): Promise<{ shop: Submitter; from: string }> {
  const shop = await party(units);
  const from = `S${newId().slice(-9)}`;
  await addSender(shop.clientId, { sender: from });
  return { shop, from };
}

async function addUser(clientId: string, cred: object): Promise<UserRow> {
  await db.query(`insert into gateway_group (gid) values ('g') on conflict do nothing`);
  const name = `u${newId().slice(-10)}`;
  const [row] = await db.query<{ id: number }>(
    `insert into gateway_user (uid, gid, client_id, username, mt_messaging_cred, smpps_cred) values ($1, 'g', $2, $1, $3, $4) returning id`,
    [
      name,
      clientId,
      JSON.stringify(mtMessagingCred.parse(cred)),
      JSON.stringify(smppsCred.parse({})),
    ],
  );
  return (await portal.run(systemScope(), (tx) => readUsers(tx, [row!.id]))).get(row!.id)!;
}

test('two hundred concurrent calls on a low balance are accepted exactly up to the balance', async () => {
  const { shop, from } = await openShop(57_0000n);
  const other = openAcceptor({ database: open(db, 'tuma_accept', 4) }); // another process
  const outcomes = (
    await Promise.all(
      numbers(200).map((to, at) => (at % 2 ? other : acceptor).accept(shop, [offer(from, { to })])),
    )
  ).flat();
  expect(codes(outcomes).filter((code) => code === 'taken')).toHaveLength(57);
  expect(new Set(codes(outcomes))).toEqual(new Set(['taken', 'NO_UNITS']));
  expect(await wallet(shop.clientId)).toMatchObject({ available: 0n, held: 57_0000n });
  expect(
    await db.query('select count(*)::int as count from message where client_id = $1', [
      shop.clientId,
    ]),
  ).toEqual([{ count: 57 }]);
  expect(await portal.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test("one client's shortage, faults and repeats do not affect other clients", async () => {
  const [rich, poor] = [await openShop(), await openShop(0n)];
  const broken = ({ from }: { from: string }) => ({ ...offer(from), tags: [7n as never] }); // JSON has no such thing
  const key = { key: 'k', bodyHash: Buffer.from('a') };
  const all = await Promise.allSettled([
    acceptor.accept(rich.shop, [offer(rich.from)]),
    acceptor.accept(poor.shop, [offer(poor.from)]),
    acceptor.accept(poor.shop, [broken(poor)]),
    acceptor.accept(rich.shop, [broken(rich)]),
    acceptor.accept(rich.shop, [offer(rich.from)], key),
    acceptor.accept(rich.shop, [offer(rich.from)], key),
    acceptor.accept(rich.shop, [offer(rich.from)], { ...key, bodyHash: Buffer.from('b') }),
  ]);
  expect(
    all.map((each) =>
      each.status === 'fulfilled'
        ? codes(each.value).join()
        : (each.reason.code ?? each.reason.name),
    ),
  ).toEqual([
    'taken',
    'NO_UNITS',
    'NO_UNITS',
    'TypeError',
    'taken',
    'taken',
    'IDEMPOTENCY_KEY_REUSED',
  ]);
  expect(await wallet(rich.shop.clientId)).toMatchObject({ held: 2_0000n });
});

test('opt-outs, daily limits and quotas refuse message by message', async () => {
  await withinOneHour(20);
  const { shop, from } = await openShop();
  const [first, second] = numbers(2) as [string, string];
  await db.query(`insert into opt_out (client_id, destination, source) values ($1, $2, 'PORTAL')`, [
    shop.clientId,
    first,
  ]);
  await db.query(
    `insert into blocked_number (destination, reason) values ('254733000000', 'test')`,
  );
  expect(
    codes(
      await acceptor.accept(
        shop,
        [first, '254733000000', second].map((to) => offer(from, { to })),
      ),
    ),
  ).toEqual(['OPTED_OUT', 'NUMBER_BLOCKED', 'taken']);
  // Another client's messages are not visible.
  const other = await openShop();
  expect(codes(await acceptor.accept(other.shop, [offer(other.from, { to: first })]))).toEqual([
    'taken',
  ]);
  await db.query('update client set daily_limit_messages = 4 where id = $1', [shop.clientId]);
  const answers = await Promise.all(
    numbers(6)
      .slice(2)
      .map((to) => acceptor.accept(shop, [offer(from, { to })])),
  );
  expect(codes(answers.flat())).toEqual(['taken', 'taken', 'taken', 'DAILY_LIMIT']);
});

test("a user's quota runs out exactly, its rate limit throttles, and an edit applies at once", async () => {
  const { shop, from } = await openShop();
  const user = await addUser(shop.clientId, { quota: { sms_count: 5 } });
  const by: Submitter = { ...shop, source: 'SMPP', user };
  const long = { content: { text: 'x'.repeat(161) } };
  const outcomes = await Promise.all([
    acceptor.accept(by, [offer(from, long), offer(from, long)]),
    acceptor.accept(by, [offer(from, long)]),
    acceptor.accept(by, [offer(from)]),
    acceptor.accept(by, [offer(from)]),
  ]);
  expect(codes(outcomes.flat())).toEqual(['taken', 'taken', 'QUOTA_SPENT', 'taken', 'QUOTA_SPENT']);
  expect(
    await db.query(
      `select mt_messaging_cred #> '{quota,sms_count}' as "left" from gateway_user where id = $1`,
      [user.id],
    ),
  ).toEqual([{ left: 0 }]);
  // The session opened before still holds the old user.
  await db.query(
    `update gateway_user set mt_messaging_cred = jsonb_set(jsonb_set(mt_messaging_cred, '{quota,sms_count}', 'null'), '{quota,smpps_throughput}', '3') where id = $1`,
    [user.id],
  );
  expect(
    codes(
      await acceptor.accept(
        by,
        Array.from({ length: 9 }, () => offer(from)),
      ),
    ),
  ).toEqual(['taken', 'taken', 'taken', ...Array.from({ length: 6 }, () => 'THROUGHPUT')]);
  await db.query('update gateway_user set enabled = false where id = $1', [user.id]);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  expect(codes(await acceptor.accept(by, [offer(from)]))).toEqual(['ACCOUNT_NOT_ACTIVE']);
  expect(
    await db.query(
      'select distinct gateway_user_id as id, source from message where client_id = $1',
      [shop.clientId],
    ),
  ).toEqual([{ id: user.id, source: 'SMPP' }]);
});

test("two processes together enforce one user's throughput", async () => {
  const { shop, from } = await openShop();
  const rate = 200;
  const by: Submitter = {
    ...shop,
    source: 'SMPP',
    user: await addUser(shop.clientId, { quota: { smpps_throughput: rate } }),
  };
  const other = openAcceptor({ database: open(db, 'tuma_accept', 4) });
  const began = performance.now();
  const outcomes = await Promise.all(
    [acceptor, other].map((each) =>
      each.accept(
        by,
        Array.from({ length: 2 * rate }, () => offer(from)),
      ),
    ),
  );
  const taken = codes(outcomes.flat()).filter((code) => code === 'taken').length;
  expect(taken).toBeGreaterThanOrEqual(rate);
  expect(taken).toBeLessThanOrEqual(rate * (1 + (performance.now() - began) / 1000));
});

test('a repeat gets the outcomes of the first call, whatever throughput is left', async () => {
  const { shop, from } = await openShop();
  const user = await addUser(shop.clientId, { quota: { smpps_throughput: 2 } });
  const by: Submitter = { ...shop, source: 'SMPP', user };
  const requests = [1, 2, 3].map(() => offer(from));
  const idempotency = { key: 'slice', bodyHash: Buffer.from('slice') };
  const first = await acceptor.accept(by, requests, idempotency);
  expect(codes(first)).toEqual(['taken', 'taken', 'THROUGHPUT']);
  const repeat = await acceptor.accept(by, requests, { ...idempotency, isRepeat: true });
  expect(repeat.slice(0, 2)).toEqual(first.slice(0, 2));
  expect(codes(repeat)).toEqual(codes(first));
});

test('cached facts are dropped as soon as they change', async () => {
  const { shop, from } = await openShop();
  const units = async () =>
    (await acceptor.accept(shop, [offer(from, { to: '+255712345678' })])).map((outcome) =>
      'refusal' in outcome ? outcome.refusal.code : Number(outcome.units),
    )[0];
  expect(await units()).toBe(15_000);
  await portal.run(systemScope(), (tx) =>
    upsertRates(tx, shop.clientId, [
      { regionName: 'Tanzania', regionFilters: ['255'], costPrice: '1.6000', currency: 'KES' },
    ]),
  );
  expect(await units()).toBe(20_000);
  const cheaper = (inMilliseconds: number) =>
    portal.run(systemScope(), (tx) =>
      upsertRates(
        tx,
        shop.clientId,
        [{ regionName: 'Tanzania', regionFilters: ['255'], costPrice: '1.4400', currency: 'KES' }],
        new Date(Date.now() + inMilliseconds),
      ),
    );
  await cheaper(3_600_000);
  expect(await units()).toBe(20_000);
  await cheaper(1_000);
  await vi.waitFor(async () => expect(await units()).toBe(18_000), {
    timeout: 180_000,
    interval: 100,
  });
  await db.query(`update sender set status = 'INACTIVE' where sender = $1`, [from]);
  expect(await units()).toBe('SENDER_NOT_READY');
  await db.query(`update sender set status = 'READY_FOR_SENDING' where sender = $1`, [from]);
  expect(await units()).toBe(18_000);
  await db.query(`update client set client_status = 'BLOCKED' where id = $1`, [shop.clientId]);
  expect(await units()).toBe('ACCOUNT_NOT_ACTIVE');
});

test('a slower transaction keeps its snapshot when a newer one refreshes the cache', async () => {
  const [known, learning, later] = [await openShop(), await openShop(), await openShop()];
  const real = open(db, 'tuma_accept', 4);
  let reached = () => {};
  let goOn: Promise<void> | undefined;
  // Later reads of senders answer when the test releases them.
  const slow: Database = {
    ...real,
    run: (scope, work) =>
      real.run(scope, (tx) =>
        work({
          ...tx,
          async query(text, values, name) {
            const answer = await tx.query(text, values, name);
            if (name !== 'accept senders' || !goOn) return answer as never;
            const waited = goOn;
            goOn = undefined;
            reached();
            await waited;
            return answer as never;
          },
        }),
      ),
  };
  const slowAcceptor = openAcceptor({ database: slow });
  await slowAcceptor.accept(known.shop, [offer(known.from)]);
  let release = () => {};
  const stands = new Promise<void>((resolve) => {
    reached = resolve;
  });
  goOn = new Promise((resolve) => {
    release = resolve;
  });
  const both = Promise.all([
    slowAcceptor.accept(known.shop, [offer(known.from)]),
    slowAcceptor.accept(learning.shop, [offer(learning.from)]),
  ]);
  await stands;
  await db.query('update sender set network = network where sender = $1', [later.from]);
  expect(codes(await slowAcceptor.accept(later.shop, [offer(later.from)]))).toEqual(['taken']);
  release();
  expect(codes((await both).flat())).toEqual(['taken', 'taken']);
});

test('a full queue refuses further messages of its client, and accepts again once it has drained', async () => {
  const [{ shop, from }, other] = [await openShop(), await openShop()];
  await db.query(
    `insert into chunk (route_id, priority, client_id, sender, message_ids, size, expires_at) select -1, 1, $1, 'x', '{}', 31250, now() + interval '1 hour' from generate_series(1, 16)`,
    [shop.clientId],
  );
  expect(
    codes(
      (
        await Promise.all([
          acceptor.accept(shop, [offer(from)]),
          acceptor.accept(other.shop, [offer(other.from)]),
        ])
      ).flat(),
    ),
  ).toEqual(['QUEUE_FULL', 'taken']);
  await db.query('delete from chunk where client_id = $1 and size > 31000', [shop.clientId]);
  await new Promise((resolve) => setTimeout(resolve, 2100));
  expect(codes(await acceptor.accept(shop, [offer(from)]))).toEqual(['taken']);
});

test('octets are stored unchanged, and a quote accepts nothing', async () => {
  const { shop, from } = await openShop();
  const octets = Buffer.from('0605040b8423f0ff', 'hex');
  expect(
    await acceptor.quote(shop, offer(from, { content: { text: 'é'.repeat(80) } })),
  ).toMatchObject({
    destination: '254712345678',
    segments: 1,
    units: 10_000n,
    routeId: expect.any(Number),
  });
  expect(await acceptor.quote(shop, offer('NOBODY'))).toMatchObject({
    refusal: { code: 'SENDER_NOT_READY' },
  });
  expect(await wallet(shop.clientId)).toMatchObject({ held: 0n });
  expect(
    await acceptor.accept(shop, [
      offer(from, { content: { octets, dataCoding: 4, esmClass: 0x40 } }),
    ]),
  ).toMatchObject([{ encoding: 'BINARY', segments: 1, units: 10_000n }]);
  expect(
    await db.query(
      'select payload, data_coding, esm_class, text from message where client_id = $1',
      [shop.clientId],
    ),
  ).toEqual([{ payload: octets, data_coding: 4, esm_class: 0x40, text: null }]);
});

test('a killed process has accepted each call completely or not at all, and a repeat accepts none twice', async () => {
  const { shop, from } = await openShop();
  const calls = 210;
  const child = fork(
    fileURLToPath(new URL('../../../../test/harness/processes/accept-process.ts', import.meta.url)),
    [db.url, shop.clientId, from, String(calls)],
  );
  const told = new Map<number, string[]>();
  child.on('message', ({ at, ids }: { at: number; ids: string[] }) => {
    told.set(at, ids);
    if (told.size < 40) child.send('heard');
    else child.kill('SIGKILL');
  });
  await once(child, 'exit');
  expect(told.size).toBeLessThan(calls);
  const again = await Promise.all(
    Array.from({ length: calls }, (_, at) => {
      const call = callOf(at, from);
      return acceptor.accept(shop, call.offers, call.once);
    }),
  );
  for (const [at, ids] of told)
    expect(again[at]!.map((outcome) => ('refusal' in outcome ? '' : outcome.messageId))).toEqual(
      ids,
    );
  const messages = again.flat().length;
  expect(
    await db.query(
      'select count(*)::int as count, count(distinct destination)::int as numbers from message where client_id = $1',
      [shop.clientId],
    ),
  ).toEqual([{ count: messages, numbers: messages }]);
  expect(
    await db.query('select sum(size)::int as queued from chunk where client_id = $1', [
      shop.clientId,
    ]),
  ).toEqual([{ queued: messages }]);
  expect(await wallet(shop.clientId)).toMatchObject({ held: BigInt(messages) * 10_000n });
  expect(await portal.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test('a promotion with a class, such as a flash message, has its clause; other messages keep the class', async () => {
  const shop = await party(1_000_000n);
  await addSender(shop.clientId, { sender: 'FLASHSALE', kind: 'PROMOTIONAL' });
  await addSender(shop.clientId, { sender: 'FLASHBANK' });
  await db.query('delete from sending_window');
  const content = { octets: Buffer.from('Sale'), dataCoding: 0x10, esmClass: 0, text: 'Sale' };
  const outcomes = await acceptor.accept(shop, [
    offer('FLASHSALE', { content }),
    offer('FLASHBANK', { content }),
  ]);
  expect(codes(outcomes)).toEqual(['taken', 'taken']);
  expect(
    await db.query(
      'select text, data_coding as coding from message where client_id = $1 order by id',
      [shop.clientId],
    ),
  ).toEqual([
    { text: 'Sale\nSTOP *456*9*5#', coding: null },
    { text: 'Sale', coding: 0x10 },
  ]);
});

test('octets without a text wait for approval like a text, whatever they hold', async () => {
  const shop = await party(1_000_000n);
  await addSender(shop.clientId, { sender: 'BINARY' });
  await db.query(
    `update client set requires_campaign_approval = true, unapproved_numbers = 0 where id = $1`,
    [shop.clientId],
  );
  const outcomes = await acceptor.accept(shop, [
    offer('BINARY', {
      content: { octets: Buffer.from([0, 1, 0, 200, 0]), dataCoding: 4, esmClass: 0 },
    }),
  ]);
  expect(outcomes).toEqual([expect.objectContaining({ waitsIn: expect.any(String) })]);
});
