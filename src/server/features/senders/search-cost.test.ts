// The search for a sender ID in the filters of staff, as many as there are.
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { countPages } from '../../../../test/harness/pages.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { scopeOf } from '../../infra/database/scope.ts';
import { searchSenders } from './senders.store.ts';

const db = await createTestDatabase();
const database = open(db);
const clientId = await addClient(database, { parentId: null, name: 'Root' });
const scope = scopeOf({ clientId, path: '' }, 'all');
await db.query(
  `insert into sender (id, sender, client_id, kind, country, status)
   select gen_random_uuid(), 'Shop ' || n, $1, 'TRANSACTIONAL', 'KE', 'READY_FOR_SENDING' from generate_series(1, 30000) n`,
  [clientId],
);
await db.query('vacuum analyze sender');

test.each([
  ['shop 2999', false, 11],
  ['SHOP 2999', true, 11],
  ['SHOP', false, 50],
  ['zebra', false, 0],
  ['', true, 50],
])('%s (distinct: %s) reads what it finds', async (text, distinct, found) => {
  const { result, pages } = await countPages(
    database,
    scope,
    (tx) => searchSenders(tx, scope, { text, distinct, limit: 50 }),
    "relname like 'sender%' and relkind in ('r', 'i')",
  );
  const names = result.map(({ sender }) => sender);
  expect(names).toHaveLength(found);
  for (const name of names) expect(name.toLowerCase().startsWith(text.toLowerCase())).toBe(true);
  expect(pages).toBeLessThan(300);
});
