import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { insertClient } from '../../src/server/features/clients/clients.store.ts';
import { openDatabase } from '../../src/server/infra/database/db.ts';
import { newId } from '../../src/server/infra/ids.ts';
import { loginsOf, ROLES_OF, settleLogins } from '../../src/server/infra/database/logins.ts';
import { openAccounts } from '../../src/server/core/ledger/ledger.ts';
import { scopeOf, systemScope } from '../../src/server/infra/database/scope.ts';
import { createTestDatabase } from '../harness/database.ts';

const { url, query } = await createTestDatabase();
const logins = await settleLogins(url);
const address = { connectionString: url, logins: loginsOf('api', logins) };
const portal = openDatabase(address, 'tuma_portal', { max: 2, name: 'test', onLost: () => {} });
const people: { clientId: string; path: string }[] = [];

beforeAll(async () => {
  for (const name of ['first', 'second', 'third']) {
    const clientId = newId();
    await portal.run(systemScope(), async (tx) => {
      await insertClient(tx, {
        clientId,
        parentId: people[0]?.clientId ?? null,
        clientName: name,
        accountType: 'COMPANY',
        email: `${name}@example.com`,
        country: 'KE',
        timezone: 'Africa/Nairobi',
        accessLevel: people[0] ? 'CLIENT' : 'ADMINISTRATOR',
        clientStatus: 'ACTIVE',
        passwordHash: null,
      });
      await openAccounts(tx, clientId);
    });
    const [row] = await query<{ path: string }>('select path from client where id = $1', [
      clientId,
    ]);
    people.push({ clientId, path: row!.path });
  }
});
afterAll(() => portal.close());

const mine = () => scopeOf(people[1]!, 'own');
const foreign = () =>
  `select count(*)::int as rows from client where id <> '${people[1]!.clientId}'`;

/** Runs statements on a connection of the portal's login, and counts the foreign rows it sees then. */
async function countForeign(client: pg.Client, ...attempts: string[]): Promise<number> {
  for (const attempt of attempts) await client.query(attempt).catch(() => {});
  const { rows } = await client
    .query<{ rows: number }>(foreign())
    .catch(() => ({ rows: [{ rows: 0 }] }));
  return rows[0]!.rows;
}

async function withLogin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await portal.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('each process logs in under its own names, which belong to no other role', async () => {
  for (const process of ['api', 'worker', 'gateway'] as const) {
    for (const role of ROLES_OF[process]) {
      const database = openDatabase(
        { connectionString: url, logins: loginsOf(process, logins) },
        role,
        { max: 1, name: 'test', onLost: () => {} },
      );
      const { rows } = await database.plain.query(
        `select session_user as login, current_user as role, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as privileged,
           (select count(*)::int from pg_auth_members where member = r.oid) as memberships
         from pg_roles r where rolname = session_user`,
      );
      await database.close();
      expect(rows).toEqual([{ login: role, role, privileged: false, memberships: 0 }]);
    }
  }
});

test('a process receives only its own logins', () => {
  const api = { connectionString: url, logins: loginsOf('api', logins) };
  expect(() => openDatabase(api, 'tuma_owner', { max: 1, name: 'test', onLost: () => {} })).toThrow(
    /no login for tuma_owner/,
  );
});

test('a signed scope reaches its clients', async () => {
  const count = (sql: string) =>
    portal.run(mine(), async (tx) => (await tx.query<{ rows: number }>(sql)).rows[0]!.rows);
  expect(await count('select count(*)::int as rows from client')).toBe(1);
  expect(await count(foreign())).toBe(0);
  expect(
    await portal.run(
      systemScope(),
      async (tx) => (await tx.query<{ rows: number }>(foreign())).rows[0]!.rows,
    ),
  ).toBe(2);
});

const FORGERIES: readonly (readonly string[])[] = [
  ['reset role'],
  ['set role tuma_owner'],
  ['set role tuma_worker'],
  ['set role none'],
  ['set session authorization default'],
  ['set session authorization tuma_owner'],
  [`select set_config('role', 'tuma_owner', false)`],
  [`select set_config('session_authorization', 'tuma_owner', false)`],
  [`set tuma.reach = 'all'`],
  [`select set_config('tuma.reach', 'all', false), set_config('tuma.path', '', false)`],
  [`set tuma.scope = 'all::'`],
  [
    `select set_config('tuma.scope', repeat('0', 64) || ':all:00000000-0000-0000-0000-000000000000:', false)`,
  ],
  [`select set_config('tuma.scope', encode(sha256('all::'), 'hex') || ':all::', false)`],
  ['set row_security = off'],
  [`set session_replication_role = 'replica'`],
  ['alter table client disable row level security'],
  ['drop policy reach on client'],
  ['create policy open on client to tuma_portal using (true)'],
  [`create function public.tuma_reach() returns text language sql as 'select ''all'''`],
  [`create or replace function tuma_scope() returns text language sql as 'select ''all::'''`],
  [
    'create schema mine',
    `create function mine.tuma_reach() returns text language sql as 'select ''all'''`,
    'set search_path = mine, public',
  ],
  [
    `create function pg_temp.tuma_scope() returns text language sql as 'select ''all::'''`,
    'set search_path = pg_temp, public',
  ],
  ['alter role tuma_portal bypassrls'],
  ['alter role tuma_portal superuser'],
  ['grant tuma_owner to tuma_portal'],
  [`update database_secret set scope_key = sha256('')`],
  [`prepare forged as select set_config('tuma.scope', 'all::', false)`, 'execute forged'],
  [`do $$ begin perform set_config('tuma.scope', 'all::', false); end $$`],
];

test.each(FORGERIES)('sees no foreign row after: %s', async (...attempts) => {
  expect(await withLogin((client) => countForeign(client, ...attempts))).toBe(0);
});

test('no injected statement widens the scope of a request', async () => {
  for (const attempts of FORGERIES) {
    const seen = await portal.run(mine(), async (tx) => {
      for (const attempt of attempts) {
        await tx.query('savepoint before');
        await tx.query(attempt).catch(() => tx.query('rollback to savepoint before'));
      }
      await tx.query('savepoint before');
      return (
        await tx.query<{ rows: number }>(foreign()).catch(async () => {
          await tx.query('rollback to savepoint before');
          return { rows: [{ rows: 0 }] };
        })
      ).rows[0]!.rows;
    });
    expect([attempts, seen]).toEqual([attempts, 0]);
  }
});

test('changing a scope breaks its signature', async () => {
  const { signed } = await portal.run(
    mine(),
    async (tx) =>
      (await tx.query<{ signed: string }>(`select current_setting('tuma.scope') as signed`))
        .rows[0]!,
  );
  const forged = [
    signed.replace(':own:', ':all:'),
    signed.replace(':own:', ':tree:'),
    signed.replace(people[1]!.clientId, people[2]!.clientId),
    `${signed}/`,
    signed.toUpperCase(),
    signed.slice(65),
  ];
  for (const scope of forged) {
    const seen = withLogin(async (client) => {
      await client.query(`select set_config('tuma.scope', $1, false)`, [scope]);
      return client.query(foreign());
    });
    await expect(seen, scope).rejects.toThrow(/not signed/);
  }
});

test("a prepared statement on a connection receives no other caller's scope", async () => {
  const single = openDatabase(address, 'tuma_portal', { max: 1, name: 'test', onLost: () => {} });
  const steal = `prepare scope (text) as select set_config('tuma.scope', $1, true), set_config('stolen.scope', $1, false)`;
  await single.plain.query('deallocate all');
  await single.plain.query(steal);
  await single.run(systemScope(), (tx) => tx.query(foreign()));
  const { rows } = await single.plain.query<{ stolen: string | null }>(
    `select current_setting('stolen.scope', true) as stolen`,
  );
  await single.close();
  expect(rows[0]!.stolen ?? '').toBe('');
});

test('no login can read keys or passwords that it does not need', async () => {
  const denied = async (
    role: 'tuma_portal' | 'tuma_gateway' | 'tuma_accept' | 'tuma_worker',
    sql: string,
  ) => {
    const database = openDatabase({ connectionString: url, logins }, role, {
      max: 1,
      name: 'test',
      onLost: () => {},
    });
    await expect(database.plain.query(sql), `${role}: ${sql}`).rejects.toThrow(/permission denied/);
    await database.close();
  };
  for (const role of ['tuma_portal', 'tuma_worker', 'tuma_gateway', 'tuma_accept'] as const) {
    await denied(role, 'select * from database_secret');
    await denied(role, 'select * from erasure_key');
    await denied(role, 'create temporary table client (id int)');
  }
  for (const role of ['tuma_gateway', 'tuma_accept'] as const)
    await denied(role, 'select password_hash from client');
  await denied('tuma_portal', `select erase_number('254712345678', null, 'lists')`);
});

test('the logins are created once: a second start finds them, and every node gets the same', async () => {
  const hashes = () =>
    query(`select rolname, rolpassword from pg_authid where rolname like 'tuma\\_%' order by 1`);
  const before = await hashes();
  expect(await settleLogins(url)).toEqual(logins);
  expect(await hashes()).toEqual(before);
});

test("the worker has the portal's rights on every table", async () => {
  const rights = (role: string) =>
    query(
      `select c.relname, x.privilege_type from pg_class c, aclexplode(c.relacl) x
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and x.grantee = '${role}'::regrole order by 1, 2`,
    );
  expect(await rights('tuma_worker')).toEqual(await rights('tuma_portal'));
  expect(
    await query(
      `select polname from pg_policy where 'tuma_portal'::regrole = any (polroles) and not 'tuma_worker'::regrole = any (polroles)`,
    ),
  ).toEqual([]);
});

test("the worker may call what the portal's statements call", async () => {
  const found = await query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
       and has_function_privilege('tuma_portal', oid, 'execute') and not has_function_privilege('tuma_worker', oid, 'execute') order by 1`,
  );
  expect(found).toEqual([]);
});
