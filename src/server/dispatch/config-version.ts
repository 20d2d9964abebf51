/** The gateway's configuration: rows are what an operator edits, what runs is the newest version, a snapshot. */
import type { Tx } from '../db.ts';
import { findNewestVersion, getVersion, insertVersion, readConfigRows } from './config-version.store.ts';
import { compileMoRoutes, compileRoutes } from './routing.rules.ts';
import type { GatewayConfig } from './routing.rules.ts';

/**
 * The configuration in force; undefined before the first was published.
 * @param known what the caller read before: a version never changes, so it is given back where it is still the newest
 */
export async function configInForce(tx: Tx, known?: GatewayConfig): Promise<GatewayConfig | undefined> {
  const version = await findNewestVersion(tx);
  if (version === undefined || version === known?.version) return known;
  return { ...await getVersion(tx, version), version };
}

/**
 * Puts what the rows say into force as the next version, on every gateway process at once.
 * @throws Unusable that names the route or filter; nothing changes then
 */
export async function publishConfig(tx: Tx, actorId: string | null): Promise<GatewayConfig> {
  const config = await readConfigRows(tx);
  compileRoutes(config);
  compileMoRoutes(config);
  return { ...config, version: await insertVersion(tx, config, actorId) };
}
