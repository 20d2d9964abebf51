/** The tables that hold data, read from the catalogs: a table that a migration adds is in the next backup. */
import type pg from 'pg';
import * as z from 'zod/mini';
import { UNFINISHED } from '../../infra/database/migrate.ts';

/** A table that rows lie in. Of a partitioned one its partitions do. */
const tableShape = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  /** For a partition: its parent and its bounds. */
  partition: z.nullable(
    z.object({ of: z.string(), bound: z.string(), options: z.nullable(z.string()) }),
  ),
});
export type Table = z.output<typeof tableShape>;

const sequenceShape = z.object({ name: z.string(), value: z.string() });

export const aboutShape = z.object({
  /** The migrations that made the tables. */
  migrations: z.array(z.object({ number: z.number(), name: z.string(), hash: z.string() })),
  tables: z.array(tableShape),
  /** Those that gave a number already, and the last one given. */
  sequences: z.array(sequenceShape),
});

/** Objects that must exist before rows are restored. */
export type About = z.output<typeof aboutShape>;

/** How the rows are written, whatever the server's settings are. A scan that joins another's would change their order. */
export const SESSION = `set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601'; set timezone = 'UTC'; set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8';
  set synchronize_seqscans = off; set row_security = off; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set search_path = public`;

/** Each database has keys of its own: those of another would not fit the logins of its server. */
const BOOKKEEPING = `('migration', 'database_secret', '${UNFINISHED}')`;

/** Reads it as the database's owner; the tables' owner cannot read the table of migrations. */
export async function readCatalog(client: pg.Client): Promise<About> {
  await client.query('set role none');
  const migrations = await client.query<About['migrations'][number]>(
    'select number, name, hash from migration order by number',
  );
  await client.query('set role tuma_owner');
  return {
    migrations: migrations.rows,
    tables: await readTables(client),
    sequences: await readSequences(client),
  };
}

export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<{
    name: string;
    columns: string[];
    of: string | null;
    bound: string | null;
    options: string | null;
  }>(`
    select c.relname::text as name, array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
           p.relname::text as of, pg_get_expr(c.relpartbound, c.oid) as bound, array_to_string(c.reloptions, ', ') as options
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ${BOOKKEEPING} order by c.relname`);
  return rows.map(({ name, columns, of, bound, options }) => ({
    name,
    columns,
    partition: of === null ? null : { of, bound: bound ?? '', options },
  }));
}

async function readSequences(client: pg.Client): Promise<About['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows;
}

/** The approximate size of the tables, against which progress is measured. */
export async function estimateBytes(client: pg.Client): Promise<number> {
  const {
    rows: [sum],
  } = await client.query<{ bytes: number }>(
    `select coalesce(sum(pg_table_size(oid)), 0)::float8 as bytes from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return sum!.bytes;
}

/** Its foreign keys, as statements that drop them and make them again. */
export async function readForeignKeys(client: pg.Client): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
           format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0 order by conrelid, conname`);
  return rows;
}

/** The statement that writes a table's rows, or takes them. */
export function copyStatement(table: Table, way: 'to stdout' | 'from stdin'): string {
  return `copy ${quote(table.name)} (${table.columns.map(quote).join(', ')}) ${way}`;
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
