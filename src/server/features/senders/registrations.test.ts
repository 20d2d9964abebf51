import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import type { Person } from '../../../../test/harness/portal.ts';
import { messenger } from '../../../../test/harness/campaigns.ts';
import { startRunner } from '../../core/background/runner.ts';
import { addTask } from '../../core/background/tasks.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { newId } from '../../infra/ids.ts';
import { remindOfRegistrations } from './registrations.jobs.ts';
import { notifyOwners } from './stand-ins.jobs.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const support = await portal.add('support', 'IT_SUPPORT', root);
const company = await portal.add('company', 'COMPANY', root);
const stranger = await portal.add('stranger', 'COMPANY', root);
const [AIRTEL, TELKOM, VODACOM_TZ] = [2, 3, 11];
const today = new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function addSender(
  owner: Person,
  sender: string,
  more: { country?: string; status?: string; isGeneric?: boolean } = {},
): Promise<string> {
  const id = newId();
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status, is_generic) values ($1, $2, $3, 'TRANSACTIONAL', $4, $5, $6)`,
    [
      id,
      sender,
      owner.clientId,
      more.country ?? 'KE',
      more.status ?? 'READY_FOR_SENDING',
      more.isGeneric ?? false,
    ],
  );
  return id;
}
const put = (as: Person, id: string, network: number, body: Record<string, unknown>) =>
  portal.call('PUT', `/v1/portal/senderids/${id}/registrations/${network}`, {
    token: as.token,
    body,
  });
const get = async (as: Person, id: string) =>
  (await portal.call('GET', `/v1/portal/senderids/${id}`, { token: as.token })).body;
const choose = (as: Person, id: string, standInId: string | null) =>
  portal.call('PUT', `/v1/portal/senderids/${id}/standIn`, {
    token: as.token,
    body: { standInId },
  });
const unregistered = async (id: string) =>
  (
    await db.query<{ unregistered: number[] }>('select unregistered from sender where id = $1', [
      id,
    ])
  )[0]!.unregistered;

describe('registrations', () => {
  let id: string;
  beforeAll(async () => {
    id = await addSender(company, 'DUKA');
  });

  test('staff record what an operator decided, and acceptance reads who has not approved', async () => {
    expect(
      await put(root, id, AIRTEL, { status: 'PENDING', reference: 'A-1', note: 'By courier' }),
    ).toMatchObject({
      status: 200,
      body: {
        network: AIRTEL,
        operator: 'Airtel',
        status: 'PENDING',
        submittedOn: today,
        decidedOn: null,
        reference: 'A-1',
        note: 'By courier',
        isLate: false,
        sentAs: null,
      },
    });
    await put(support, id, TELKOM, { status: 'REFUSED', decidedOn: daysAgo(1) });
    expect(await unregistered(id)).toEqual([AIRTEL, TELKOM]);
    expect(await put(support, id, AIRTEL, { status: 'APPROVED', reference: 'A-1' })).toMatchObject({
      body: { submittedOn: today, decidedOn: today, sentAs: 'DUKA' },
    });
    expect(await unregistered(id)).toEqual([TELKOM]);
  });

  test('its owner sees states and dates, and neither references nor notes; a stranger sees nothing', async () => {
    const own = await get(company, id);
    expect(own['notApprovedBy']).toEqual(['Telkom']);
    expect(own['registrations']).toMatchObject([
      {
        operator: 'Airtel',
        status: 'APPROVED',
        submittedOn: today,
        reference: '',
        note: '',
        recordedByName: null,
      },
      { operator: 'Telkom', status: 'REFUSED', decidedOn: daysAgo(1), sentAs: null },
    ]);
    expect((await get(root, id))['registrations'][0]).toMatchObject({ reference: 'A-1' });
    expect(
      await portal.call('GET', `/v1/portal/senderids/${id}`, { token: stranger.token }),
    ).toMatchObject({ status: 404 });
    expect(await put(company, id, AIRTEL, { status: 'APPROVED' })).toMatchObject({ status: 403 });
  });

  test.each<[string, number, Record<string, unknown>, number, string]>([
    ["another country's operator", VODACOM_TZ, { status: 'PENDING' }, 400, 'network'],
    ['a day to come', AIRTEL, { status: 'PENDING', submittedOn: daysAgo(-2) }, 400, 'submittedOn'],
    [
      'a decision before the submission',
      AIRTEL,
      { status: 'REFUSED', submittedOn: daysAgo(1), decidedOn: daysAgo(2) },
      400,
      'decidedOn',
    ],
    ['a state that does not follow', AIRTEL, { status: 'NOT_SUBMITTED' }, 409, 'registration'],
  ])('%s is refused by its name', async (_name, network, body, status, field) => {
    const answer = await put(root, id, network, body);
    expect({ status: answer.status, text: answer.text }).toEqual({
      status,
      text: expect.stringContaining(field),
    });
  });

  test('the history and the audit log name the operator', async () => {
    expect(
      (await get(company, id))['events'].map((e: Record<string, string>) => [
        e['kind'],
        e['reason'],
      ]),
    ).toEqual([
      ['REGISTRATION_APPROVED', 'Airtel'],
      ['REGISTRATION_REFUSED', 'Telkom'],
      ['REGISTRATION_PENDING', 'Airtel'],
    ]);
    expect(
      await db.query(
        `select before, after from audit_entry where action = 'SENDER_REGISTRATION_SET' order by id desc limit 1`,
      ),
    ).toMatchObject([
      {
        before: { registrationStatus: 'PENDING', submittedOn: today },
        after: { senderId: 'DUKA', network: 'Airtel', registrationStatus: 'APPROVED' },
      },
    ]);
  });

  test('the list is filtered by state and operator', async () => {
    const listed = async (filter: Record<string, unknown>) =>
      (
        await portal.call('GET', '/v1/portal/senderids', {
          token: root.token,
          body: { pageSize: 50, hide_generic: true, ...filter },
        })
      ).body['senderIds'].map((each: { senderId: string }) => each.senderId);
    expect(await listed({ 'filter.registrations': 'REFUSED' })).toEqual(['DUKA']);
    expect(
      await listed({ 'filter.registrations': 'REFUSED', 'filter.operators': 'Airtel' }),
    ).toEqual([]);
    expect(await listed({ 'filter.operators': 'Airtel' })).toEqual(['DUKA']);
    expect(await listed({ 'filter.registrations': 'PENDING' })).toEqual([]);
  });

  test('a registration is removed, and the operator accepts the name again', async () => {
    const remove = () =>
      portal.call('DELETE', `/v1/portal/senderids/${id}/registrations/${TELKOM}`, {
        token: root.token,
      });
    expect(await remove()).toMatchObject({ status: 200 });
    expect(await unregistered(id)).toEqual([]);
    expect(await remove()).toMatchObject({ status: 404 });
  });
});

describe('a stand-in', () => {
  test('is chosen by the owner among its ready sender IDs of the country that help', async () => {
    const named = await addSender(company, 'NAMED');
    const helpful = await addSender(company, 'HELPFUL');
    const same = await addSender(company, 'SAMELACK');
    const waiting = await addSender(company, 'WAITING', { status: 'WAITING_SETUP' });
    const abroad = await addSender(company, 'ABROAD', { country: 'TZ' });
    const generic = await addSender(root, 'GENERIC', { isGeneric: true });
    const theirs = await addSender(stranger, 'THEIRS');
    await put(root, named, AIRTEL, { status: 'PENDING' });
    await put(root, same, AIRTEL, { status: 'REFUSED' });

    const { body } = await portal.call('GET', `/v1/portal/senderids/${named}/standIns`, {
      token: company.token,
    });
    expect(body['standIns'].map((each: { senderId: string }) => each.senderId)).toEqual(
      expect.arrayContaining(['HELPFUL', 'SAMELACK', 'GENERIC']),
    );
    for (const wrong of [same, waiting, abroad, theirs, named])
      expect(await choose(company, named, wrong)).toMatchObject({
        status: 400,
        text: expect.stringContaining('standInId'),
      });
    for (const right of [helpful, generic])
      expect(await choose(company, named, right)).toMatchObject({ status: 200 });
    expect(await choose(stranger, named, theirs)).toMatchObject({ status: 404 });
    expect(await get(company, named)).toMatchObject({
      standIn: { senderId: 'GENERIC' },
      registrations: [{ operator: 'Airtel', sentAs: 'GENERIC' }],
    });
    expect(await choose(company, named, null)).toMatchObject({ status: 200 });
    expect(await get(company, named)).toMatchObject({
      standIn: null,
      registrations: [{ sentAs: null }],
    });
  });
});

describe('messages to owners', () => {
  const runner = startRunner({
    database: portal.database,
    log: pino({ level: 'silent' }),
    concurrency: 2,
    handlers: { notifyOwners: notifyOwners(portal.database, messenger) },
  });
  afterAll(() => runner.stop());
  const notified = () =>
    vi.waitFor(
      async () => {
        runner.wake();
        expect(await db.query(`select from task where status <> 'COMPLETED'`)).toEqual([]);
      },
      { timeout: 180_000, interval: 20 },
    );

  test('name each decision of an operator, and a stand-in that begins or ends', async () => {
    const owner = await portal.add('owner', 'COMPANY', root);
    const named = await addSender(owner, 'LETTERS');
    const helper = await addSender(owner, 'HELPER');
    let read = 0;
    const next = async () => {
      await notified();
      const mails = (await portal.mailTo(owner.email)).toReversed();
      const since = mails.slice(read);
      read = mails.length;
      return since.map(({ subject, text }) => [subject, text.includes('are refused')]);
    };
    await put(root, named, AIRTEL, { status: 'PENDING' });
    expect(await next()).toEqual([['Airtel has not approved LETTERS yet', true]]);
    await put(root, named, AIRTEL, { status: 'PENDING', reference: 'A-2' });
    await choose(owner, named, helper);
    expect(await next()).toEqual([]);
    await put(root, named, AIRTEL, { status: 'REFUSED' });
    expect(await next()).toEqual([['Airtel has refused LETTERS', false]]);

    await put(root, helper, AIRTEL, { status: 'REFUSED' });
    expect((await next()).toSorted()).toEqual([
      ['Airtel has refused HELPER', true],
      ['HELPER no longer stands in for LETTERS', true],
    ]);
    await put(root, helper, AIRTEL, { status: 'APPROVED' });
    expect((await next()).toSorted()).toEqual([
      ['Airtel accepts HELPER', false],
      ['HELPER stands in for LETTERS', false],
    ]);
    await portal.call('PATCH', `/v1/portal/senderids/${helper}`, {
      token: root.token,
      body: { senderId: { status: 'INACTIVE' } },
    });
    expect((await next()).toSorted()).toEqual([
      ['HELPER no longer stands in for LETTERS', true],
      ['Your sender ID HELPER was blocked', false],
    ]);
    await put(root, named, AIRTEL, { status: 'APPROVED' });
    expect(await next()).toEqual([['Airtel accepts LETTERS', false]]);
  });

  test('go to the client whose stand-in is no longer delegated to it', async () => {
    const seller = await portal.add('seller', 'RESELLER', root);
    const below = await portal.add('below', 'COMPANY', seller);
    const lent = await addSender(seller, 'LENT');
    const named = await addSender(below, 'BORROWS');
    const delegate = (delegated: boolean) =>
      portal.call('POST', '/v1/portal/senderids:delegateSenderId', {
        token: seller.token,
        body: { senderIdId: lent, clientId: below.clientId, delegated },
      });
    expect(await delegate(true)).toMatchObject({ status: 200 });
    await put(root, named, AIRTEL, { status: 'REFUSED' });
    expect(await choose(below, named, lent)).toMatchObject({ status: 200 });
    expect(await delegate(false)).toMatchObject({ status: 200 });
    await notified();
    expect((await portal.mailTo(below.email)).map(({ subject }) => subject)).toEqual([
      'LENT no longer stands in for BORROWS',
      'Airtel has refused BORROWS',
    ]);
  });

  test('are one for all sender IDs of an owner, each in its own transaction after the change', async () => {
    const generic = await addSender(root, 'STAND', { isGeneric: true });
    const owners = [
      await portal.add('several', 'COMPANY', root),
      await portal.add('single', 'COMPANY', root),
    ] as const;
    const [several, single] = owners;
    for (const [owner, sender, networks] of [
      [several, 'FIRST', [AIRTEL]],
      [several, 'SECOND', [AIRTEL, TELKOM]],
      [single, 'ONLY', [AIRTEL]],
    ] as const)
      await db.query(`update sender set stand_in_id = $2, unregistered = $3 where id = $1`, [
        await addSender(owner, sender),
        generic,
        networks,
      ]);
    const queued = () =>
      db.query(
        `select count(*)::int as mails, count(distinct xmin::text)::int as transactions from outbox where kind = 'MAIL' and client_id = any ($1)`,
        [owners.map(({ clientId }) => clientId)],
      );
    await portal.call('PATCH', `/v1/portal/senderids/${generic}`, {
      token: root.token,
      body: { senderId: { status: 'INACTIVE' } },
    });
    await notified();
    // Each owner's mail, and the SMS that this platform does not send.
    expect(await queued()).toEqual([{ mails: 4, transactions: 2 }]);
    const [mail] = await portal.mailTo(several.email);
    expect(mail!.subject).toBe('STAND no longer stands in for 2 of your sender IDs');
    expect(mail!.text).toContain('FIRST (Airtel); SECOND (Airtel, Telkom)');
    expect((await portal.mailTo(single.email)).map(({ subject }) => subject)).toEqual([
      'STAND no longer stands in for ONLY',
    ]);
  });

  test('go on behind the owners that an interrupted task has notified', async () => {
    const [done, waits] = [
      await portal.add('done', 'COMPANY', root),
      await portal.add('waits', 'COMPANY', root),
    ];
    await portal.database.run(systemScope(), (tx) =>
      addTask(tx, {
        clientId: root.clientId,
        kind: 'notifyOwners',
        description: 'STAND',
        input: {
          standIn: 'STAND',
          next: 1,
          notices: [done, waits].map(({ clientId }) => ({
            clientId,
            change: 'BEGAN',
            senders: [{ id: newId(), sender: 'NAME', networks: [AIRTEL] }],
          })),
        },
      }),
    );
    await notified();
    expect(await portal.mailTo(done.email)).toEqual([]);
    expect((await portal.mailTo(waits.email)).map(({ subject }) => subject)).toEqual([
      'STAND stands in for NAME',
    ]);
  });
});

describe('the reminder of a late operator', () => {
  const reminders = () =>
    db.query<{ n: number }>(
      `select count(*)::int as n from outbox where kind = 'MAIL' and done_at is null`,
    );
  test('comes after the days of the setting, once in as many days, and not for what is decided', async () => {
    const id = await addSender(company, 'SLOW');
    await put(root, id, AIRTEL, { status: 'PENDING', submittedOn: daysAgo(11) });
    await put(root, id, TELKOM, { status: 'PENDING', submittedOn: daysAgo(9) });
    const count = async () => {
      const [{ n: before }] = (await reminders()) as [{ n: number }];
      await remindOfRegistrations(portal.database, messenger);
      const [{ n: after }] = (await reminders()) as [{ n: number }];
      return after - before;
    };
    expect((await get(root, id))['registrations']).toMatchObject([
      { operator: 'Airtel', isLate: true },
      { operator: 'Telkom', isLate: false },
    ]);
    // A list says it too.
    expect(await get(root, id)).toMatchObject({
      notApprovedBy: ['Airtel', 'Telkom'],
      lateOperators: ['Airtel'],
    });
    // One mail to the only administrator, for Airtel alone.
    expect(await count()).toBe(1);
    expect(await count()).toBe(0);
    await db.query(
      `update sender_registration set reminded_at = now() - interval '10 days' where sender_id = $1 and network = $2`,
      [id, AIRTEL],
    );
    expect(await count()).toBe(1);
    await portal.call('PATCH', '/v1/portal/platform', {
      token: root.token,
      body: { registrationDays: 5 },
    });
    expect(await count()).toBe(1);
    await db.query('update sender_registration set reminded_at = null');
    await db.query(`update sender set status = 'INACTIVE' where id = $1`, [id]);
    expect(await count()).toBe(0);
    await db.query(`update sender set status = 'READY_FOR_SENDING' where id = $1`, [id]);
    await put(root, id, AIRTEL, { status: 'APPROVED' });
    await put(root, id, TELKOM, { status: 'REFUSED' });
    await db.query('update sender_registration set reminded_at = null');
    expect(await count()).toBe(0);
  });
});
