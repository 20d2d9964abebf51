/** Rows of route filters in the draft. */
import type { Direction } from '../../../../contract/api/route-filters.ts';
import { conditions } from '../../../infra/database/scoped-query.ts';
import { listPage } from '../../../infra/database/list-page.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { FilterConfig } from '../../../core/dispatch/routing/gateway-config.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';

export type FilterRow = FilterConfig & {
  createdAt: Date;
  updatedAt: Date;
  usedBy: { routeId: number; direction: Direction; order: number; type: string }[];
};

const FILTER = `f.id, f.fid, f.type, f.parameters, f.created_at as "createdAt", f.updated_at as "updatedAt",
  coalesce((select json_agg(json_build_object('routeId', r.id, 'direction', r.direction, 'order', r."order", 'type', r.type) order by r.direction desc, r."order" desc)
    from route r where f.id = any (r.filter_ids)), '[]') as "usedBy"`;

export async function listFilters(
  tx: Tx,
  of: { types: readonly string[]; query: string },
  page: PageRequest,
): Promise<Page<FilterRow>> {
  const where = conditions();
  if (of.types.length > 0) where.add('f.type = any (?)', of.types);
  if (of.query !== '') where.add('position(lower(?) in lower(f.fid)) > 0', of.query);
  return listPage<FilterRow>(tx, page, {
    counted: 'filter f',
    where,
    order: {
      keys: ['natural_key(lower(f.fid)) collate "C"', 'f.fid collate "C"'],
      direction: 'asc',
      at: 'natural_key(lower(?)), ?',
      valuesOf: (place) => [place, place],
      placeOf: ({ fid }) => fid,
    },
    read: (rows) => `select ${FILTER} from filter f ${rows}`,
  });
}

export async function findFilter(tx: Tx, fid: string): Promise<FilterRow | undefined> {
  const { rows } = await tx.query<FilterRow>(`select ${FILTER} from filter f where f.fid = $1`, [
    fid,
  ]);
  return rows[0];
}

/** @returns false where the name is taken */
export async function insertFilter(tx: Tx, of: Omit<FilterConfig, 'id'>): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into filter (fid, type, parameters) values ($1, $2, $3) on conflict (fid) do nothing`,
    [of.fid, of.type, JSON.stringify(of.parameters)],
  );
  return rowCount > 0;
}

export async function updateFilter(tx: Tx, of: FilterConfig): Promise<void> {
  await tx.query(`update filter set type = $2, parameters = $3, updated_at = now() where id = $1`, [
    of.id,
    of.type,
    JSON.stringify(of.parameters),
  ]);
}

export async function deleteFilter(tx: Tx, id: number): Promise<void> {
  await tx.query(`delete from filter where id = $1`, [id]);
}
