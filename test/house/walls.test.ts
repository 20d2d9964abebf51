import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertClient } from '../../src/server/clients/clients.store.ts';
import { openDatabase, type Tx } from '../../src/server/db.ts';
import { newId } from '../../src/server/ids.ts';
import { openAccounts } from '../../src/server/ledger/ledger.ts';
import { scopeOf, systemScope } from '../../src/server/scope.ts';
import type { Reach, Role } from '../../src/contract/roles.ts';
import { createTestDatabase } from '../support/database.ts';

const { url, query } = await createTestDatabase();
const portal = openDatabase({ connectionString: url }, 'tuma_portal', { max: 2, name: 'test', onLost: () => {} });
const gateway = openDatabase({ connectionString: url }, 'tuma_gateway', { max: 2, name: 'test', onLost: () => {} });
const accept = openDatabase({ connectionString: url }, 'tuma_accept', { max: 2, name: 'test', onLost: () => {} });
const people: Record<string, { clientId: string; path: string }> = {};

async function add(name: string, under: string | null, accessLevel: Role) {
  const clientId = newId();
  await portal.run(systemScope(), async (tx) => {
    await insertClient(tx, {
      clientId, parentId: under ? people[under]!.clientId : null, clientName: name, accountType: 'COMPANY', email: `${name}@example.com`,
      country: 'KE', timezone: 'Africa/Nairobi', accessLevel, clientStatus: 'ACTIVE', passwordHash: null,
    });
    await openAccounts(tx, clientId);
  });
  const [row] = await query<{ path: string }>('select path from client where id = $1', [clientId]);
  people[name] = { clientId, path: row!.path };
}

beforeAll(async () => {
  await add('root', null, 'ADMINISTRATOR');
  await add('reseller', 'root', 'RESELLER');
  await add('child', 'reseller', 'CLIENT');
  await add('grandchild', 'child', 'CLIENT');
  await add('sibling', 'root', 'COMPANY');
  await add('bank', 'root', 'EBU_CLIENT');
  // Numbers that begin alike must not make a tree: 2. and 20.
  for (let filler = 0; filler < 15; filler++) await add(`filler${filler}`, 'sibling', 'CLIENT');
});
afterAll(() => Promise.all([portal.close(), gateway.close(), accept.close()]));

const seenBy = (name: string, reach: Reach, sql: string) => portal.run(scopeOf(people[name]!, reach), async (tx: Tx) => (await tx.query<{ name: string }>(sql)).rows.map((row) => row.name).sort());
const clients = 'select client_name as name from client';
const wallets = `select c.client_name as name from account a join client c on c.id = a.client_id where a.kind = 'available'`;

test.each([clients, wallets])('a query that asks for everything gets only what the scope reaches: %s', async (sql) => {
  expect(await seenBy('reseller', 'own', sql)).toEqual(['reseller']);
  expect(await seenBy('reseller', 'tree', sql)).toEqual(['child', 'grandchild', 'reseller']);
  expect(await seenBy('child', 'tree', sql)).toEqual(['child', 'grandchild']);
  expect(await seenBy('root', 'ebu', sql)).toEqual(['bank', 'root']);
  expect(await seenBy('root', 'all', sql)).toHaveLength(21);
});

test('without a scope nothing is there', async () => {
  expect((await portal.plain.query(clients)).rows).toEqual([]);
  expect((await portal.plain.query('select * from account')).rows).toEqual([]);
});

test('a row cannot be written into another client', async () => {
  const write = (clientId: string) => portal.run(scopeOf(people['child']!, 'own'), (tx) => tx.query(`insert into opt_out (client_id, destination, source) values ($1, '+254700000000', 'test')`, [clientId]));
  await expect(write(people['sibling']!.clientId)).rejects.toThrow(/row-level security/);
  await write(people['child']!.clientId);
});

test('the gateway cannot touch a wallet, and nobody can rewrite the ledger', async () => {
  await expect(gateway.plain.query('select * from account')).rejects.toThrow(/permission denied/);
  await expect(gateway.plain.query('select * from entry')).rejects.toThrow(/permission denied/);
  await expect(portal.run(systemScope(), (tx) => tx.query('delete from entry'))).rejects.toThrow(/permission denied/);
  await expect(query(`insert into transfer (id, kind, idem) values (gen_random_uuid(), 'ADJUSTMENT', 'x'); update transfer set note = 'y'`)).rejects.toThrow(/append-only/);
});

test('whoever takes messages from software may hold units and queue messages, and cannot move or undo anything else', async () => {
  const attempts = [
    'delete from message', 'update message set status = 10', 'delete from chunk', 'update entry set amount = 1', 'delete from entry', 'update client set parent_id = null', 'update sender set is_generic = true',
    'insert into rate select * from rate', 'select * from session', 'select * from ticket', 'update api_key set scopes = scopes', 'update gateway_user set password_hash = null', 'insert into account select * from account', 'select * from payment',
  ];
  for (const attempt of attempts) await expect(accept.plain.query(attempt), attempt).rejects.toThrow(/permission denied/);
});

test('every table whose rows belong to clients has the wall', async () => {
  const bare = await query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and not c.relrowsecurity
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id')`);
  expect(bare).toEqual([]);
});
