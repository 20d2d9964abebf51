/** Rows of groups of gateway users. */
import { listPage, orderBy } from '../../infra/database/list-page.ts';
import type { Tx } from '../../infra/database/db.ts';
import type { Page, PageRequest } from '../../infra/database/pages.ts';
import { conditions } from '../../infra/database/scoped-query.ts';

export type GroupRow = {
  gid: string;
  enabled: boolean;
  userCount: number;
  boundCount: number;
  createdAt: Date;
};

const GROUP = `g.gid, g.enabled, g.created_at as "createdAt", (select count(*)::int from gateway_user u where u.gid = g.gid) as "userCount",
  (select count(distinct u.id)::int from gateway_user u join smpp_bind b on b.gateway_user_id = u.id
    where u.gid = g.gid and b.updated_at > now() - interval '20 seconds') as "boundCount"`;

export async function listGroups(
  tx: Tx,
  query: string,
  page: PageRequest,
): Promise<Page<GroupRow>> {
  const where = conditions();
  if (query !== '') where.add('position(lower(?) in lower(g.gid)) > 0', query);
  return listPage<GroupRow>(tx, page, {
    counted: 'gateway_group g',
    where,
    order: orderBy('g.gid collate "C"', 'asc', ({ gid }) => gid),
    read: (rows) => `select ${GROUP} from gateway_group g ${rows}`,
  });
}

/** The group, locked against change and deletion. */
export async function lockGroup(tx: Tx, gid: string): Promise<GroupRow | undefined> {
  const { rows } = await tx.query<GroupRow>(
    `select ${GROUP} from gateway_group g where g.gid = $1 for update of g`,
    [gid],
  );
  return rows[0];
}

/** @returns false if the name is in use */
export async function insertGroup(tx: Tx, gid: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into gateway_group (gid) values ($1) on conflict do nothing`,
    [gid],
  );
  return rowCount > 0;
}

export async function setGroupEnabled(tx: Tx, gid: string, enabled: boolean): Promise<void> {
  await tx.query(`update gateway_group set enabled = $2 where gid = $1`, [gid, enabled]);
}

export async function deleteGroup(tx: Tx, gid: string): Promise<void> {
  await tx.query(`delete from gateway_group where gid = $1`, [gid]);
}
