import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const shop = await portal.add('shop', 'COMPANY', root);
const other = await portal.add('other', 'COMPANY', root);
const key = await portal.keyOf(shop.clientId, { scopes: ['send'] });

test('software keeps the templates that people see in the portal', async () => {
  const words = { name: 'Reminder', text: 'Hello #firstName#, your invoice is due.' };
  const headers = { 'idempotency-key': 'reminder' };
  const saved = await portal.call('POST', '/v1/templates', { token: key, body: words, headers });
  expect(saved).toMatchObject({ status: 200, body: words });
  expect(
    (await portal.call('POST', '/v1/templates', { token: key, body: words, headers })).body,
  ).toEqual(saved.body);
  expect(await portal.call('POST', '/v1/templates', { token: key, body: words })).toMatchObject({
    status: 409,
    body: { error: 'NAME_TAKEN' },
  });

  const path = `/v1/templates/${saved.body['templateId']}`;
  expect(await portal.call('PATCH', path, { token: key, body: { name: 'Second' } })).toMatchObject({
    status: 200,
    body: { name: 'Second', text: words.text },
  });
  expect(
    (
      await portal.call('GET', '/v1/portal/messagetemplates', {
        token: await portal.enter(shop.clientId),
      })
    ).body,
  ).toMatchObject({ messageTemplates: [{ name: 'Second' }] });
  const strangers = await portal.keyOf(other.clientId, { scopes: ['send'] });
  expect(await portal.call('GET', path, { token: strangers })).toMatchObject({ status: 404 });

  const testKey = await portal.keyOf(shop.clientId, { test: true });
  expect(await portal.call('DELETE', path, { token: testKey })).toMatchObject({
    status: 403,
    body: { error: 'KEY_IS_TEST' },
  });
  expect(await portal.call('DELETE', path, { token: key })).toMatchObject({ status: 200 });
  expect(await portal.call('GET', '/v1/templates', { token: key })).toMatchObject({
    body: { messageTemplates: [], collectionCount: 0 },
  });
});
