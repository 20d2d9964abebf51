/** Puts a backup into a database: the tables by the migrations that made them, then the rows. */
import type pg from 'pg';
import { migrate } from '../../infra/database/migrate.ts';
import type { Progress } from './backup.ts';
import { copyStatement, quote, readForeignKeys, readTables, SESSION } from './catalog.ts';
import type { Table } from './catalog.ts';
import { openContainer } from './container.ts';
import { copyIn } from './copy.ts';
import { readParts, type Inspected } from './inspect.ts';
import {
  beginRestore,
  dropReplaced,
  endRestore,
  undoRestore,
  withClient,
} from './restore-target.ts';

type Tell = (progress: Progress) => void;

/**
 * Restores into a database: the previous data is set aside until everything is restored, and returns if anything fails.
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
    await endRestore(databaseUrl);
  } catch (error) {
    await undoRestore(databaseUrl);
    throw error;
  }
  await dropReplaced(databaseUrl);
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
