import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal, type Person } from '../../../../test/harness/portal.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { changes, record } from './audit.ts';

const db = await createTestDatabase();
const { call, add, database } = await openPortal(db);
const root = await add('root', 'ADMINISTRATOR', null);
const support = await add('support', 'IT_SUPPORT', root);
const reseller = await add('reseller', 'RESELLER', root);
const company = await add('company', 'COMPANY', reseller);
const client = await add('client', 'CLIENT', company);
const stranger = await add('stranger', 'CLIENT', root);

const list = async (by: Person, body: Record<string, unknown> = {}) =>
  (await call('GET', '/v1/portal/audit', { token: by.token, body: { pageSize: 200, ...body } }))
    .body;
const rename = (by: Person, whom: Person, firstName: string) =>
  call('PUT', `/v1/portal/clients/${whom.clientId}`, { token: by.token, body: { firstName } });

test("entries follow the reader's reach, and actors out of reach have no name", async () => {
  await rename(support, client, 'By support');
  await rename(client, client, 'By itself');
  await rename(stranger, stranger, 'Elsewhere');
  const seen = (await list(company))['auditEntries'];
  expect(seen).toMatchObject([
    {
      action: 'CLIENT_UPDATED',
      actorName: 'client',
      clientName: 'client',
      before: { firstName: 'By support' },
      after: { firstName: 'By itself' },
      impersonatorId: null,
      address: '192.0.2.1',
    },
    { actorId: support.clientId, actorName: null, clientName: 'client' },
  ]);
  expect(
    (await list(root))['auditEntries'].map((entry: { actorName: string }) => entry.actorName),
  ).toEqual(['stranger', 'client', 'support']);
  expect((await list(root, { 'filter.clientIds': stranger.clientId }))['collectionCount']).toBe(1);
  expect((await list(company, { 'filter.clientIds': stranger.clientId }))['collectionCount']).toBe(
    0,
  );
  expect((await list(root, { 'filter.actions': 'CLIENT_BLOCKED' }))['collectionCount']).toBe(0);
  expect((await list(root, { 'filter.endTimestamp': 1 }))['collectionCount']).toBe(0);
  expect((await list(root, { 'filter.startTimestamp': 1 }))['collectionCount']).toBe(3);
  expect((await call('GET', '/v1/portal/audit', { token: client.token })).status).toBe(403);
  expect((await call('GET', '/v1/portal/audit', { token: support.token })).status).toBe(403);
});

test('neither the portal nor the owner of the tables can change or remove an entry', async () => {
  await expect(
    database.run(systemScope(), (tx) => tx.query('delete from audit_entry')),
  ).rejects.toThrow(/permission denied/);
  await expect(
    database.run(systemScope(), (tx) => tx.query(`update audit_entry set action = 'x'`)),
  ).rejects.toThrow(/permission denied/);
  await expect(db.query('delete from audit_entry')).rejects.toThrow(/append-only/);
});

test('only changed fields are stored, before and after', () => {
  expect(changes({ a: 1, b: [1], c: null }, { a: 1, b: [1], c: null })).toBeUndefined();
  expect(changes({ a: 1, b: [1] }, { a: 2, b: [1], d: 'new' })).toEqual({
    before: { a: 1, d: null },
    after: { a: 2, d: 'new' },
  });
});

test('pages are consecutive without a gap', async () => {
  await database.run(systemScope(), async (tx) => {
    for (let n = 0; n < 25; n++)
      await record(
        tx,
        { address: '', userAgent: '' },
        { action: 'SIGNED_IN', clientId: stranger.clientId, after: { n } },
      );
  });
  const seen: number[] = [];
  let pageToken = '';
  do {
    const page = await list(root, { 'filter.actions': 'SIGNED_IN', pageSize: 10, pageToken });
    seen.push(...page['auditEntries'].map((entry: { after: { n: number } }) => entry.after.n));
    pageToken = page['nextPageToken'];
  } while (pageToken !== '');
  expect(seen).toEqual(Array.from({ length: 25 }, (_, n) => 24 - n));
});
