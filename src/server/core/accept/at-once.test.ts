import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { addRoute } from '../../../../test/harness/pipeline.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { mtMessagingCred, smppsCred } from '../../../contract/api/gateway-credentials.ts';
import { publishConfig } from '../dispatch/routing/config-version.ts';
import { readUsers } from '../gateway-users/gateway-users.store.ts';
import { checkLedger } from '../ledger/verify-ledger.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { openAcceptor, type MessageRequest, type Outcome, type Submitter } from './accept.ts';

const db = await createTestDatabase();
const portal = open(db);
const database = open(db, 'tuma_accept', 6);
const statements = vi.spyOn(database, 'atOnce');
let rootId: string;

beforeAll(async () => {
  rootId = await addClient(portal, { parentId: null });
  await portal.run(systemScope(), async (tx) => {
    const { rows } = await tx.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings) values ('carrier', 'SMPP', 1, '{"host":"x","username":"x"}') returning id`,
    );
    await addRoute(tx, 0, 'DefaultRoute', [rows[0]!.id]);
    await publishConfig(tx, null);
    await tx.query(`insert into gateway_group (gid) values ('shops')`);
  });
});
beforeEach(() => {
  statements.mockClear();
});

let number = 0;
/** A client with a user and a sender ID of its own name. */
async function addShop(units = 1_000_000n) {
  const name = `SHOP${++number}`;
  const clientId = await addClient(portal, { parentId: rootId, units, name });
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status) values ($1, $2, $3, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING')`,
    [newId(), name, clientId],
  );
  const [user] = await db.query<{ id: number }>(
    `insert into gateway_user (uid, gid, username, client_id, mt_messaging_cred, smpps_cred) values ($1, 'shops', $1, $2, $3, $4) returning id`,
    [name.toLowerCase(), clientId, mtMessagingCred.parse({}), smppsCred.parse({})],
  );
  const users = await portal.run(systemScope(), (tx) => readUsers(tx, [user!.id]));
  const submitter: Submitter = {
    source: 'SMPP',
    clientId,
    user: users.get(user!.id)!,
    test: false,
  };
  return { name, clientId, userId: user!.id, submitter };
}
const offer = (from: string, more: Partial<MessageRequest> = {}): MessageRequest => ({
  from,
  to: '0712345678',
  content: { text: 'Habari' },
  ...more,
});
const LATER = new Date(Date.now() + 3_600_000);
const said = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : 'accepted'));

const MESSAGE = `destination, text, encoding, segments, units, status, route_id, config_version, country, network, class, priority,
  expires_at - to_timestamp(0) > interval '0' as expires, scheduled_at, source, client_reference, facts - 'at' - 'user' as facts, callback, test, payload`;

test('one statement stores the same rows as the long way', async () => {
  const offers = (from: string): MessageRequest[] => [
    offer(from, { clientReference: 'order "7", {x}', tags: ['1'] }),
    offer(from, {
      to: '0733000001',
      content: { text: 'Ça va? “quotes”, {braces}\\' },
      priority: 2,
    }),
    offer(from, { scheduleAt: LATER, validitySeconds: 7200 }),
    offer(from, {
      to: '0722000002',
      callback: {
        kind: 'URL',
        dialect: 'KANNEL',
        url: 'https://x.example/?a="b"',
        method: 'GET',
        level: 3,
      },
    }),
    offer(from, { to: 'nobody' }),
  ];
  const stored = async (clientId: string) => ({
    messages: await db.query(`select ${MESSAGE} from message where client_id = $1 order by id`, [
      clientId,
    ]),
    chunks: await db.query(
      `select route_id, priority, size, attempt, dup_risk, stopped, not_before = '-infinity' as at_once,
         (select array_agg(m.destination order by m.id) from message m where m.id = any (message_ids)) as destinations from chunk where client_id = $1 order by id`,
      [clientId],
    ),
    deltas: await db.query(
      `select campaign_id, country, network, messages, segments, submitted, captured, released, causes from campaign_delta where client_id = $1 order by network, messages, segments`,
      [clientId],
    ),
    entries: await db.query(
      `select a.kind, e.amount, e.listed, t.kind as transfer, t.idem in (select 'message:' || id from message where client_id = $1) as by_message
         from ledger_entry e join ledger_account a on a.id = e.account_id join ledger_transfer t on t.id = e.transfer_id
       where a.client_id = $1 and t.kind = 'CHARGE' order by a.kind, abs(e.amount)`,
      [clientId],
    ),
  });
  const [long, short] = [await addShop(), await addShop()];
  const acceptor = openAcceptor({ database });
  // A first call fills what a process knows of a client.
  await openAcceptor({ database }).accept(long.submitter, [offer(long.name)]);
  await acceptor.accept(short.submitter, [offer(short.name)]);
  const wanted = said(await openAcceptor({ database }).accept(long.submitter, offers(long.name)));
  expect(statements).not.toHaveBeenCalled();
  expect(said(await acceptor.accept(short.submitter, offers(short.name)))).toEqual(wanted);
  expect(statements).toHaveBeenCalledTimes(1);
  expect(await stored(short.clientId)).toEqual(await stored(long.clientId));
  expect(await portal.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

type Shop = Awaited<ReturnType<typeof addShop>>;
/** Changes after which an acceptor that knew better must decide anew. */
const CHANGES: {
  change: string;
  sql: string;
  values: (shop: Shop) => unknown[];
  outcome: string;
}[] = [
  {
    change: 'the client was blocked',
    sql: `update client set client_status = 'BLOCKED' where id = $1`,
    values: ({ clientId }) => [clientId],
    outcome: 'ACCOUNT_NOT_ACTIVE',
  },
  {
    change: 'the user was disabled',
    sql: `update gateway_user set enabled = false where id = $1`,
    values: ({ userId }) => [userId],
    outcome: 'ACCOUNT_NOT_ACTIVE',
  },
  {
    change: 'the user was deleted',
    sql: `delete from gateway_user where id = $1`,
    values: ({ userId }) => [userId],
    outcome: 'ACCOUNT_NOT_ACTIVE',
  },
  {
    change: "the user's rights changed",
    sql: `update gateway_user set mt_messaging_cred = jsonb_set(mt_messaging_cred, '{authorization,smpps_send}', 'false') where id = $1`,
    values: ({ userId }) => [userId],
    outcome: 'USER_MAY_NOT',
  },
  {
    change: 'the user got a quota that is spent',
    sql: `update gateway_user set mt_messaging_cred = jsonb_set(mt_messaging_cred, '{quota,sms_count}', '0') where id = $1`,
    values: ({ userId }) => [userId],
    outcome: 'QUOTA_SPENT',
  },
  {
    change: 'the sender ID was taken away',
    sql: `update sender set status = 'REJECTED' where sender = $1`,
    values: ({ name }) => [name],
    outcome: 'SENDER_NOT_READY',
  },
  {
    change: 'an operator withdraws its approval',
    sql: `update sender set unregistered = '{1}' where client_id = $1`,
    values: ({ clientId }) => [clientId],
    outcome: 'SENDER_NOT_REGISTERED',
  },
  {
    change: 'the client got a daily limit that is reached',
    sql: `update client set daily_limit_messages = 1 where id = $1`,
    values: ({ clientId }) => [clientId],
    outcome: 'DAILY_LIMIT',
  },
  {
    change: 'the number opted out',
    sql: `insert into opt_out (client_id, destination, source) values ($1, '254712345678', 'PORTAL')`,
    values: ({ clientId }) => [clientId],
    outcome: 'OPTED_OUT',
  },
  {
    change: 'the number was erased after it opted out',
    sql: `with e as (insert into erased_number values (number_hash('254712345678')) on conflict do nothing) insert into opt_out (client_id, destination, source) values ($1, number_hash('254712345678'), 'PORTAL')`,
    values: ({ clientId }) => [clientId],
    outcome: 'OPTED_OUT',
  },
  {
    change: 'the units were spent',
    sql: `update ledger_account set floor = balance where client_id = $1 and kind = 'available'`,
    values: ({ clientId }) => [clientId],
    outcome: 'NO_UNITS',
  },
  {
    change: 'the sending hours closed',
    sql: `insert into sending_window (kind, country, opens, closes, days, timezone, source, checked_on) select 'TRANSACTIONAL', 'KE', 0, 1440, array[(extract(isodow from now())::int + 2) % 7 + 1], 'UTC', 'test', now() where $1 <> ''`,
    values: ({ name }) => [name],
    outcome: 'OUTSIDE_WINDOW',
  },
];

test.each(CHANGES)(
  'nothing is accepted on what was known before $change',
  async ({ sql, values, outcome }) => {
    const shop = await addShop();
    const acceptor = openAcceptor({ database });
    const call = async () => said(await acceptor.accept(shop.submitter, [offer(shop.name)]))[0];
    expect([await call(), await call()]).toEqual(['accepted', 'accepted']);
    expect(statements).toHaveBeenCalledTimes(1);
    await db.query(sql, values(shop));
    expect(await call()).toBe(outcome);
    await db.query(`delete from sending_window where kind = 'TRANSACTIONAL' and country = 'KE'`);
  },
);

test('a configuration that was published routes the next call', async () => {
  const shop = await addShop();
  const acceptor = openAcceptor({ database });
  const call = () => acceptor.accept(shop.submitter, [offer(shop.name)]);
  await call();
  await call();
  expect(statements).toHaveBeenCalledTimes(1);
  const { version } = await portal.run(systemScope(), (tx) => publishConfig(tx, null));
  await call();
  const versions = await db.query<{ version: number }>(
    'select config_version as version from message where client_id = $1 order by id',
    [shop.clientId],
  );
  expect(versions.at(-1)!.version).toBe(version);
});

test('accepts the calls that the units suffice for, and refuses the others', async () => {
  const shop = await addShop(50_000n);
  const acceptor = openAcceptor({ database });
  const call = (count: number) =>
    acceptor.accept(
      shop.submitter,
      Array.from({ length: count }, () => offer(shop.name)),
    );
  await call(1);
  expect(said(await call(6))).toEqual([
    ...Array<string>(4).fill('accepted'),
    ...Array<string>(2).fill('NO_UNITS'),
  ]);
  expect(statements).toHaveBeenCalledTimes(1);
  expect(await portal.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test('statements of several clients share a transaction, and each stands or falls alone', async () => {
  const acceptor = openAcceptor({ database });
  const shops = [];
  // The last has units for one more message alone.
  for (const units of [...Array<bigint>(5).fill(1_000_000n), 20_000n])
    shops.push(await addShop(units));
  for (const { submitter, name } of shops) await acceptor.accept(submitter, [offer(name)]);
  statements.mockClear();
  const transactions = vi.spyOn(database, 'run');
  const outcomes = await Promise.all(
    shops.flatMap(({ submitter, name }) =>
      ['0712345671', '0712345672'].map((to) => acceptor.accept(submitter, [offer(name, { to })])),
    ),
  );
  expect(outcomes.map((each) => said(each)[0])).toEqual([
    ...Array.from({ length: 11 }, () => 'accepted'),
    'NO_UNITS',
  ]);
  // One for each pair of clients, and the long way of the one that is short of units.
  expect(transactions.mock.calls.length).toBe(4);
  transactions.mockRestore();
  for (const [at, { clientId }] of shops.entries())
    expect(await db.query('select from message where client_id = $1', [clientId])).toHaveLength(
      at === 5 ? 2 : 3,
    );
  expect(await portal.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test('concurrent calls of several clients and processes hold each unit once', async () => {
  const shops = await Promise.all([addShop(100_000n), addShop(100_000n)]);
  const acceptors = [openAcceptor({ database }), openAcceptor({ database })];
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const shop = shops[at % 2]!;
      await new Promise((resolve) => setImmediate(resolve));
      return said(
        await acceptors[at % 4 < 2 ? 0 : 1]!.accept(shop.submitter, [offer(shop.name)]),
      )[0];
    }),
  );
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(20);
  const [{ count } = { count: 0 }] = await db.query<{ count: number }>(
    'select count(*)::int as count from message where client_id = any ($1)',
    [shops.map(({ clientId }) => clientId)],
  );
  expect(count).toBe(20);
  expect(await portal.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test('an approval that an account above needs applies at once on the short way, and so does a move in the tree', async () => {
  const shop = await addShop();
  const [parent, free] = [
    await addClient(portal, { parentId: rootId }),
    await addClient(portal, { parentId: rootId }),
  ];
  const set = (id: string, values: string) =>
    db.query(`update client set ${values} where id = $1`, [id]);
  await set(shop.clientId, `parent_id = '${parent}'`);
  const acceptor = openAcceptor({ database });
  let to = 0;
  /** Sends a message, and tells if it waits and if the short way took it. */
  const send = async () => {
    statements.mockClear();
    const [outcome] = await acceptor.accept(shop.submitter, [
      offer(shop.name, { to: `07123458${String(++to).padStart(2, '0')}` }),
    ]);
    const waits = 'waitsIn' in outcome! && outcome.waitsIn !== null;
    return [waits ? 'waits' : 'goes', statements.mock.calls.length > 0 ? 'at once' : 'long'];
  };
  await send();
  expect(await send()).toEqual(['goes', 'at once']);
  await set(parent, 'requires_campaign_approval = true, unapproved_numbers = 0');
  expect((await send())[0]).toBe('waits');
  expect((await send())[0]).toBe('waits');
  // The limit of the account above counts until the client has one of its own.
  await set(shop.clientId, 'unapproved_numbers = 50');
  await db.query(`update campaign set status = 'CANCELLED' where client_id = $1`, [shop.clientId]);
  expect(await send()).toEqual(['goes', 'long']);
  await set(shop.clientId, 'unapproved_numbers = null');
  expect((await send())[0]).toBe('waits');
  await set(parent, 'requires_campaign_approval = false');
  await send();
  expect(await send()).toEqual(['goes', 'at once']);
  await set(parent, 'requires_campaign_approval = true');
  expect((await send())[0]).toBe('waits');
  await set(shop.clientId, `parent_id = '${free}'`);
  await send();
  expect(await send()).toEqual(['goes', 'at once']);
  await set(shop.clientId, `parent_id = '${parent}'`);
  expect((await send())[0]).toBe('waits');
});
