/** Decides for every connector, route and network at once what its next step is. */
import type { HealingLimits } from '../../../contract/api/healing.ts';
import type { ConnectorConfig, RouteConfig } from '../dispatch/routing/gateway-config.ts';
import { servingNow } from '../dispatch/routing/routing.rules.ts';
import { decide } from './healing.rules.ts';
import type { Decision, OpenIncident, Range, Sent } from './healing.rules.ts';

export type Place = { routeId: number; connectorId: number; network: number };

export const keyOf = ({ routeId, connectorId, network }: Place) =>
  `${routeId} ${connectorId} ${network}`;

/** The facts of one moment; maps by place have `keyOf` as their key. */
export type Snapshot = {
  now: number;
  /** The enabled MT routes in force. */
  routes: readonly RouteConfig[];
  connectors: ReadonlyMap<number, ConnectorConfig>;
  /** Since when each bound connector is bound. */
  boundSince: ReadonlyMap<number, number>;
  sent: ReadonlyMap<string, readonly Sent[]>;
  ranges: ReadonlyMap<string, Range>;
  limitsOf(place: Omit<Place, 'network'>): HealingLimits;
  incidents: ReadonlyMap<string, OpenIncident>;
  ended: ReadonlyMap<string, { quietUntil: number | null; lastHoldSeconds: number | null }>;
  /** Networks with messages or incidents, by route. */
  networks: ReadonlyMap<number, ReadonlySet<number>>;
};

export type Step = { place: Place; decision: Decision };

/** The steps of this moment. */
export function planSteps(snapshot: Snapshot): Step[] {
  const relieved = new Set(
    [...snapshot.incidents].filter(([, { keep }]) => keep < 1).map(([key]) => key),
  );
  const steps: Step[] = [];
  for (const route of snapshot.routes) {
    const serving = servingNow(route, snapshot.connectors, (id) => snapshot.boundSince.has(id));
    const shares = new Map(serving.map(({ connectorId, share }) => [connectorId, share]));
    for (const network of snapshot.networks.get(route.id) ?? [])
      for (const connectorId of route.connectorIds) {
        const place = { routeId: route.id, connectorId, network };
        const decision = decideAt(snapshot, { route, place, shares, relieved });
        if (!decision) continue;
        steps.push({ place, decision });
        if (decision.keep < 1) relieved.add(keyOf(place));
        else relieved.delete(keyOf(place));
      }
  }
  return steps;
}

function decideAt(
  snapshot: Snapshot,
  {
    route,
    place,
    shares,
    relieved,
  }: {
    route: RouteConfig;
    place: Place;
    shares: ReadonlyMap<number, number>;
    relieved: ReadonlySet<string>;
  },
): Decision | undefined {
  const { now, boundSince, sent, ranges, incidents, ended } = snapshot;
  const key = keyOf(place);
  const others = route.connectorIds
    .filter((id) => id !== place.connectorId && boundSince.has(id))
    .map((connectorId) => keyOf({ ...place, connectorId }));
  return decide({
    now,
    boundSince: boundSince.get(place.connectorId) ?? null,
    slots: sent.get(key) ?? [],
    range: ranges.get(key) ?? null,
    limits: snapshot.limitsOf(place),
    ownShare: shares.get(place.connectorId) ?? 0,
    others: others.map((other) => ({
      slots: sent.get(other) ?? [],
      range: ranges.get(other) ?? null,
      isRelieved: relieved.has(other),
    })),
    incident: incidents.get(key) ?? null,
    quietUntil: ended.get(key)?.quietUntil ?? null,
    lastHoldSeconds: ended.get(key)?.lastHoldSeconds ?? null,
  });
}
