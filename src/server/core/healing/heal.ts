/** Moves shares of routes away from connectors that left their normal range, and back. */
import { USUAL_LIMITS } from '../../../contract/api/healing.ts';
import type { HealingLimits } from '../../../contract/api/healing.ts';
import type { GatewayConfig } from '../dispatch/routing/gateway-config.ts';
import { loadConfigInForce } from '../dispatch/routing/config-version.ts';
import { sumSlots } from '../dispatch/counts/slots.store.ts';
import type { Database, Tx } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { newId } from '../../infra/ids.ts';
import type { Log } from '../../infra/log.ts';
import { rangeOf } from './healing.rules.ts';
import type { Decision } from './healing.rules.ts';
import {
  dropOldIncidents,
  insertIncident,
  insertStep,
  listBound,
  listEndedIncidents,
  listHours,
  listLimits,
  listOpenIncidents,
  listRanges,
  listSlots,
  moveIncident,
  replaceRanges,
  tryLockHealing,
} from './healing.store.ts';
import type { LimitRow, OpenRow } from './healing.store.ts';
import { keyOf, planSteps } from './plan.rules.ts';
import type { Place, Step } from './plan.rules.ts';

/** The work of a schedule, which keeps the configuration that it read last. */
export function openHealing(database: Database, log: Log): () => Promise<void> {
  let config: GatewayConfig | undefined;
  return async () => {
    const steps = await database.run(systemScope(), async (tx) => {
      const { isOurs, now } = await tryLockHealing(tx);
      if (!isOurs) return [];
      config = await loadConfigInForce(tx, config);
      return config ? heal(tx, config, now) : [];
    });
    for (const { place, decision } of steps)
      log.warn(
        { ...place, status: decision.status, reason: decision.reason, keep: decision.keep },
        'route was healed',
      );
  };
}

/** Decides on the facts of this moment, and stores the decisions. */
async function heal(tx: Tx, config: GatewayConfig, now: number): Promise<Step[]> {
  const open = await listOpenIncidents(tx);
  const slots = await listSlots(tx);
  const routes = config.routes.filter(({ direction, enabled }) => direction === 'MT' && enabled);
  const limits = await listLimits(tx);
  const steps = [
    ...endGone(open, routes),
    ...planSteps({
      now,
      routes,
      connectors: new Map(config.connectors.map((connector) => [connector.id, connector])),
      boundSince: await listBound(tx),
      sent: Map.groupBy(
        slots.map(({ at, ...slot }) => ({ ...slot, at: at.getTime() })),
        keyOf,
      ),
      ranges: new Map((await listRanges(tx)).map((range) => [keyOf(range), range])),
      limitsOf: (place) => limitsOf(limits, place),
      incidents: new Map(open.map((incident) => [keyOf(incident), incident])),
      ended: new Map(
        (await listEndedIncidents(tx)).map(({ quietUntil, holdSeconds, ...place }) => [
          keyOf(place),
          { quietUntil: quietUntil?.getTime() ?? null, lastHoldSeconds: holdSeconds },
        ]),
      ),
      networks: networksOf([...slots, ...open]),
    }),
  ];
  const openIds = new Map(open.map((incident) => [keyOf(incident), incident.id]));
  for (const { place, decision } of steps)
    await store(tx, openIds.get(keyOf(place)), place, decision);
  return steps;
}

function networksOf(places: readonly Place[]): Map<number, Set<number>> {
  const networks = new Map<number, Set<number>>();
  for (const { routeId, network } of places) {
    const of = networks.get(routeId) ?? new Set<number>();
    networks.set(routeId, of.add(network));
  }
  return networks;
}

/** Incidents of routes that no configuration has any more, or that lost the connector. */
function endGone(open: readonly OpenRow[], routes: GatewayConfig['routes']): Step[] {
  return open
    .filter(
      ({ routeId, connectorId }) =>
        !routes.some(
          ({ id, connectorIds }) => id === routeId && connectorIds.includes(connectorId),
        ),
    )
    .map(({ routeId, connectorId, network, holdSeconds }) => ({
      place: { routeId, connectorId, network },
      decision: { status: 'ENDED', reason: 'GONE', keep: 1, holdSeconds, figures: null },
    }));
}

async function store(
  tx: Tx,
  openId: string | undefined,
  place: Place,
  decision: Decision,
): Promise<void> {
  const incidentId = openId ?? newId();
  if (openId === undefined) await insertIncident(tx, incidentId, place, decision);
  else if (!(await moveIncident(tx, openId, decision))) return;
  await insertStep(tx, {
    incidentId,
    kind: decision.status,
    reason: decision.reason,
    keep: decision.keep,
    figures: decision.figures,
    operatorId: null,
  });
}

/** The limits of a connector of a route: its own, else the route's, else the connector's, else those of all. */
export function limitsOf(
  rows: readonly LimitRow[],
  { routeId, connectorId }: Omit<Place, 'network'>,
): HealingLimits {
  const find = (route: number, connector: number) =>
    rows.find((row) => row.routeId === route && row.connectorId === connector);
  return (
    find(routeId, connectorId) ??
    find(routeId, 0) ??
    find(0, connectorId) ??
    find(0, 0) ??
    USUAL_LIMITS
  );
}

/** Sums the counts of past hours, and computes the normal ranges by them. */
export async function learnRanges(tx: Tx): Promise<void> {
  if (!(await sumSlots(tx))) return;
  const places = Map.groupBy(await listHours(tx), keyOf);
  const ranges = [...places.values()].flatMap((hours) => {
    const { connectorId, routeId, network } = hours[0]!;
    const range = rangeOf(hours.map(({ at, ...hour }) => ({ ...hour, at: at.getTime() })));
    return range ? [{ connectorId, routeId, network, ...range }] : [];
  });
  await replaceRanges(tx, ranges);
  await dropOldIncidents(tx);
}
