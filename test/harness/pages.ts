// Pages of a database that work fetches, by the server's own counters: the cost of a statement that no clock disturbs.
import type { Database, Tx } from '../../src/server/infra/database/db.ts';
import type { Scope } from '../../src/server/infra/database/scope.ts';

const EVERY = `relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`;

/** A table and its indexes, as a condition of `pg_class`. */
export const ofTable = (name: string) =>
  `(oid = '${name}'::regclass or oid in (select indexrelid from pg_index where indrelid = '${name}'::regclass))`;

/**
 * Does work in a transaction of its own, and counts the pages of tables and indexes that it fetches.
 * @param of those that count, as a condition of `pg_class`; by default all
 */
export function countPages<T>(
  database: Database,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  of = EVERY,
): Promise<{ result: T; pages: number }> {
  return database.run(scope, async (tx) => {
    const fetched = async () =>
      Number(
        (
          await tx.query<{ pages: bigint }>(
            `select sum(pg_stat_get_xact_blocks_fetched(oid))::bigint as pages from pg_class where ${of}`,
          )
        ).rows[0]!.pages,
      );
    const before = await fetched();
    const result = await work(tx);
    return { result, pages: (await fetched()) - before };
  });
}
