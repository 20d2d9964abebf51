/** The gateway's configuration: rows are what an operator edits, what runs is the newest version, a snapshot. */
import type { Tx } from '../../../infra/database/db.ts';
import {
  findNewestVersion,
  getVersion,
  insertVersion,
  readConfigRows,
  type ConfigRows,
} from './config-version.store.ts';
import { compileMoRoutes, compileRoutes } from './routing.rules.ts';
import type { GatewayConfig } from './gateway-config.ts';
import { rerouteStranded } from '../queue/reroute.store.ts';

/**
 * The configuration in force; undefined before the first was published.
 * @param known what the caller read before: a version never changes, so it is given back where it is still the newest
 */
export async function loadConfigInForce(
  tx: Tx,
  known?: GatewayConfig,
): Promise<GatewayConfig | undefined> {
  const newest = await findNewestVersion(tx);
  if (!newest) return known;
  const { version, madeAt } = newest;
  if (known?.version === version && moments.get(known) === madeAt) return known;
  const config = { ...(await getVersion(tx, version)), version };
  moments.set(config, madeAt);
  return config;
}

/**
 * The moment when each configuration that a process knows was made: its number alone comes again after a restore, whose
 * next version is another one.
 */
const moments = new WeakMap<GatewayConfig, string>();

/**
 * Puts what the rows say into force as the next version, on every gateway process at once.
 * @param draft the rows, where the caller has read them
 * @throws Unusable that names the route or filter; nothing changes then
 */
export async function publishConfig(
  tx: Tx,
  actorId: string | null,
  draft?: ConfigRows,
): Promise<GatewayConfig> {
  const config = draft ?? (await readConfigRows(tx));
  compileRoutes(config);
  compileMoRoutes(config);
  return { ...config, version: await insertVersion(tx, config, actorId) };
}

/** Routes that carry messages to phones, and the way to ask for one; made once for a version. */
let compiled:
  | { config: GatewayConfig; carrying: number[]; route: ReturnType<typeof compileRoutes> }
  | undefined;

/**
 * Gives messages that wait on a route which a reload took away a route of the configuration in force, and returns
 * those that were moved to a connector which does not run to theirs.
 * @returns how many chunks of them there were; 0 when there are no more
 */
export async function rerouteStrandedChunks(tx: Tx, limit: number): Promise<number> {
  const config = await loadConfigInForce(tx, compiled?.config);
  if (!config) return 0;
  if (compiled?.config !== config) {
    compiled = {
      config,
      carrying: config.routes
        .filter(({ direction, enabled }) => direction === 'MT' && enabled)
        .map(({ id }) => id),
      route: compileRoutes(config),
    };
  }
  const { carrying, route } = compiled;
  return rerouteStranded(
    tx,
    {
      version: config.version,
      carrying,
      connectorIds: config.connectors.map(({ id }) => id),
      route: ({ sender, destination, text, facts }) =>
        route({
          sender,
          destination,
          text,
          userId: facts?.user ?? null,
          groupId: facts?.group ?? null,
          tags: facts?.tags ?? [],
          at: new Date(facts?.at ?? Date.now()),
        }).routeId,
    },
    limit,
  );
}
