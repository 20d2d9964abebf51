/** The gateway's configuration as rows and as versions; a version, once made, never changes. */
import { conditions } from '../../../infra/database/scoped-query.ts';
import { listPage, orderBy } from '../../../infra/database/list-page.ts';
import type { Tx } from '../../../infra/database/db.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import type {
  ConnectorConfig,
  FilterConfig,
  GatewayConfig,
  RouteConfig,
} from './gateway-config.ts';

/** The contents of a version. */
export type ConfigRows = Omit<GatewayConfig, 'version'>;

/** The newest version's number and the moment it was made; undefined before the first was published. */
export async function findNewestVersion(
  tx: Tx,
): Promise<{ version: number; madeAt: string } | undefined> {
  const { rows } = await tx.query<{ version: number; madeAt: string }>(
    `select version, created_at::text as "madeAt" from config_version order by version desc limit 1`,
    [],
    'newest config',
  );
  return rows[0];
}

export async function getVersion(tx: Tx, version: number): Promise<ConfigRows> {
  const {
    rows: [found],
  } = await tx.query<{ config: ConfigRows }>(
    `select config from config_version where version = $1`,
    [version],
  );
  if (!found) throw new Error(`there is no configuration ${version}`);
  // Versions from before messages from phones were routed have no targets.
  return {
    ...found.config,
    routes: found.config.routes.map((route) => ({
      ...route,
      targets: (route as Partial<RouteConfig>).targets ?? [],
    })),
  };
}

const CONNECTOR = `id, cid, kind, carrier_account_id as "carrierAccountId", settings, encode(secret, 'base64') as secret`;

/** The rows that an operator edits, as they stand now. */
export async function readConfigRows(tx: Tx): Promise<ConfigRows> {
  const { rows: connectors } = await tx.query<ConnectorConfig>(
    `select ${CONNECTOR} from connector order by id`,
  );
  const { rows: filters } = await tx.query<FilterConfig>(
    `select id, fid, type, parameters from filter order by id`,
  );
  const { rows: routes } = await tx.query<RouteConfig>(
    `select id, direction, "order", type, filter_ids as "filterIds", connector_ids as "connectorIds", targets, weights, enabled from route order by direction, "order" desc`,
  );
  return { connectors, filters, routes };
}

/** Connectors and filters that one route names, of which an import of many routes reads no others for each. */
export async function readRouteParts(
  tx: Tx,
  of: { cids: readonly string[]; fids: readonly string[] } & Pick<
    RouteConfig,
    'connectorIds' | 'filterIds'
  >,
): Promise<Pick<ConfigRows, 'connectors' | 'filters'>> {
  const { rows: connectors } = await tx.query<ConnectorConfig>(
    `select ${CONNECTOR} from connector where cid = any ($1) or id = any ($2)`,
    [of.cids, of.connectorIds],
  );
  const { rows: filters } = await tx.query<FilterConfig>(
    `select id, fid, type, parameters from filter where fid = any ($1) or id = any ($2)`,
    [of.fids, of.filterIds],
  );
  return { connectors, filters };
}

export type VersionRow = {
  version: number;
  at: Date;
  actorId: string | null;
  actorName: string | null;
  inForce: boolean;
  connectorCount: number;
  filterCount: number;
  mtRouteCount: number;
  moRouteCount: number;
};

const VERSION = `v.version, v.created_at as at, v.actor_id as "actorId", c.client_name as "actorName", v.version = (select max(version) from config_version) as "inForce",
  jsonb_array_length(v.config -> 'connectors') as "connectorCount", jsonb_array_length(v.config -> 'filters') as "filterCount",
  (select count(*)::int from jsonb_array_elements(v.config -> 'routes') r where r ->> 'direction' = 'MT') as "mtRouteCount",
  (select count(*)::int from jsonb_array_elements(v.config -> 'routes') r where r ->> 'direction' = 'MO') as "moRouteCount"`;

export async function listVersions(tx: Tx, page: PageRequest): Promise<Page<VersionRow>> {
  return listPage<VersionRow>(tx, page, {
    counted: 'config_version v',
    where: conditions(),
    order: orderBy('v.version', 'desc', (row) => String(row.version)),
    read: (rows) =>
      `select ${VERSION} from config_version v left join client c on c.id = v.actor_id ${rows}`,
  });
}

export async function findVersionRow(tx: Tx, version: number): Promise<VersionRow | undefined> {
  const { rows } = await tx.query<VersionRow>(
    `select ${VERSION} from config_version v left join client c on c.id = v.actor_id where v.version = $1`,
    [version],
  );
  return rows[0];
}

/** The facts that routing read for a submitted message, and its result. */
export type RoutedRow = {
  sender: string;
  destination: string;
  text: string;
  routeId: number;
  version: number;
  connectorId: number | null;
  facts: { at: number; user?: string; group?: string; tags?: string[] } | null;
};

export async function findRouted(tx: Tx, messageId: string): Promise<RoutedRow | undefined> {
  const { rows } = await tx.query<RoutedRow>(
    `select m.sender, m.destination, coalesce(m.text, c.text, '') as text, m.route_id as "routeId", m.config_version as version, m.facts,
       coalesce(m.connector_id, (select s.connector_id from live_part s where s.message_id = m.id order by part limit 1)) as "connectorId"
     from message m left join campaign c on c.id = m.campaign_id where m.id = $1`,
    [messageId],
  );
  return rows[0];
}

/** Messages to phones with the facts that routed them, newest first; tests of a connector and of a key had no route. */
export async function listRouted(
  tx: Tx,
  wanted: { from: string; after: string | undefined; limit: number },
): Promise<(Omit<RoutedRow, 'connectorId'> & { id: string; segments: number })[]> {
  const { rows } = await tx.query<
    Omit<RoutedRow, 'connectorId'> & { id: string; segments: number }
  >(
    `select m.id, m.segments, m.sender, m.destination, coalesce(m.text, c.text, '') as text, m.route_id as "routeId", m.config_version as version, m.facts
     from (select * from message where id >= $1 and ($2::uuid is null or id < $2) and not test and route_id > 0 order by id desc limit $3) m
     left join campaign c on c.id = m.campaign_id order by m.id desc`,
    [wanted.from, wanted.after ?? null, wanted.limit],
  );
  return rows;
}

/** Makes the next version and wakes every gateway process when the transaction commits. */
export async function insertVersion(
  tx: Tx,
  config: ConfigRows,
  actorId: string | null,
): Promise<number> {
  const {
    rows: [row],
  } = await tx.query<{ version: number }>(
    `insert into config_version (config, actor_id) values ($1, $2) returning version`,
    [JSON.stringify(config), actorId],
  );
  await tx.query(`select pg_notify('config', $1)`, [String(row!.version)]);
  return row!.version;
}
