/** Rows of numbers that are blocked for everybody. */
import { listPage } from '../../../infra/database/list-page.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import { conditions } from '../../../infra/database/scoped-query.ts';

export type BlockedRow = {
  destination: string;
  reason: string;
  at: Date;
  place: string;
  /** Null where it was not asked for, or the audit log has no entry. */
  actorName: string | null;
};

/**
 * The author of a block: its entry is of the same transaction, and so of the same time. The ids of entries are of the
 * server's clock, which may be another than the database's.
 */
const ACTOR = `(select a.client_name from audit_entry e join client a on a.id = e.actor_id
  where e.id >= uuid_v7_floor(blocked_number.created_at - interval '5 minutes') and e.id < uuid_v7_floor(blocked_number.created_at + interval '5 minutes')
    and e.action = 'NUMBERS_BLOCKED' and e.created_at = blocked_number.created_at limit 1)`;

/** Numbers that nobody may send to, newest first. They are the platform's, so there is no scope. */
export async function listBlocked(
  tx: Tx,
  wanted: { ranges: { from: string; to: string }[]; withActors: boolean },
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
      `select destination, reason, created_at as at, (extract(epoch from created_at) * 1000000)::bigint || ' ' || destination as place, ${wanted.withActors ? ACTOR : 'null'} as "actorName" from blocked_number ${rows}`,
  });
}

/** The numbers that were blocked in these last seconds, in their order behind one. */
export async function listJustBlocked(
  tx: Tx,
  seconds: number,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await tx.query<{ destination: string }>(
    `select destination from (select destination from blocked_number where created_at > now() - $1 * interval '1 second') b
     where destination > $2 order by destination limit $3`,
    [seconds, after, limit],
  );
  return rows.map(({ destination }) => destination);
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
