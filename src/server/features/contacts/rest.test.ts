import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const shop = await portal.add('shop', 'COMPANY', root);
const key = await portal.keyOf(shop.clientId, { scopes: ['contacts'] });
const ask = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: Record<string, unknown>,
  headers: Record<string, string> = {},
) => portal.call(method, path, { token: key, ...(body && { body }), headers });

test('software manages the contacts that people see in the portal', async () => {
  const {
    body: { groupId },
  } = await ask('POST', '/v1/contactgroups', { groupName: 'Thika' });
  expect(await ask('POST', '/v1/contactgroups', { groupName: 'THIKA' })).toMatchObject({
    status: 409,
    body: { error: 'GROUP_NAME_TAKEN' },
  });
  const wish = {
    phone: '0712 345 678',
    firstName: 'Amina',
    attributes: { Town: 'Thika' },
    groupIds: [groupId],
  };
  const added = await ask('POST', '/v1/contacts', wish, { 'idempotency-key': 'amina' });
  expect(added).toMatchObject({
    status: 200,
    body: {
      phone: '+254712345678',
      firstName: 'Amina',
      lastName: '',
      groups: [{ groupId, groupName: 'Thika' }],
      optedOutTimestamp: null,
    },
  });
  expect((await ask('POST', '/v1/contacts', wish, { 'idempotency-key': 'amina' })).body).toEqual(
    added.body,
  );
  expect(await ask('POST', '/v1/contacts', wish)).toMatchObject({
    status: 409,
    body: { error: 'CONTACT_EXISTS' },
  });
  expect(await ask('POST', '/v1/contacts', { phone: '12' })).toMatchObject({
    status: 400,
    body: { error: 'BAD_INPUT', details: [{ field: 'phone' }] },
  });

  const { contactId } = added.body;
  expect(await ask('PATCH', `/v1/contacts/${contactId}`, { lastName: 'Otieno' })).toMatchObject({
    status: 200,
    body: { firstName: 'Amina', lastName: 'Otieno', attributes: { Town: 'Thika' } },
  });
  expect((await ask('GET', `/v1/contacts/${contactId}`)).body).toMatchObject({
    contactId,
    lastName: 'Otieno',
  });
  await ask('POST', '/v1/contacts', { phone: '0712345679' });
  const page = await ask('GET', '/v1/contacts?pageSize=1');
  expect(page.body).toMatchObject({ contacts: [{ phone: '+254712345679' }], collectionCount: 2 });
  expect(
    (
      await ask(
        'GET',
        `/v1/contacts?pageSize=1&pageToken=${encodeURIComponent(page.body.nextPageToken)}`,
      )
    ).body,
  ).toMatchObject({ contacts: [{ contactId }], nextPageToken: '' });
  expect((await ask('GET', '/v1/contacts?filter.query=otieno')).body).toMatchObject({
    contacts: [{ contactId }],
  });
  expect((await ask('GET', `/v1/contacts?filter.groupIds=${groupId}`)).body.contacts).toHaveLength(
    1,
  );
  expect(
    (await portal.call('GET', '/v1/portal/contacts', { token: shop.token })).body.contacts,
  ).toHaveLength(2);

  expect(await ask('DELETE', `/v1/contacts/${contactId}`)).toMatchObject({
    status: 200,
    body: { deleted: true },
  });
  expect(await ask('DELETE', `/v1/contacts/${contactId}`)).toMatchObject({
    status: 404,
    body: { error: 'NOT_FOUND' },
  });
  expect((await ask('GET', '/v1/contactgroups?filter.query=thi')).body).toMatchObject({
    groups: [{ groupId, contactCount: 0, emptying: null }],
    collectionCount: 1,
  });
  expect(await ask('DELETE', `/v1/contactgroups/${groupId}`)).toMatchObject({
    status: 200,
    body: { deleted: true },
  });
});

test('a group is deleted with its contacts on request, and a large one in the background', async () => {
  const add = async (groupName: string) => {
    const {
      body: { groupId },
    } = await ask('POST', '/v1/contactgroups', { groupName });
    return groupId as string;
  };
  const few = await add('few');
  await ask('POST', '/v1/contacts', { phone: '0722000001', groupIds: [few] });
  expect((await ask('DELETE', `/v1/contactgroups/${few}?deleteContacts=true`)).body).toEqual({
    deleted: true,
  });
  expect((await ask('GET', '/v1/contacts?filter.query=0722000001')).body.contacts).toEqual([]);
  const many = await add('many');
  await db.query('update contact_group set contact_count = 5001 where id = $1', [many]);
  expect((await ask('DELETE', `/v1/contactgroups/${many}`)).body).toEqual({ deleted: false });
  expect((await ask('GET', '/v1/contactgroups')).body.groups).toMatchObject([
    { groupId: many, emptying: 'DELETE' },
  ]);
  expect(
    await ask('POST', '/v1/contacts', { phone: '0722000002', groupIds: [many] }),
  ).toMatchObject({ status: 409, body: { error: 'GROUP_EMPTYING' } });
  expect(await ask('DELETE', `/v1/contactgroups/${many}`)).toMatchObject({
    status: 409,
    body: { error: 'GROUP_EMPTYING' },
  });
});

test('a test key reads and changes nothing; a key that may send reads no contacts', async () => {
  const token = await portal.keyOf(shop.clientId, { scopes: ['contacts'], test: true });
  expect((await portal.call('GET', '/v1/contacts', { token })).status).toBe(200);
  for (const [method, path, body] of [
    ['POST', '/v1/contacts', { phone: '0733000001' }],
    ['PATCH', `/v1/contacts/${shop.clientId}`, { firstName: 'A' }],
    ['DELETE', `/v1/contacts/${shop.clientId}`, undefined],
    ['POST', '/v1/contactgroups', { groupName: 'x' }],
    ['DELETE', `/v1/contactgroups/${shop.clientId}`, undefined],
  ] as const)
    expect(await portal.call(method, path, { token, ...(body && { body }) })).toMatchObject({
      status: 403,
      body: { error: 'KEY_IS_TEST' },
    });
  expect(
    await portal.call('GET', '/v1/contacts', {
      token: await portal.keyOf(shop.clientId, { scopes: ['send', 'read'] }),
    }),
  ).toMatchObject({ status: 403, body: { error: 'KEY_SCOPE' } });
});

test('software keeps the opt-outs of its account; the list says that they came from software', async () => {
  const add = await ask('POST', '/v1/optouts', {
    phones: ['0722 000 001', '+254722000002'],
    note: 'Our site',
  });
  expect(add).toMatchObject({ status: 200, body: { added: 2 } });
  expect(await ask('POST', '/v1/optouts', { phones: ['0722000001'] })).toMatchObject({
    body: { added: 0 },
  });
  expect(await ask('POST', '/v1/optouts', { phones: ['0722000003', '12'] })).toMatchObject({
    status: 400,
    body: { error: 'BAD_INPUT', details: [{ field: 'phones.1' }] },
  });
  const portalsList = await portal.call('GET', '/v1/portal/optouts', {
    token: await portal.enter(shop.clientId),
    body: { 'filter.sources': 'API' },
  });
  expect(portalsList.body).toMatchObject({
    collectionCount: 2,
    optOuts: [{ source: 'API', note: 'Our site' }, { source: 'API' }],
  });
  expect(await ask('POST', '/v1/optouts:remove', { phones: ['0722000001'] })).toMatchObject({
    status: 200,
    body: { removed: 1 },
  });
  expect(
    await portal.call('GET', '/v1/optouts', { token: key, body: { 'filter.query': '07220000' } }),
  ).toMatchObject({ body: { optOuts: [{ phone: '+254722000002' }], collectionCount: 1 } });
  const testKey = await portal.keyOf(shop.clientId, { scopes: ['contacts'], test: true });
  expect(
    await portal.call('POST', '/v1/optouts', { token: testKey, body: { phones: ['0722000009'] } }),
  ).toMatchObject({ status: 403, body: { error: 'KEY_IS_TEST' } });
});
