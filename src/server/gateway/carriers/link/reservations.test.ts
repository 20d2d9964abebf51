// Messages that are accepted into a link's window, on a real link to a simulated carrier.
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { claimSome, takeOver } from '../../../../../test/harness/carrier.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { addConnector, until } from '../../../../../test/harness/pipeline.ts';
import { addCustomer } from '../../../../../test/harness/outside/smpp-customers.ts';
import { addClient, open } from '../../../../../test/harness/wallets.ts';
import { smppSettings } from '../../../../contract/api/connector-settings.ts';
import { startSmsc } from '../../../../sim/smsc/smsc.ts';
import type { Smsc } from '../../../../sim/smsc/smsc.ts';
import { connect } from '../../../../smpp/socket.ts';
import { openAcceptor } from '../../../core/accept/accept.ts';
import type { Acceptor, MessageRequest, Outcome } from '../../../core/accept/accept.ts';
import { recover } from '../../../core/dispatch/submission/recover.store.ts';
import { checkLedger } from '../../../core/ledger/verify-ledger.ts';
import type { Database } from '../../../infra/database/db.ts';
import { CommitUnknown, DatabaseAway } from '../../../infra/database/failures.ts';
import { systemScope } from '../../../infra/database/scope.ts';
import { acceptIncoming } from '../../incoming/incoming.ts';
import type { Submit } from '../connector.rules.ts';
import { databaseSql, machineClock } from '../ports.ts';
import { Claimer } from '../claimer.ts';
import { Settler } from '../settler.ts';
import { SmppDialect } from '../smpp-dialect.ts';
import { Ring } from '../trace.ts';
import { CarrierLink } from './link.ts';

const WINDOW = 10;
/** A connector without a link. */
const OTHER = 9999;
const db = await createTestDatabase();
const portal = open(db);
const gateway = open(db, 'tuma_gateway', 6);
const accepting = open(db, 'tuma_accept', 6);
const statements = vi.spyOn(accepting, 'atOnce');
/** The names of the statements, without their forms. */
const names = () => statements.mock.calls.map(([, , name]) => name.split(': ')[1]);
const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
let smsc: Smsc;
let rootId: string;
let routeId: number;
let connectorId: number;
let link: CarrierLink<Submit>;

beforeAll(async () => {
  rootId = await addClient(portal, { parentId: null });
});
/** A connector of its own for each test, with the only route, and its link. */
beforeEach(async () => {
  smsc = await startSmsc({ systemId: 'tuma', password: 'secret', behaviour: { receiptDelay: 10 } });
  await db.query('delete from chunk');
  await db.query('delete from submission_batch');
  await db.query('delete from route');
  await db.query('delete from connector');
  const settings = {
    host: '127.0.0.1',
    port: smsc.port,
    username: 'tuma',
    window: WINDOW,
    con_loss_delay: 0.1,
  };
  ({ connectorId, routeId } = await addConnector(portal, 0, settings, 1));
  link = openLink(settings);
  link.start();
  await until('the link is bound', () => link.isBound);
  statements.mockClear();
});
afterEach(async () => {
  // The carrier first: a link waits for answers that never come.
  await smsc.stop();
  await link.stop();
});
afterAll(() => statements.mockRestore());

function openLink(settings: Record<string, unknown>): CarrierLink<Submit> {
  const sql = databaseSql(gateway);
  const dialect = new SmppDialect(
    {
      connectorId,
      cid: 'carrier-0',
      carrierAccountId: 1,
      settings: smppSettings.parse(settings),
      password: 'secret',
      codeKeys: Buffer.alloc(32),
    },
    connect,
    new Ring(),
  );
  return new CarrierLink(dialect, [routeId], {
    clock: machineClock,
    sql,
    claimer: new Claimer(sql),
    settler: new Settler(sql, machineClock, log, 1),
    inbox: { take: (mo) => sql.run((tx) => acceptIncoming(tx, mo)) },
    log,
    holder: 'test',
    random: () => 0,
  });
}

let number = 0;
/** A phone that the carrier treats by this ending of its number. */
const phone = (ending = '0050') => `+25471${100 + ++number}${ending}`;
/** A phone whose messages the carrier takes without a word. */
const SILENT = '0016';
const ids = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : outcome.messageId));

/** A customer whose calls an acceptor knows: its first call went the long way, into the queue. */
async function known(acceptor: Acceptor) {
  const { clientId, sender } = await addCustomer(portal, rootId);
  const call = async (requests: readonly Partial<MessageRequest>[] = [{}]) =>
    ids(
      await acceptor.accept(
        { source: 'REST', clientId, user: null, test: false },
        requests.map((request) => ({
          from: sender,
          to: phone(),
          content: { text: 'Habari' },
          ...request,
        })),
      ),
    );
  await call();
  link.wake();
  // In the order of a message's life: read the other way round, one that is claimed in between is in neither.
  await until(
    'the first message was sent',
    async () => (await queued()) + (await inFlight()) === 0,
  );
  return { clientId, call };
}
const count = async (sql: string) =>
  (await db.query<{ n: number }>(`select coalesce((${sql}), 0)::int as n`))[0]!.n;
const queued = () => count('select sum(size - pos) from chunk');
const inFlight = () =>
  count(`select sum(length(replace(open::text, '0', ''))) from submission_batch`);
const unsettled = async (messageIds: readonly string[]) =>
  (await db.query('select from message where id = any ($1) and status <> 10', [messageIds])).length;
const delivered = (messageIds: readonly string[]) =>
  until('everything is delivered', async () => (await unsettled(messageIds)) === 0);
const submitted = () => smsc.stats().accepted;

test("a message accepted into a link's window is stored as a claim from the queue would be", async () => {
  const requests: Partial<MessageRequest>[] = [
    { to: phone(SILENT), clientReference: 'a' },
    { to: phone(SILENT), content: { text: 'A message of two parts. '.repeat(9) } },
    { to: phone(SILENT) },
  ];
  const stored = async (clientId: string) => ({
    batches: await db.query(
      `select b.carrier_account_id, b.route_id, b.priority, b.attempt, b.dup_risk, b.campaign_id, b.part, b.parts, b.open::text as open, b.resend::text as resend,
         b.expires_at = (select min(expires_at) from message m where m.id = any (b.message_ids)) as expires,
         (select array_agg(m.destination order by t.n) from unnest(b.message_ids) with ordinality t (id, n) join message m on m.id = t.id) as destinations
       from submission_batch b where client_id = $1`,
      [clientId],
    ),
    chunks: await db.query('select from chunk where client_id = $1', [clientId]),
    deltas: await db.query(
      `select messages, segments, submitted, captured from campaign_delta where client_id = $1 and messages > 0`,
      [clientId],
    ),
  });
  const [plain, direct] = [
    await known(openAcceptor({ database: accepting })),
    await known(openAcceptor({ database: accepting, links: link.reservations })),
  ];
  await plain.call(requests);
  const lease = await takeOver(portal, OTHER);
  await claimSome(portal, lease, [routeId], 3, ({ units, text }) =>
    text.length > 160
      ? [1, 2].map((part) => ({ part, parts: 2, units: units / 2n }))
      : [{ part: 1, parts: 1, units }],
  );
  expect(submitted()).toBe(2);
  await direct.call(requests);
  expect(names().at(-1)).toBe('accept and claim');
  await until('all are with the carrier', () => submitted() === 6);
  expect(await stored(direct.clientId)).toEqual(await stored(plain.clientId));
  expect(await portal.run(systemScope(), checkLedger)).toMatchObject({ ok: true });
});

test('each is submitted once and its receipt ends it, and nothing was in the queue', async () => {
  const { call } = await known(openAcceptor({ database: accepting, links: link.reservations }));
  const before = submitted();
  const accepted = await call([{}, {}, {}]);
  expect(await queued()).toBe(0);
  await delivered(accepted);
  expect(submitted()).toBe(before + 3);
  expect(names()).toEqual(['accept and claim']);
});

test('no more than a link has places for goes to it, the rest into the queue', async () => {
  const { call } = await known(openAcceptor({ database: accepting, links: link.reservations }));
  const before = submitted();
  await Promise.all(Array.from({ length: WINDOW + 4 }, () => call([{ to: phone(SILENT) }])));
  expect([await inFlight(), await queued()]).toEqual([WINDOW, 4]);
  await until('the window is full', () => submitted() === before + WINDOW);
  expect(names()).toEqual(['accept and claim', 'accept at once']);
});

test('a schedule, a longer call than the window and a route of other links go into the queue', async () => {
  const { call } = await known(openAcceptor({ database: accepting, links: link.reservations }));
  await call([{ scheduleAt: new Date(Date.now() + 3_600_000) }]);
  await call(Array.from({ length: WINDOW + 1 }, () => ({})));
  link.serve([routeId + 1]);
  await call();
  expect(names()).toEqual(Array<string>(3).fill('accept at once'));
});

test('a message of more parts than the window has places goes before those that come after it', async () => {
  const { call } = await known(openAcceptor({ database: accepting, links: link.reservations }));
  const before = submitted();
  // The carrier's answer to this one does not come: the window is not empty.
  await call([{ to: phone(SILENT) }]);
  await call([{ content: { text: 'x'.repeat(153 * (WINDOW + 2)) } }]);
  link.wake();
  await until('the link has the long one', () => link.reservations.room(routeId) === 0);
  await call();
  expect(names()).toEqual(['accept and claim', 'accept at once', 'accept at once']);
  expect(submitted()).toBe(before + 1);
});

test('a link whose connector has a newer owner gets nothing', async () => {
  const { call } = await known(openAcceptor({ database: accepting, links: link.reservations }));
  const before = submitted();
  await takeOver(portal, connectorId);
  const [id] = await call();
  expect(names().at(-1)).toBe('accept and claim');
  expect(await db.query('select message_ids from chunk where not stopped')).toEqual([
    { message_ids: [id] },
  ]);
  expect([await inFlight(), submitted()]).toEqual([0, before]);
});

/** Runs work while acceptance waits for the wallet, its lease locked; then lets it go on. */
async function whileAccepting<T>(clientId: string, work: () => Promise<T>): Promise<T> {
  const holder = await accepting.connect();
  await holder.query('begin');
  await holder.query('select from ledger_account where client_id = $1 for update', [clientId]);
  try {
    return await work();
  } finally {
    await holder.query('rollback');
    await holder.end();
  }
}
const waiting = (statement: string) =>
  until(
    `${statement} waits`,
    async () =>
      (
        await db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
          [`%${statement}%`],
        )
      ).length > 0,
  );

test('a new owner waits for an acceptance that has begun, and finds its messages', async () => {
  const { clientId, call } = await known(
    openAcceptor({ database: accepting, links: link.reservations }),
  );
  const before = submitted();
  const [accepted, recovered] = await whileAccepting(clientId, async () => {
    const accepted = call([{ to: phone(SILENT) }]);
    await waiting('with excluded_number');
    const recovered = portal.run(systemScope(), (tx) =>
      recover(tx, { connectorId, carrierAccountId: 1, holder: 'new' }),
    );
    await waiting('insert into connector_lease');
    return [accepted, recovered] as const;
  });
  const [id] = await accepted;
  expect((await recovered).ambiguous).toEqual([{ messageId: id, part: 1 }]);
  await until('the old owner has written it', () => submitted() === before + 1);
});

test('messages whose link ends while they are accepted are submitted by the next session', async () => {
  const { clientId, call } = await known(
    openAcceptor({ database: accepting, links: link.reservations }),
  );
  const before = submitted();
  const accepted = await whileAccepting(clientId, async () => {
    const accepted = call([{}, {}]);
    await waiting('with excluded_number');
    smsc.drop();
    await until('the link is gone', () => link.reservations.room(routeId) === 0);
    return [accepted] as const;
  });
  await delivered(await accepted[0]);
  expect(submitted()).toBe(before + 2);
});

test('a stop submits what is being accepted before it unbinds', async () => {
  const { clientId, call } = await known(
    openAcceptor({ database: accepting, links: link.reservations }),
  );
  const [accepted, stopped] = await whileAccepting(clientId, async () => {
    const accepted = call([{}, {}]);
    await waiting('with excluded_number');
    return [accepted, link.stop()] as const;
  });
  const messageIds = await accepted;
  await stopped;
  expect(submitted()).toBe(3);
  expect([await queued(), await inFlight()]).toEqual([0, 0]);
  expect(messageIds).toHaveLength(2);
});

/** The acceptor's database, whose next statement of this kind has an unknown outcome. */
const unsure = (fail: (result: Promise<unknown>) => Promise<unknown>): Database => {
  let isArmed = true;
  return {
    ...accepting,
    async atOnce<R>(text: string, values: unknown[], name: string) {
      const result = accepting.atOnce<R>(text, values, name);
      if (name.endsWith(': accept and claim') && isArmed) {
        isArmed = false;
        await fail(result);
      }
      return result;
    },
  };
};

test('an acceptance whose commit was not answered is submitted once', async () => {
  const database = unsure(async (result) => {
    await result;
    throw new CommitUnknown(new Error('cut'));
  });
  const { call } = await known(openAcceptor({ database, links: link.reservations }));
  const before = submitted();
  await delivered(await call([{}, {}]));
  expect(submitted()).toBe(before + 2);
  await until('the link is bound again', () => link.isBound);
  await delivered(await call());
});

test('an acceptance that the server ended leaves nothing, and its places are free again', async () => {
  const { clientId, call } = await known(
    openAcceptor({ database: accepting, links: link.reservations }),
  );
  const before = submitted();
  const whole = () => call(Array.from({ length: WINDOW }, () => ({})));
  const [accepted] = await whileAccepting(clientId, async () => {
    const refused = expect(whole()).rejects.toBeInstanceOf(DatabaseAway);
    await waiting('with excluded_number');
    await db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%with excluded_number%' and pid <> pg_backend_pid()`,
    );
    return [refused] as const;
  });
  await accepted;
  await until('the link is bound', () => link.isBound);
  await delivered(await whole());
  expect(submitted()).toBe(before + WINDOW);
});
