/** The gateway's configuration as rows and as versions; a version, once made, never changes. */
import type { Tx } from '../db.ts';
import type { ConnectorConfig, FilterConfig, GatewayConfig, RouteConfig } from './routing.rules.ts';

/** What a version holds. */
export type ConfigRows = Omit<GatewayConfig, 'version'>;

/** The newest version's number; undefined before the first was published. */
export async function findNewestVersion(tx: Tx): Promise<number | undefined> {
  const { rows: [row] } = await tx.query<{ version: number }>(`select max(version) as version from config_version having max(version) is not null`, [], 'newest config');
  return row?.version;
}

export async function getVersion(tx: Tx, version: number): Promise<ConfigRows> {
  const { rows: [found] } = await tx.query<{ config: ConfigRows }>(`select config from config_version where version = $1`, [version]);
  if (!found) throw new Error(`there is no configuration ${version}`);
  // Versions from before messages from phones were routed have no targets.
  return { ...found.config, routes: found.config.routes.map((route) => ({ ...route, targets: (route as Partial<RouteConfig>).targets ?? [] })) };
}

/** The rows that an operator edits, as they stand now. */
export async function readConfigRows(tx: Tx): Promise<ConfigRows> {
  const { rows: connectors } = await tx.query<ConnectorConfig>(
    `select id, cid, kind, carrier_account_id as "carrierAccountId", settings, encode(secret, 'base64') as secret from connector order by id`);
  const { rows: filters } = await tx.query<FilterConfig>(`select id, fid, type, parameters from filter order by id`);
  const { rows: routes } = await tx.query<RouteConfig>(
    `select id, direction, "order", type, filter_ids as "filterIds", connector_ids as "connectorIds", targets, weights, enabled from route order by direction, "order" desc`);
  return { connectors, filters, routes };
}

/** Makes the next version and wakes every gateway process when the transaction commits. */
export async function insertVersion(tx: Tx, config: ConfigRows, actorId: string | null): Promise<number> {
  const { rows: [row] } = await tx.query<{ version: number }>(
    `insert into config_version (config, actor_id) values ($1, $2) returning version`, [JSON.stringify(config), actorId]);
  await tx.query(`select pg_notify('config', $1)`, [String(row!.version)]);
  return row!.version;
}
