/** Lists of contacts, the search among them, and their counts. */
import type { Tx } from '../../infra/database/db.ts';
import { COUNT_LIMIT } from '../../infra/database/pages.ts';
import type { Scope } from '../../infra/database/scope.ts';
import { whereWithin } from '../../infra/database/scoped-query.ts';
import type { Where } from '../../infra/database/scoped-query.ts';
import type { Range } from './search.rules.ts';
import { COLUMNS } from './contacts.store.ts';
import type { ContactRow } from './contacts.store.ts';

export type ContactFilter = { clientIds: string[]; groupIds: string[]; ranges: Range[] };
/** The end of a page: a range of a search and a key in it, or without a search an id alone. */
export type Place = { range: number; key: string; id: string };

/** A search does not start from groups larger than this. */
const LARGE_GROUP = 20_000;

async function areLarge(tx: Tx, groupIds: readonly string[]): Promise<boolean> {
  if (groupIds.length === 0) return false;
  const { rows } = await tx.query<{ large: boolean }>(
    'select coalesce(sum(contact_count), 0) > $2 as large from contact_group where id = any ($1::uuid[])',
    [groupIds, LARGE_GROUP],
  );
  return rows[0]!.large;
}

/**
 * @param oneByOne contacts are found another way and each asked whether it is in a group: joined, a million
 * members are read for one page
 */
function filtered(
  scope: Scope,
  filter: Pick<ContactFilter, 'clientIds' | 'groupIds'>,
  oneByOne = false,
): Where {
  const where = whereWithin(scope, 'c.client_id');
  // One client is an equation, so that the index of its contacts gives them in order.
  if (filter.clientIds.length === 1) where.add('c.client_id = ?', filter.clientIds[0]);
  else if (filter.clientIds.length > 1)
    where.add('c.client_id = any (?::uuid[])', filter.clientIds);
  if (filter.groupIds.length > 0)
    where.add(
      `exists (select from contact_group_member m where m.contact_id = c.id and m.group_id = any (?::uuid[]))${oneByOne ? ' is true' : ''}`,
      filter.groupIds,
    );
  return where;
}

/** Contacts, newest first. */
export async function listContacts(
  tx: Tx,
  scope: Scope,
  filter: Omit<ContactFilter, 'ranges'>,
  page: { after: string | undefined; limit: number },
): Promise<ContactRow[]> {
  const where = filtered(scope, filter);
  if (page.after !== undefined) where.add('c.id < ?', page.after);
  if (filter.groupIds.length > 0) {
    // The newest of each group, and of those the newest: a small group is not looked for among a million contacts.
    where.add(
      `c.id in (select m.contact_id from unnest(?::uuid[]) as g (id) cross join lateral (
      select contact_id from contact_group_member where group_id = g.id ${page.after === undefined ? '' : `and contact_id < ${where.value(page.after)}`} order by contact_id desc limit ${where.value(page.limit)}) m)`,
      filter.groupIds,
    );
  }
  const { rows } = await tx.query<ContactRow>(
    `select ${COLUMNS} from contact c where ${where.sql} order by c.id desc limit ${where.value(page.limit)}`,
    where.values,
  );
  return rows;
}

/** Contacts that a search finds: those of its first range in order, then those of the next that were not in one before. */
export async function searchContacts(
  tx: Tx,
  scope: Scope,
  filter: ContactFilter,
  page: { after: Place | undefined; limit: number },
): Promise<(ContactRow & { place: Place })[]> {
  const found: (ContactRow & { place: Place })[] = [];
  const oneByOne = await areLarge(tx, filter.groupIds);
  for (
    let at = page.after?.range ?? 0;
    at < filter.ranges.length && found.length < page.limit;
    at++
  ) {
    const { column, from, to } = filter.ranges[at]!;
    const where = filtered(scope, filter, oneByOne);
    where.add(`c.${column} >= ? and c.${column} < ?`, from, to);
    for (const before of filter.ranges.slice(0, at))
      where.add(
        `(c.${before.column} >= ? and c.${before.column} < ?) is not true`,
        before.from,
        before.to,
      );
    if (page.after?.range === at)
      where.add(`(c.${column}, c.id) > (?, ?)`, page.after.key, page.after.id);
    const { rows } = await tx.query<ContactRow & { key: string }>(
      `select ${COLUMNS}, c.${column} as key from contact c where ${where.sql} order by c.${column}, c.id limit ${where.value(page.limit - found.length)}`,
      where.values,
    );
    found.push(
      ...rows.map(({ key, ...row }) => ({ ...row, place: { range: at, key, id: row.id } })),
    );
  }
  return found;
}

/** The number of contacts, counted to one more than a list reports. */
export async function countContacts(tx: Tx, scope: Scope, filter: ContactFilter): Promise<number> {
  if (filter.groupIds.length > 0 && filter.ranges.length === 0 && filter.clientIds.length === 0) {
    const { rows } = await tx.query<{ counted: number }>(
      `select count(*)::int as counted from (select distinct contact_id from contact_group_member where group_id = any ($1::uuid[]) limit ${COUNT_LIMIT + 1}) t`,
      [filter.groupIds],
    );
    return rows[0]!.counted;
  }
  const where = filtered(
    scope,
    filter,
    filter.ranges.length > 0 && (await areLarge(tx, filter.groupIds)),
  );
  if (filter.ranges.length > 0) {
    where.add(
      `(${filter.ranges.map(({ column }) => `c.${column} >= ? and c.${column} < ?`).join(' or ')})`,
      ...filter.ranges.flatMap(({ from, to }) => [from, to]),
    );
  }
  const { rows } = await tx.query<{ counted: number }>(
    `select count(*)::int as counted from (select from contact c where ${where.sql} limit ${COUNT_LIMIT + 1}) t`,
    where.values,
  );
  return rows[0]!.counted;
}
