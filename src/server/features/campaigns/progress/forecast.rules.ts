import type { Routing, RoutingFacts } from '../../../core/dispatch/routing/routing.rules.ts';
import type { GatewayConfig } from '../../../core/dispatch/routing/gateway-config.ts';

/** The routing facts of a campaign's message. @param user the gateway user that its client counts as */
export function routingFacts(
  sender: string,
  destination: string,
  text: string,
  at: Date,
  user?: { uid: string; gid: string },
): RoutingFacts {
  return {
    sender,
    destination,
    text,
    userId: user?.uid ?? null,
    groupId: user?.gid ?? null,
    tags: [],
    at,
  };
}

/** Recipients of one network of one country. */
export type Group = {
  country: string;
  network: number;
  messages: number;
  segments: number;
  units: bigint;
};
/** A recipient whose route was looked for, and the sender ID of its message. */
export type Sample = {
  country: string;
  network: number;
  destination: string;
  text: string;
  sender: string;
};
/** The share of a group that one route would carry; `routeId` is null where none does. */
export type Share = Group & { routeId: number | null };

/**
 * Shares each group out over routes as its samples fall, whole and without a rest: what rounding leaves goes to the largest.
 * @param at what routes are asked with
 */
export function shareByRoutes(
  groups: readonly Group[],
  samples: readonly Sample[],
  route: (facts: RoutingFacts) => Routing,
  at: Date,
): Share[] {
  const counts = new Map<string, Map<number | null, number>>();
  for (const { country, network, destination, text, sender } of samples) {
    const key = `${country} ${network}`;
    let of = counts.get(key);
    if (!of) counts.set(key, (of = new Map()));
    const { routeId } = route(routingFacts(sender, destination, text, at));
    of.set(routeId, (of.get(routeId) ?? 0) + 1);
  }
  return groups.flatMap((group) => {
    const found = [
      ...(counts.get(`${group.country} ${group.network}`) ??
        new Map<number | null, number>([[null, 1]])),
    ].sort(([, a], [, b]) => b - a);
    const total = found.reduce((sum, [, count]) => sum + count, 0);
    const rest = { messages: group.messages, segments: group.segments, units: group.units };
    return found.map(([routeId, count], index): Share => {
      const last = index === found.length - 1;
      const share = {
        messages: last ? rest.messages : Math.round((group.messages * count) / total),
        segments: last ? rest.segments : Math.round((group.segments * count) / total),
        units: last ? rest.units : (group.units * BigInt(count)) / BigInt(total),
      };
      rest.messages -= share.messages;
      rest.segments -= share.segments;
      rest.units -= share.units;
      return { country: group.country, network: group.network, routeId, ...share };
    });
  });
}

/**
 * How long the connectors need for a load, in seconds, and how many parts a second they take together; null where the pace of
 * one is not known. Routes that share a connector share its pace.
 * @param loads parts by route: the campaign's own and what stands before it
 * @param paces parts a second by connector, as measured
 */
export function timeFor(
  config: Pick<GatewayConfig, 'routes' | 'connectors'>,
  loads: ReadonlyMap<number, number>,
  paces: ReadonlyMap<number, number>,
): { seconds: number; partsPerSecond: number } | null {
  const groups: { connectors: Set<number>; load: number }[] = [];
  for (const route of config.routes) {
    const load = loads.get(route.id) ?? 0;
    if (load === 0) continue;
    // A round robin uses all of its connectors; a failover the others only when the first is away.
    const its = route.type.startsWith('RandomRoundrobin')
      ? route.connectorIds
      : route.connectorIds.slice(0, 1);
    const merged = { connectors: new Set(its), load };
    for (const other of groups.filter(({ connectors }) => its.some((id) => connectors.has(id)))) {
      groups.splice(groups.indexOf(other), 1);
      merged.load += other.load;
      for (const id of other.connectors) merged.connectors.add(id);
    }
    groups.push(merged);
  }
  let seconds = 0;
  let partsPerSecond = 0;
  for (const { connectors, load } of groups) {
    const its = [...connectors].map((id) => paceOf(config, id, paces));
    if (its.length === 0 || its.some((pace) => pace === undefined)) return null;
    const pace = its.reduce<number>((sum, each) => sum + (each ?? 0), 0);
    seconds = Math.max(seconds, load / pace);
    partsPerSecond += pace;
  }
  return { seconds, partsPerSecond };
}

/** A connector's parts a second: as measured within its limit, or the limit where it was never measured. */
function paceOf(
  config: Pick<GatewayConfig, 'connectors'>,
  connectorId: number,
  paces: ReadonlyMap<number, number>,
): number | undefined {
  const limit = Number(
    config.connectors.find(({ id }) => id === connectorId)?.settings['submit_throughput'] ?? 0,
  );
  const measured = paces.get(connectorId);
  if (limit > 0) return Math.min(limit, measured ?? limit);
  return measured !== undefined && measured > 0 ? measured : undefined;
}
