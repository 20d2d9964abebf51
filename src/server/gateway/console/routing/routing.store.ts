/** Filters and routes as an operator edits them: the draft of the next configuration. */
import type { Direction } from '../../../../contract/api/route-filters.ts';
import { conditions } from '../../../infra/database/scoped-query.ts';
import { listPage, orderBy } from '../../../infra/database/list-page.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type {
  FilterConfig,
  MoTargetConfig,
  RouteConfig,
} from '../../../core/dispatch/routing/gateway-config.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';

/** Serialises edits of the draft: the facts of a check hold until the transaction ends. */
export async function lockDraft(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(7884214)`);
}

export type RouteRow = RouteConfig & {
  updatedAt: Date;
  filters: { fid: string; type: string; parameters: Record<string, unknown> }[];
  connectors: {
    id: number;
    cid: string;
    kind: 'SMPP' | 'HTTP' | 'GENERIC';
    started: boolean;
    live: boolean;
    cost: number | null;
  }[];
  clients: Record<string, string>;
};

/** A connector that can send now, by what its gateway process said last. */
const LIVE = `state = 'BOUND' and updated_at > now() - interval '10 seconds'`;

const ROUTE = `r.id, r.direction, r."order", r.type, r.filter_ids as "filterIds", r.connector_ids as "connectorIds", r.targets, r.weights, r.enabled, r.updated_at as "updatedAt",
  coalesce((select json_agg(json_build_object('fid', f.fid, 'type', f.type, 'parameters', f.parameters) order by at) from unnest(r.filter_ids) with ordinality as n (id, at) join filter f using (id)), '[]') as filters,
  coalesce((select json_agg(json_build_object('id', c.id, 'cid', c.cid, 'kind', c.kind, 'started', c.started,
      'live', exists (select from connector_state s where s.connector_id = c.id and ${LIVE}), 'cost', (c.settings ->> 'cost')::float8) order by at)
    from unnest(r.connector_ids) with ordinality as n (id, at) join connector c using (id)), '[]') as connectors,
  coalesce((select json_object_agg(l.id, l.client_name) from client l where l.id::text in (select t ->> 'clientId' from jsonb_array_elements(r.targets) t)), '{}') as clients`;

export type RouteFilter = {
  types: readonly string[];
  fids: readonly string[];
  cids: readonly string[];
  enabled: boolean | undefined;
};

export async function listRoutes(
  tx: Tx,
  direction: Direction,
  of: RouteFilter,
  page: PageRequest,
): Promise<Page<RouteRow>> {
  const where = conditions();
  where.add('r.direction = ?', direction);
  if (of.types.length > 0) where.add('r.type = any (?)', of.types);
  if (of.enabled !== undefined) where.add('r.enabled = ?', of.enabled);
  if (of.fids.length > 0)
    where.add('r.filter_ids && array(select id from filter where fid = any (?))', of.fids);
  if (of.cids.length > 0)
    where.add('r.connector_ids && array(select id from connector where cid = any (?))', of.cids);
  return listPage<RouteRow>(tx, page, {
    counted: 'route r',
    where,
    order: orderBy('r."order"', 'desc', (row) => String(row.order)),
    read: (rows) => `select ${ROUTE} from route r ${rows}`,
  });
}

export async function findRoute(
  tx: Tx,
  direction: Direction,
  id: number,
): Promise<RouteRow | undefined> {
  const { rows } = await tx.query<RouteRow>(
    `select ${ROUTE} from route r where r.direction = $1 and r.id = $2`,
    [direction, id],
  );
  return rows[0];
}

/** The id of the route with this order; undefined where there is none. */
export async function findRouteAt(
  tx: Tx,
  direction: Direction,
  order: number,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from route where direction = $1 and "order" = $2`,
    [direction, order],
  );
  return rows[0]?.id;
}

/** The highest order of a direction; 0 where there is no route. */
export async function highestOrder(tx: Tx, direction: Direction): Promise<number> {
  const { rows } = await tx.query<{ highest: number }>(
    `select coalesce(max("order"), 0) as highest from route where direction = $1`,
    [direction],
  );
  return rows[0]!.highest;
}

type Editable = Pick<
  RouteConfig,
  'direction' | 'order' | 'type' | 'filterIds' | 'connectorIds' | 'weights' | 'enabled'
> & { targets: MoTargetConfig[] };

export async function insertRoute(tx: Tx, of: Editable): Promise<number> {
  const { rows } = await tx.query<{ id: number }>(
    `insert into route (direction, "order", type, filter_ids, connector_ids, targets, weights, enabled) values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      of.direction,
      of.order,
      of.type,
      of.filterIds,
      of.connectorIds,
      JSON.stringify(of.targets),
      of.weights,
      of.enabled,
    ],
  );
  return rows[0]!.id;
}

export async function updateRoute(tx: Tx, id: number, of: Editable): Promise<void> {
  await tx.query(
    `update route set "order" = $2, type = $3, filter_ids = $4, connector_ids = $5, targets = $6, weights = $7, enabled = $8, updated_at = now() where id = $1`,
    [
      id,
      of.order,
      of.type,
      of.filterIds,
      of.connectorIds,
      JSON.stringify(of.targets),
      of.weights,
      of.enabled,
    ],
  );
}

export async function deleteRoute(tx: Tx, id: number): Promise<void> {
  await tx.query(`delete from route where id = $1`, [id]);
}

/** The routes of a direction with their orders, without the default route. */
export async function listOrders(
  tx: Tx,
  direction: Direction,
): Promise<{ id: number; order: number }[]> {
  const { rows } = await tx.query<{ id: number; order: number }>(
    `select id, "order" from route where direction = $1 and "order" > 0`,
    [direction],
  );
  return rows;
}

/** Gives routes other orders. An order is unique at every moment, so all step aside first. */
export async function putOrders(
  tx: Tx,
  placed: readonly { id: number; order: number }[],
): Promise<void> {
  const ids = placed.map(({ id }) => id);
  await tx.query(`update route set "order" = 1000000000 + id where id = any ($1)`, [ids]);
  await tx.query(
    `update route r set "order" = n."order", updated_at = now() from unnest($1::int[], $2::int[]) as n (id, "order") where r.id = n.id`,
    [ids, placed.map(({ order }) => order)],
  );
}

/** Adds a route to a carrier for an installation without one. */
export async function insertDefaultRoute(tx: Tx, connectorId: number): Promise<void> {
  await tx.query(
    `insert into route (direction, "order", type, connector_ids) values ('MT', 0, 'DefaultRoute', array[$1::int]) on conflict (direction, "order") do nothing`,
    [connectorId],
  );
}

/** Restores the draft's filters and routes from a version; ids stay, because messages name them. */
export async function restoreRouting(
  tx: Tx,
  of: { filters: readonly FilterConfig[]; routes: readonly RouteConfig[] },
): Promise<void> {
  await tx.query(`delete from route where not id = any ($1)`, [of.routes.map(({ id }) => id)]);
  await tx.query(`delete from filter where not id = any ($1)`, [of.filters.map(({ id }) => id)]);
  // Names and orders may have been exchanged: all are moved aside before any is restored.
  await tx.query(`update filter set fid = 'moving-' || id`);
  await tx.query(`update route set "order" = 1000000000 + id`);
  for (const filter of of.filters) {
    await tx.query(
      `insert into filter (id, fid, type, parameters) overriding system value values ($1, $2, $3, $4)
       on conflict (id) do update set fid = excluded.fid, type = excluded.type, parameters = excluded.parameters, updated_at = now()`,
      [filter.id, filter.fid, filter.type, JSON.stringify(filter.parameters)],
    );
  }
  for (const route of of.routes) {
    await tx.query(
      `insert into route (id, direction, "order", type, filter_ids, connector_ids, targets, weights, enabled) overriding system value values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (id) do update set "order" = excluded."order", type = excluded.type, filter_ids = excluded.filter_ids, connector_ids = excluded.connector_ids,
         targets = excluded.targets, weights = excluded.weights, enabled = excluded.enabled, updated_at = now()`,
      [
        route.id,
        route.direction,
        route.order,
        route.type,
        route.filterIds,
        route.connectorIds,
        JSON.stringify(route.targets),
        route.weights,
        route.enabled,
      ],
    );
  }
}

/** Facts beside the draft for the lint and explanations. */
export async function lookAround(tx: Tx): Promise<{
  stopped: Set<number>;
  drafts: Set<number>;
  bound: Set<number>;
  usernames: Set<string>;
  uids: Set<string>;
  gids: Set<string>;
  clientIds: Set<string>;
  today: string;
}> {
  const {
    rows: [row],
  } = await tx.query<{
    stopped: number[];
    drafts: number[];
    bound: number[];
    usernames: string[];
    uids: string[];
    gids: string[];
    clientIds: string[];
    today: string;
  }>(
    `select array(select id from connector where not started) as stopped,
       array(select id from connector where id not in (
         select (c ->> 'id')::int from jsonb_array_elements((select config -> 'connectors' from config_version order by version desc limit 1)) c)) as drafts,
       array(select connector_id from connector_state where ${LIVE}) as bound,
       array(select u.username from gateway_user u where exists (select from route, jsonb_array_elements(targets) t where t ->> 'username' = u.username)) as usernames,
       array(select uid from gateway_user where uid in (select parameters ->> 'uid' from filter)) as uids, array(select gid from gateway_group) as gids,
       array(select c.id::text from client c where c.id::text in (select t ->> 'clientId' from route, jsonb_array_elements(targets) t)) as "clientIds",
       to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today`,
  );
  const { today, ...lists } = row!;
  return {
    today,
    stopped: new Set(lists.stopped),
    drafts: new Set(lists.drafts),
    bound: new Set(lists.bound),
    usernames: new Set(lists.usernames),
    uids: new Set(lists.uids),
    gids: new Set(lists.gids),
    clientIds: new Set(lists.clientIds),
  };
}

/** The names of clients, for targets of routes. */
export async function readClientNames(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.query<{ id: string; name: string }>(
    `select id, client_name as name from client where id = any ($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The country of an account, by which numbers without a prefix are read. */
export async function readCountry(tx: Tx, clientId: string): Promise<string> {
  const { rows } = await tx.query<{ country: string }>('select country from client where id = $1', [
    clientId,
  ]);
  return rows[0]!.country;
}

/** The moment 24 hours ago, by the database's clock. */
export async function findDayAgo(tx: Tx): Promise<Date> {
  const { rows } = await tx.query<{ since: Date }>(`select now() - interval '1 day' as since`);
  return rows[0]!.since;
}
