/** The gateway's configuration: rows are what an operator edits, what runs is the newest version, a snapshot. */
import type { Tx } from '../db.ts';
import { compileRoutes } from './routing.rules.ts';
import type { ConnectorConfig, FilterConfig, GatewayConfig, RouteConfig } from './routing.rules.ts';

/**
 * The configuration in force; undefined before the first was published.
 * @param known what the caller read before: a version never changes, so it is given back where it is still the newest
 */
export async function configInForce(tx: Tx, known?: GatewayConfig): Promise<GatewayConfig | undefined> {
  const { rows: [row] } = await tx.query<{ version: number }>(`select max(version) as version from config_version having max(version) is not null`, [], 'newest config');
  if (!row || row.version === known?.version) return known;
  const { rows: [found] } = await tx.query<{ config: Omit<GatewayConfig, 'version'> }>(`select config from config_version where version = $1`, [row.version]);
  return found && { ...found.config, version: row.version };
}

/**
 * Puts what the rows say into force as the next version, on every gateway process at once.
 * @throws Error that names the route or filter which cannot be used; nothing changes then
 */
export async function publishConfig(tx: Tx, actorId: string | null): Promise<GatewayConfig> {
  const { rows: connectors } = await tx.query<ConnectorConfig>(
    `select id, cid, kind, carrier_account_id as "carrierAccountId", settings, encode(secret, 'base64') as secret from connector order by id`);
  const { rows: filters } = await tx.query<FilterConfig>(`select id, fid, type, parameters from filter order by id`);
  const { rows: routes } = await tx.query<RouteConfig>(
    `select id, direction, "order", type, filter_ids as "filterIds", connector_ids as "connectorIds", weights, enabled from route order by direction, "order" desc`);
  const config = { connectors, filters, routes };
  compileRoutes({ ...config, version: 0 });
  const { rows: [row] } = await tx.query<{ version: number }>(
    `insert into config_version (config, actor_id) values ($1, $2) returning version`, [JSON.stringify(config), actorId]);
  await tx.query(`select pg_notify('config', $1)`, [String(row!.version)]);
  return { ...config, version: row!.version };
}
