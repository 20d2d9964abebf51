import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../test/harness/portal.ts';
import { open } from '../../../test/harness/wallets.ts';
import { GatewayAuthenticator } from '../core/gateway-users/gateway-users.ts';
import { verifyPassword } from '../core/auth/passwords.ts';
import { loadConfigInForce } from '../core/dispatch/config-version.ts';
import { systemScope } from '../infra/database/scope.ts';

const db = await createTestDatabase();
const { call, add, enter: signIn, database, stepUp } = await openPortal(db);
const users = new GatewayAuthenticator(open(db, 'tuma_gateway', 2));
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const client = await add('Shop', 'COMPANY', root);
await stepUp(support.token);
await db.query(
  `insert into connector (cid, kind, carrier_account_id, settings) values ('north', 'SMPP', 1, '{"cost": 2}'), ('south', 'SMPP', 2, '{"cost": 1}'), ('hook', 'HTTP', 3, '{"url": "https://example.com/mo"}')`,
);

const ask = (
  method: string,
  path: string,
  body: Record<string, unknown> = {},
  by: Person = support,
) => call(method, `/v1/portal/${path}`, { token: by.token, body });
const ok = async (method: string, path: string, body: Record<string, unknown> = {}) => {
  const answer = await ask(method, path, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body;
};

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

test('filters are in natural order of their names, paged, each once', async () => {
  const wanted = ['page-1', 'page-1b', 'page-2', 'Page-10', 'page-010'];
  for (const fid of wanted.toReversed())
    await ok('POST', 'route-filters', { fid, type: 'TransparentFilter' });
  const seen: string[] = [];
  for (let pageToken = ''; seen.length < wanted.length;) {
    const page = (await ok('GET', 'route-filters', {
      'filter.query': 'page-',
      pageSize: 2,
      pageToken,
    })) as { filters: { fid: string }[]; nextPageToken: string };
    seen.push(...page.filters.map(({ fid }) => fid));
    if (page.nextPageToken === '') break;
    ({ nextPageToken: pageToken } = page);
  }
  expect(seen).toEqual(wanted);
  for (const fid of wanted) await ok('DELETE', `route-filters/${fid}`);
});

test('a draft of filters and routes: names, rules, order, moves, findings, and one reload', async () => {
  expect(await ask('POST', 'jasmin:reload')).toMatchObject({
    status: 200,
    body: { message: 'Jasmin reload request has been sent successfully.' },
  });
  await ok('POST', 'route-filters', {
    fid: 'kenya',
    type: 'DestinationAddrFilter',
    parameters: { destination_addr: '^254' },
  });
  expect(
    await ask('POST', 'route-filters', { fid: 'kenya', type: 'TransparentFilter' }),
  ).toMatchObject({ status: 409, body: { error: 'TAKEN' } });
  expect(
    await ask('POST', 'route-filters', {
      fid: 'bad',
      type: 'ExpressionFilter',
      parameters: { expression: 'text + 1' },
    }),
  ).toMatchObject({ status: 400, body: { details: [{ field: 'parameters.expression' }] } });
  await ok('POST', 'route-filters', {
    fid: 'safaricom',
    type: 'DestinationAddrFilter',
    parameters: { destination_addr: '^2547' },
  });
  await ok('POST', 'route-filters', {
    fid: 'from-north',
    type: 'ConnectorFilter',
    parameters: { cid: 'north' },
  });

  const fallback = await ok('POST', 'routes/mt', { type: 'DefaultRoute', connectors: ['north'] });
  expect(fallback).toMatchObject({
    order: 0,
    connectors: [{ cid: 'north', kind: 'SMPP', started: true, live: false, cost: 2 }],
  });
  expect(
    await ask('POST', 'routes/mt', { type: 'DefaultRoute', connectors: ['south'] }),
  ).toMatchObject({
    status: 409,
    body: {
      error: 'TAKEN',
      details: [
        {
          field: 'order',
          message:
            'There is already a default route of MT messages. Change that one, or delete it first.',
        },
      ],
    },
  });
  const narrow = await ok('POST', 'routes/mt', {
    type: 'FailoverMTRoute',
    filters: ['safaricom'],
    connectors: ['north', 'south'],
  });
  const wide = await ok('POST', 'routes/mt', {
    type: 'LeastCostMTRoute',
    filters: ['kenya'],
    connectors: ['north', 'south'],
  });
  expect([narrow['order'], wide['order']]).toEqual([10, 20]);
  const refused: [Record<string, unknown>, number, string][] = [
    [{ type: 'StaticMTRoute', order: 20, filters: ['kenya'], connectors: ['north'] }, 409, 'order'],
    [{ type: 'StaticMTRoute', order: 0, connectors: ['north'] }, 400, 'order'],
    [{ type: 'StaticMTRoute', connectors: ['north', 'south'] }, 400, 'connectors'],
    [{ type: 'FailoverMTRoute', connectors: ['north'] }, 400, 'connectors'],
    [{ type: 'StaticMTRoute', connectors: ['hook'] }, 400, 'connectors'],
    [{ type: 'StaticMTRoute', filters: ['from-north'], connectors: ['north'] }, 400, 'filters'],
    [{ type: 'StaticMTRoute', filters: ['nobodys'], connectors: ['north'] }, 400, 'filters'],
    [
      { type: 'RandomRoundrobinMTRoute', connectors: ['north', 'south'], weights: [1] },
      400,
      'weights',
    ],
    [{ type: 'FailoverMTRoute', connectors: ['north', 'south'], weights: [1, 2] }, 400, 'weights'],
  ];
  for (const [body, status, field] of refused)
    expect(await ask('POST', 'routes/mt', body), JSON.stringify(body)).toMatchObject({
      status,
      body: { details: [{ field }] },
    });

  const findings = (await ok('GET', 'jasmin:lint'))['findings'].map(
    ({ code, label }: Record<string, string>) => `${code} ${label}`,
  );
  expect(findings).toEqual(
    expect.arrayContaining([
      'UNREACHABLE 10 FailoverMTRoute',
      'FILTER_UNUSED from-north',
      'CONNECTOR_UNREACHED hook',
    ]),
  );
  expect(
    await ok('POST', 'routes/mt:move', { routeId: narrow['routeId'], direction: 'UP' }),
  ).toMatchObject({ order: 20, findings: [] });
  expect(
    (await ok('GET', 'routes/mt'))['routes'].map(
      ({ order, type }: Record<string, unknown>) => `${order} ${type}`,
    ),
  ).toEqual(['20 FailoverMTRoute', '10 LeastCostMTRoute', '0 DefaultRoute']);
  expect(
    await ask('POST', 'routes/mt:move', { routeId: fallback['routeId'], direction: 'UP' }),
  ).toMatchObject({ status: 409 });
  // Past several: a free order is taken, so that no other route changes.
  const past = (
    route: Record<string, unknown>,
    direction: string,
    other: Record<string, unknown>,
  ) =>
    ask('POST', 'routes/mt:move', {
      routeId: route['routeId'],
      direction,
      pastRouteId: other['routeId'],
    });
  expect(await past(wide, 'UP', narrow)).toMatchObject({ body: { order: 30 } });
  expect(await past(wide, 'DOWN', narrow)).toMatchObject({ body: { order: 10 } });
  for (const [route, direction, other] of [
    [wide, 'UP', fallback],
    [wide, 'DOWN', narrow],
    [fallback, 'UP', narrow],
  ] as const)
    expect(await past(route, direction, other)).toMatchObject({ status: 409 });
  expect(await ask('DELETE', 'route-filters/kenya')).toMatchObject({
    status: 409,
    body: { error: 'IN_USE', message: expect.stringContaining('MT route 10') },
  });

  const { changes, from, draft } = await ok('GET', 'jasmin:diff');
  expect(changes.find(({ id }: { id: string }) => id === 'kenya')).toMatchObject({
    entity: 'FILTER',
    change: 'ADDED',
    edits: [{ actorName: 'support' }],
  });
  expect(await ask('POST', 'jasmin:reload', { seenVersion: from + 5 })).toMatchObject({
    status: 409,
  });
  // Another operator edits after this one read the difference: nothing that nobody reviewed comes into force.
  await ok('PATCH', 'route-filters/kenya', { parameters: { destination_addr: '^256' } });
  expect(await ask('POST', 'jasmin:reload', { seenVersion: from, seenDraft: draft })).toMatchObject(
    { status: 409, body: { message: expect.stringContaining('edited') } },
  );
  await ok('PATCH', 'route-filters/kenya', { parameters: { destination_addr: '^254' } });
  const again = await ok('GET', 'jasmin:diff');
  const reloaded = await ok('POST', 'jasmin:reload', {
    seenVersion: from,
    seenDraft: again.draft,
  });
  expect(reloaded).toMatchObject({ version: from + 1, unchanged: false });
  expect(await ok('POST', 'jasmin:reload')).toMatchObject({ version: from + 1, unchanged: true });

  await ok('PATCH', 'route-filters/kenya', { parameters: { destination_addr: '^255' } });
  const sample = { to: '+254112345678', from: 'SHOP', text: 'Habari', uid: 'shop' };
  expect(await ok('POST', 'jasmin:simulate', { direction: 'MT', message: sample })).toMatchObject({
    version: from + 1,
    type: 'LeastCostMTRoute',
    tried: [
      {
        order: 20,
        refusedBy: 'safaricom',
        reason: expect.stringContaining('254112345678'),
        filter: { type: 'DestinationAddrFilter', parameters: { destination_addr: '^2547' } },
        value: '254112345678',
      },
      {
        order: 10,
        refusedBy: null,
        filter: null,
        value: null,
        matched: [
          { type: 'DestinationAddrFilter', parameters: { destination_addr: expect.any(String) } },
        ],
      },
    ],
    connectors: [{ cid: 'north' }, { cid: 'south' }],
  });
  expect(
    await ok('POST', 'jasmin:simulate', { direction: 'MT', message: sample, draft: true }),
  ).toMatchObject({ version: null, type: 'DefaultRoute' });
  // A number without its prefix is read as at the acceptance of a message.
  for (const uid of ['shop', undefined])
    expect(
      await ok('POST', 'jasmin:simulate', {
        direction: 'MT',
        message: { to: '0112 345 678', from: 'SHOP', text: 'Habari', ...(uid && { uid }) },
      }),
    ).toMatchObject({ tried: [{ value: '254112345678' }, { refusedBy: null }] });
  await ok('DELETE', `routes/mt/${wide['routeId']}`);
  await ok('POST', 'jasmin:reload');
  expect((await ok('GET', 'routes/mt'))['routes']).toHaveLength(2);
  const back = await ok('POST', 'jasmin:rollback', { version: from + 1 });
  expect(back).toMatchObject({ version: from + 3 });
  expect(
    (await ok('GET', 'routes/mt'))['routes'].map(({ routeId }: { routeId: number }) => routeId),
  ).toContain(wide['routeId']);
  expect(await ok('GET', 'jasmin:diff')).toMatchObject({ changes: [] });
  expect(
    (await database.run(systemScope(), (tx) => loadConfigInForce(tx)))!.filters.find(
      ({ fid }) => fid === 'kenya',
    )!.parameters,
  ).toEqual({ destination_addr: '^254' });
  expect((await ok('GET', 'jasmin/versions'))['versions'][0]).toMatchObject({
    version: from + 3,
    inForce: true,
    actorName: 'support',
    mtRouteCount: 3,
  });
});

test('an invalid draft is not applied, and nothing changes', async () => {
  const before = (await ok('GET', 'jasmin/versions'))['versions'][0].version;
  await db.query(
    `insert into filter (fid, type, parameters) values ('broken', 'DestinationAddrFilter', '{"destination_addr": "("}')`,
  );
  expect(await ask('POST', 'jasmin:reload')).toMatchObject({
    status: 422,
    body: { error: 'DRAFT_INVALID', message: expect.stringContaining('broken') },
  });
  expect((await ok('GET', 'jasmin/versions'))['versions'][0].version).toBe(before);
  await db.query(`delete from filter where fid = 'broken'`);
});

test('messages from phones: keywords, inboxes and connectors, simulated', async () => {
  await ok('POST', 'routes/mo', {
    type: 'DefaultRoute',
    targets: [{ kind: 'INBOX', clientId: root.clientId }],
  });
  await ok('POST', 'routes/mo', {
    type: 'StaticMORoute',
    filters: ['from-north'],
    targets: [{ kind: 'HTTP', cid: 'hook' }],
  });
  await ok('POST', 'routes/mo', {
    type: 'StaticMORoute',
    targets: [{ kind: 'KEYWORD', keyword: 'Info', clientId: client.clientId }],
  });
  expect(
    await ask('POST', 'routes/mo', {
      type: 'FailoverMORoute',
      targets: [
        { kind: 'HTTP', cid: 'hook' },
        { kind: 'SMPP_USER', username: 'shopsys' },
      ],
    }),
  ).toMatchObject({ status: 400, body: { details: [{ field: 'targets' }] } });
  expect(
    await ask('POST', 'routes/mo', {
      type: 'StaticMORoute',
      targets: [{ kind: 'HTTP', cid: 'north' }],
    }),
  ).toMatchObject({ status: 400 });
  await ok('POST', 'jasmin:reload');
  const where = async (text: string, cid: string) =>
    (
      await ok('POST', 'jasmin:simulate', {
        direction: 'MO',
        message: { from: '254700000001', to: '22141', text, cid },
      })
    ).targets;
  expect(await where('  INFO please', 'north')).toMatchObject([
    { kind: 'KEYWORD', clientId: client.clientId },
  ]);
  expect(await where('Information', 'north')).toMatchObject([{ kind: 'HTTP', cid: 'hook' }]);
  expect(await where('Hello', 'south')).toMatchObject([{ kind: 'INBOX', clientId: root.clientId }]);
});

test('rectify repairs once, a dry run changes nothing, and support may not call it', async () => {
  const rectify = async (body = {}) => {
    const answer = await ask('POST', 'clients:rectifyJasminData', body, root);
    expect(answer).toMatchObject({ status: 200 });
    return answer.body;
  };
  expect((await ask('POST', 'clients:rectifyJasminData', { dryRun: true })).status).toBe(403);
  const other = await add('New Client Ltd', 'CLIENT', root);
  const dry = await rectify({ dryRun: true });
  expect(dry['actions']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: 'USER_CREATED', clientId: other.clientId, uid: null }),
    ]),
  );
  const told = await rectify();
  expect(told['actions']).toHaveLength(dry['actionCount']);
  expect((await rectify())['actionCount']).toBe(0);
  expect(
    (await ok('GET', 'jasmin/users', { 'filter.clientIds': other.clientId }))['smppUsers'],
  ).toMatchObject([
    {
      gid: 'client',
      uid: expect.stringMatching(/^newclient-/),
      hasPassword: false,
      no: 'NO_PASSWORD',
    },
  ]);
  await db.query(`update client set client_status = 'BLOCKED' where id = $1`, [other.clientId]);
  expect((await rectify())['actions']).toMatchObject([
    { action: 'USER_DISABLED', reason: 'CLIENT_BLOCKED' },
  ]);
});

const LISTS = `jcli : group -l
#Group id
#gold
#!silver
Total Groups: 2
jcli : user -s u1
uid u1
gid gold
username joe
mt_messaging_cred authorization http_send True
mt_messaging_cred authorization smpps_send True
mt_messaging_cred authorization dlr_level False
mt_messaging_cred authorization src_addr True
mt_messaging_cred authorization priority True
mt_messaging_cred authorization validity_period True
mt_messaging_cred quota balance 10.5
mt_messaging_cred quota sms_count ND
mt_messaging_cred quota http_throughput ND
mt_messaging_cred quota smpps_throughput ND
mt_messaging_cred valuefilter dst_addr ^254
mt_messaging_cred valuefilter src_addr .*
mt_messaging_cred valuefilter content .*
mt_messaging_cred defaultvalue src_addr None
smpps_cred authorization bind True
smpps_cred authorization ip 0.0.0.0/0
smpps_cred quota max_bindings 2
jcli : smppccm -s east
ripf 0
con_fail_delay 10
host 10.10.1.2
port 2775
username smppclient
password secret
window 5
logfile /var/log/jasmin/default-east.log
submit_throughput 110
jcli : httpccm -l
#Httpcc id        Type                   Method URL
#site             HttpConnector          GET    http://example.com/receive
Total Httpccs: 1
jcli : filter -l
#Filter id        Type                   Routes Description
#KE               DestinationAddrFilter  MO MT  <DA (dst_addr=^254)>
#prog             EvalPyFilter           MO MT  <Ev (pyCode=/opt/x.py ..)>
Total Filters: 2
jcli : mtrouter -l
#Order Type                    Rate       Connector ID(s)                                  Filter(s)
#90    StaticMTRoute           0.50000    smppc(east)                                      <DA (dst_addr=^254)>, <TG (tag=x)>
Total MT Routes: 1
jcli : morouter -l
#Order Type                    Connector ID(s)                                  Filter(s)
#95    StaticMORoute           http(site)                                       <SA (src_addr=^(2547|2541))>
Total MO Routes: 1`;

test('a listed configuration: a dry run, then an import that overwrites nothing', async () => {
  const count = async () =>
    (
      await db.query(
        `select (select count(*) from gateway_user) + (select count(*) from filter) + (select count(*) from route) + (select count(*) from connector) + (select count(*) from gateway_group) as n`,
      )
    )[0]!['n'];
  const before = await count();
  const dry = await ok('POST', 'jasmin:import', { text: LISTS, clientId: client.clientId });
  expect(await count()).toBe(before);
  const report = await ok('POST', 'jasmin:import', {
    text: LISTS.replaceAll('\n', '\r\r\n'),
    clientId: client.clientId,
    apply: true,
  });
  expect({ ...report, applied: false }).toEqual(dry);
  const said = (kind: string) =>
    report[kind].map(({ entity, id }: Record<string, string>) => `${entity} ${id}`);
  expect(said('taken')).toEqual([
    'group gold',
    'group silver',
    'HTTP connector site',
    'filter KE',
    'MO route MO 95',
  ]);
  expect(said('refused')).toEqual(['filter prog']);
  expect(said('changed')).toEqual(
    expect.arrayContaining(['user u1', 'SMPP connector east', 'filter import-1', 'MT route MT 90']),
  );
  expect((await ok('GET', 'jasmin/users', { 'filter.gids': 'gold' }))['smppUsers']).toMatchObject([
    {
      username: 'joe',
      hasPassword: false,
      mt_messaging_cred: { authorization: { dlr_level: false }, valuefilter: { dst_addr: '^254' } },
      smpps_cred: { authorization: { ip: [] }, quota: { max_bindings: 2 } },
    },
  ]);
  expect(
    (await db.query(`select settings, started, secret from connector where cid = 'east'`))[0],
  ).toMatchObject({
    started: false,
    secret: expect.any(Buffer),
    settings: { host: '10.10.1.2', submit_throughput: 110, window: 5 },
  });
  expect(
    (await ok('GET', 'jasmin/smpp-connectors', { 'filter.imported': 'true' }))[
      'jasminSmppConnectors'
    ],
  ).toMatchObject([{ cid: 'east', imported: true, wanted: 'STOPPED', draft: 'NEW' }]);
  expect(report['groups']).toEqual([{ gid: 'gold', users: 1, clientId: client.clientId }]);
  const again = await ok('POST', 'jasmin:import', {
    text: LISTS,
    clientId: client.clientId,
    apply: true,
  });
  expect(again['taken']).toEqual([]);
});

describe('an import lists everything that it does not take over', () => {
  const user = (uid: string, gid: string, ...lines: string[]) =>
    [
      `jcli : user -s ${uid}`,
      `uid ${uid}`,
      `gid ${gid}`,
      `username ${uid}`,
      ...RIGHTS,
      ...lines,
    ].join('\n');
  const RIGHTS = [
    ...['http_send', 'smpps_send', 'dlr_level', 'src_addr', 'priority', 'validity_period'].map(
      (key) => `mt_messaging_cred authorization ${key} True`,
    ),
    ...['dst_addr', 'src_addr', 'content'].map((key) => `mt_messaging_cred valuefilter ${key} .*`),
    'smpps_cred authorization bind True',
    'smpps_cred quota max_bindings ND',
  ];
  const NO_LIMITS = ['sms_count', 'http_throughput', 'smpps_throughput'].map(
    (key) => `mt_messaging_cred quota ${key} ND`,
  );
  const lookAt = async (text: string, more: Record<string, unknown> = {}) =>
    ok('POST', 'jasmin:import', { text, clientId: client.clientId, ...more });
  const refused = async (text: string) =>
    ((await lookAt(text))['refused'] as { entity: string; id: string; message: string }[]).map(
      ({ entity, id, message }) => `${entity} ${id}: ${message}`,
    );
  const GROUP = '#Group id\n#shops';

  test('a user whose rights are in no list is refused, since it would get every right', async () => {
    expect(
      await refused(
        `${GROUP}\n#User id          Group id         Username         Balance MT SMS Throughput\n#shop2            shops            shop2            ND      500    ND/50.5`,
      ),
    ).toEqual([
      'user shop2: Its rights and filters are not in this text. Add what "user -s shop2" shows.',
    ]);
  });

  test('limits of the list of users are kept, and those of the user itself come before them', async () => {
    const text = `${GROUP}\n#User id          Group id         Username         Balance MT SMS Throughput\n#shop3            shops            shop3            44.0 (!)   500    ND/50.5\n${user('shop3', 'shops', 'mt_messaging_cred quota smpps_throughput 20', 'mt_messaging_cred valuefilter dst_addr ^(?!25470).*')}`;
    const { changed } = await lookAt(text, { apply: true });
    expect(changed.map(({ message }: { message: string }) => message)).toContain(
      'valuefilter dst_addr: "^(?!25470).*" is written as "^(?:$|[^2]|2(?:$|[^5]|5(?:$|[^4]|4(?:$|[^7]|7(?:$|[^0])))))", which matches the same.',
    );
    expect(
      (await ok('GET', 'jasmin/users', { 'filter.gids': 'shops' }))['smppUsers'],
    ).toMatchObject([
      {
        mt_messaging_cred: {
          quota: { sms_count: 500, http_throughput: null, smpps_throughput: 20 },
        },
      },
    ]);
  });

  test('a pattern that cannot be read refuses its user, with its line', async () => {
    expect(
      await refused(
        `${GROUP}\n${user('shop4', 'shops', ...NO_LIMITS, 'mt_messaging_cred valuefilter content ^(?=a)b')}`,
      ),
    ).toEqual([
      'group shops: There is one of this name already; it stays as it is.',
      'user shop4: valuefilter content: the pattern "^(?=a)b" cannot be read here. Write it without lookahead, lookbehind or references.',
    ]);
  });

  test('a text that was cut off gives nobody more than was there', async () => {
    const whole = user('cut1', 'shops', ...NO_LIMITS).split('\n');
    const cut = (lines: number) => refused(`${GROUP}\n${whole.slice(0, lines).join('\n')}`);
    const missing = (key: string) => [
      'group shops: There is one of this name already; it stays as it is.',
      `user cut1: Only some of its rights and limits are in this text: "${key}" is missing. Add all that "user -s cut1" shows.`,
    ];
    expect(await cut(-1)).toEqual(missing('quota smpps_throughput'));
    expect(await cut(8)).toEqual(missing('authorization priority'));
    expect(
      await refused(
        `${GROUP}\n${user('cut2', 'shops', ...NO_LIMITS, 'mt_messaging_cred quota sms_count')}`,
      ),
    ).toContain('user cut2: quota sms_count: "" cannot be read.');
    expect(
      await refused(
        `#Order Type Rate Connector ID(s) Filter(s)\n#20 StaticMTRoute 0 (!) smppc(east) <U (uid=u1)>, <DA (dst_addr=^25`,
      ),
    ).toEqual([
      'row #20 StaticMTRoute 0 (!) smppc(east) <U (uid=u1)>, <DA (dst_addr=^25: This row cannot be read.',
    ]);
    expect(await refused('jcli : smppccm -s nope\nUnknown connector: nope')).toEqual([
      'row Unknown connector: nope: This row cannot be read.',
    ]);
    expect(await refused('jcli : smppccm -s half\nripf 0\nport 2775')).toEqual([
      'SMPP connector half: Its host is not in this text. Add all that "smppccm -s half" shows.',
    ]);
  });

  test('users without limits, times of the server, and a connector whose password is nowhere', async () => {
    const { changed } = await lookAt(
      [
        '#User id          Group id         Username         Balance MT SMS Throughput',
        '#free             shops            free             ND      ND (!) ND/ND',
        user('free', 'shops'),
        '#Filter id        Type                   Routes Description',
        '#night            TimeIntervalFilter     MO MT  <TI (20:00:00,23:00:00)>',
        'jcli : smppccm -s bare',
        'host 10.1.1.1',
        'jcli : httpccm -l',
        '#Httpcc id        Type                   Method URL',
        '#inner            HttpConnector          GET    http://10.1.1.2/receive',
      ].join('\n'),
    );
    expect(
      changed.map(({ id, message }: { id: string; message: string }) => [id, message]),
    ).toEqual([
      ['free', expect.stringMatching(/^Made without a password/)],
      ['bare', 'Made, stopped and without a password.'],
      [
        'bare',
        expect.stringMatching(/^It cannot be called as it is\. This address .*PRIVATE_HOSTS/),
      ],
      [
        'inner',
        expect.stringMatching(/^It cannot be called as it is\. This address .*PRIVATE_HOSTS/),
      ],
      ['night', expect.stringMatching(/^Dates and times are UTC here/)],
    ]);
  });

  test('a range that runs backwards is refused at its filter, and does not fail the import', async () => {
    expect(
      await refused(
        '#Filter id Type Routes Description\n#back DestinationAddrFilter MO MT <DA (dst_addr=^25[9-0])>',
      ),
    ).toEqual([expect.stringContaining('invalid character class range')]);
  });

  test('a filter whose pattern is translated is made once, for its list and its routes', async () => {
    const text = [
      '#Filter id        Type                   Routes Description',
      '#notJamii         DestinationAddrFilter  MO MT  <DA (dst_addr=^(?!25470).*)>',
      '#Order Type                    Connector ID(s)  Filter(s)',
      '#77    StaticMORoute           http(site)       <DA (dst_addr=^(?!25470).*)>',
    ].join('\n');
    const { changed } = await lookAt(text, { apply: true });
    expect(changed).toEqual([
      {
        line: 2,
        entity: 'filter',
        id: 'notJamii',
        message:
          '"^(?!25470).*" is written as "^(?:$|[^2]|2(?:$|[^5]|5(?:$|[^4]|4(?:$|[^7]|7(?:$|[^0])))))", which matches the same.',
      },
    ]);
    await lookAt(text, { apply: true });
    expect(
      await db.query(`select fid from filter where parameters::text like '%[^0]%' order by 1`),
    ).toEqual([{ fid: 'notJamii' }]);
  });

  test('interceptors are named as not taken over', async () => {
    expect(
      await refused(
        '#Order Type                    Script                                          Filter(s)\n#10    StaticMTInterceptor     <MTInterceptorScript (pyCode=...)>  <T>',
      ),
    ).toEqual([
      'interceptor 10: An interceptor is a program of the other gateway and is not taken over. Filters, content rules and webhooks do most of what they are written for.',
    ]);
  });

  test.each([
    [
      'hello',
      /^text : Nothing here is a list of a console or a kannel\.conf\. Paste what group -l/,
    ],
  ])('a text that is no list says so: %j', async (text, message) => {
    expect(await refused(text)).toEqual([expect.stringMatching(message)]);
  });

  test('a kannel.conf becomes connectors, routes and users that keep their passwords', async () => {
    await db.query('delete from route'); // the orders of other tests
    const text = `group = core
admin-port = 13000

group = smsc
smsc = smpp
smsc-id = kannel-ke
host = 127.0.0.1
port = 2775
transceiver-mode = true
smsc-username = tuma
smsc-password = secret
allowed-prefix = 254

group = sendsms-user
username = kbank
password = s3cret
user-deny-ip = "*.*.*.*"
user-allow-ip = "10.0.0.1;10.0.0.2"
forced-smsc = kannel-ke

group = sms-service
keyword = win
get-url = "http://shop.example/mo?from=%p"
`;
    const rehearsal = await ok('POST', 'jasmin:import', { text, clientId: client.clientId });
    expect(
      rehearsal.refused.map(({ entity, id }: { entity: string; id: string }) =>
        `${entity} ${id}`.trim(),
      ),
    ).toEqual(['group core', 'sms-service win']);
    const done = await ok('POST', 'jasmin:import', {
      text,
      clientId: client.clientId,
      apply: true,
    });
    expect(
      [...done.taken, ...done.changed].map(
        ({ entity, id }: { entity: string; id: string }) => `${entity} ${id}`,
      ),
    ).toEqual(
      expect.arrayContaining([
        'group kbank',
        'user kbank',
        'SMPP connector kannel-ke',
        'HTTP connector service-win',
        'MT route MT 5000',
        'MT route MT 100',
        'MO route MO 10',
      ]),
    );
    const [user] = await db.query<{ hash: string }>(
      `select password_hash as hash from gateway_user where uid = 'kbank'`,
    );
    expect(
      (await ok('GET', 'jasmin/users', { 'filter.gids': 'kbank' }))['smppUsers'],
    ).toMatchObject([{ smpps_cred: { authorization: { ip: ['10.0.0.1', '10.0.0.2'] } } }]);
    expect(await verifyPassword(user!.hash, 's3cret')).toBe(true);
  });

  test('each group has a client of its own', async () => {
    const text = `#Group id\n#east\n#west\n${user('e1', 'east', ...NO_LIMITS)}\n${user('w1', 'west', ...NO_LIMITS)}`;
    const other = client.clientId;
    const { groups, refused: left } = await ok('POST', 'jasmin:import', {
      text,
      groupClients: [{ gid: 'east', clientId: other }],
    });
    expect(groups).toEqual([
      { gid: 'east', users: 1, clientId: other },
      { gid: 'west', users: 1, clientId: null },
    ]);
    expect(left).toMatchObject([
      { id: 'w1', message: 'Choose the client that gets the users of the group west.' },
    ]);
  });
});
