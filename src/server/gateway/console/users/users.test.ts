import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openConsole } from '../../../../../test/harness/console.ts';
import { createTestDatabase } from '../../../../../test/harness/database.ts';
import { open } from '../../../../../test/harness/wallets.ts';
import { GatewayAuthenticator } from '../../../core/gateway-users/gateway-users.ts';

const db = await createTestDatabase();
const { ask, ok, root, client, enter: signIn, stepUp } = await openConsole(db);
const users = new GatewayAuthenticator(open(db, 'tuma_gateway', 2));

test('groups: created, disabled, kept while in use, and unique by name', async () => {
  expect(await ok('POST', 'jasmin/groups', { gid: 'retail' })).toMatchObject({
    gid: 'retail',
    enabled: true,
    userCount: 0,
  });
  expect(await ask('POST', 'jasmin/groups', { gid: 'retail' })).toMatchObject({
    status: 409,
    body: { error: 'TAKEN', details: [{ field: 'gid' }] },
  });
  expect((await ask('POST', 'jasmin/groups', { gid: 'seventeen-letters' })).status).toBe(400);
  expect(await ok('PATCH', 'jasmin/groups/retail', { enabled: false })).toMatchObject({
    enabled: false,
  });
  await ok('PATCH', 'jasmin/groups/retail', { enabled: true });
  await ok('POST', 'route-filters', {
    fid: 'retail',
    type: 'GroupFilter',
    parameters: { gid: 'retail' },
  });
  expect(await ask('DELETE', 'jasmin/groups/retail')).toMatchObject({
    status: 409,
    body: { error: 'IN_USE', message: expect.stringContaining('filter retail') },
  });
  expect(
    (await ok('GET', 'jasmin/groups', { 'filter.query': 'RET' }))['jasminGroups'],
  ).toHaveLength(1);
});

test('users: a secret shown once, the only way to authenticate, and invalid as soon as one part disables it', async () => {
  const made = await ok('POST', 'jasmin/users', {
    uid: 'shop',
    gid: 'retail',
    username: 'shopsys',
    clientId: client.clientId,
  });
  expect(made).toMatchObject({
    uid: 'shop',
    clientName: 'Shop',
    usable: true,
    hasPassword: true,
    password: expect.stringMatching(/^\w{8}$/),
    mt_messaging_cred: {
      authorization: { http_bulk: false, smpps_send: true },
      valuefilter: { priority: '^[0-3]$' },
    },
    smpps_cred: { authorization: { bind: true, ip: [] } },
  });
  const enter = (password: string, address = '203.0.113.9', source: 'SMPP' | 'HTTP' = 'SMPP') =>
    users.admit({ username: 'shopsys', password, address, source });
  expect(await enter(made['password'])).toMatchObject({
    user: { uid: 'shop', clientId: client.clientId },
  });
  expect(await enter('wrong')).toEqual({ refused: 'password' });
  expect(
    JSON.stringify([
      await ok('GET', 'jasmin/users', { 'filter.clientIds': client.clientId }),
      await db.query('select * from gateway_user'),
      await db.query('select * from audit_entry'),
    ]),
  ).not.toContain(made['password']);

  await ok('PATCH', 'jasmin/users/shop', { smpps_cred: { authorization: { ip: ['10.0.0.0/8'] } } });
  expect(await enter(made['password'])).toEqual({ refused: 'address' });
  expect(await enter(made['password'], '10.1.1.1')).toMatchObject({ user: { uid: 'shop' } });
  await ok('PATCH', 'jasmin/users/shop', {
    smpps_cred: { authorization: { ip: [], bind: false } },
  });
  expect(await enter(made['password'])).toEqual({ refused: 'bind' });
  expect(await enter(made['password'], '203.0.113.9', 'HTTP')).toMatchObject({
    user: { uid: 'shop' },
  });
  await ok('PATCH', 'jasmin/users/shop', { smpps_cred: { authorization: { bind: true } } });
  for (const [path, what] of [
    ['jasmin/groups/retail', 'GROUP_DISABLED'],
    ['jasmin/users/shop', 'USER_DISABLED'],
  ]) {
    await ok('PATCH', path!, { enabled: false });
    expect(await enter(made['password'])).toEqual({ refused: 'disabled' });
    expect((await ok('GET', 'jasmin/users'))['smppUsers'][0]).toMatchObject({
      usable: false,
      no: what,
    });
    await ok('PATCH', path!, { enabled: true });
  }
  await ask('POST', 'clients:blockClient', { clientId: client.clientId }, root);
  expect((await ok('GET', 'jasmin/users'))['smppUsers'][0]).toMatchObject({
    enabled: false,
    usable: false,
  });
  await ask('POST', 'clients:unblockClient', { clientId: client.clientId }, root);
  expect(await enter(made['password'])).toMatchObject({ user: { enabled: true } });

  const again = { ...client, token: await stepUp(await signIn(client.clientId)) };
  const { body: reset } = await ask('POST', 'apicreds:reset', { clientId: client.clientId }, again);
  expect(reset).toMatchObject({ systemId: 'shopsys' });
  expect(await enter(made['password'])).toEqual({ refused: 'password' });
  expect(await enter(reset['password'])).toMatchObject({ user: { uid: 'shop' } });
  await ok('POST', 'jasmin/users', {
    uid: 'shop2',
    gid: 'retail',
    username: 'shopbulk',
    clientId: client.clientId,
    mt_messaging_cred: { quota: { http_throughput: 7.5, smpps_throughput: 0, sms_count: 40 } },
    smpps_cred: {
      authorization: { bind: false, ip: ['203.0.113.0/24'] },
      quota: { max_bindings: 3 },
    },
  });
  const second = { clientId: client.clientId, systemId: 'shopbulk' };
  const { body: other } = await ask('POST', 'apicreds:reset', second, again);
  expect(other).toMatchObject({ systemId: 'shopbulk' });
  expect(await enter(reset['password'])).toMatchObject({ user: { uid: 'shop' } });
  expect(
    (await ask('POST', 'apicreds:reset', { ...second, systemId: 'rival' }, again)).status,
  ).toBe(404);
  await db.query(
    `insert into bind_refusal (gateway_user_id, client_id, reason, address)
     select id, client_id, 'ADDRESS', '203.0.113.9' from gateway_user where uid = 'shop'`,
  );
  expect((await ask('GET', `apicreds/${client.clientId}`, {}, again)).body['creds']).toMatchObject({
    systemId: 'shopsys',
    usable: true,
    logins: [
      {
        systemId: 'shopsys',
        usable: true,
        mayBind: true,
        limits: {
          mostBinds: 50,
          smppPerSecond: null,
          httpPerSecond: null,
          partsLeft: null,
          addresses: [],
        },
        binds: [],
        lastRefusal: { reason: 'ADDRESS', address: '203.0.113.9', timestamp: expect.any(Number) },
        use: [],
      },
      {
        systemId: 'shopbulk',
        mayBind: false,
        limits: {
          mostBinds: 3,
          smppPerSecond: null,
          httpPerSecond: 7.5,
          partsLeft: 40,
          addresses: ['203.0.113.0/24'],
        },
        lastRefusal: null,
      },
    ],
  });
});

test('an edit waits for messages that take from the quota, and does not give it back', async () => {
  await ok('PATCH', 'jasmin/users/shop', { mt_messaging_cred: { quota: { sms_count: 40 } } });
  const sending = new Client({ connectionString: db.url });
  await sending.connect();
  await sending.query('begin');
  await sending.query(
    `update gateway_user set mt_messaging_cred = jsonb_set(mt_messaging_cred, '{quota,sms_count}', '37') where uid = 'shop'`,
  );
  const edited = ok('PATCH', 'jasmin/users/shop', {
    mt_messaging_cred: { authorization: { priority: false } },
  });
  const waits = () =>
    db.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
  while ((await waits()).length === 0) await setTimeout(10);
  await sending.query('commit');
  await sending.end();
  expect((await edited)['mt_messaging_cred']).toMatchObject({
    authorization: { priority: false },
    quota: { sms_count: 37 },
  });
  await ok('PATCH', 'jasmin/users/shop', {
    mt_messaging_cred: { authorization: { priority: true }, quota: { sms_count: null } },
  });
});

test('one bind of a user is asked to end, by its id, and the request is audited', async () => {
  const [bind, other] = await db.query<{ id: string }>(
    `insert into smpp_bind (id, holder, client_id, gateway_user_id, kind, address, tls)
     select gen_random_uuid(), 'elsewhere', client_id, id, 'RECEIVER', '203.0.113.9', false
     from gateway_user, generate_series(1, 2) where uid = 'shop' returning id`,
  );
  const unbind = (bindId: string, uid = 'shop') =>
    ask('POST', 'jasmin/users:unbind', { uid, bindId });
  expect(await unbind(bind!.id, 'shop2')).toMatchObject({
    status: 404,
    body: { error: 'NOT_FOUND', message: expect.stringContaining('connection') },
  });
  expect((await unbind('first')).status).toBe(400);
  expect(await unbind(bind!.id)).toMatchObject({ status: 200, body: { ok: true } });
  expect(
    await db.query(
      `select unbind_requested_at is not null as asked from smpp_bind where id = any ($1) order by id = $2`,
      [[bind!.id, other!.id], bind!.id],
    ),
  ).toEqual([{ asked: false }, { asked: true }]);
  expect(
    await db.query(
      `select client_id as "clientId", after from audit_entry where action = 'GATEWAY_USER_UNBOUND'`,
    ),
  ).toEqual([
    {
      clientId: client.clientId,
      after: { uid: 'shop', kind: 'RECEIVER', address: '203.0.113.9' },
    },
  ]);
  await db.query('delete from smpp_bind');
});

test.each([
  [{ uid: 'shop' }, 409, 'uid'],
  [{ username: 'shopsys' }, 409, 'username'],
  [{ gid: 'nobodys' }, 400, 'gid'],
  [{ clientId: '018f0000-0000-7000-8000-00000000dead' }, 400, 'clientId'],
  [{ password: 'seventeen letters' }, 400, 'password'],
  [{ password: 'ünicode' }, 400, 'password'],
  [{ username: 'sixteen-letters-' }, 400, 'username'],
  [
    { mt_messaging_cred: { valuefilter: { dst_addr: '(' } } },
    400,
    'mt_messaging_cred.valuefilter.dst_addr',
  ],
  [
    { mt_messaging_cred: { quota: { early_percent: 0 } } },
    400,
    'mt_messaging_cred.quota.early_percent',
  ],
  [{ mt_messaging_cred: { quota: { sms_count: -1 } } }, 400, 'mt_messaging_cred.quota.sms_count'],
  [{ smpps_cred: { authorization: { ip: ['10.0.0.0/99'] } } }, 400, 'smpps_cred.authorization.ip'],
  [{ smpps_cred: { quota: { max_bindings: 1.5 } } }, 400, 'smpps_cred.quota.max_bindings'],
])('a user with %j is refused at its field', async (wrong, status, field) => {
  const answer = await ask('POST', 'jasmin/users', {
    uid: 'other',
    gid: 'retail',
    username: 'other',
    clientId: client.clientId,
    ...wrong,
  });
  expect(answer.status).toBe(status);
  expect(answer.body['details'].map((detail: { field: string }) => detail.field)).toContain(field);
  expect(await db.query(`select 1 from gateway_user where uid = 'other'`)).toEqual([]);
});
