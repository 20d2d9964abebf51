/** Rows of contact groups and their members. */
import type { Emptying } from '../../../../contract/api/contact-groups.ts';
import { listPage } from '../../../infra/database/list-page.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { readInKeyOrder } from '../../../infra/database/key-order.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type { Scope } from '../../../infra/database/scope.ts';
import { whereWithin } from '../../../infra/database/scoped-query.ts';

export type GroupRow = {
  id: string;
  clientId: string;
  groupName: string;
  nameKey: string;
  description: string;
  contactCount: number;
  createdAt: Date;
  /** The background operation on the group and its task; null where there is none. */
  emptying: Emptying | null;
  operationId: string | null;
};

const COLUMNS = `id, client_id as "clientId", group_name as "groupName", name_key as "nameKey", description,
  contact_count as "contactCount", emptying, operation_id as "operationId", created_at as "createdAt"`;

/** Adds a group. Undefined where the client has one of this name, upper or lower case. */
export async function insertGroup(
  tx: Tx,
  group: { id: string; clientId: string; groupName: string; description: string },
): Promise<GroupRow | undefined> {
  const { rows } = await tx.query<GroupRow>(
    `insert into contact_group (id, client_id, group_name, description) values ($1, $2, $3, $4) on conflict (client_id, name_key) do nothing returning ${COLUMNS}`,
    [group.id, group.clientId, group.groupName, group.description],
  );
  return rows[0];
}

export async function findGroup(tx: Tx, scope: Scope, id: string): Promise<GroupRow | undefined> {
  const where = whereWithin(scope, 'client_id');
  where.add('id = ?', id);
  const { rows } = await tx.query<GroupRow>(
    `select ${COLUMNS} from contact_group where ${where.sql}`,
    where.values,
  );
  return rows[0];
}

export async function findGroupNamed(
  tx: Tx,
  clientId: string,
  groupName: string,
): Promise<GroupRow | undefined> {
  const { rows } = await tx.query<GroupRow>(
    `select ${COLUMNS} from contact_group where client_id = $1 and name_key = search_key($2)`,
    [clientId, groupName],
  );
  return rows[0];
}

/**
 * Those of these groups that are the client's, locked until the transaction ends, so that none is deleted
 * meanwhile. In the order of their ids, as everybody locks them.
 */
export async function lockGroups(
  tx: Tx,
  clientId: string,
  ids: readonly string[],
): Promise<GroupRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<GroupRow>(
    `select ${COLUMNS} from contact_group where client_id = $1 and id = any ($2::uuid[]) order by id for no key update`,
    [clientId, ids],
  );
  return rows;
}

/** Changes a group. False where the client has another of the new name. The caller holds its row. */
export async function updateGroup(
  tx: Tx,
  group: { id: string; clientId: string; groupName: string; description: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update contact_group set group_name = $3, description = $4 where id = $1
       and not exists (select from contact_group other where other.client_id = $2 and other.name_key = search_key($3) and other.id <> $1)`,
    [group.id, group.clientId, group.groupName, group.description],
  );
  return rowCount === 1;
}

/** By name. */
export async function listGroups(
  tx: Tx,
  scope: Scope,
  wanted: {
    clientIds: string[];
    text: string;
  },
  page: PageRequest,
): Promise<Page<GroupRow>> {
  const where = whereWithin(scope, 'client_id');
  if (wanted.clientIds.length > 0) where.add('client_id = any (?::uuid[])', wanted.clientIds);
  // Groups are few: those of one client are read whole, wherever in the name the text stands.
  if (wanted.text !== '') where.add('strpos(name_key, search_key(?)) > 0', wanted.text);
  return listPage<GroupRow>(tx, page, {
    counted: 'contact_group',
    where,
    order: {
      keys: ['natural_key(name_key)', 'id'],
      direction: 'asc',
      at: 'natural_key(?), ?',
      valuesOf(place) {
        const { key, id } = JSON.parse(place) as { key: string; id: string };
        return [key, id];
      },
      placeOf: ({ nameKey, id }) => JSON.stringify({ key: nameKey, id }),
    },
    read: (rows) => `select ${COLUMNS} from contact_group ${rows}`,
  });
}

/** The groups of these contacts, by name. */
export async function listGroupsOf(
  tx: Tx,
  contactIds: string[],
): Promise<{ contactId: string; groupId: string; groupName: string }[]> {
  const { rows } = await tx.query<{ contactId: string; groupId: string; groupName: string }>(
    `select m.contact_id as "contactId", g.id as "groupId", g.group_name as "groupName" from contact_group_member m join contact_group g on g.id = m.group_id
     where m.contact_id = any ($1::uuid[]) order by natural_key(g.name_key), g.id`,
    [contactIds],
  );
  return rows;
}

/** The contacts of a group that opted out, of all their client's messages or of some. */
export async function countOptedOut(tx: Tx, groupId: string): Promise<number> {
  const { rows } = await tx.query<{ counted: number }>(
    `select count(*)::int as counted from contact_group_member m join contact c on c.id = m.contact_id where m.group_id = $1
       and exists (select from opt_out o where o.client_id = c.client_id and o.destination in (c.phone, case when exists (select from erased_number) then number_hash(c.phone) end))`,
    [groupId],
  );
  return rows[0]!.counted;
}

/**
 * Puts contacts into a group, and counts those that were not in it. The caller holds the group's row and has seen to it that
 * the contacts are the client's.
 */
export async function addMembers(
  tx: Tx,
  group: { id: string; clientId: string },
  contactIds: string[],
): Promise<void> {
  const { rowCount } = await tx.query(
    'insert into contact_group_member (group_id, contact_id, client_id) select $1, contact_id, $2 from unnest($3::uuid[]) as t (contact_id) on conflict do nothing',
    [group.id, group.clientId, contactIds],
    'add-members',
  );
  if (rowCount > 0)
    await tx.query(
      'update contact_group set contact_count = contact_count + $2 where id = $1',
      [group.id, rowCount],
      'count-members',
    );
}

/** Takes contacts out of a group. The caller holds its row. */
export async function removeMembers(tx: Tx, groupId: string, contactIds: string[]): Promise<void> {
  const { rowCount } = await tx.query(
    'delete from contact_group_member where group_id = $1 and contact_id = any ($2::uuid[])',
    [groupId, contactIds],
  );
  if (rowCount > 0)
    await tx.query('update contact_group set contact_count = contact_count - $2 where id = $1', [
      groupId,
      rowCount,
    ]);
}

/** Members of a group in the order of their ids. */
export async function listMembers(
  tx: Tx,
  groupId: string,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  await readInKeyOrder(tx);
  const { rows } = await tx.query<{ id: string }>(
    'select contact_id as id from contact_group_member where group_id = $1 and ($2::uuid is null or contact_id > $2) order by contact_id limit $3',
    [groupId, after ?? null, limit],
  );
  return rows.map((row) => row.id);
}

/** Those of these contacts that are in a group. */
export async function keepMembers(
  tx: Tx,
  groupId: string,
  contactIds: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    'select contact_id as id from contact_group_member where group_id = $1 and contact_id = any ($2::uuid[])',
    [groupId, contactIds],
  );
  return rows.map((row) => row.id);
}

/** Notes what a task does to a group from now on, or with null that none does. The caller holds its row, or is that task. */
export async function setEmptying(
  tx: Tx,
  id: string,
  work: { emptying: Emptying; operationId: string } | null,
): Promise<void> {
  await tx.query('update contact_group set emptying = $2, operation_id = $3 where id = $1', [
    id,
    work?.emptying ?? null,
    work?.operationId ?? null,
  ]);
}

/** Takes contacts out of all their groups. The caller holds the contacts' rows. */
export async function removeFromGroups(tx: Tx, contactIds: string[]): Promise<void> {
  const { rows } = await tx.query<{ groupId: string; gone: number }>(
    `with gone as (delete from contact_group_member where contact_id = any ($1::uuid[]) returning group_id) select group_id as "groupId", count(*)::int as gone from gone group by 1 order by 1`,
    [contactIds],
  );
  for (const { groupId, gone } of rows)
    await tx.query('update contact_group set contact_count = contact_count - $2 where id = $1', [
      groupId,
      gone,
    ]);
}

export async function deleteGroup(tx: Tx, id: string): Promise<void> {
  await tx.query('delete from contact_group where id = $1', [id]);
}
