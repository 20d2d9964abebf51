/** Rows of numbers that are blocked for everybody. */
import { listPage } from '../../infra/database/list-page.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import { conditions } from '../../infra/database/scoped-query.ts';

export type BlockedRow = { destination: string; reason: string; at: Date; place: string };

/** Numbers that nobody may send to, newest first. They are the platform's, so there is no scope. */
export async function listBlocked(
  tx: Tx,
  wanted: { ranges: { from: string; to: string }[] },
  page: PageRequest,
): Promise<Page<BlockedRow>> {
  const where = conditions();
  if (wanted.ranges.length > 0)
    where.add(
      `(${wanted.ranges.map(() => 'destination >= ? and destination < ?').join(' or ')})`,
      ...wanted.ranges.flatMap(({ from, to }) => [from, to]),
    );
  return listPage<BlockedRow>(tx, page, {
    counted: 'blocked_number',
    where,
    order: {
      keys: ['created_at', 'destination'],
      direction: 'desc',
      at: `to_timestamp(0) + ?::bigint * interval '1 microsecond', ?`,
      valuesOf: (place) => place.split(' '),
      placeOf: (row) => row.place,
    },
    read: (rows) =>
      `select destination, reason, created_at as at, (extract(epoch from created_at) * 1000000)::bigint || ' ' || destination as place from blocked_number ${rows}`,
  });
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
