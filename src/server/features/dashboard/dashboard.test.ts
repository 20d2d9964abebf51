// The dashboard of each role, read from rows as other folders write them.
import { beforeEach, describe, expect, test } from 'vitest';
import { withinOneHour } from '../../../../test/harness/clock.ts';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';
import type { AttentionItem, FirstStepState, Stock } from '../../../contract/api/dashboard.ts';
import { addRollups } from '../../core/dispatch/counts/rollups.store.ts';
import { newId } from '../../infra/ids.ts';
import { transfer as giveUnits, purchase } from '../../core/ledger/ledger.ts';
import { systemScope } from '../../infra/database/scope.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const approver = await portal.add('approver', 'EBU_APPROVER', root);
const bank = await portal.add('bank', 'EBU_CLIENT', root);
let made = 0;
let reseller: Person, client: Person, stranger: Person;
beforeEach(async () => {
  await withinOneHour(20);
  const number = ++made;
  reseller = await portal.add(`reseller${number}`, 'RESELLER', root);
  client = await portal.add(`client${number}`, 'CLIENT', reseller);
  stranger = await portal.add(`stranger${number}`, 'COMPANY', root);
});

type Dashboard = {
  attention: AttentionItem[];
  firstSteps: FirstStepState[] | null;
  stock: Stock | null;
  scheduled: { campaignName: string }[];
};
const look = async (as: Person) => {
  const { status, body } = await portal.call('GET', '/v1/portal/dashboard', { token: as.token });
  expect(status).toBe(200);
  return body as unknown as Dashboard;
};
const figures = async (as: Person) =>
  (await portal.call('GET', '/v1/portal/dashboard/figures', { token: as.token })).body;
const kinds = async (as: Person) => (await look(as)).attention.map(({ kind }) => kind);
const item = async (as: Person, kind: string) =>
  (await look(as)).attention.find((each) => each.kind === kind);
const steps = async (as: Person) =>
  (await look(as)).firstSteps?.map(
    ({ step, done, waiting }) => `${step}${done ? ' done' : waiting ? ' waiting' : ''}`,
  );

async function addCampaign(
  owner: Person,
  name: string,
  status: string,
  more: { reason?: string; scheduleAt?: string; copiedFrom?: string } = {},
): Promise<string> {
  const id = newId();
  await db.query(
    `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, reason, waiting_since, scheduled_at, copied_from, ended_at) values ($1, $2, $3, 'TEST', 'text', 'FILE', 'KE', $4, $5, now(), $6, $7, case when $4 = 'FAILED' then now() end)`,
    [
      id,
      owner.clientId,
      name,
      status,
      more.reason ?? null,
      more.scheduleAt ?? null,
      more.copiedFrom ?? null,
    ],
  );
  return id;
}
async function addSender(
  owner: Person,
  status: string,
  more: { paymentStatus?: string; document?: { status: string; reason?: string } } = {},
): Promise<string> {
  const id = newId();
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status, payment_status, fee, currency) values ($1, $2, $3, 'TRANSACTIONAL', 'KE', $4, $5, 1500, 'KES')`,
    [id, `NAME${++made}`, owner.clientId, status, more.paymentStatus ?? 'NOT_REQUIRED'],
  );
  if (more.document)
    await db.query(
      `insert into sender_document (id, sender_id, client_id, kind, status, reason, file_id, file_name, content_type, bytes) values ($1, $2, $3, 'CERTIFICATE', $4, $5, $1, 'a.pdf', 'application/pdf', 1)`,
      [newId(), id, owner.clientId, more.document.status, more.document.reason ?? null],
    );
  return id;
}
/** Counts messages of an hour in the past, as the aggregation does. */
const sent = (
  owner: Person,
  hoursAgo: number,
  {
    messages,
    delivered = 0,
    failed = 0,
    units = 0,
  }: { messages: number; delivered?: number; failed?: number; units?: number },
) =>
  portal.database.run(systemScope(), (tx) =>
    addRollups(tx, [
      {
        hour: new Date(Math.floor(Date.now() / 3_600_000 - hoursAgo) * 3_600_000),
        clientId: owner.clientId,
        sender: 'TEST',
        country: 'KE',
        network: 1,
        captured: BigInt(units * 10_000),
        causes: [],
        messages,
        segments: messages,
        submitted: messages,
        delivered,
        undeliverable: 0,
        rejected: 0,
        expired: 0,
        failed,
        unknown: 0,
        cancelled: 0,
      },
    ]),
  );
const give = (owner: Person, units: bigint) =>
  portal.database.run(systemScope(), (tx) =>
    purchase(tx, { clientId: owner.clientId, units: units * 10_000n, idempotencyKey: newId() }),
  );

describe('the first steps', () => {
  test('are completed by actions, and hidden once all are', async () => {
    expect(await steps(client)).toEqual([
      'DETAILS done',
      'SENDER',
      'UNITS',
      'CONTACTS',
      'CAMPAIGN',
    ]);
    const senderId = await addSender(client, 'PENDING_DOCUMENTS_APPROVAL');
    expect(await steps(client)).toContain('SENDER waiting');
    await db.query(`update sender set status = 'READY_FOR_SENDING' where id = $1`, [senderId]);
    await give(client, 50n);
    await db.query(`insert into contact (id, client_id, phone) values ($1, $2, '254712345678')`, [
      newId(),
      client.clientId,
    ]);
    await addCampaign(client, 'A draft', 'PENDING');
    expect(await steps(client)).toEqual([
      'DETAILS done',
      'SENDER done',
      'UNITS done',
      'CONTACTS done',
      'CAMPAIGN',
    ]);
    await addCampaign(client, 'The first', 'QUEUED');
    expect(await steps(client)).toBeUndefined();
  });

  test('a delegated sender ID counts, a public one does not', async () => {
    const shared = await addSender(stranger, 'READY_FOR_SENDING');
    await db.query('update sender set is_generic = true where id = $1', [shared]);
    expect(await steps(client)).toContain('SENDER');
    await db.query('update sender set delegated_to = $2 where id = $1', [
      await addSender(reseller, 'READY_FOR_SENDING'),
      [client.clientId],
    ]);
    expect(await steps(client)).toContain('SENDER done');
  });

  test('an account that sends by software has completed sending', async () => {
    await sent(client, 30, { messages: 1 });
    expect(await steps(client)).toContain('CAMPAIGN done');
  });

  test('stay hidden for the person who dismissed them, and return on request', async () => {
    const hide = (hidden: boolean) =>
      portal.call('PUT', '/v1/portal/dashboard/firstSteps', {
        token: client.token,
        body: { hidden },
      });
    expect(await hide(true)).toMatchObject({ status: 200, body: { hidden: true } });
    expect(await steps(client)).toBeUndefined();
    expect(await steps(reseller)).toBeDefined();
    await hide(false);
    expect(await steps(client)).toBeDefined();
  });
});

describe('needs your attention', () => {
  test('nothing, for a client without problems', async () =>
    expect(await kinds(client)).toEqual([]));

  test('waiting campaigns concern the accounts above, not their owner or strangers', async () => {
    const waiting = await addCampaign(client, 'Please look', 'WAITING_APPROVAL');
    expect(await item(reseller, 'CAMPAIGN_APPROVAL')).toMatchObject({
      count: 1,
      countIsLowerBound: false,
      first: { id: waiting, name: 'Please look', clientName: `client${made}` },
    });
    expect(await kinds(client)).toEqual([]);
    expect(await kinds(stranger)).toEqual([]);
    await addCampaign(bank, 'Statements', 'WAITING_APPROVAL');
    expect(await item(approver, 'CAMPAIGN_APPROVAL')).toMatchObject({
      first: { name: 'Statements' },
    });
    expect(await kinds(approver)).toEqual(['CAMPAIGN_APPROVAL']);
  });

  test('lists campaigns that were too late, and failed ones until they are sent again', async () => {
    await addCampaign(client, 'Late', 'PAUSED', { reason: 'TOO_LATE', scheduleAt: '2026-01-01' });
    await addCampaign(client, 'Paused by hand', 'PAUSED');
    const failed = await addCampaign(client, 'Broke', 'FAILED', { reason: 'NO_UNITS' });
    expect(
      (await look(client)).attention.map(
        ({ kind, count, first: { name, clientName, reason } }) => ({
          kind,
          count,
          name,
          clientName,
          reason,
        }),
      ),
    ).toEqual([
      { kind: 'CAMPAIGN_TOO_LATE', count: 1, name: 'Late', clientName: null, reason: 'TOO_LATE' },
      { kind: 'CAMPAIGN_FAILED', count: 1, name: 'Broke', clientName: null, reason: 'NO_UNITS' },
    ]);
    expect(await item(reseller, 'CAMPAIGN_FAILED')).toMatchObject({
      first: { clientName: `client${made}` },
    });
    const again = await addCampaign(client, 'Broke, once more', 'PENDING', { copiedFrom: failed });
    expect(await kinds(client)).toContain('CAMPAIGN_FAILED');
    await db.query(`update campaign set status = 'RUNNING' where id = $1`, [again]);
    expect(await kinds(client)).toEqual(['CAMPAIGN_TOO_LATE']);
  });

  test('a rejected document and an unpaid fee concern the applicant, a new document the platform', async () => {
    const rejected = await addSender(client, 'PENDING_DOCUMENTS_APPROVAL', {
      document: { status: 'DOCUMENT_REJECTED', reason: 'It is blurred' },
    });
    await addSender(client, 'DOCUMENTS_APPROVED', { paymentStatus: 'UNPAID' });
    expect(await kinds(client)).toEqual(['DOCUMENT_REJECTED', 'SENDER_FEE']);
    expect(await item(client, 'DOCUMENT_REJECTED')).toMatchObject({
      first: { id: rejected, reason: 'It is blurred' },
    });
    expect(await item(client, 'SENDER_FEE')).toMatchObject({ first: { reason: '1500.00 KES' } });
    expect(await kinds(reseller)).toEqual([]);
    expect(await kinds(root)).not.toContain('SENDER_REVIEW');
    await addSender(client, 'PENDING_DOCUMENTS_APPROVAL', {
      document: { status: 'PENDING_APPROVAL' },
    });
    expect(await item(root, 'SENDER_REVIEW')).toMatchObject({
      count: 1,
      first: { clientName: `client${made - 3}` },
    });
    await db.query(
      `update sender_document set status = 'DOCUMENT_APPROVED'; update sender set status = 'READY_FOR_SENDING'`,
    );
  });

  test('a sender ID that an operator has not approved concerns its owner until something stands in', async () => {
    const [named, other] = [
      await addSender(client, 'READY_FOR_SENDING'),
      await addSender(root, 'READY_FOR_SENDING'),
    ];
    await db.query(`update sender set is_generic = true, unregistered = '{3}' where id = $1`, [
      other,
    ]);
    const set = (networks: number[], standIn: string | null) =>
      db.query('update sender set unregistered = $2, stand_in_id = $3 where id = $1', [
        named,
        networks,
        standIn,
      ]);
    await set([2], null);
    expect(await item(client, 'SENDER_UNREGISTERED')).toMatchObject({ first: { id: named } });
    expect(await kinds(reseller)).toEqual([]);
    await set([2], other);
    expect(await kinds(client)).toEqual([]);
    await set([2, 3], other);
    expect(await kinds(client)).toEqual(['SENDER_UNREGISTERED']);
    await set([], null);
    expect(await kinds(client)).toEqual([]);
  });

  test('a balance under the alert level, or used up', async () => {
    await db.query('update client set low_units_notify_level = 100000 where id = $1', [
      client.clientId,
    ]);
    await give(client, 9n);
    expect(await kinds(client)).toEqual(['LOW_UNITS']);
    await give(client, 1n);
    expect(await kinds(client)).toEqual([]);
  });

  test('a started connector in force that is not bound', async () => {
    const [connector] = await db.query<{ id: number }>(
      `insert into connector (cid, kind, carrier_account_id, settings, created_at) values ('carrier-${made}', 'SMPP', 1, '{}', now() - interval '1 hour') returning id`,
    );
    const state = (word: string, error: string | null) =>
      db.query(
        `insert into connector_state (connector_id, holder, state, since, last_error, window_size, in_window, submitted_per_s, slowest_tick_ms) values ($1, 'g', $2, now(), $3, 1, 0, 0, 0) on conflict (connector_id) do update set state = $2, last_error = $3, updated_at = now()`,
        [connector!.id, word, error],
      );
    expect(await kinds(root)).not.toContain('CONNECTOR_DOWN');
    await db.query(
      `insert into config_version (config) values (jsonb_build_object('connectors', jsonb_build_array(jsonb_build_object('id', $1::int)), 'filters', '[]'::jsonb, 'routes', '[]'::jsonb))`,
      [connector!.id],
    );
    expect(await item(root, 'CONNECTOR_DOWN')).toMatchObject({
      count: 1,
      first: { id: `carrier-${made}`, reason: 'smpp' },
    });
    await state('CONNECTING', null);
    expect(await kinds(root)).not.toContain('CONNECTOR_DOWN');
    await state('CLOSED', 'connect: ECONNREFUSED');
    expect(await kinds(root)).toContain('CONNECTOR_DOWN');
    expect(await kinds(reseller)).not.toContain('CONNECTOR_DOWN');
    await state('BOUND', null);
    expect(await kinds(root)).not.toContain('CONNECTOR_DOWN');
    await db.query(`update connector_state set updated_at = now() - interval '5 minutes'`);
    expect(await kinds(root)).toContain('CONNECTOR_DOWN');
    await db.query('update connector set started = false');
    expect(await kinds(root)).not.toContain('CONNECTOR_DOWN');
  });

  test('a payment without an outcome, and an orphan callback', async () => {
    const pay = (minutes: number) =>
      db.query(
        `insert into payment (id, client_id, purpose, amount, currency, provider, phone, secret, after_seq, step, pushed_at, next_query_at) values ($1, $2, 'UNITS', 10, 'KES', 'daraja', '+254712345678', 's', 0, 'ON_PHONE', now() - $3 * interval '1 minute', now())`,
        [newId(), client.clientId, minutes],
      );
    await pay(1);
    expect(await kinds(root)).not.toContain('PAYMENT_SILENT');
    await pay(60);
    await db.query(`insert into payment_event (kind) values ('ORPHAN')`);
    expect(await kinds(root)).toEqual(expect.arrayContaining(['PAYMENT_SILENT', 'PAYMENT_ORPHAN']));
    expect(await item(root, 'PAYMENT_SILENT')).toMatchObject({
      count: 1,
      first: { clientName: `client${made}` },
    });
    expect(await kinds(client)).toEqual([]);
  });

  test('a ledger that does not balance, until a later proof succeeds', async () => {
    await db.query(`insert into ledger_proof (ok, result) values (false, '{}')`);
    expect((await kinds(root))[0]).toBe('LEDGER_WRONG');
    await db.query(`insert into ledger_proof (ok, result) values (true, '{}')`);
    expect(await kinds(root)).not.toContain('LEDGER_WRONG');
  });

  test('more than a hundred are shown as such', async () => {
    await db.query(
      `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, waiting_since) select gen_random_uuid(), $1, 'many', 'TEST', 'text', 'FILE', 'KE', 'WAITING_APPROVAL', now() from generate_series(1, 101)`,
      [client.clientId],
    );
    expect(await item(reseller, 'CAMPAIGN_APPROVAL')).toMatchObject({
      count: 100,
      countIsLowerBound: true,
    });
  });
});

describe('how long units last', () => {
  test('from recent use, if there was enough', async () => {
    await give(client, 1000n);
    expect((await look(client)).stock).toEqual({
      balance: 1000,
      lowUnitsNotifyLevel: 0,
      pace: null,
      daysLeft: null,
    });
    await db.query(`update client set created_at = now() - interval '60 days' where id = $1`, [
      client.clientId,
    ]);
    for (const day of [1, 2, 3]) await sent(client, day * 24, { messages: 70, units: 70 });
    expect((await look(client)).stock).toMatchObject({
      pace: { days: 7, unitsPerDay: 30 },
      daysLeft: 33,
    });
  });

  test('includes the units that a reseller transferred and sold', async () => {
    await give(reseller, 1000n);
    await db.query(`update client set created_at = now() - interval '60 days' where id = $1`, [
      reseller.clientId,
    ]);
    await portal.database.run(systemScope(), (tx) =>
      giveUnits(tx, {
        fromId: reseller.clientId,
        toId: client.clientId,
        units: 700_000n,
        arrives: 700_000n,
        idempotencyKey: newId(),
        actorId: reseller.clientId,
        impersonatorId: null,
      }),
    );
    // As if it had been two days ago; the ledger itself lets nobody change that.
    await db.query(`alter table ledger_transfer disable trigger ledger_transfer_append_only`);
    await db.query(
      `update ledger_transfer set created_at = now() - interval '2 days' where kind = 'TRANSFER' and actor_id = $1`,
      [reseller.clientId],
    );
    await db.query(`alter table ledger_transfer enable trigger ledger_transfer_append_only`);
    await sent(reseller, 96, { messages: 1, units: 7 });
    for (const day of [1, 3]) {
      await db.query(
        `insert into payment (id, client_id, seller_id, seller_units, units, purpose, amount, currency, provider, phone, secret, after_seq, status, step, ended_at) values ($1, $2, $3, 210000, 210000, 'UNITS', 10, 'KES', 'daraja', '+254712345678', 's', 0, 'COMPLETED', 'ENDED', now() - $4 * interval '1 day')`,
        [newId(), client.clientId, reseller.clientId, day],
      );
    }
    expect((await look(reseller)).stock).toMatchObject({
      balance: 930,
      pace: { days: 7, unitsPerDay: 17 },
      daysLeft: 54,
    });
  });

  test('an approver has no units', async () => expect((await look(approver)).stock).toBeNull());
});

describe('shows figures and next steps', () => {
  test('counts the account and those below it, also before the roll-up', async () => {
    await sent(client, 0, { messages: 10, delivered: 6, failed: 2, units: 9.5 });
    await db.query(
      `insert into campaign_delta (hour, client_id, sender, country, network, messages, delivered, captured) values (date_trunc('hour', now()), $1, 'TEST', 'KE', 1, 4, 3, 15000)`,
      [reseller.clientId],
    );
    await sent(stranger, 0, { messages: 99 });
    // The day before and the week before are in the same running totals, and in none of today's figures.
    await sent(client, 24, { messages: 1000, delivered: 1000 });
    await sent(client, 7 * 24, { messages: 2000 });
    expect(await figures(client)).toMatchObject({
      today: { messages: 10, delivered: 6, ended: 8, units: 9.5 },
      yesterday: { messages: 1000, delivered: 1000 },
      clients: null,
      clientsSending: null,
    });
    expect(await figures(reseller)).toMatchObject({
      today: { messages: 14, delivered: 9, ended: 11, units: 11 },
      yesterday: { messages: 1000, delivered: 1000 },
      clients: 1,
      clientsSending: 1,
    });
    expect((await figures(root))['today'].messages).toBeGreaterThanOrEqual(113);
    expect((await figures(approver))['today'].messages).toBe(0);
  });

  test('days begin at the midnight of the account', async () => {
    const zone = 'Pacific/Kiritimati';
    await db.query(`update client set timezone = $2 where id = $1`, [client.clientId, zone]);
    for (let hour = 0; hour < 24; hour += 1) await sent(client, hour, { messages: 1 });
    const { timezone, dayTimestamp, today, yesterday, days } = await figures(client);
    expect(timezone).toBe(zone);
    // The zone is 14 hours ahead of UTC, and its days begin at 10:00 UTC.
    const passed = Math.floor(Date.now() / 3_600_000) - dayTimestamp / 3600 + 1;
    expect(new Date(dayTimestamp * 1000).getUTCHours()).toBe(10);
    expect([today.messages, yesterday.messages]).toEqual([passed, 24 - passed]);
    expect(days.slice(-2)).toMatchObject([{ messages: 24 - passed }, { messages: passed }]);
  });

  test('an approver sees no units', async () => {
    expect((await figures(approver)).today.units).toBeNull();
  });

  test('the campaigns that go out next, soonest first, of those within reach', async () => {
    await addCampaign(client, 'Later', 'SCHEDULED', { scheduleAt: '2030-01-02' });
    await addCampaign(client, 'Sooner', 'SCHEDULED', { scheduleAt: '2030-01-01' });
    await addCampaign(stranger, 'Not yours', 'SCHEDULED', { scheduleAt: '2029-01-01' });
    expect((await look(reseller)).scheduled.map(({ campaignName }) => campaignName)).toEqual([
      'Sooner',
      'Later',
    ]);
  });
});

describe('the clients of a seller', () => {
  const watch = async (as: Person) =>
    (await portal.call('GET', '/v1/portal/dashboard/clients', { token: as.token })).body;
  /** A client of the reseller that is as old as its history. */
  const below = async (name: string) => {
    const person = await portal.add(`${name}${made}`, 'CLIENT', reseller);
    await db.query(`update client set created_at = now() - interval '200 days' where id = $1`, [
      person.clientId,
    ]);
    return person;
  };

  test('are named when they run low, when they fall silent, and when they send most', async () => {
    const [busy, silent] = [await below('busy'), await below('silent')];
    await give(busy, 100n);
    for (const day of [1, 2, 3, 4]) await sent(busy, day * 24, { messages: 90, units: 90 });
    await sent(silent, 20 * 24, { messages: 7, units: 7 });
    await sent(stranger, 24, { messages: 500, units: 500 });
    const { low, silent: quiet, top } = await watch(reseller);
    expect(low).toMatchObject({
      count: 1,
      clients: [{ clientId: busy.clientId, smsBalance: 100, daysLeft: 1 }],
    });
    expect(quiet).toMatchObject({
      count: 1,
      clients: [{ clientId: silent.clientId, silentDays: 20 }],
    });
    expect(top).toMatchObject([{ clientId: busy.clientId, messages: 360 }]);
    expect(top[0].days).toHaveLength(14);
    expect(top[0].days.reduce((sum: number, count: number) => sum + count, 0)).toBe(360);
  });

  test("and what they bought: units, money and margin of the account's own days", async () => {
    const buy = (hoursAgo: number, units: number, amount: number) =>
      db.query(
        `insert into payment (id, client_id, seller_id, seller_units, units, purpose, amount, currency, provider, phone, secret, after_seq, status, step, ended_at) values ($1, $2, $3, $4, $4, 'UNITS', $5, 'KES', 'daraja', '+254712345678', 's', 0, 'COMPLETED', 'ENDED', now() - $6 * interval '1 hour')`,
        [newId(), client.clientId, reseller.clientId, units * 10_000, amount, hoursAgo],
      );
    await buy(0, 100, 100);
    await buy(24, 1000, 900);
    const { sales } = await watch(reseller);
    expect(sales).toMatchObject({ currency: 'KES', costPrice: '0.8000' });
    expect(sales.days).toHaveLength(14);
    expect(sales.days.slice(-2)).toMatchObject([
      { units: 1000, amount: '900', margin: '100' },
      { units: 100, amount: '100', margin: '20' },
    ]);
    expect((await watch(stranger)).sales.days.at(-1)).toMatchObject({ units: 0, amount: '0' });
  });

  test('and not what the platform sold in its place, after its stock was gone', async () => {
    const paymentId = newId();
    await db.query(
      `insert into payment (id, client_id, seller_id, seller_units, units, purpose, amount, currency, provider, phone, secret, after_seq, status, step, ended_at) values ($1, $2, $3, 4000000, 4000000, 'UNITS', 400, 'KES', 'daraja', '+254712345678', 's', 0, 'COMPLETED', 'ENDED', now())`,
      [paymentId, client.clientId, reseller.clientId],
    );
    await db.query(
      `insert into invoice (id, seller_id, number, payment_id, client_id, seller, buyer, purpose, units, net, tax, total, currency) values ($1, $2, 1, $3, $4, '{}', '{}', 'UNITS', 4000000, 400, 0, 400, 'KES')`,
      [newId(), root.clientId, paymentId, client.clientId],
    );
    const { days, lastWeekUnits } = (await watch(reseller)).sales;
    expect(days.at(-1)).toMatchObject({ units: 0, amount: '0', margin: '0' });
    expect(lastWeekUnits).toBe(0);
  });
});
