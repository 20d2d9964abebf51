/** Routing: routes from the highest order down, the first whose filters all match. */
import type { Direction } from '../../../../contract/api/route-filters.ts';
import { compileFilter, mayFilter } from './filters.rules.ts';
import { createReading } from './routing-facts.ts';
import type { CompiledFilter } from './filters.rules.ts';
import type { Reading, RoutingFacts } from './routing-facts.ts';
import { Unusable } from './config-fault.ts';
import type {
  ConnectorConfig,
  FilterConfig,
  RouteConfig,
  MoTargetConfig,
  GatewayConfig,
} from './gateway-config.ts';
export type { RoutingFacts } from './routing-facts.ts';

/** A route that was tried, and who said no: a filter's name, or `keyword` where the text begins with none of the route's. */
export type RouteAttempt = {
  routeId: number;
  order: number;
  type: string;
  refusedBy: string | null;
};

/** The routing of a message and the routes that were tried. */
export type Routing = {
  routeId: number | null;
  connectorIds: number[];
  tried: RouteAttempt[];
};

/** The routing of a message from a phone: the first target, then the next if that one fails. */
export type MoRouting = {
  routeId: number | null;
  targets: MoTargetConfig[];
  tried: RouteAttempt[];
};

/** Which kinds of routes there are, and how many connectors or targets each takes. */
const ROUTE_TYPES: Readonly<
  Record<Direction, Readonly<Record<string, { least: number; most: number }>>>
> = {
  MT: {
    DefaultRoute: { least: 1, most: 1 },
    StaticMTRoute: { least: 1, most: 1 },
    RandomRoundrobinMTRoute: { least: 2, most: 20 },
    FailoverMTRoute: { least: 2, most: 20 },
    LeastCostMTRoute: { least: 2, most: 20 },
  },
  MO: {
    DefaultRoute: { least: 1, most: 1 },
    StaticMORoute: { least: 1, most: 1 },
    RandomRoundrobinMORoute: { least: 2, most: 20 },
    FailoverMORoute: { least: 2, most: 20 },
  },
};

const hasShares = (type: string) => type.startsWith('RandomRoundrobin');

/**
 * Finds a route's fault, in itself or with its filters and connectors, and the field it concerns;
 * undefined if there is none.
 */
export function routeFault(
  route: RouteConfig,
  has: {
    filter(id: number): { fid: string; type: string } | undefined;
    connector(id: number): { cid: string; kind: ConnectorConfig['kind'] } | undefined;
  },
): { field: string; fault: Unusable } | undefined {
  const at = (
    field: string,
    fault: ConstructorParameters<typeof Unusable>[0],
    values: Record<string, string | number> = {},
  ) => ({ field, fault: new Unusable(fault, values) });
  const limits = ROUTE_TYPES[route.direction][route.type];
  if (!limits) return at('type', 'ROUTE_TYPE', { type: route.type, direction: route.direction });
  if (route.type === 'DefaultRoute' && route.order !== 0) return at('order', 'ORDER_DEFAULT');
  if (route.type !== 'DefaultRoute' && route.order < 1) return at('order', 'ORDER_DEFAULT');
  if (route.type === 'DefaultRoute' && route.filterIds.length > 0)
    return at('filters', 'DEFAULT_FILTERS');
  for (const id of route.filterIds) {
    const filter = has.filter(id);
    if (!filter) return at('filters', 'NO_FILTER', { name: id });
    if (!mayFilter(filter.type, route.direction))
      return at('filters', 'FILTER_DIRECTION', {
        name: filter.fid,
        type: filter.type,
        direction: route.direction,
      });
  }
  const field = route.direction === 'MT' ? 'connectors' : 'targets';
  const count = route.direction === 'MT' ? route.connectorIds.length : route.targets.length;
  if (count < limits.least || count > limits.most)
    return limits.most === 1 ? at(field, 'COUNT_ONE') : at(field, 'COUNT', limits);
  const mt = route.direction === 'MT';
  const names = mt
    ? route.connectorIds.map(String)
    : route.targets.map((target) => JSON.stringify(target));
  if (new Set(names).size !== count) return at(field, 'TWICE');
  for (const id of mt ? route.connectorIds : []) {
    const connector = has.connector(id);
    if (!connector) return at(field, 'NO_CONNECTOR', { name: id });
    if (connector.kind === 'HTTP') return at(field, 'CONNECTOR_MT', { name: connector.cid });
  }
  for (const target of route.targets) {
    if (target.kind !== 'HTTP') continue;
    const connector = has.connector(target.connectorId);
    if (!connector) return at(field, 'NO_CONNECTOR', { name: target.connectorId });
    if (connector.kind !== 'HTTP') return at(field, 'CONNECTOR_MO', { name: connector.cid });
  }
  // A failover order needs targets of one kind: those that answer at once and those that wait for a
  // client cannot be mixed.
  if (route.type === 'FailoverMORoute' && new Set(route.targets.map(({ kind }) => kind)).size > 1)
    return at(field, 'FAILOVER_KINDS');
  if (route.weights && !hasShares(route.type)) return at('weights', 'WEIGHTS_TYPE');
  if (route.weights && route.weights.length !== count)
    return at('weights', 'WEIGHTS_COUNT', { count });
  return undefined;
}

type CompiledRoute = RouteConfig & { filters: CompiledFilter[] };

/** @throws Unusable that names the route or filter */
function compile(config: Omit<GatewayConfig, 'version'>, direction: Direction): CompiledRoute[] {
  const filters = new Map(config.filters.map((filter) => [filter.id, compileFilter(filter)]));
  const connectors = new Map(config.connectors.map((connector) => [connector.id, connector]));
  return config.routes
    .filter((route) => route.direction === direction && route.enabled)
    .sort((a, b) => b.order - a.order)
    .map((route) => {
      const fault = routeFault(route, {
        filter: (id) => filters.get(id),
        connector: (id) => connectors.get(id),
      });
      if (fault) throw fault.fault.at(`${direction} route ${route.order}`);
      return { ...route, filters: route.filterIds.map((id) => filters.get(id)!) };
    });
}

/**
 * Prepares a configuration for routing many messages to phones.
 * @throws Unusable that names the route or filter
 */
export function compileRoutes(
  config: Omit<GatewayConfig, 'version'>,
): (facts: RoutingFacts) => Routing {
  const routes = compile(config, 'MT');
  return (facts) => {
    const reading = createReading(facts, 'MT');
    const tried: RouteAttempt[] = [];
    for (const route of routes) {
      const refusedBy = route.filters.find((filter) => !filter.matches(reading))?.fid ?? null;
      tried.push({ routeId: route.id, order: route.order, type: route.type, refusedBy });
      if (refusedBy === null) return { routeId: route.id, connectorIds: route.connectorIds, tried };
    }
    return { routeId: null, connectorIds: [], tried };
  };
}

/**
 * Prepares a configuration for routing messages from phones.
 * @returns a function of the facts and of a number that is the message's own, by which a round robin chooses: the same
 * message goes to the same place whenever it is asked
 * @throws Unusable that names the route or filter
 */
export function compileMoRoutes(
  config: Omit<GatewayConfig, 'version'>,
): (facts: RoutingFacts, lot: number) => MoRouting {
  const routes = compile(config, 'MO');
  return (facts, lot) => {
    const reading = createReading(facts, 'MO');
    const word = firstWord(facts.text);
    const tried: RouteAttempt[] = [];
    for (const route of routes) {
      const open = route.targets
        .map((target, at) => ({ target, weight: route.weights?.[at] ?? 1 }))
        .filter(({ target }) => target.kind !== 'KEYWORD' || target.keyword.toLowerCase() === word);
      const refusedBy =
        route.filters.find((filter) => !filter.matches(reading))?.fid ??
        (open.length === 0 ? 'keyword' : null);
      tried.push({ routeId: route.id, order: route.order, type: route.type, refusedBy });
      if (refusedBy === null)
        return {
          routeId: route.id,
          targets: hasShares(route.type)
            ? [drawTarget(open, lot)]
            : open.map(({ target }) => target),
          tried,
        };
    }
    return { routeId: null, targets: [], tried };
  };
}

/** A text's first word in lower case: what keywords are compared with. */
export function firstWord(text: string): string {
  return (/[^\s]+/u.exec(text)?.[0] ?? '').toLowerCase();
}

function drawTarget(
  open: { target: MoTargetConfig; weight: number }[],
  lot: number,
): MoTargetConfig {
  let left = lot % open.reduce((sum, { weight }) => sum + weight, 0);
  return open.find(({ weight }) => (left -= weight) < 0)!.target;
}

/** The filter that rejected a message, and the value that it compared. */
export function explainRefusal(
  config: Omit<GatewayConfig, 'version'>,
  fid: string,
  facts: RoutingFacts,
  direction: Direction,
): { filter: FilterConfig; value: string } | undefined {
  const filter = config.filters.find((each) => each.fid === fid);
  if (!filter) return undefined;
  const compiled = compileFilter(filter);
  const reading: Reading = createReading(facts, direction);
  return { filter, value: compiled.valueOf(reading).slice(0, 160) };
}

/** A connector that takes a route's messages now, and its share of those that all who serve the route take. */
export type Serving = { connectorId: number; share: number };

/**
 * Which connectors of a route take its messages now. None: they wait.
 * Static and default routes have one; a round robin all that live, by weight; a failover the first that lives; the
 * least cost the cheapest that live, in the order in which they are named where they cost the same.
 * @param lives whether a connector can send at this moment
 */
export function servingNow(
  route: RouteConfig,
  connectors: ReadonlyMap<number, Pick<ConnectorConfig, 'settings'>>,
  lives: (connectorId: number) => boolean,
): Serving[] {
  const live = route.connectorIds.filter((id) => lives(id));
  if (hasShares(route.type)) {
    const weighed = live.map((connectorId) => ({
      connectorId,
      weight: route.weights?.[route.connectorIds.indexOf(connectorId)] ?? 1,
    }));
    const all = weighed.reduce((sum, { weight }) => sum + weight, 0);
    return weighed.map(({ connectorId, weight }) => ({ connectorId, share: weight / all }));
  }
  const [first] =
    route.type === 'LeastCostMTRoute'
      ? live.toSorted((a, b) => costOf(connectors.get(a)) - costOf(connectors.get(b)))
      : live;
  return first === undefined ? [] : [{ connectorId: first, share: 1 }];
}

/** Cost of a segment over a connector, in the platform's currency. */
export function costOf(connector: Pick<ConnectorConfig, 'settings'> | undefined): number {
  return Number(connector?.settings['cost'] ?? 0);
}

/** Messages a second of each route whose connectors all have a limit: what `enqueue` cuts bulk chunks by. */
export function routeRates(config: GatewayConfig): Map<number, number> {
  const limits = new Map(
    config.connectors.map((connector) => [
      connector.id,
      Number(connector.settings['submit_throughput'] ?? 0),
    ]),
  );
  const rates = new Map<number, number>();
  for (const route of config.routes) {
    const its = route.connectorIds.map((id) => limits.get(id) ?? 0);
    if (its.length > 0 && its.every((limit) => limit > 0))
      rates.set(
        route.id,
        its.reduce((sum, limit) => sum + limit, 0),
      );
  }
  return rates;
}
