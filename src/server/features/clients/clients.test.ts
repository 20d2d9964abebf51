import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal, PASSWORD, type Person } from '../../../../test/harness/portal.ts';
import { MAY_CREATE } from '../../../contract/api/client-fields.ts';
import { ROLES, type Role } from '../../../contract/shared/roles.ts';
import { addRollups } from '../../core/dispatch/counts/rollups.store.ts';
import { systemScope } from '../../infra/database/scope.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const { call, add, mailTo } = portal;
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const business = await add('business', 'BD_CLIENT', root);
const approver = await add('approver', 'EBU_APPROVER', root);
const reseller = await add('reseller', 'RESELLER', root);
const rival = await add('rival', 'RESELLER', root);
const company = await add('company', 'COMPANY', reseller);
const client = await add('client', 'CLIENT', company);
const stranger = await add('stranger', 'CLIENT', rival);
const bank = await add('bank', 'EBU_CLIENT', root);
const people: Record<Role, Person> = {
  ADMINISTRATOR: root,
  IT_SUPPORT: support,
  BD_CLIENT: business,
  EBU_APPROVER: approver,
  RESELLER: reseller,
  COMPANY: company,
  EBU_CLIENT: bank,
  CLIENT: client,
};

const post = (by: Person, verb: string, body: Record<string, unknown>) =>
  call('POST', `/v1/portal/clients${verb}`, { token: by.token, body });
const statusOf = async (person: { clientId: string }) =>
  (
    await db.query<{ client_status: string }>('select client_status from client where id = $1', [
      person.clientId,
    ])
  )[0]!.client_status;
const forgetLimits = () => db.query('delete from rate_limit');
let number = 0;
const fresh = () => `fresh${++number}@example.com`;
const audited = (clientId: string) =>
  db.query<Record<string, unknown>>(
    `select action, actor_id, impersonator_id, before, after, address from audit_entry where client_id = $1 order by id`,
    [clientId],
  );

describe('permission to create accounts', () => {
  test.each(ROLES.flatMap((role) => ROLES.map((level) => [role, level] as const)))(
    '%s a %s',
    async (role, accessLevel) => {
      const answer = await post(people[role], ':inviteClient', { email: fresh(), accessLevel });
      if (MAY_CREATE[role].length === 0)
        expect(answer).toMatchObject({ status: 403, body: { error: 'NOT_ALLOWED' } });
      else if (!MAY_CREATE[role].includes(accessLevel))
        expect(answer).toMatchObject({ status: 403, body: { error: 'LEVEL_TOO_HIGH' } });
      else {
        expect(answer).toMatchObject({
          status: 200,
          body: { clientId: expect.any(String), sentBy: 'EMAIL' },
        });
        const [row] = await db.query(
          'select access_level, parent_id, client_status from client where id = $1',
          [answer.body['clientId']],
        );
        expect(row).toEqual({
          access_level: accessLevel,
          client_status: 'INVITED',
          parent_id:
            role === 'RESELLER' || role === 'COMPANY' ? people[role].clientId : root.clientId,
        });
      }
    },
  );

  test('only under a parent within reach', async () => {
    const invite = (by: Person, parentId: string) =>
      post(by, ':inviteClient', { email: fresh(), accessLevel: 'CLIENT', parentId });
    expect((await invite(root, company.clientId)).status).toBe(200);
    expect((await invite(reseller, company.clientId)).status).toBe(200);
    expect((await invite(reseller, rival.clientId)).status).toBe(404);
    expect((await invite(company, reseller.clientId)).status).toBe(404);
    expect((await invite(support, reseller.clientId)).status).toBe(403);
    expect((await invite(root, client.clientId)).status).toBe(403);
  });

  test('a used address is reported to roles that may create accounts; rates are set with it, but not by a company', async () => {
    expect(
      await post(reseller, ':inviteClient', {
        email: 'STRANGER@example.com',
        accessLevel: 'CLIENT',
      }),
    ).toMatchObject({ status: 409, body: { error: 'ALREADY_REGISTERED' } });
    const rates = [
      { regionName: 'Kenya', regionFilters: ['254'], costPrice: '0.7500', currency: 'KES' },
    ];
    expect(
      (await post(company, ':inviteClient', { email: fresh(), accessLevel: 'CLIENT', rates }))
        .status,
    ).toBe(403);
    const { clientId } = (
      await post(reseller, ':inviteClient', { email: fresh(), accessLevel: 'CLIENT', rates })
    ).body;
    const shown = await call('GET', `/v1/portal/clients/${clientId}`, {
      token: reseller.token,
      body: { privilege: 'true' },
    });
    expect(shown.body['rates']).toContainEqual({
      ...rates[0],
      rateId: expect.any(String),
      inherited: false,
    });
    expect(shown.body['rates']).toContainEqual(
      expect.objectContaining({ regionName: 'Tanzania', inherited: true }),
    );
    expect(shown.body).toMatchObject({
      creditLimitUnits: 0,
      dailyLimitMessages: null,
      requiresCampaignApproval: false,
    });
  });
});

describe('invitations', () => {
  const linkIn = async (address: string) =>
    new URL(/https:\S+/.exec((await mailTo(address))[0]!.text)![0]);

  test('the link shows its account, admits once, and the new account can sign in', async () => {
    const email = fresh();
    await post(reseller, ':inviteClient', {
      email,
      phone: '0711000001',
      accessLevel: 'COMPANY',
      companyName: 'Mama Ltd',
    });
    const link = await linkIn(email);
    expect(link.pathname).toBe('/join');
    const token = link.searchParams.get('token')!;
    expect(await call('GET', '/v1/joinUser', { body: { token } })).toMatchObject({
      status: 200,
      body: {
        email,
        phone: '+254711000001',
        accessLevel: 'COMPANY',
        companyName: 'Mama Ltd',
        inviterName: 'reseller',
        brandName: 'Tuma',
      },
    });
    const join = (more = {}) =>
      call('POST', '/v1/joinUser', {
        body: { token, password: 'a long good one', firstName: 'Mama', lastName: 'Njeri', ...more },
      });
    expect((await join({ phone: 'nonsense' })).status).toBe(400);
    expect((await join({ accessLevel: 'ADMINISTRATOR' })).status).toBe(400);
    expect((await join()).status).toBe(200);
    expect(await join()).toMatchObject({ status: 404, body: { error: 'LINK_GONE' } });
    expect((await call('GET', '/v1/joinUser', { body: { token } })).status).toBe(404);
    expect(
      (await call('POST', '/v1/signIn', { body: { username: email, password: 'a long good one' } }))
        .body['client'],
    ).toMatchObject({
      clientName: 'Mama Ltd',
      clientStatus: 'ACTIVE',
      clientAccessLevel: 'COMPANY',
    });
  });

  test('an account is of the usual type of its level, and the guest may choose the other', async () => {
    const invited = async (accessLevel: string, more = {}) => {
      const email = fresh();
      await post(people['ADMINISTRATOR']!, ':inviteClient', { email, accessLevel, ...more });
      const token = (await linkIn(email)).searchParams.get('token')!;
      const { body } = await call('GET', '/v1/joinUser', { body: { token } });
      return { token, email, accountType: body['accountType'] as string };
    };
    for (const level of ['ADMINISTRATOR', 'IT_SUPPORT', 'BD_CLIENT', 'EBU_APPROVER', 'CLIENT'])
      expect((await invited(level)).accountType, level).toBe('INDIVIDUAL');
    for (const level of ['RESELLER', 'COMPANY', 'EBU_CLIENT'])
      expect((await invited(level)).accountType, level).toBe('COMPANY');
    const { token, email, accountType } = await invited('CLIENT', { companyName: 'Kibo Ltd' });
    expect(accountType).toBe('COMPANY');
    const joined = await call('POST', '/v1/joinUser', {
      body: {
        token,
        accountType: 'INDIVIDUAL',
        password: 'a long good one',
        firstName: 'Asha',
        lastName: 'Mrema',
      },
    });
    expect(joined.status).toBe(200);
    const { body } = await call('POST', '/v1/signIn', {
      body: { username: email, password: 'a long good one' },
    });
    expect(body['client']).toMatchObject({ clientName: 'Asha Mrema' });
  });

  test('resending ends the earlier link, which expires after seven days; an active account cannot be invited', async () => {
    const email = fresh();
    const { clientId } = (
      await post(company, ':inviteClient', {
        email,
        accessLevel: 'CLIENT',
        accountType: 'INDIVIDUAL',
      })
    ).body;
    const first = (await linkIn(email)).searchParams.get('token')!;
    expect((await post(rival, ':resendInvitation', { clientId })).status).toBe(404);
    expect(await post(company, ':resendInvitation', { clientId })).toMatchObject({
      status: 200,
      body: { sentBy: 'EMAIL' },
    });
    expect((await post(company, ':resendInvitation', { clientId })).status).toBe(429);
    const second = (await linkIn(email)).searchParams.get('token')!;
    expect(second).not.toBe(first);
    expect((await call('GET', '/v1/joinUser', { body: { token: first } })).status).toBe(404);
    expect((await call('GET', '/v1/joinUser', { body: { token: second } })).status).toBe(200);
    const [row] = await db.query<{ days: number }>(
      `select extract(epoch from expires_at - created_at)::float8 / 86400 as days from one_time_token where client_id = $1 and used_at is null`,
      [clientId],
    );
    expect(row!.days).toBeCloseTo(7, 5);
    await db.query(`update one_time_token set expires_at = now() where client_id = $1`, [clientId]);
    expect((await call('GET', '/v1/joinUser', { body: { token: second } })).status).toBe(404);
    expect((await post(reseller, ':resendInvitation', { clientId: company.clientId })).status).toBe(
      409,
    );
  });

  test('without a phone number the account must complete its details', async () => {
    const email = fresh();
    const { clientId } = (
      await post(reseller, ':inviteClient', {
        email,
        accessLevel: 'CLIENT',
        accountType: 'INDIVIDUAL',
      })
    ).body;
    await call('POST', '/v1/joinUser', {
      body: {
        token: (await linkIn(email)).searchParams.get('token')!,
        password: 'a long good one',
        firstName: 'No',
        lastName: 'Phone',
      },
    });
    const token = await portal.enter(clientId);
    expect((await call('GET', '/v1/portal/me', { token })).body['clientStatus']).toBe(
      'SHOULD_UPDATE_DETAILS',
    );
    expect(
      (await call('GET', `/v1/portal/clients/${clientId}`, { token })).body['missingDetails'],
    ).toEqual(['phone']);
    expect(await call('GET', '/v1/portal/senderids', { token })).toMatchObject({
      status: 403,
      body: { error: 'DETAILS_INCOMPLETE' },
    });
    await portal.stepUp(token, 'a long good one');
    expect(
      (
        await call('PUT', `/v1/portal/clients/${clientId}`, {
          token,
          body: { phone: '0711000002' },
        })
      ).body,
    ).toMatchObject({
      clientStatus: 'SHOULD_UPDATE_DETAILS',
      phone: null,
      pendingPhone: '+254711000002',
    });
    const code = /\b(\d{6})\b/.exec(
      (await mailTo(email)).find(({ subject }) => subject.includes('confirms the new phone'))!.text,
    )![1];
    expect(
      (await call('POST', '/v1/portal/clients:confirmPhone', { token, body: { code } })).status,
    ).toBe(200);
    expect((await call('GET', `/v1/portal/clients/${clientId}`, { token })).body).toMatchObject({
      clientStatus: 'ACTIVE',
      phone: '+254711000002',
      missingDetails: [],
    });
    expect((await call('GET', '/v1/portal/senderids', { token })).status).toBe(200);
  });
});

test('a created account: its temporary password only allows choosing one, for seven days', async () => {
  const email = fresh();
  const created = await post(reseller, ':createClientInternal', {
    email,
    phone: '0711000003',
    firstName: 'New',
    lastName: 'One',
    companyName: 'One Ltd',
    country: 'KE',
    accessLevel: 'COMPANY',
  });
  expect(created).toMatchObject({ status: 200, body: { sentBy: 'EMAIL' } });
  const passwordIn = async () =>
    /\b[a-zA-Z2-9]{12}\b/.exec(
      (await mailTo(email))
        .find((mail) => mail.subject === 'Your Tuma password')!
        .text.replace(/https:\S+/, ''),
    )![0];
  const temporary = await passwordIn();
  const signIn = (password: string) =>
    call('POST', '/v1/signIn', { body: { username: email, password } });
  const first = await signIn(temporary);
  expect(first.body['client']['clientStatus']).toBe('SHOULD_RESET_PASSWORD_LEGACY');
  const { token } = first.body;
  expect(
    await call('GET', `/v1/portal/clients/${created.body['clientId']}`, { token }),
  ).toMatchObject({ status: 403, body: { error: 'PASSWORD_CHANGE_DUE' } });
  expect(
    (
      await call('POST', '/v1/portal/clients:updatePassword', {
        token,
        body: { oldPassword: temporary, newPassword: temporary },
      })
    ).status,
  ).toBe(400);
  expect(
    (
      await call('POST', '/v1/portal/clients:updatePassword', {
        token,
        body: { oldPassword: temporary, newPassword: 'a long good one' },
      })
    ).status,
  ).toBe(200);
  expect((await call('GET', '/v1/portal/me', { token })).body['clientStatus']).toBe('ACTIVE');
  await post(reseller, ':adminResetPass', { clientId: created.body['clientId'] });
  expect((await call('GET', '/v1/portal/me', { token })).status).toBe(401);
  const again = await passwordIn();
  expect(again).not.toBe(temporary);
  await db.query(
    `update client set password_expires_at = now() - interval '1 second' where email = $1`,
    [email],
  );
  expect(await signIn(again)).toMatchObject({
    status: 403,
    body: { error: 'TEMPORARY_PASSWORD_EXPIRED' },
  });
  expect((await signIn('a long good one')).status).toBe(401);
});

describe('reading', () => {
  test('lists show accounts within reach, paged and filtered', async () => {
    const names = async (by: Person, body: Record<string, unknown> = {}) => {
      const seen: string[] = [];
      for (let pageToken = ''; ;) {
        const { body: page } = await call('GET', '/v1/portal/clients', {
          token: by.token,
          body: { pageSize: 7, pageToken, ...body },
        });
        seen.push(...page['clients'].map((each: { clientName: string }) => each.clientName));
        if (page['nextPageToken'] === '')
          return { seen, counted: page['collectionCount'] as number };
        pageToken = page['nextPageToken'];
      }
    };
    const own = await names(reseller);
    expect(own.seen).toEqual(expect.arrayContaining(['reseller', 'company', 'client']));
    expect(own.seen).not.toContain('stranger');
    expect(own.seen).not.toContain('root');
    expect(new Set(own.seen).size).toBe(own.seen.length);
    expect(own.counted).toBe(own.seen.length);
    expect((await names(rival)).seen.sort()).toEqual(['rival', 'stranger']);
    const everybody = await names(support);
    expect(everybody.seen).toEqual(expect.arrayContaining(['root', 'stranger', 'client']));
    expect((await names(support, { 'filter.status': 'ACTIVE' })).counted).toBeLessThan(
      everybody.counted,
    );
    expect((await names(support, { 'filter.parentIds': rival.clientId })).seen).toEqual([
      'stranger',
    ]);
    expect((await names(reseller, { 'filter.parentIds': rival.clientId })).seen).toEqual([]);
    expect(
      (await names(support, { 'filter.query': 'STRANG', 'filter.status': 'ACTIVE' })).seen,
    ).toEqual(['stranger']);
    expect((await names(reseller, { 'filter.query': 'stranger' })).seen).toEqual([]);
    // A screen of clients leaves its viewer out, and counts as the dashboard does.
    for (const [by, own] of [
      [root, 'root'],
      [reseller, 'reseller'],
    ] as const) {
      const others = await names(by, { 'filter.others': true });
      expect(others.seen).toEqual((await names(by)).seen.filter((name) => name !== own));
      const { body } = await call('GET', '/v1/portal/dashboard/figures', { token: by.token });
      expect(body['clients']).toBe(others.counted);
    }
  });

  test('search finds within reach, by name, email or phone; wildcards are literal', async () => {
    const find = async (by: Person, query: string) =>
      (await call('GET', '/v1/portal/clients:search', { token: by.token, body: { query } })).body[
        'clients'
      ].map((each: { clientName: string }) => each.clientName);
    expect(await find(root, 'STRANGER')).toEqual(['stranger']);
    expect(await find(root, stranger.phone)).toEqual(['stranger']);
    // As it is written at home, and with blanks.
    const home = stranger.phone.replace(/^\+254/, '0');
    expect(await find(root, home)).toEqual(['stranger']);
    expect(await find(root, `${home.slice(0, 4)} ${home.slice(4, 7)} ${home.slice(7)}`)).toEqual([
      'stranger',
    ]);
    expect(await find(root, 'strànger')).toEqual(['stranger']);
    expect(await find(root, '-')).not.toContain('stranger');
    expect(await find(reseller, 'stranger')).toEqual([]);
    expect(await find(root, '%')).toEqual([]);
  });

  test('names are in natural order, in a search and in the tree', async () => {
    const numbered = await add('numbered', 'RESELLER', root);
    for (const name of ['Depot 10', 'depot 2', 'Dépot 1']) await add(name, 'CLIENT', numbered);
    const found = (
      await call('GET', '/v1/portal/clients:search', {
        token: numbered.token,
        body: { query: 'pot' },
      })
    ).body['clients'];
    const {
      clients: [top],
    } = (await post(root, ':userTree', { ownerId: numbered.clientId })).body as {
      clients: { clients: unknown[] }[];
    };
    for (const list of [found, top!.clients])
      expect(list.map(({ clientName }: { clientName: string }) => clientName)).toEqual([
        'Dépot 1',
        'depot 2',
        'Depot 10',
      ]);
  });

  test('the parent is named only to readers who reach it, and privileges to staff and accounts above', async () => {
    const get = (by: Person, id: string, body = {}) =>
      call('GET', `/v1/portal/clients/${id}`, { token: by.token, body });
    expect((await get(client, client.clientId)).body).toMatchObject({
      clientName: 'client',
      parentId: null,
      parentName: null,
    });
    expect((await get(company, client.clientId)).body).toMatchObject({
      parentId: company.clientId,
      parentName: 'company',
    });
    expect((await get(client, client.clientId)).body['rates']).toBeUndefined();
    const privilege = { privilege: 'true' };
    expect((await get(client, client.clientId, privilege)).status).toBe(403);
    expect((await get(company, company.clientId, privilege)).status).toBe(403);
    expect((await get(company, client.clientId, privilege)).status).toBe(200);
    expect((await get(business, client.clientId, privilege)).status).toBe(200);
    expect((await get(client, company.clientId)).status).toBe(404);
    expect((await get(rival, client.clientId)).status).toBe(404);
    expect((await get(root, root.clientId, privilege)).body['creditLimitUnits']).toBeUndefined();
  });

  test('the tree nests, from the root or one of them, for administrators', async () => {
    const tree = (await post(root, ':userTree', {})).body['clients'];
    expect(tree).toHaveLength(1);
    const below = tree[0].clients.find(
      (each: { clientName: string }) => each.clientName === 'reseller',
    );
    expect(
      below.clients
        .find((each: { clientName: string }) => each.clientName === 'company')
        .clients.map((each: { clientName: string }) => each.clientName),
    ).toContain('client');
    expect(
      (await post(root, ':userTree', { ownerId: rival.clientId })).body['clients'],
    ).toMatchObject([{ clientName: 'rival', clients: [{ clientName: 'stranger', clients: [] }] }]);
    expect((await post(reseller, ':userTree', {})).status).toBe(403);
  });

  const hour = (days: number) =>
    new Date(Math.floor(Date.now() / 3_600_000 - days * 24) * 3_600_000);
  const rollupOf = (person: Person, days: number, messages: number) => ({
    hour: hour(days),
    clientId: person.clientId,
    sender: 'TEST',
    country: 'KE',
    network: 1,
    captured: BigInt(messages) * 10_000n,
    causes: [],
    messages,
    segments: messages,
    submitted: messages,
    delivered: messages - 1,
    undeliverable: 0,
    rejected: 0,
    expired: 0,
    failed: 1,
    unknown: 0,
    cancelled: 0,
  });
  const sent = (person: Person, days: number, messages: number) =>
    portal.database.run(systemScope(), (tx) => addRollups(tx, [rollupOf(person, days, messages)]));

  test('returns the messages of a client and its descendants, and its last use', async () => {
    const owner = await add('sender', 'COMPANY', root);
    const under = await add('below', 'CLIENT', owner);
    await db.query(
      `update client set created_at = now() - interval '90 days', timezone = 'Asia/Kolkata' where id = any ($1)`,
      [[owner.clientId, under.clientId]],
    );
    await sent(owner, 40, 1000);
    for (const days of [1, 2, 3]) await sent(owner, days, 70);
    await sent(under, 2, 5);
    await sent(stranger, 2, 9000);
    await db.query('update session set active_at = $2, created_at = $2 where client_id = $1', [
      owner.clientId,
      hour(2),
    ]);
    const one = async (person: Person) =>
      (
        await call('GET', '/v1/portal/clients?pageSize=200', {
          token: root.token,
        })
      ).body['clients'].find(({ clientId }: { clientId: string }) => clientId === person.clientId);
    expect(await one(owner)).toMatchObject({
      messagesLast30Days: 215,
      lastUseTimestamp: hour(1).getTime() / 1000,
      daysLeft: 0,
      unitsPerDay: 30,
    });
    expect(await one(under)).toMatchObject({
      messagesLast30Days: 5,
      daysLeft: null,
      unitsPerDay: null,
    });
    const low = await call('GET', '/v1/portal/clients?pageSize=200&filter.low=true', {
      token: root.token,
    });
    expect(low.body['clients'].map(({ clientId }: { clientId: string }) => clientId)).toEqual([
      owner.clientId,
    ]);

    const { body } = await call('GET', `/v1/portal/clients/${owner.clientId}/activity`, {
      token: root.token,
    });
    expect(body).toMatchObject({ timezone: 'Asia/Kolkata', pace: { days: 7, unitsPerDay: 30 } });
    expect(body['days']).toHaveLength(30);
    const sum = (field: 'messages' | 'delivered') =>
      body['days'].reduce((total: number, day: Record<string, number>) => total + day[field]!, 0);
    expect([sum('messages'), sum('delivered')]).toEqual([215, 211]);

    const tree = (await post(root, ':userTree', { ownerId: owner.clientId })).body['clients'];
    expect(tree).toMatchObject([
      { smsBalance: 0, messagesLast30Days: 215, clients: [{ messagesLast30Days: 5 }] },
    ]);
  });

  test('a client has as many messages in the list as on its page, by the days of its zone', async () => {
    for (const [index, zone] of [
      'UTC',
      'Africa/Nairobi',
      'Asia/Kolkata',
      'America/New_York',
      'Pacific/Kiritimati',
    ].entries()) {
      const person = await add(`zone ${index}`, 'CLIENT', root);
      await db.query('update client set timezone = $2 where id = $1', [person.clientId, zone]);
      // One message in each hour of the days about the first of the thirty, whatever the time is now.
      const hours = Array.from({ length: 73 }, (_, index) => 28 * 24 + index);
      await portal.database.run(systemScope(), (tx) =>
        addRollups(
          tx,
          hours.map((ago) => rollupOf(person, ago / 24, 1)),
        ),
      );
      const { body } = await call('GET', `/v1/portal/clients/${person.clientId}`, {
        token: root.token,
      });
      const activity = await call('GET', `/v1/portal/clients/${person.clientId}/activity`, {
        token: root.token,
      });
      const days: { messages: number }[] = activity.body['days'];
      expect(body, zone).toMatchObject({
        messagesLast30Days: days.reduce((sum, { messages }) => sum + messages, 0),
      });
      expect(body['messagesLast30Days'], zone).toBeGreaterThan(0);
      expect(body['messagesLast30Days'], zone).toBeLessThan(73);
    }
  });
});

describe('editing', () => {
  const put = (by: Person, id: string, body: Record<string, unknown>) =>
    call('PUT', `/v1/portal/clients/${id}`, { token: by.token, body });

  test('an account changes itself and those below; before and after are audited', async () => {
    const person = await add('edited', 'CLIENT', company);
    await portal.stepUp(person.token);
    expect(
      (
        await put(person, person.clientId, {
          firstName: 'Own',
          lowUnitsNotifyLevel: 12.5,
          website: 'https://example.com',
          smsAlerts: ['0712345678'],
          use2fa: true,
        })
      ).body,
    ).toMatchObject({
      firstName: 'Own',
      lowUnitsNotifyLevel: 12.5,
      smsAlerts: ['+254712345678'],
      use2fa: true,
    });
    expect(
      (await put(company, person.clientId, { companyName: 'Renamed', website: '' })).body,
    ).toMatchObject({ clientName: 'Renamed', website: null, firstName: 'Own' });
    const edits = async () =>
      (await audited(person.clientId)).filter(({ action }) => action === 'CLIENT_UPDATED');
    const entries = await edits();
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({
      actor_id: company.clientId,
      impersonator_id: null,
      before: { companyName: 'edited', website: 'https://example.com' },
      after: { companyName: 'Renamed', website: null },
      address: '192.0.2.1',
    });
    await put(company, person.clientId, { companyName: 'Renamed' });
    expect(await edits()).toHaveLength(2);
  });

  test.each([
    'accessLevel',
    'parentId',
    'clientStatus',
    'smsBalance',
    'creditLimitUnits',
    'rates',
    'requiresCampaignApproval',
    'dailyLimitMessages',
    'path',
    'passwordHash',
    'clientName',
    'number',
    'createTimestamp',
  ])('nobody can set %s by this call', async (field) => {
    for (const [by, id] of [
      [client, client.clientId],
      [company, client.clientId],
      [root, client.clientId],
    ] as const) {
      expect(
        await put(by, id, { [field]: field === 'accessLevel' ? 'ADMINISTRATOR' : 1 }),
      ).toMatchObject({ status: 400, body: { details: [{ field }] } });
    }
  });

  test('only the account itself changes its sign-in, and the present address is notified of a request', async () => {
    expect((await put(company, client.clientId, { use2fa: false })).status).toBe(403);
    expect((await put(company, client.clientId, { otpChannel: 'SMS' })).status).toBe(403);
    const person = await add('moving', 'CLIENT', company);
    await portal.stepUp(person.token);
    await put(person, person.clientId, { email: 'moved@example.com' });
    expect((await mailTo('moving@example.com'))[0]).toMatchObject({
      subject: expect.stringContaining('email address'),
      text: expect.stringContaining('m***@example.com'),
    });
    await db.query('delete from rate_limit');
    expect(
      await put(person, person.clientId, { email: 'STRANGER@example.com', phone: stranger.phone }),
    ).toMatchObject({
      status: 200,
      body: { email: 'moving@example.com', pendingEmail: 'STRANGER@example.com' },
    });
  });

  test('not those of an equal or higher level', async () => {
    expect((await put(support, root.clientId, { email: 'taken-over@example.com' })).status).toBe(
      403,
    );
    expect((await post(support, ':adminResetPass', { clientId: root.clientId })).status).toBe(403);
    expect(
      (await post(business, ':updateLimits', { clientId: support.clientId, dailyLimitMessages: 0 }))
        .status,
    ).toBe(403);
    expect((await put(support, reseller.clientId, { website: 'https://ok.example' })).status).toBe(
      200,
    );
  });

  test('limits are set by accounts above, never by oneself', async () => {
    expect(
      (
        await post(company, ':updateLimits', {
          clientId: company.clientId,
          dailyLimitMessages: null,
        })
      ).status,
    ).toBe(403);
    expect(
      (
        await post(company, ':updateLimits', {
          clientId: client.clientId,
          dailyLimitMessages: 500,
          requiresCampaignApproval: true,
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await call('GET', `/v1/portal/clients/${client.clientId}`, {
          token: company.token,
          body: { privilege: 'true' },
        })
      ).body,
    ).toMatchObject({ dailyLimitMessages: 500, requiresCampaignApproval: true });
    await post(root, ':updateLimits', { clientId: bank.clientId, requiresCampaignApproval: false });
    expect(
      (
        await call('GET', `/v1/portal/clients/${bank.clientId}`, {
          token: root.token,
          body: { privilege: 'true' },
        })
      ).body['requiresCampaignApproval'],
    ).toBe(true);
  });
});

test('activating, blocking and unblocking follow the status table, and blocking ends sessions', async () => {
  const waiting = await add('waiting', 'CLIENT', company, { clientStatus: 'PENDING_ACTIVATION' });
  expect(
    (await post(company, ':adminActivateAccount', { clientId: waiting.clientId })).status,
  ).toBe(403);
  expect((await post(rival, ':adminActivateAccount', { clientId: waiting.clientId })).status).toBe(
    404,
  );
  expect(
    (await post(reseller, ':adminActivateAccount', { clientId: waiting.clientId })).status,
  ).toBe(200);
  expect(
    (await post(reseller, ':adminActivateAccount', { clientId: waiting.clientId })).status,
  ).toBe(409);
  const incomplete = await add('incomplete', 'CLIENT', company, {
    clientStatus: 'PENDING_ACTIVATION',
    firstName: null,
  });
  await post(support, ':adminActivateAccount', { clientId: incomplete.clientId });
  expect(await statusOf(incomplete)).toBe('SHOULD_UPDATE_DETAILS');

  const token = await portal.enter(incomplete.clientId);
  expect((await post(support, ':blockClient', { clientId: incomplete.clientId })).status).toBe(403);
  expect((await post(company, ':blockClient', { clientId: incomplete.clientId })).status).toBe(200);
  expect((await call('GET', '/v1/portal/me', { token })).status).toBe(401);
  expect(
    (await call('POST', '/v1/signIn', { body: { username: incomplete.email, password: PASSWORD } }))
      .body['error'],
  ).toBe('ACCOUNT_NOT_ACTIVE');
  expect((await post(company, ':adminResetPass', { clientId: incomplete.clientId })).status).toBe(
    403,
  );
  expect((await post(reseller, ':adminResetPass', { clientId: incomplete.clientId })).status).toBe(
    409,
  );
  expect((await post(company, ':blockClient', { clientId: incomplete.clientId })).status).toBe(409);
  // By whom, to readers of the audit log; those who may not see the name see the time.
  const seenBy = async (person: Person) =>
    (
      await call('GET', `/v1/portal/clients/${incomplete.clientId}`, {
        token: person.token,
        body: { privilege: 'true' },
      })
    ).body['blocked'];
  for (const reader of [root, reseller, company])
    expect(await seenBy(reader)).toEqual({ actorName: 'company', timestamp: expect.any(Number) });
  expect(await seenBy(support)).toBeUndefined();
  expect((await post(reseller, ':unblockClient', { clientId: incomplete.clientId })).status).toBe(
    200,
  );
  expect(await statusOf(incomplete)).toBe('SHOULD_UPDATE_DETAILS');
  expect((await post(company, ':blockClient', { clientId: company.clientId })).status).toBe(403);
  const second = await add('second', 'ADMINISTRATOR', root);
  expect((await post(second, ':blockClient', { clientId: root.clientId })).status).toBe(403);
  expect((await audited(incomplete.clientId)).map((entry) => entry['action'])).toEqual([
    'CLIENT_ACTIVATED',
    'CLIENT_BLOCKED',
    'CLIENT_UNBLOCKED',
  ]);
});

test('a blocked account stops its queue, which resumes when it is unblocked', async () => {
  const person = await add('queued', 'CLIENT', company);
  await db.query(
    `insert into chunk (route_id, priority, client_id, sender, message_ids, size, expires_at) values (1, 0, $1, 'X', array[gen_random_uuid()], 1, now() + interval '1 day')`,
    [person.clientId],
  );
  const stopped = async () =>
    (await db.query('select stopped from chunk where client_id = $1', [person.clientId]))[0]![
      'stopped'
    ];
  await post(company, ':blockClient', { clientId: person.clientId });
  expect(await stopped()).toBe(true);
  await post(company, ':unblockClient', { clientId: person.clientId });
  expect(await stopped()).toBe(false);
});

test('fifty concurrent blocks block once', async () => {
  const person = await add('raced', 'CLIENT', company);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => post(company, ':blockClient', { clientId: person.clientId })),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49);
  expect(await audited(person.clientId)).toHaveLength(1);
});

describe('acting for a client', () => {
  test.each(ROLES.flatMap((role) => ROLES.map((level) => [role, level] as const)))(
    '%s for a %s',
    async (role, level) => {
      // A descendant of the caller, so that only the level decides.
      const target = await add(`target-${role}-${level}`, level, people[role]);
      const answer = await post(people[role], '/impersonate', { clientId: target.clientId });
      if (role !== 'ADMINISTRATOR' && role !== 'RESELLER')
        expect(answer).toMatchObject({ status: 403, body: { error: 'NOT_ALLOWED' } });
      else if (ROLES.indexOf(role) >= ROLES.indexOf(level))
        expect(answer).toMatchObject({ status: 403, body: { error: 'LEVEL_TOO_HIGH' } });
      else
        expect(answer).toMatchObject({
          status: 200,
          body: { client: { clientId: target.clientId, impersonated: true } },
        });
    },
  );

  test('has a token of fifteen minutes without refresh, no personal calls, and an audit entry naming both', async () => {
    const person = await add('shadowed', 'CLIENT', company);
    const { token, client: shown } = (
      await post(reseller, '/impersonate', { clientId: person.clientId })
    ).body;
    expect(shown.impersonated).toBe(true);
    const acting = { ...person, token };
    expect((await call('GET', '/v1/portal/me', { token })).body).toMatchObject({
      clientId: person.clientId,
      impersonated: true,
    });
    expect(
      (
        await call('POST', '/v1/refreshSession', {
          body: { refreshToken: token, clientId: person.clientId },
        })
      ).status,
    ).toBe(401);
    const [row] = await db.query<{ minutes: number; refresh_hash: unknown }>(
      `select extract(epoch from access_expires_at - created_at)::float8 / 60 as minutes, refresh_hash from session where impersonator_id = $1 and client_id = $2`,
      [reseller.clientId, person.clientId],
    );
    expect(row).toEqual({ minutes: 15, refresh_hash: null });

    const refused = async (method: string, path: string, body = {}) =>
      expect(await call(method, path, { token, body })).toMatchObject({
        status: 403,
        body: { error: 'NOT_WHILE_IMPERSONATING' },
      });
    await refused('POST', '/v1/portal/clients:updatePassword', {
      oldPassword: 'x',
      newPassword: 'a long good one',
    });
    await refused('PUT', `/v1/portal/clients/${person.clientId}`, { use2fa: true });
    await refused('PUT', `/v1/portal/clients/${person.clientId}`, { otpChannel: 'SMS' });
    await refused('POST', '/v1/portal/apikeys', { name: 'k', scopes: ['send'] });
    await refused('POST', '/v1/portal/sessions:endOthers');
    const deputy = await add('deputy', 'COMPANY', reseller);
    const child = await add('deputys', 'CLIENT', deputy);
    const asDeputy = (await post(root, '/impersonate', { clientId: reseller.clientId })).body[
      'token'
    ];
    expect(
      (
        await call('POST', '/v1/portal/clients/impersonate', {
          token: asDeputy,
          body: { clientId: child.clientId },
        })
      ).body['error'],
    ).toBe('NOT_WHILE_IMPERSONATING');

    expect(
      (
        await call('PUT', `/v1/portal/clients/${person.clientId}`, {
          token,
          body: { firstName: 'Shadow' },
        })
      ).status,
    ).toBe(200);
    const entries = await audited(person.clientId);
    expect(entries.at(-2)).toMatchObject({
      action: 'ACTED',
      actor_id: person.clientId,
      impersonator_id: reseller.clientId,
      after: { method: 'PUT', path: '/v1/portal/clients/:clientId' },
    });
    expect(entries.at(-1)).toMatchObject({
      action: 'CLIENT_UPDATED',
      actor_id: person.clientId,
      impersonator_id: reseller.clientId,
    });
    expect(entries.map((entry) => entry['action'])).toContain('IMPERSONATION_STARTED');

    expect(
      (await call('GET', '/v1/portal/sessions', { token: person.token })).body['sessions'],
    ).toContainEqual(expect.objectContaining({ impersonated: true }));
    await call('POST', '/v1/signOut', { token: acting.token });
    expect((await call('GET', '/v1/portal/me', { token })).status).toBe(401);
    expect((await call('GET', '/v1/portal/me', { token: reseller.token })).status).toBe(200);
  });

  test('ends when the actor is blocked, and excludes other trees and inactive accounts', async () => {
    const boss = await add('boss', 'RESELLER', root);
    const person = await add('bossed', 'CLIENT', boss);
    const { token } = (await post(boss, '/impersonate', { clientId: person.clientId })).body;
    expect((await post(rival, '/impersonate', { clientId: person.clientId })).status).toBe(404);
    await post(root, ':blockClient', { clientId: boss.clientId });
    expect((await call('GET', '/v1/portal/me', { token })).status).toBe(401);
    const invited = await add('not-in-yet', 'CLIENT', reseller, { clientStatus: 'INVITED' });
    expect((await post(reseller, '/impersonate', { clientId: invited.clientId })).status).toBe(409);
  });
});

describe('pictures', () => {
  const upload = (by: Person, bytes: Buffer, name = 'me.png') => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(bytes)]), name);
    return call('POST', '/v1/portal/profileuploads', { token: by.token, body: form as never });
  };
  const picture = (format: 'png' | 'jpeg' | 'webp', side = 300) =>
    sharp({ create: { width: side, height: side * 2, channels: 3, background: '#c00' } })
      .toFormat(format)
      .withExif({ IFD0: { Copyright: 'canary-copyright' } })
      .toBuffer();

  test.each(['png', 'jpeg', 'webp'] as const)(
    'a %s is re-encoded as a square, visible to readers of its owner',
    async (format) => {
      const uploaded = await upload(client, await picture(format), 'evil.svg');
      expect(uploaded.status).toBe(200);
      const { profileUrl } = uploaded.body;
      expect((await call('GET', '/v1/portal/me', { token: client.token })).body['profileUrl']).toBe(
        profileUrl,
      );
      const seen = async (token?: string, query = {}) =>
        (await call('GET', `/v1${profileUrl}`, { token, body: query })).status;
      expect(await seen(client.token)).toBe(200);
      expect(await seen(undefined, { token: company.token })).toBe(200);
      expect(await seen(root.token)).toBe(200);
      expect(await seen(stranger.token)).toBe(404);
      expect(await seen()).toBe(401);
      const [{ bytes } = { bytes: Buffer.alloc(0) }] = await db.query<{ bytes: Buffer }>(
        `select bytes from picture where client_id = $1`,
        [client.clientId],
      );
      const metadata = await sharp(bytes).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width: 256, height: 256 });
      expect(metadata).not.toHaveProperty('exif');
      expect(bytes.includes('canary')).toBe(false);
      const headers = (await call('GET', `/v1${profileUrl}`, { token: client.token })).headers;
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=86400, immutable',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  test.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    [
      'a PNG by name and first octets alone',
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]),
    ],
    ['nothing', Buffer.alloc(0)],
  ])('%s is refused', async (_what, bytes) => {
    expect(await upload(client, bytes)).toMatchObject({
      status: 422,
      body: { error: 'FILE_REFUSED', message: expect.stringContaining('PNG, JPEG or WebP') },
    });
  });

  test('six megabytes, or a picture that would inflate to gigabytes, are refused', async () => {
    expect(
      (
        await upload(
          client,
          Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(6 * 1024 * 1024)]),
        )
      ).status,
    ).toBe(413);
    const bomb = await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' },
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(5 * 1024 * 1024);
    expect((await upload(client, bomb)).status).toBe(422);
  });
});

test('the gateway credentials are shown to their owner only, without a secret', async () => {
  const creds = (by: Person, id: string) =>
    call('GET', `/v1/portal/apicreds/${id}`, { token: by.token });
  expect(await creds(client, client.clientId)).toMatchObject({
    status: 200,
    body: {
      creds: {
        clientId: client.clientId,
        host: 'sms.tuma.test',
        smppPort: 2775,
        smppTlsPort: null,
        httpPort: 1401,
        httpDialects: [{ dialect: 'jasmin', address: 'http://sms.tuma.test:1401/send' }],
      },
    },
  });
  expect((await creds(company, client.clientId)).status).toBe(404);
  expect((await creds(support, support.clientId)).status).toBe(403);
});

test("a test mail is sent at once, and the mail server's answer is shown", async () => {
  expect(await post(support, ':testSmtp', { to: 'probe@example.com' })).toMatchObject({
    status: 200,
    body: { accepted: true, answer: expect.stringMatching(/^250/) },
  });
  expect((await mailTo('probe@example.com'))[0]!.subject).toBe('Test mail from Tuma');
  expect((await post(reseller, ':testSmtp', { to: 'probe@example.com' })).status).toBe(403);
  await forgetLimits();
});
