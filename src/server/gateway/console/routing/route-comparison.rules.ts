/** Compares two configurations by the messages that they would route. */
import type { MovedMessages, ServedRoute } from '../../../../contract/api/route-comparison.ts';
import type { ConfigRows } from '../../../core/dispatch/routing/config-version.store.ts';
import { compileRoutes, costOf, servingNow } from '../../../core/dispatch/routing/routing.rules.ts';
import type { RoutingFacts } from '../../../core/dispatch/routing/routing-facts.ts';

export type RoutedMessage = { messageId: string; segments: number; facts: RoutingFacts };

const EXAMPLES = 3;
const NO_ROUTE = { route: null, cost: 0 };

/** A configuration prepared for comparing. @throws Unusable that names the route or filter */
function openRouting(config: ConfigRows, stopped: ReadonlySet<number>) {
  const route = compileRoutes(config);
  const connectors = new Map(config.connectors.map((connector) => [connector.id, connector]));
  const served = new Map(
    config.routes.map((each) => {
      const serving = servingNow(each, connectors, (id) => !stopped.has(id));
      const route: ServedRoute = {
        routeId: each.id,
        order: each.order,
        type: each.type,
        connectors: serving.map(({ connectorId, share }) => ({
          cid: connectors.get(connectorId)!.cid,
          share: Math.round(share * 1e4) / 1e4,
        })),
      };
      const cost = serving.reduce(
        (sum, { connectorId, share }) => sum + share * costOf(connectors.get(connectorId)),
        0,
      );
      return [each.id, { route, cost }];
    }),
  );
  return (facts: RoutingFacts) => served.get(route(facts).routeId ?? -1) ?? NO_ROUTE;
}

/** Sums of money are shown with four decimals, as costs are entered. */
const rounded = (cost: number) => Math.round(cost * 1e4) / 1e4;

/**
 * The messages that `after` sends over other connectors, or in other shares, than `before`, grouped by where they go in
 * each; a route that only changed its place or its filters moves nothing.
 * @throws Unusable that names the route or filter
 */
export function compareRouting(
  before: ConfigRows,
  after: ConfigRows,
  stopped: ReadonlySet<number>,
  messages: readonly RoutedMessage[],
): { stayed: number; costStayed: number; moved: MovedMessages[] } {
  const [routeBefore, routeAfter] = [openRouting(before, stopped), openRouting(after, stopped)];
  const groups = new Map<string, MovedMessages>();
  let [stayed, costStayed] = [0, 0];
  for (const { messageId, segments, facts } of messages) {
    const [from, to] = [routeBefore(facts), routeAfter(facts)];
    if (waysOf(from.route) === waysOf(to.route)) {
      stayed++;
      costStayed += from.cost * segments;
      continue;
    }
    const key = `${from.route?.routeId} ${to.route?.routeId}`;
    let group = groups.get(key);
    if (group === undefined) {
      const none = { messages: 0, segments: 0, costBefore: 0, costAfter: 0 };
      groups.set(key, (group = { before: from.route, after: to.route, ...none, examples: [] }));
    }
    group.messages++;
    group.segments += segments;
    group.costBefore += from.cost * segments;
    group.costAfter += to.cost * segments;
    if (group.examples.length < EXAMPLES)
      group.examples.push({
        messageId,
        destination: `+${facts.destination}`,
        senderId: facts.sender,
      });
  }
  return {
    stayed,
    costStayed: rounded(costStayed),
    moved: [...groups.values()].map((group) => ({
      ...group,
      costBefore: rounded(group.costBefore),
      costAfter: rounded(group.costAfter),
    })),
  };
}

/** The connectors and their shares as text; a message stays where these do. */
function waysOf(route: ServedRoute | null): string {
  if (route === null) return '';
  return route.connectors
    .map(({ cid, share }) => `${cid} ${share}`)
    .toSorted()
    .join(', ');
}
