// The contents of the database and the disk, and what the portal's own login can do there.
import { createHash, createHmac } from 'node:crypto';
import { statSync } from 'node:fs';
import { Client } from 'pg';
import { costOfPattern } from './pattern.ts';
import type { Finding, Probe, Session, World } from './world.ts';

/** The statements that the running portal is let in by and sets the reach of one client with. */
async function openPortal(
  world: World,
  owner: Session,
): Promise<{ client: Client; scope: string }> {
  const [client] = await world.sql<{ path: string }>('select path from client where id = $1', [
    owner.clientId,
  ]);
  const { path } = client!;
  const plain = `set_config('tuma.reach', 'own', true), set_config('tuma.client', '${owner.clientId}', true),
    set_config('tuma.path', '${path}', true)`;
  const [keys] = await world
    .sql<{ scope: string; login: string }>(
      `select encode(scope_key, 'hex') as scope, encode(login_key, 'hex') as login from public.database_secret`,
    )
    .catch(() => []);
  const url = new URL(world.databaseUrl);
  if (!keys)
    return {
      client: new Client({ connectionString: url.href }),
      scope: `set local role tuma_portal; select ${plain}`,
    };
  url.username = 'tuma_portal';
  url.password = createHmac('sha256', Buffer.from(keys.login, 'hex'))
    .update('login:tuma_portal')
    .digest('hex');
  const key = Buffer.from(keys.scope, 'hex');
  const text = `own:${owner.clientId}:${path}`;
  const inner = createHash('sha256').update(key).update(text).digest();
  const signature = createHash('sha256').update(key).update(inner).digest('hex');
  return {
    client: new Client({ connectionString: url.href }),
    scope: `select set_config('tuma.scope', '${signature}:${text}', true)`,
  };
}

/** Runs statements as the portal does for one client, and gives what the last of them found. */
async function asPortal(
  world: World,
  owner: Session,
  statements: readonly string[],
): Promise<number> {
  const { client, scope } = await openPortal(world, owner);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(scope);
    let found = 0;
    for (const statement of statements) {
      // A statement that is refused leaves the transaction usable, as an attacker would see to.
      await client.query('savepoint attempt');
      try {
        const { rows } = (await client.query(statement)) as { rows: { foreign?: number }[] };
        found = Number(rows[0]?.foreign ?? 0);
      } catch {
        await client.query('rollback to savepoint attempt');
      }
    }
    return found;
  } finally {
    await client.end();
  }
}

const FOREIGN = (owner: Session) =>
  `select count(*)::int as foreign from client where id <> '${owner.clientId}'`;

const LIFTS: readonly [name: string, statements: readonly string[]][] = [
  ["set_config('tuma.scope', unsigned)", [`select set_config('tuma.scope', 'all::', true)`]],
  [
    'the table of keys',
    [
      'reset role',
      `select set_config('tuma.scope', (select 'x:all::' from public.database_secret), true)`,
    ],
  ],
  [
    'set role tuma_worker',
    ['set role tuma_worker', `select set_config('tuma.reach', 'all', true)`],
  ],
  ['reset role', ['reset role']],
  ['set role none', ['set role none']],
  ['set session authorization default', ['set session authorization default']],
  ['set role tuma_owner', ['set role tuma_owner']],
  ['set role tuma_gateway', ['set role tuma_gateway']],
  ['set role tuma_accept', ['set role tuma_accept']],
  ["set tuma.reach = 'all'", [`set tuma.reach = 'all'`]],
  ["set local tuma.reach = 'all'", [`set local tuma.reach = 'all'`]],
  ["set_config('tuma.reach', 'all')", [`select set_config('tuma.reach', 'all', true)`]],
  ['reset role and set_config', ['reset role', `select set_config('tuma.reach', 'all', true)`]],
];

async function readsForeign(world: World, statements: readonly string[]): Promise<Finding> {
  const owner = await world.signIn('company');
  const found = await asPortal(world, owner, [...statements, FOREIGN(owner)]);
  return found > 0 ? `${found} rows of other accounts` : undefined;
}

const TABLES = ['file_part', 'ledger_transfer', 'receipt', 'incoming_part'] as const;

export const storage: readonly Probe[] = [
  {
    name: "S7 control: the portal's login reads the rows of its own client",
    async run(world) {
      const owner = await world.signIn('company');
      const mine = `select count(*)::int as foreign from client where id = '${owner.clientId}'`;
      return (await asPortal(world, owner, [mine])) === 1
        ? undefined
        : 'it reads nothing, so the probes below prove nothing';
    },
  },
  ...LIFTS.map(([name, statements]): Probe => ({
    name: `S7 ${name} lifts what keeps clients apart`,
    run: (world) => readsForeign(world, statements),
  })),
  ...TABLES.map((table): Probe => ({
    name: `S7 ${table} has no policy`,
    async run(world) {
      const rows = await world.sql<{ name: string; secure: boolean; policies: number }>(
        `select c.relname as name, c.relrowsecurity as secure,
           (select count(*)::int from pg_policy where polrelid = c.oid) as policies
         from pg_class c where c.relname = $1 and c.relkind in ('r', 'p')`,
        [table],
      );
      if (rows.length === 0) throw new Error('there is no such table');
      return rows.every(({ secure, policies }) => secure && policies > 0) ? undefined : 'none';
    },
  })),
  {
    name: "S7 the secret of a payment's callback lies in clear",
    async run(world) {
      const company = await world.signIn('company');
      const body = { units: 100, phone: '+254712345678' };
      const headers = { 'idempotency-key': 'probe secret' };
      const made = await world.portal(company, 'POST', 'purchases', body, headers);
      if (made.status !== 200) throw new Error(`purchase: ${made.text}`);
      const [row] = await world.sql<{ stored: unknown }>(
        'select to_jsonb(p) as stored from payment p where id = $1',
        [made.body.purchaseId],
      );
      const stored = (row?.stored ?? {}) as Record<string, unknown>;
      // In clear it is a token of letters and digits; sealed it is longer than any token, or octets.
      const secret = String(stored['secret'] ?? '');
      return /^[\w-]{8,64}$/.test(secret) ? 'payment.secret is a token' : undefined;
    },
  },
  {
    name: 'S7 others of the machine may enter the data folder',
    async run(world) {
      const { mode } = statSync(world.product.dataDir);
      // As root PostgreSQL runs as another user, who passes through and reads nothing.
      const allowed = process.getuid?.() === 0 ? 0o011 : 0;
      const shown = (mode & 0o777).toString(8);
      return (mode & 0o077 & ~allowed) === 0 ? undefined : `it is ${shown}`;
    },
  },
  {
    name: 'S7 a regular expression that holds the process for more than 50 ms',
    async run() {
      const milliseconds = costOfPattern('(.*a){25}$', 'a'.repeat(10_000));
      return milliseconds > 50 ? `${milliseconds} ms` : undefined;
    },
  },
];
