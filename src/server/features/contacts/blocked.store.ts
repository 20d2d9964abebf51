import type { Tx } from '../../infra/database/db.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';

export type BlockedRow = { destination: string; reason: string; at: Date; place: string };

/** Numbers that nobody may send to, newest first. They are the platform's, so there is no scope. */
export async function listBlocked(
  tx: Tx,
  wanted: { ranges: { from: string; to: string }[]; after: string | undefined; limit: number },
): Promise<{ rows: BlockedRow[]; counted: number }> {
  const where = whereWithin(systemScope(), '');
  if (wanted.ranges.length > 0)
    where.add(
      `(${wanted.ranges.map(() => 'destination >= ? and destination < ?').join(' or ')})`,
      ...wanted.ranges.flatMap(({ from, to }) => [from, to]),
    );
  const counting = await tx.query<{ counted: number }>(
    `select count(*)::int as counted from (select from blocked_number where ${where.sql} limit ${COUNT_LIMIT + 1}) t`,
    [...where.values],
  );
  if (wanted.after !== undefined) {
    const [at, destination] = wanted.after.split(' ');
    where.add(
      `(at, destination) < (to_timestamp(0) + ?::bigint * interval '1 microsecond', ?)`,
      at,
      destination,
    );
  }
  const { rows } = await tx.query<BlockedRow>(
    `select destination, reason, at, (extract(epoch from at) * 1000000)::bigint || ' ' || destination as place from blocked_number where ${where.sql} order by at desc, destination desc limit ${where.value(wanted.limit)}`,
    where.values,
  );
  return { rows, counted: counting.rows[0]!.counted };
}

/** Blocks numbers (E.164 without plus); those that are blocked already keep their reason. @returns the others */
export async function blockNumbers(
  tx: Tx,
  destinations: string[],
  reason: string,
): Promise<string[]> {
  const { rows } = await tx.query<{ destination: string }>(
    'insert into blocked_number (destination, reason) select destination, $2 from unnest($1::text[]) as t (destination) on conflict do nothing returning destination',
    [destinations, reason],
  );
  return rows.map((row) => row.destination);
}

export async function unblockNumbers(tx: Tx, destinations: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ destination: string }>(
    'delete from blocked_number where destination = any ($1::text[]) returning destination',
    [destinations],
  );
  return rows.map((row) => row.destination);
}
