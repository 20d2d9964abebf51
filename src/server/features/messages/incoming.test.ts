import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../../test/harness/database.ts';
import { countPages, ofTable } from '../../../../test/harness/pages.ts';
import { addClient, open } from '../../../../test/harness/wallets.ts';
import { scopeOf, type Scope } from '../../infra/database/scope.ts';
import { listIncoming } from './incoming.store.ts';

// The cost of a page of a tree's incoming messages, by the pages that the server fetches for it.
const db = await createTestDatabase();
const database = open(db);
const rootId = await addClient(database, { parentId: null });
const CLIENTS = 60;

/** A reseller, its clients, and messages from phones to them in turn. */
async function addTree(messages: number): Promise<Scope> {
  const clientId = await addClient(database, { parentId: rootId });
  const [row] = await db.query<{ path: string }>('select path from client where id = $1', [
    clientId,
  ]);
  const { path } = row!;
  await db.query(
    `insert into client (id, path, parent_id, client_name, account_type, country, access_level, client_status)
     select gen_random_uuid(), $1 || 100000 + n || '.', $2, 'Child', 'COMPANY', 'KE', 'CLIENT', 'ACTIVE' from generate_series(1, ${CLIENTS}) n`,
    [path, clientId],
  );
  await db.query(
    `insert into incoming_message (id, client_id, found_by, carrier_account_id, connector_id, source, destination, text, encoding, hash)
     select (lpad(to_hex(1772668800000 + n), 12, '0') || '70008' || substr(md5($1 || n), 1, 15))::uuid, ids[1 + n % ${CLIENTS}],
       'NUMBER', 1, 1, (254700000000 + n)::text, '30303', 'Ndiyo', 0, ''
     from generate_series(1, $2::int) n, (select array_agg(id) as ids from client where path like $1 || '_%') c`,
    [path, messages],
  );
  return scopeOf({ clientId, path }, 'tree');
}

test('a page of a tree reads as much of a large log as of a small one', async () => {
  const [small, large] = [await addTree(CLIENTS * 5), await addTree(CLIENTS * 500)];
  await db.query('vacuum analyze incoming_message');
  await db.query('analyze client');
  const filter = { numbers: [], destinations: [], clientIds: [], from: undefined, to: undefined };
  const pagesFor = async (scope: Scope) => {
    const { result, pages } = await countPages(
      database,
      scope,
      (tx) => listIncoming(tx, scope, filter, { after: undefined, limit: 26 }),
      ofTable('incoming_message'),
    );
    expect(result).toHaveLength(26);
    return pages;
  };
  expect(await pagesFor(large)).toBeLessThan(1.5 * (await pagesFor(small)));
});

test.each([
  ['the newest messages are its own', 0],
  ['a hundred newer messages are of others', 100],
  ['its messages lie behind thousands of others', 2000],
])('the pages of a tree hold each message once, newest first: %s', async (_case, newer) => {
  const scope = await addTree(CLIENTS * 2);
  await db.query(
    `insert into incoming_message (id, client_id, found_by, carrier_account_id, connector_id, source, destination, text, encoding, hash)
     select (lpad(to_hex(1872668800000 + n), 12, '0') || '70008' || substr(md5($1 || n), 1, 15))::uuid, $1::uuid,
       'NUMBER', 1, 1, '254700000000', '30303', 'Ndiyo', 0, '' from generate_series(1, $2::int) n`,
    [rootId, newer],
  );
  const filter = { numbers: [], destinations: [], clientIds: [], from: undefined, to: undefined };
  const seen = await database.run(scope, async (tx) => {
    const ids: string[] = [];
    for (;;) {
      const rows = await listIncoming(tx, scope, filter, { after: ids.at(-1), limit: 26 });
      if (rows.length === 0) return ids;
      ids.push(...rows.map(({ id }) => id));
    }
  });
  const rows = await db.query<{ id: string }>(
    `select m.id from incoming_message m join client c on c.id = m.client_id where c.path like $1 || '%' order by m.id desc`,
    [scope.path],
  );
  expect(rows).toHaveLength(CLIENTS * 2);
  expect(seen).toEqual(rows.map(({ id }) => id));
  await db.query('delete from incoming_message where client_id = $1', [rootId]);
});
