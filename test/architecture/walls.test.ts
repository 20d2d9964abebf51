import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertClient } from '../../src/server/features/clients/clients.store.ts';
import { openDatabase, type Tx } from '../../src/server/infra/database/db.ts';
import { newId } from '../../src/server/infra/ids.ts';
import { openAccounts } from '../../src/server/core/ledger/ledger.ts';
import { scopeOf, systemScope } from '../../src/server/infra/database/scope.ts';
import type { Reach, Role } from '../../src/contract/shared/roles.ts';
import { createTestDatabase } from '../harness/database.ts';

const { url, query } = await createTestDatabase();
const portal = openDatabase({ connectionString: url }, 'tuma_portal', {
  max: 2,
  name: 'test',
  onLost: () => {},
});
const gateway = openDatabase({ connectionString: url }, 'tuma_gateway', {
  max: 2,
  name: 'test',
  onLost: () => {},
});
const accept = openDatabase({ connectionString: url }, 'tuma_accept', {
  max: 2,
  name: 'test',
  onLost: () => {},
});
const people: Record<string, { clientId: string; path: string }> = {};

async function add(name: string, under: string | null, accessLevel: Role) {
  const clientId = newId();
  await portal.run(systemScope(), async (tx) => {
    await insertClient(tx, {
      clientId,
      parentId: under ? people[under]!.clientId : null,
      clientName: name,
      accountType: 'COMPANY',
      email: `${name}@example.com`,
      country: 'KE',
      timezone: 'Africa/Nairobi',
      accessLevel,
      clientStatus: 'ACTIVE',
      passwordHash: null,
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

const seenBy = (name: string, reach: Reach, sql: string) =>
  portal.run(scopeOf(people[name]!, reach), async (tx: Tx) =>
    (await tx.query<{ name: string }>(sql)).rows.map((row) => row.name).sort(),
  );
const clients = 'select client_name as name from client';
const wallets = `select c.client_name as name from ledger_account a join client c on c.id = a.client_id where a.kind = 'available'`;

test.each([clients, wallets])(
  'a query without conditions returns only rows within the scope: %s',
  async (sql) => {
    expect(await seenBy('reseller', 'own', sql)).toEqual(['reseller']);
    expect(await seenBy('reseller', 'tree', sql)).toEqual(['child', 'grandchild', 'reseller']);
    expect(await seenBy('child', 'tree', sql)).toEqual(['child', 'grandchild']);
    expect(await seenBy('root', 'ebu', sql)).toEqual(['bank', 'root']);
    expect(await seenBy('root', 'all', sql)).toHaveLength(21);
  },
);

test('without a scope no row is visible', async () => {
  expect((await portal.plain.query(clients)).rows).toEqual([]);
  expect((await portal.plain.query('select * from ledger_account')).rows).toEqual([]);
});

test('a row cannot be written into another client', async () => {
  const write = (clientId: string) =>
    portal.run(scopeOf(people['child']!, 'own'), (tx) =>
      tx.query(
        `insert into opt_out (client_id, destination, source) values ($1, '+254700000000', 'test')`,
        [clientId],
      ),
    );
  await expect(write(people['sibling']!.clientId)).rejects.toThrow(/row-level security/);
  await write(people['child']!.clientId);
});

test('the gateway cannot access a wallet, and no role can rewrite the ledger', async () => {
  await expect(gateway.plain.query('select * from ledger_account')).rejects.toThrow(
    /permission denied/,
  );
  await expect(gateway.plain.query('select * from ledger_entry')).rejects.toThrow(
    /permission denied/,
  );
  await expect(
    portal.run(systemScope(), (tx) => tx.query('delete from ledger_entry')),
  ).rejects.toThrow(/permission denied/);
  await expect(
    query(
      `insert into ledger_transfer (id, kind, idem) values (gen_random_uuid(), 'ADJUSTMENT', 'x'); update ledger_transfer set note = 'y'`,
    ),
  ).rejects.toThrow(/append-only/);
});

test("the acceptor's login may hold units and queue messages, and nothing else", async () => {
  const attempts = [
    'delete from message',
    'update message set status = 10',
    'delete from chunk',
    'update ledger_entry set amount = 1',
    'delete from ledger_entry',
    'update client set parent_id = null',
    'update sender set is_generic = true',
    'insert into rate select * from rate',
    'select * from session',
    'select * from one_time_token',
    'update api_key set scopes = scopes',
    'update gateway_user set password_hash = null',
    'insert into ledger_account select * from ledger_account',
    'select * from payment',
  ];
  for (const attempt of attempts)
    await expect(accept.plain.query(attempt), attempt).rejects.toThrow(/permission denied/);
});

/** Why a table needs no policy. A table of customers' data does not belong here. */
const OPEN_TABLES: Record<string, string> = {
  acceptance_version: 'one number that says whether prices changed',
  acknowledgement: 'which operator works on which problem of the installation',
  alert: 'the state of the installation; read by its own screen alone',
  alert_notice: 'alerts on their way to operators',
  backup_run: 'when backups were made',
  blocked_number: 'numbers that nobody may send to; checked for everybody',
  otp_traffic: 'how many codes went to a prefix; no numbers',
  config_version: 'routes of the gateway',
  connector: "carriers' connectors, with their passwords encrypted",
  connector_lease: 'which gateway holds a connector',
  connector_outcome: 'counts of what carriers answer and report, without clients',
  connector_slot: 'counts of what carriers answer and report, without clients',
  connector_hour: 'counts of what carriers answer and report, without clients',
  healing_range: 'normal figures of connectors',
  healing_limit: "limits of the gateway's routes",
  healing_incident: 'connectors that deliver less than usual; read by operators alone',
  healing_step: 'decisions about connectors; read by operators alone',
  delivery_hour: 'counts of receipts of an hour, without clients',
  connector_outstanding: 'how many receipts each connector owes',
  receipt_wait: 'when receipts are given up, by the ids of messages',
  connector_minute: 'totals of a connector',
  connector_rate: 'how fast a connector sends',
  connector_state: 'whether a connector is bound',
  connector_trace: 'PDUs of a connector that an operator watches; texts and numbers are masked',
  database_secret: 'granted to nobody',
  erased_number: 'hashes of erased numbers',
  erasure_key: 'granted to nobody',
  filter: "the gateway's filters",
  gateway_group: "groups of the gateway's users; names alone",
  gauge_minute: 'totals of the installation',
  opt_out_answer: 'texts of the platform for phones; no numbers',
  opt_out_code: 'words of carriers; no numbers',
  opt_out_keyword: 'words of phones in general; no numbers',
  stop_clause: 'how receivers opt out, by operator; shown to everybody who sends',
  heartbeat: 'which processes live',
  migration: 'which migrations were applied; granted to nobody',
  protected_name: 'sender names that need proof, the same for everybody',
  restoration: 'when a backup was restored',
  route: "the gateway's routes",
  sender_rule: "a country's rules for senders",
  sending_window: "a country's sending hours",
  setting: 'settings of the platform',
  rate_limit: 'limits on attempts; keys are hashes or names, never contents',
  webhook_host: 'which hosts fail, whoever calls them',
};

test('every table has a policy, or a reason why it needs none', async () => {
  const tables = await query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p') and not relispartition and not relrowsecurity order by 1`);
  expect(
    tables.map(({ name }) => name).filter((name) => !Object.hasOwn(OPEN_TABLES, name)),
  ).toEqual([]);
});

test("a table without a policy has no client's data", async () => {
  const bare = await query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and not c.relrowsecurity
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id')`);
  expect(bare).toEqual([]);
});

test('files, transfers, receipts and parts of incoming messages are visible to their owners', async () => {
  const [child, sibling] = [people['child']!, people['sibling']!];
  const owned = {
    upload: newId(),
    file: newId(),
    transfer: newId(),
    message: newId(),
    mo: newId(),
  };
  await query(
    `insert into upload (id, client_id, purpose, file_name, expires_at) values ($1, $2, 'CONTACTS', 'x.csv', now() + interval '1 hour')`,
    [owned.upload, child.clientId],
  );
  await query(`insert into file_part (file_id, part, bytes) values ($1, 0, 'x'), ($2, 0, 'y')`, [
    owned.upload,
    owned.file,
  ]);
  await query(`insert into ledger_transfer (id, kind, idem) values ($1, 'ADJUSTMENT', $2)`, [
    owned.transfer,
    owned.transfer,
  ]);
  await query(
    `insert into ledger_entry (transfer_id, account_id, amount, balance_after) select $1, id, 5, 5 from ledger_account where client_id = $2 and kind = 'available'`,
    [owned.transfer, child.clientId],
  );
  await query(
    `insert into receipt (carrier_account_id, carrier_id, stat, carrier_status) values (1, 'nobody', 1, 'DELIVRD')`,
  );
  await query(
    `insert into incoming_part (carrier_account_id, source, destination, reference, total, part, text) values (1, '254700000000', '22141', 1, 2, 1, 'half')`,
  );
  const seen = (
    who: { clientId: string; path: string },
    reach: Reach,
    table: string,
    where: string,
    value: string,
  ) =>
    portal.run(
      scopeOf(who, reach),
      async (tx) => (await tx.query(`select from ${table} where ${where} = $1`, [value])).rowCount,
    );
  for (const [table, column, value] of [
    ['file_part', 'file_id', owned.upload],
    ['ledger_transfer', 'id', owned.transfer],
  ] as const) {
    expect([table, await seen(child, 'own', table, column, value)]).toEqual([table, 1]);
    expect([table, await seen(people['reseller']!, 'tree', table, column, value)]).toEqual([
      table,
      1,
    ]);
    expect([table, await seen(sibling, 'own', table, column, value)]).toEqual([table, 0]);
    expect([table, await seen(sibling, 'tree', table, column, value)]).toEqual([table, 0]);
    expect([table, await seen(people['root']!, 'all', table, column, value)]).toEqual([table, 1]);
  }
  // Rows that belong to nobody are the platform's.
  for (const [table, column, value] of [
    ['file_part', 'file_id', owned.file],
    ['receipt', 'carrier_id', 'nobody'],
    ['incoming_part', 'text', 'half'],
  ] as const) {
    expect([table, await seen(child, 'tree', table, column, value)]).toEqual([table, 0]);
    expect([table, await seen(people['root']!, 'all', table, column, value)]).toEqual([table, 1]);
  }
});
