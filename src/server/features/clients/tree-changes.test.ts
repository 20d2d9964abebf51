import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';
import { adjust, hold } from '../../core/ledger/ledger.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';

// A client's parent, level and credit, each changed by its own call alone.
const db = await createTestDatabase();
const { call, add, enter, database, stepUp } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const post = (by: { token: string }, verb: string, body: Record<string, unknown>) =>
  call('POST', `/v1/portal/clients:${verb}`, { token: by.token, body });
const rowOf = async (person: Person) =>
  (
    await db.query<{ path: string; parent_id: string; access_level: string; number: number }>(
      'select path, parent_id, access_level, number from client where id = $1',
      [person.clientId],
    )
  )[0]!;
const audited = (person: Person) =>
  db.query<Record<string, unknown>>(
    'select action, before, after from audit_entry where client_id = $1 order by id',
    [person.clientId],
  );

/** Every path is the parent's and the client's own number. */
async function pathsAreRight(): Promise<void> {
  expect(
    await db.query(
      `select c.client_name from client c left join client p on p.id = c.parent_id where c.path <> coalesce(p.path, '') || c.number || '.'`,
    ),
  ).toEqual([]);
}

let number = 0;
async function family() {
  const n = ++number;
  const reseller = await add(`reseller${n}`, 'RESELLER', root);
  const other = await add(`other${n}`, 'RESELLER', root);
  const company = await add(`company${n}`, 'COMPANY', reseller);
  const client = await add(`client${n}`, 'CLIENT', company);
  return { reseller, other, company, client };
}

test('a client moves with its descendants, its brand and its sessions in one step', async () => {
  const { reseller, other, company, client } = await family();
  const under = await add(`under${number}`, 'RESELLER', reseller);
  const leaf = await add(`leaf${number}`, 'COMPANY', under);
  await db.query(
    `insert into brand (client_id, client_path, brand_name) select id, path, 'Under' from client where id = $1 on conflict do nothing`,
    [under.clientId],
  );
  const { token: acting } = (
    await call('POST', '/v1/portal/clients/impersonate', {
      token: reseller.token,
      body: { clientId: leaf.clientId },
    })
  ).body;
  expect((await call('GET', '/v1/portal/me', { token: acting })).status).toBe(200);
  const senderId = newId();
  await db.query(
    `insert into sender (id, sender, client_id, kind, country, status, delegated_to) values ($1, 'LENT', $2, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING', $3)`,
    [senderId, reseller.clientId, [leaf.clientId, client.clientId]],
  );

  expect(
    (await post(root, 'moveClient', { clientId: under.clientId, parentId: other.clientId })).status,
  ).toBe(200);
  await pathsAreRight();
  const [place, target] = [await rowOf(under), await rowOf(other)];
  expect(place).toMatchObject({
    parent_id: other.clientId,
    path: `${target.path}${place.number}.`,
  });
  expect(
    (await db.query('select client_path from brand where client_id = $1', [under.clientId]))[0],
  ).toEqual({ client_path: place.path });
  // Sessions go on in the new place; who acted by the old one stops, and what the old one lent goes back.
  expect(
    (await call('GET', `/v1/portal/clients/${leaf.clientId}`, { token: under.token })).status,
  ).toBe(200);
  expect(
    (await call('GET', `/v1/portal/clients/${leaf.clientId}`, { token: other.token })).status,
  ).toBe(200);
  expect(
    (await call('GET', `/v1/portal/clients/${leaf.clientId}`, { token: reseller.token })).status,
  ).toBe(404);
  expect((await call('GET', '/v1/portal/me', { token: acting })).status).toBe(401);
  expect((await db.query('select delegated_to from sender where id = $1', [senderId]))[0]).toEqual({
    delegated_to: [client.clientId],
  });
  expect((await audited(under)).at(-1)).toEqual({
    action: 'CLIENT_MOVED',
    before: { parent: `reseller${number}` },
    after: { parent: `other${number}`, clients: 2 },
  });
  expect(
    (await post(other, 'moveClient', { clientId: leaf.clientId, parentId: other.clientId })).status,
  ).toBe(200);
  expect((await rowOf(company)).parent_id).toBe(reseller.clientId);
});

test('no account moves under itself, under a level without such clients, out of reach, or without permission', async () => {
  const { reseller, other, company, client } = await family();
  const second = await add(`second${number}`, 'RESELLER', reseller);
  const third = await add(`third${number}`, 'RESELLER', second);
  const move = (by: Person, whom: Person, to: Person) =>
    post(by, 'moveClient', { clientId: whom.clientId, parentId: to.clientId });
  expect(await move(root, second, second)).toMatchObject({
    status: 422,
    body: { error: 'UNDER_ITSELF' },
  });
  expect(await move(root, second, third)).toMatchObject({
    status: 422,
    body: { error: 'UNDER_ITSELF' },
  });
  expect(await move(root, second, company)).toMatchObject({
    status: 422,
    body: {
      error: 'LEVEL_DOES_NOT_FIT',
      message: `An account of this level cannot be under company${number}.`,
    },
  });
  expect((await move(root, client, support)).status).toBe(422);
  expect((await move(root, root, other)).status).toBe(403);
  expect((await move(reseller, company, other)).status).toBe(404);
  expect((await move(reseller, other, reseller)).status).toBe(404);
  expect((await move(reseller, reseller, second)).status).toBe(403);
  expect((await move(company, client, company)).status).toBe(403);
  expect((await move(support, client, reseller)).status).toBe(403);
  await db.query(`update client set client_status = 'BLOCKED' where id = $1`, [third.clientId]);
  expect((await move(root, client, third)).status).toBe(409);
  expect((await move(reseller, company, second)).status).toBe(200);
  expect((await move(reseller, company, second)).status).toBe(200);
  expect((await audited(company)).map(({ action }) => action)).toEqual(['CLIENT_MOVED']);
  await pathsAreRight();
});

test('concurrent moves and new accounts leave a valid tree', async () => {
  const { reseller, other } = await family();
  const [left, right] = [
    await add(`left${number}`, 'RESELLER', root),
    await add(`right${number}`, 'RESELLER', root),
  ];
  const answers = await Promise.all([
    post(root, 'moveClient', { clientId: left.clientId, parentId: right.clientId }),
    post(root, 'moveClient', { clientId: right.clientId, parentId: left.clientId }),
    ...Array.from({ length: 10 }, (_, index) =>
      post(root, 'moveClient', {
        clientId: left.clientId,
        parentId: index % 2 ? reseller.clientId : other.clientId,
      }),
    ),
    ...Array.from({ length: 10 }, (_, index) =>
      post(root, 'inviteClient', {
        parentId: left.clientId,
        email: `meanwhile${number}x${index}@example.com`,
        accessLevel: 'CLIENT',
      }),
    ),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(
    new Set([200, ...(answers.some(({ status }) => status === 422) ? [422] : [])]),
  );
  await pathsAreRight();
  expect(
    (
      await db.query<{ counted: number }>(
        'select count(*)::int as counted from client where parent_id = $1 and client_status = $2',
        [left.clientId, 'INVITED'],
      )
    )[0]!.counted,
  ).toBe(10);
});

test("a level change respects the account's place and clients, and applies to the next call", async () => {
  const { reseller, company, client } = await family();
  const change = (by: Person, whom: Person, accessLevel: string) =>
    post(by, 'changeAccessLevel', { clientId: whom.clientId, accessLevel });
  expect(await change(reseller, company, 'CLIENT')).toMatchObject({
    status: 422,
    body: { error: 'CLIENTS_DO_NOT_FIT' },
  });
  expect(await change(root, client, 'RESELLER')).toMatchObject({
    status: 422,
    body: { error: 'LEVEL_DOES_NOT_FIT' },
  });
  expect((await change(reseller, company, 'IT_SUPPORT')).status).toBe(403);
  expect((await change(reseller, reseller, 'CLIENT')).status).toBe(403);
  expect((await change(root, root, 'CLIENT')).status).toBe(403);
  expect((await change(company, client, 'COMPANY')).status).toBe(403);
  expect((await change(support, company, 'RESELLER')).status).toBe(403);
  expect(
    (
      await call('GET', '/v1/portal/branding', {
        token: company.token,
        body: { clientId: company.clientId },
      })
    ).status,
  ).toBe(403);
  expect((await change(reseller, company, 'RESELLER')).status).toBe(200);
  expect(
    (
      await call('GET', '/v1/portal/branding', {
        token: company.token,
        body: { clientId: company.clientId },
      })
    ).status,
  ).toBe(200);
  expect((await change(reseller, company, 'RESELLER')).status).toBe(200);
  expect(await audited(company)).toEqual([
    {
      action: 'LEVEL_CHANGED',
      before: { accessLevel: 'COMPANY' },
      after: { accessLevel: 'RESELLER' },
    },
  ]);

  // Acting for a lower level ends when the level is no longer lower.
  const { token } = (
    await call('POST', '/v1/portal/clients/impersonate', {
      token: company.token,
      body: { clientId: client.clientId },
    })
  ).body;
  expect((await call('GET', '/v1/portal/me', { token })).status).toBe(200);
  expect((await change(root, company, 'COMPANY')).status).toBe(200);
  expect((await call('GET', '/v1/portal/me', { token })).status).toBe(401);

  const bank = await add(`bank${number}`, 'CLIENT', root);
  expect((await change(root, bank, 'EBU_CLIENT')).status).toBe(200);
  expect(
    (
      await db.query('select requires_campaign_approval from client where id = $1', [bank.clientId])
    )[0],
  ).toEqual({ requires_campaign_approval: true });
});

test('credit is the floor of the wallet: spendable, and never below the debt', async () => {
  const { reseller, client } = await family();
  const credit = (by: Person, whom: Person, creditLimitUnits: number) =>
    post(by, 'changeCreditLimit', { clientId: whom.clientId, creditLimitUnits });
  expect(await credit(root, client, 5.5)).toMatchObject({
    status: 403,
    body: { error: 'STEP_UP_REQUIRED' },
  });
  await stepUp(root.token);
  const spend = (units: bigint) =>
    database.run(systemScope(), (tx) =>
      hold(tx, { clientId: client.clientId, units, campaignId: null, idempotencyKey: newId() }),
    );
  await database.run(systemScope(), (tx) =>
    adjust(tx, {
      clientId: client.clientId,
      units: 10_0000n,
      idempotencyKey: newId(),
      note: 'test',
    }),
  );
  await expect(spend(10_0001n)).rejects.toMatchObject({ code: 'NO_UNITS' });
  expect((await credit(reseller, client, 5)).status).toBe(403);
  expect((await credit(support, client, 5)).status).toBe(403);
  expect((await credit(root, root, 5)).status).toBe(403);
  expect((await credit(root, client, -1)).status).toBe(400);
  expect((await credit(root, client, 0.00001)).status).toBe(400);
  expect((await credit(root, client, 5.5)).status).toBe(200);
  await spend(14_0000n);
  await expect(spend(1_6000n)).rejects.toMatchObject({ code: 'NO_UNITS' });
  expect(await credit(root, client, 3.9999)).toMatchObject({
    status: 422,
    body: {
      error: 'CREDIT_IN_USE',
      message: 'It owes 4 units, so its credit limit cannot be lower than that.',
    },
  });
  expect((await credit(root, client, 4)).status).toBe(200);
  expect(await audited(client)).toEqual([
    {
      action: 'CREDIT_LIMIT_CHANGED',
      before: { creditLimitUnits: 0 },
      after: { creditLimitUnits: 5.5 },
    },
    {
      action: 'CREDIT_LIMIT_CHANGED',
      before: { creditLimitUnits: 5.5 },
      after: { creditLimitUnits: 4 },
    },
  ]);
  const answers = await Promise.allSettled([
    spend(1n),
    credit(root, client, 4.0001),
    spend(1n),
    spend(1n),
  ]);
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(2);
  expect(
    (
      await db.query<{ below: boolean }>(
        `select bool_or(balance < floor) as below from ledger_account`,
      )
    )[0]!.below,
  ).toBe(false);
  expect(
    (
      await db.query<{ balance: number }>(
        `select balance::int as balance from ledger_account where client_id = $1 and kind = 'available'`,
        [client.clientId],
      )
    )[0]!.balance,
  ).toBeGreaterThanOrEqual(-4_0001);
});

test('blocking pauses campaigns with the reason, and unblocking leaves them to their owner', async () => {
  const { reseller, client } = await family();
  const statuses = ['QUEUED', 'RUNNING', 'PAUSED', 'SCHEDULED', 'COMPLETED'];
  for (const status of statuses) {
    await db.query(
      `insert into campaign (id, client_id, campaign_name, sender, text, source, country, status, reason, units_held, started_at) values ($1, $2, $3, 'TEST', 'text', 'FILE', 'KE', $3, case when $3 = 'PAUSED' then 'TOO_LATE' end, 10000, now())`,
      [newId(), client.clientId, status],
    );
  }
  const [held] = await db.query<{ id: string }>(
    `select id from campaign where client_id = $1 and status = 'RUNNING'`,
    [client.clientId],
  );
  const chunk = (campaignId: string | null) =>
    db.query(
      `insert into chunk (route_id, priority, client_id, campaign_id, sender, message_ids, size, expires_at) values (1, 0, $1, $2, 'TEST', '{}', 0, now() + interval '1 hour')`,
      [client.clientId, campaignId],
    );
  await chunk(held!.id);
  await chunk(null);
  const campaigns = () =>
    db.query<{ campaign_name: string; status: string; reason: string | null }>(
      'select campaign_name, status, reason from campaign where client_id = $1',
      [client.clientId],
    );
  const stopped = async () =>
    (
      await db.query<{ stopped: boolean; campaign_id: string | null }>(
        'select stopped, campaign_id from chunk where client_id = $1',
        [client.clientId],
      )
    )
      .filter((each) => each.stopped)
      .map(({ campaign_id }) => campaign_id);

  expect((await post(reseller, 'blockClient', { clientId: client.clientId })).status).toBe(200);
  const paused = [
    { campaign_name: 'QUEUED', status: 'PAUSED', reason: 'CLIENT_BLOCKED' },
    { campaign_name: 'RUNNING', status: 'PAUSED', reason: 'CLIENT_BLOCKED' },
    { campaign_name: 'PAUSED', status: 'PAUSED', reason: 'TOO_LATE' },
    { campaign_name: 'SCHEDULED', status: 'SCHEDULED', reason: null },
    { campaign_name: 'COMPLETED', status: 'COMPLETED', reason: null },
  ];
  expect(
    (await campaigns()).toSorted(
      (a, b) => statuses.indexOf(a.campaign_name) - statuses.indexOf(b.campaign_name),
    ),
  ).toEqual(paused);
  expect((await stopped()).toSorted()).toEqual([held!.id, null].toSorted());
  const resume = (token: string) =>
    call('POST', '/v1/portal/campaigns:resumeCampaign', { token, body: { campaignId: held!.id } });
  expect(await resume(root.token)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('blocked') },
  });

  expect((await post(reseller, 'unblockClient', { clientId: client.clientId })).status).toBe(200);
  expect(
    (await campaigns()).toSorted(
      (a, b) => statuses.indexOf(a.campaign_name) - statuses.indexOf(b.campaign_name),
    ),
  ).toEqual(paused);
  expect(await stopped()).toEqual([held!.id]);
  expect((await resume(await enter(client.clientId))).status).toBe(200);
  expect(await stopped()).toEqual([]);
});

test('an account that needs approval frees nobody below it: flags stay, limits only fall, and an administrator may', async () => {
  const { reseller, other, company, client } = await family();
  const limits = async (by: Person, whom: Person, changed: Record<string, unknown>) => {
    const { status, body } = await post(by, 'updateLimits', {
      clientId: whom.clientId,
      ...changed,
    });
    return status === 200 ? 'done' : `${status} ${String(body['error'])}`;
  };
  const terms = async (by: Person, whom: Person) =>
    (
      await call('GET', `/v1/portal/clients/${whom.clientId}`, {
        token: by.token,
        body: { privilege: 'true' },
      })
    ).body;
  const needs = async (whom: Person) =>
    (await call('GET', '/v1/portal/me', { token: whom.token })).body['needsApproval'];
  const isFlagged = { requiresCampaignApproval: true };
  expect(await terms(root, client)).toMatchObject({
    inheritedApproval: null,
    inheritedUnapprovedNumbers: null,
  });
  expect([await needs(reseller), await needs(company), await needs(root)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(await limits(root, reseller, { ...isFlagged, unapprovedNumbers: 10 })).toBe('done');
  expect(await limits(root, company, isFlagged)).toBe('done');
  expect([await needs(reseller), await needs(client), await needs(other)]).toEqual([
    true,
    true,
    false,
  ]);

  // The nearest account above is named to those who see it, and its own field keeps its meaning.
  expect(await terms(reseller, client)).toMatchObject({
    requiresCampaignApproval: false,
    inheritedApproval: { clientId: company.clientId, clientName: expect.any(String) },
    unapprovedNumbers: null,
    inheritedUnapprovedNumbers: 10,
  });
  expect(await terms(root, company)).toMatchObject({
    inheritedApproval: { clientId: reseller.clientId, clientName: expect.any(String) },
  });
  expect(await terms(root, reseller)).toMatchObject({
    ...isFlagged,
    inheritedApproval: null,
  });

  for (const by of [reseller, company]) {
    expect(await limits(by, client, { unapprovedNumbers: 11 })).toBe('403 FOUR_EYES');
    expect(await limits(by, client, { unapprovedNumbers: 8 })).toBe('done');
    expect(await limits(by, client, { unapprovedNumbers: 9 })).toBe('403 FOUR_EYES');
    // Without a limit of its own it has that of the account above, which is looser.
    expect(await limits(by, client, { unapprovedNumbers: null })).toBe('403 FOUR_EYES');
    expect(await limits(by, client, { dailyLimitMessages: 100 })).toBe('done');
    await db.query('update client set unapproved_numbers = null where id = $1', [client.clientId]);
    expect(await limits(by, client, isFlagged)).toBe('done');
    expect(await limits(by, client, { requiresCampaignApproval: false })).toBe('403 FOUR_EYES');
    expect(await limits(root, client, { requiresCampaignApproval: false })).toBe('done');
  }
  expect(await limits(reseller, company, { requiresCampaignApproval: false })).toBe(
    '403 FOUR_EYES',
  );

  // Nor by moving it to a place with a looser limit.
  await db.query('update client set unapproved_numbers = 0 where id = $1', [company.clientId]);
  const loose = await add(`loose${number}`, 'COMPANY', reseller);
  const move = async (by: Person, to: Person) =>
    (await post(by, 'moveClient', { clientId: client.clientId, parentId: to.clientId })).status;
  expect(await move(reseller, loose)).toBe(403);
  expect((await rowOf(client)).parent_id).toBe(company.clientId);
  expect(await move(root, loose)).toBe(200);
  expect(await move(reseller, company)).toBe(200);
  await pathsAreRight();

  // A client that it opens needs approval from the start.
  const { body } = await post(reseller, 'inviteClient', {
    email: `opened${number}@example.com`,
    accessLevel: 'COMPANY',
  });
  expect(await terms(root, { ...client, clientId: String(body['clientId']) })).toMatchObject({
    requiresCampaignApproval: false,
    inheritedApproval: { clientId: reseller.clientId },
  });

  // The account above is out of reach of a company whose reseller has the rule.
  await db.query('update client set requires_campaign_approval = false where id = $1', [
    company.clientId,
  ]);
  expect(await terms(company, client)).toMatchObject({
    inheritedApproval: { clientId: null, clientName: null },
  });
  expect(await limits(root, reseller, { requiresCampaignApproval: false })).toBe('done');
  expect(await limits(company, client, { unapprovedNumbers: 90 })).toBe('done');
});
