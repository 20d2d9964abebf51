import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { openPortal } from '../../../../test/harness/portal.ts';
import { purchase } from '../../core/ledger/ledger.ts';
import { newId } from '../../infra/ids.ts';
import { systemScope } from '../../infra/database/scope.ts';

const db = await createTestDatabase();
const portal = await openPortal(db);
const root = await portal.add('root', 'ADMINISTRATOR', null);
const shop = await portal.add('shop', 'COMPANY', root);
const other = await portal.add('other', 'COMPANY', root);
const key = await portal.keyOf(shop.clientId, { scopes: ['read'] });
const ask = (path: string, body: Record<string, unknown> = {}) =>
  portal.call('GET', path, { token: key, body });

test('software reads the statement of its own account, page by page, with the balances', async () => {
  for (const [clientId, units] of [
    [shop.clientId, 100_0000n],
    [shop.clientId, 50_0000n],
    [other.clientId, 70_0000n],
  ] as const)
    await portal.database.run(systemScope(), (tx) =>
      purchase(tx, { clientId, units, idempotencyKey: newId() }),
    );
  const first = await ask('/v1/statement', { pageSize: 1 });
  expect(first).toMatchObject({
    status: 200,
    body: {
      transactions: [{ type: 'PURCHASE', units: 50, balanceBefore: 100, balanceAfter: 150 }],
      collectionCount: 2,
    },
  });
  const second = await ask('/v1/statement', {
    pageSize: 1,
    pageToken: first.body['nextPageToken'],
  });
  expect(second.body).toMatchObject({
    transactions: [{ units: 100, balanceBefore: 0, balanceAfter: 100 }],
    nextPageToken: '',
  });
  expect(Object.keys((second.body['transactions'] as [object])[0])).not.toContain('clientName');
  expect((await ask('/v1/statement', { 'filter.types': 'REFUND' })).body).toMatchObject({
    transactions: [],
  });
});

test('software sees its own sender IDs and those of the platform, and nobody else’s', async () => {
  for (const [sender, clientId, isGeneric] of [
    ['DUKA', shop.clientId, false],
    ['RIVAL', other.clientId, false],
    ['TUMA', root.clientId, true],
  ] as const)
    await db.query(
      `insert into sender (id, sender, client_id, kind, country, status, is_generic) values ($1, $2, $3, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING', $4)`,
      [newId(), sender, clientId, isGeneric],
    );
  const names = async (filter: Record<string, unknown>) =>
    ((await ask('/v1/senderids', filter)).body['senderIds'] as { senderId: string }[]).map(
      ({ senderId }) => senderId,
    );
  expect(await names({})).toEqual(['TUMA', 'DUKA']);
  expect(await names({ hideGeneric: 'true' })).toEqual(['DUKA']);
  expect(await names({ 'filter.statuses': 'REJECTED' })).toEqual([]);
});

test('the platform’s own account, whose wallet has no floor, reads its balance too', async () => {
  const token = await portal.keyOf(root.clientId, { scopes: ['read'] });
  const { status, body } = await portal.call('GET', '/v1/balance', { token });
  expect(status).toBe(200);
  expect(body).toMatchObject({ heldUnits: 0 });
  expect(body['units']).toBeGreaterThan(1e12);
  expect(body['creditLimitUnits']).toBeGreaterThan(1e12);
  expect(portal.faults).toEqual([]);
});
