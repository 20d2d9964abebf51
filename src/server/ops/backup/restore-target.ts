/**
 * The database that a backup is restored into. Its tables step aside into another schema and come back if anything fails; a
 * mark keeps everybody from starting on what is not whole.
 */
import type pg from 'pg';
import { openDatabase } from '../../infra/database/db.ts';
import { UNFINISHED } from '../../infra/database/migrate.ts';
import type { DatabaseRole } from '../../infra/database/roles.ts';
import { quote } from './catalog.ts';

/** The place of the previous data until the restore is complete. */
const ASIDE = 'before_restore';
/** Its name from then on, until it is deleted. */
const REPLACED = 'replaced_by_restore';

/** The present content of the target of a restore. */
export type Target =
  | { state: 'empty' }
  | { state: 'unfinished' }
  | { state: 'full'; clients: number; migrated: boolean };

/** Looks at a database; changes nothing. */
export async function inspectTarget(databaseUrl: string): Promise<Target> {
  return withClient(databaseUrl, 'none', async (client) => {
    const {
      rows: [found],
    } = await client.query<{ unfinished: boolean; migrated: boolean; relations: number }>(
      `select to_regclass('public.${UNFINISHED}') is not null as unfinished, to_regclass('public.client') is not null as migrated,
         (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace) as relations`,
    );
    if (found!.unfinished) return { state: 'unfinished' };
    if (found!.relations === 0) return { state: 'empty' };
    if (!found!.migrated) return { state: 'full', clients: 0, migrated: false };
    const {
      rows: [count],
    } = await client.query<{ clients: number }>(`select count(*)::int as clients from client`);
    return { state: 'full', clients: count!.clients, migrated: true };
  });
}

/** Other connections to the database: processes of Tuma that must be stopped first. */
export async function othersIn(databaseUrl: string): Promise<string[]> {
  return withClient(databaseUrl, 'none', async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like 'tuma%' order by 1`,
    );
    return rows.map(({ name }) => name);
  });
}

/** Drops the data that an earlier restore replaced, also one that was killed. */
export async function dropReplaced(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, 'none', async (client) => {
    if (!(await hasSchema(client, REPLACED))) return;
    await emptySchema(client, REPLACED);
    await client.query(`drop schema ${REPLACED} cascade`);
  });
}

/**
 * Drops the tables of a schema one by one: some hundred days of messages hold more locks at once than a
 * server has room for. The mark stays.
 */
async function emptySchema(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind in ('r', 'p') and relname <> $2 order by relispartition desc, relname`,
    [schema, UNFINISHED],
  );
  for (const { name } of rows) await client.query(`drop table ${schema}.${quote(name)} cascade`);
}

async function hasSchema(client: pg.Client, schema: string): Promise<boolean> {
  return (
    await client.query<{ there: boolean }>('select to_regnamespace($1) is not null as there', [
      schema,
    ])
  ).rows[0]!.there;
}

/** Puts the tables of the database aside, and marks it. */
export async function beginRestore(databaseUrl: string, file: string): Promise<void> {
  const target = await inspectTarget(databaseUrl);
  await dropReplaced(databaseUrl);
  await withClient(databaseUrl, 'none', async (client) => {
    if (target.state === 'unfinished') await emptySchema(client, 'public');
    await client.query('begin');
    if (target.state === 'unfinished') await client.query('drop schema public cascade');
    if (target.state === 'full') await client.query(`alter schema public rename to ${ASIDE}`);
    if (target.state !== 'empty') await client.query('create schema public');
    if (target.state !== 'empty') await client.query('grant usage on schema public to public');
    await client.query(
      `create table public.${UNFINISHED} (file text not null, at timestamptz not null default now())`,
    );
    await client.query(`insert into public.${UNFINISHED} (file) values ($1)`, [file]);
    await client.query('commit');
  });
}

/** Makes the restored tables the database's own. */
export async function endRestore(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, 'none', async (client) => {
    const aside = await hasSchema(client, ASIDE);
    await client.query(
      `begin; drop table ${UNFINISHED}; ${aside ? `alter schema ${ASIDE} rename to ${REPLACED};` : ''} commit`,
    );
  });
}

/**
 * Takes away what a restore that did not end has made, and puts back what stood there before.
 * @returns what is there now; `nothing to undo` where no restore was begun
 */
export async function undoRestore(
  databaseUrl: string,
): Promise<'put back' | 'empty' | 'nothing to undo'> {
  await dropReplaced(databaseUrl);
  if ((await inspectTarget(databaseUrl)).state !== 'unfinished') return 'nothing to undo';
  return withClient(databaseUrl, 'none', async (client) => {
    const aside = await hasSchema(client, ASIDE);
    await emptySchema(client, 'public');
    await client.query('begin');
    await client.query('drop schema public cascade');
    if (aside) {
      await client.query(`alter schema ${ASIDE} rename to public`);
    } else {
      await client.query('create schema public');
      await client.query('grant usage on schema public to public');
    }
    await client.query('commit');
    return aside ? 'put back' : 'empty';
  });
}

/** Runs work on a connection of its own. */
export async function withClient<T>(
  databaseUrl: string,
  role: DatabaseRole,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const database = openDatabase({ connectionString: databaseUrl }, role, {
    max: 1,
    name: 'tuma restore',
    onLost: () => {},
  });
  try {
    const client = await database.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => {});
    }
  } finally {
    await database.close();
  }
}
