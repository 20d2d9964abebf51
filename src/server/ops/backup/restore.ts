/**
 * Puts a backup into a database: the tables by the migrations that made them, then the rows. What was there steps aside into
 * another schema and comes back if anything fails; a mark keeps everybody from starting on what is not whole.
 */
import * as z from 'zod/mini';
import { StartupError } from '../../infra/startup-error.ts';
import { openDatabase } from '../../infra/database/db.ts';
import type { DatabaseRole } from '../../infra/database/roles.ts';
import {
  isBeforeStart,
  knowsMigrations,
  migrate,
  UNFINISHED,
} from '../../infra/database/migrate.ts';
import { blockShapes, startSum } from './backup.ts';
import type { Progress, Sum } from './backup.ts';
import { copyStatement, quote, readForeignKeys, readTables, SESSION } from './catalog.ts';
import type { About, Table } from './catalog.ts';
import { openContainer } from './container.ts';
import type { Block, Header } from './container.ts';
import { copyIn } from './copy.ts';
import type pg from 'pg';

/** The place of the previous data until the restore is complete. */
const ASIDE = 'before_restore';
/** Its name from then on, until it is deleted. */
const REPLACED = 'replaced_by_restore';

/** A backup that was read to its end and is whole. */
export type Inspected = {
  file: string;
  key: string | undefined;
  header: Header;
  about: About;
  sums: ReadonlyMap<string, Sum>;
  whole: { tables: number; rows: number; bytes: number };
  /** The installation's key, if it came along. */
  secretKey: Buffer | undefined;
};

type Tell = (progress: Progress) => void;

/**
 * Reads a whole backup and compares every checksum; touches nothing.
 * @throws StartupError where it is damaged, does not open with the key, or was made by a newer release
 */
export async function inspectBackup(
  file: string,
  key: string | undefined,
  onProgress: Tell = () => {},
): Promise<Inspected> {
  const { header, blocks } = await openContainer(file, key);
  const sums = new Map<string, Sum>();
  let about: About | undefined;
  let whole: z.output<typeof blockShapes.whole>['whole'] | undefined;
  for await (const part of readParts(blocks(), file)) {
    if (part.kind === 'about') {
      ({ about } = part);
      if (isBeforeStart(about.migrations))
        throw new StartupError(
          `${file} was made by an earlier form of Tuma (${about.migrations[0]!.name}), which this release cannot read: nothing was changed. Restore it with the release that made it.`,
        );
      if (!knowsMigrations(about.migrations))
        throw new StartupError(
          `${file} was made by Tuma ${header.product}, whose database this release does not know. Restore it with that release or a later one.`,
        );
    } else if (part.kind === 'whole') {
      ({ whole } = part);
    } else {
      const sum = startSum();
      for await (const piece of part.rows) {
        sum.add(piece);
        onProgress({ table: part.table, rows: 0, bytes: sum.bytes, ofBytes: 0 });
      }
      const told = await part.sum();
      if (sum.end().sha256 !== told.sha256)
        throw new StartupError(
          `${file} is damaged: the rows of ${part.table} are not those that were written. Take another copy of it.`,
        );
      sums.set(part.table, told);
    }
  }
  if (!about || !whole || about.tables.some(({ name }) => !sums.has(name)))
    throw new StartupError(
      `${file} is not a whole back-up: tables are missing. Take another copy of it.`,
    );
  return {
    file,
    key,
    header,
    about,
    sums,
    whole,
    secretKey: whole.secretKey === null ? undefined : Buffer.from(whole.secretKey, 'base64'),
  };
}

type Part =
  | { kind: 'about'; about: About }
  /** Its rows are read to their end, then its sum. */
  | { kind: 'table'; table: string; rows: AsyncIterable<Buffer>; sum(): Promise<Sum> }
  | { kind: 'whole'; whole: z.output<typeof blockShapes.whole>['whole'] };

async function* readParts(blocks: AsyncGenerator<Block>, file: string): AsyncGenerator<Part> {
  const strange = new StartupError(
    `${file} is not in the form of a back-up. Take another copy of it.`,
  );
  let next: Block | undefined;
  const advance = async () => {
    next = (await blocks.next()).value as Block | undefined;
  };
  try {
    for (await advance(); next; await advance()) {
      const json = 'json' in next ? next.json : undefined;
      const [about, table, whole] = [
        z.safeParse(blockShapes.about, json).data,
        z.safeParse(blockShapes.table, json).data,
        z.safeParse(blockShapes.whole, json).data,
      ];
      if (about) yield { kind: 'about', about: about.about };
      else if (whole) yield { kind: 'whole', whole: whole.whole };
      else if (table) {
        let sum: Sum | undefined;
        const rows = async function* (): AsyncGenerator<Buffer> {
          for (await advance(); next && 'data' in next; await advance()) yield next.data;
          sum = z.safeParse(blockShapes.sum, next && 'json' in next ? next.json : undefined).data
            ?.sum;
          if (!sum) throw strange;
        };
        yield {
          kind: 'table',
          table: table.table,
          rows: rows(),
          sum: async () => sum ?? Promise.reject(strange),
        };
      } else throw strange;
    }
  } finally {
    await blocks.return(undefined);
  }
}

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

/**
 * Restores into a database: what stood there waits aside until all is in, and is put back when anything fails.
 * @param finish the last step before the database may be used; the tables are this release's by then
 */
export async function restore(
  databaseUrl: string,
  backup: Inspected,
  {
    onProgress = () => {},
    finish = async () => {},
  }: { onProgress?: Tell; finish?: () => Promise<void> } = {},
): Promise<void> {
  await beginRestore(databaseUrl, backup.file);
  try {
    await load(databaseUrl, backup, onProgress);
    await migrate(databaseUrl, undefined, { restoring: true });
    await finish();
    await withClient(databaseUrl, 'none', async (client) => {
      const aside = await hasSchema(client, ASIDE);
      await client.query(
        `begin; drop table ${UNFINISHED}; ${aside ? `alter schema ${ASIDE} rename to ${REPLACED};` : ''} commit`,
      );
    });
  } catch (error) {
    await undoRestore(databaseUrl);
    throw error;
  }
  await dropReplaced(databaseUrl);
}

/** Drops what an earlier restore replaced, be it that whoever did so was killed. */
async function dropReplaced(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, 'none', async (client) => {
    if (!(await hasSchema(client, REPLACED))) return;
    await emptySchema(client, REPLACED);
    await client.query(`drop schema ${REPLACED} cascade`);
  });
}

/** Drops the tables of a schema one by one: some hundred days of messages hold more locks at once than a server has room for. The mark stays. */
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

async function beginRestore(databaseUrl: string, file: string): Promise<void> {
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

/** Makes the tables as they were and fills them, all rows or none. */
export async function load(
  databaseUrl: string,
  backup: Inspected,
  onProgress: Tell = () => {},
): Promise<void> {
  const { about, file, key, sums } = backup;
  await migrate(databaseUrl, undefined, {
    only: new Set(about.migrations.map(({ number }) => number)),
    restoring: true,
  });
  await withClient(databaseUrl, 'tuma_owner', async (client) => {
    await client.query(SESSION);
    await client.query('begin');
    // Checked row by row they cost more than all the rest; added again they are checked in one go.
    const foreignKeys = await readForeignKeys(client);
    for (const { drop } of foreignKeys) await client.query(drop);
    await makePartitions(client, about.tables, await readTables(client));
    const all = await readTables(client);
    // The effects of triggers are already in the rows.
    for (const { name } of all)
      await client.query(`alter table ${quote(name)} disable trigger user`);
    await client.query(`truncate ${all.map(({ name }) => quote(name)).join(', ')}`);
    const tables = new Map(about.tables.map((table) => [table.name, table]));
    let [rows, bytes] = [0, 0];
    for await (const part of readParts((await openContainer(file, key)).blocks(), file)) {
      if (part.kind !== 'table') continue;
      const ofBytes = backup.whole.bytes;
      const counted = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
        for await (const piece of source) {
          bytes += piece.length;
          onProgress({ table: part.table, rows, bytes, ofBytes });
          yield piece;
        }
      };
      const taken = await copyIn(
        client,
        copyStatement(tables.get(part.table)!, 'from stdin'),
        counted(part.rows),
      );
      if (taken !== sums.get(part.table)!.rows)
        throw new Error(
          `${part.table} has ${sums.get(part.table)!.rows} rows, and ${taken} were taken`,
        );
      rows += taken;
    }
    for (const { name, value } of about.sequences)
      await client.query('select setval($1::regclass, $2::bigint)', [quote(name), value]);
    for (const { add } of foreignKeys) await client.query(add);
    for (const { name } of all)
      await client.query(`alter table ${quote(name)} enable trigger user`);
    await client.query('commit');
    await client.query('analyze');
  });
}

async function makePartitions(
  client: pg.Client,
  wanted: readonly Table[],
  made: readonly Table[],
): Promise<void> {
  const there = new Set(made.map(({ name }) => name));
  // A partition for days that the backup does not have may overlap one of the backup.
  const known = new Set(wanted.map(({ name }) => name));
  for (const { name, partition } of made)
    if (partition && !known.has(name)) await client.query(`drop table ${quote(name)}`);
  for (const { name, partition } of wanted) {
    if (!partition || there.has(name)) continue;
    await client.query(
      `create table ${quote(name)} partition of ${quote(partition.of)} ${partition.bound}${partition.options === null ? '' : ` with (${partition.options})`}`,
    );
  }
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
