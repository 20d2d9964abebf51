import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';

const db = await createTestDatabase();
const { call, add, stepUp } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const client = await add('client', 'CLIENT', root);
for (const { token } of [root, client]) await stepUp(token);

const create = (body: Record<string, unknown>, by: Person = client) =>
  call('POST', '/v1/portal/apikeys', {
    token: by.token,
    body: { name: 'shop', scopes: ['read'], ...body },
  });
const list = async (by: Person = client) =>
  (await call('GET', '/v1/portal/apikeys', { token: by.token })).body['apiKeys'];
const use = async (key: string, address = '203.0.113.1') => {
  const { status, body } = await call('GET', '/v1/balance', { token: key, address });
  return status === 200 ? 'open' : body['error'];
};

test('a key is shown once, stored hashed, limited to its scopes, and shows its last use', async () => {
  const created = await create({ scopes: ['send', 'read', 'send'] });
  expect(created).toMatchObject({
    status: 200,
    body: {
      key: expect.stringMatching(/^tuma_live_[\w-]{32}$/),
      scopes: ['send', 'read'],
      test: false,
      lastUseTimestamp: null,
      revokeTimestamp: null,
    },
  });
  const { key, apiKeyId, prefix } = created.body;
  expect(key.startsWith(prefix)).toBe(true);
  const [shown] = await list();
  expect(shown).toMatchObject({ apiKeyId, prefix });
  expect(JSON.stringify(shown)).not.toContain(key);
  expect(
    JSON.stringify([
      await db.query('select * from api_key'),
      await db.query('select * from audit_entry'),
    ]),
  ).not.toContain(key.slice(14));
  expect(await use(key)).toBe('open');
  await expect.poll(async () => (await list())[0].lastUseTimestamp).toBeGreaterThan(0);
  expect(await use((await create({ scopes: ['send'] })).body['key'])).toBe('KEY_SCOPE');
  expect(await use(`${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`)).toBe('KEY_UNKNOWN');
});

test('a test key is recognisable', async () => {
  expect(await create({ test: true })).toMatchObject({
    status: 200,
    body: { key: expect.stringMatching(/^tuma_test_[\w-]{32}$/), test: true },
  });
});

test('a longer key, with a location before its random part, is looked up as well', async () => {
  const { apiKeyId } = (await create({})).body;
  const located = `tuma_live_ke1_${'x'.repeat(32)}`;
  await db.query('update api_key set key_hash = sha256($2) where id = $1', [apiKeyId, located]);
  expect(await use(located)).toBe('open');
  expect(await use(`tuma_live_${'x'.repeat(65)}`)).toBe('KEY_UNKNOWN');
});

test('is accepted from its list of addresses only', async () => {
  const { key } = (await create({ ipList: ['10.0.0.0/8', '2001:db8::1'] })).body;
  expect(await use(key, '10.1.2.3')).toBe('open');
  expect(await use(key, '2001:db8::1')).toBe('open');
  expect(await use(key, '11.1.2.3')).toBe('KEY_ADDRESS');
  expect(await create({ ipList: ['10.0.0.0/99'] })).toMatchObject({
    status: 400,
    body: { details: [{ field: 'ipList', message: expect.stringContaining('10.0.0.0/99') }] },
  });
});

test('a revoked key is refused, and so is one of a blocked account until it is unblocked', async () => {
  const { key, apiKeyId } = (await create({})).body;
  expect(
    (await call('DELETE', `/v1/portal/apikeys/${apiKeyId}`, { token: root.token })).status,
  ).toBe(404);
  expect(
    (await call('DELETE', `/v1/portal/apikeys/${apiKeyId}`, { token: client.token })).body[
      'revokeTimestamp'
    ],
  ).toBeGreaterThan(0);
  expect(await use(key)).toBe('KEY_UNKNOWN');
  const other = (await create({})).body['key'];
  await call('POST', '/v1/portal/clients:blockClient', {
    token: root.token,
    body: { clientId: client.clientId },
  });
  expect(await use(other)).toBe('KEY_UNKNOWN');
  await call('POST', '/v1/portal/clients:unblockClient', {
    token: root.token,
    body: { clientId: client.clientId },
  });
  expect(await use(other)).toBe('open');
});

test('accounts see only their own keys, administrators included', async () => {
  expect(await list(root)).toEqual([]);
});

test('has at most 50 keys, also where several are made at once', async () => {
  const busy = await add('busy', 'CLIENT', root);
  await stepUp(busy.token);
  await create({}, busy);
  await db.query(
    `insert into api_key (id, client_id, name, scopes, ip_list, test, prefix, key_hash)
     select gen_random_uuid(), client_id, name, scopes, ip_list, test, prefix, sha256(n::text::bytea)
     from api_key cross join generate_series(1, 47) n where client_id = $1`,
    [busy.clientId],
  );
  const made = await Promise.all(Array.from({ length: 8 }, () => create({}, busy)));
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, ...Array(6).fill(409)]);
});
