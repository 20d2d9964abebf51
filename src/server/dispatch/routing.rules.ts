/** Which connector a message goes to: routes from the highest order down, the first whose filters all say yes. */
import { RE2JS } from 're2js';

/** A connector as the configuration in force has it; `settings` are read by the kind's own rules. */
export type ConnectorConfig = {
  id: number;
  cid: string;
  kind: 'SMPP' | 'HTTP' | 'GENERIC';
  /** Connectors of one carrier account share its ids and its receipts. */
  carrierAccountId: number;
  settings: Record<string, unknown>;
  /** The carrier's password, encrypted, in base64. */
  secret: string | null;
};
export type FilterConfig = { id: number; fid: string; type: string; parameters: Record<string, unknown> };
export type RouteConfig = {
  id: number;
  direction: 'MT' | 'MO';
  order: number;
  type: string;
  filterIds: number[];
  /** Of a route of messages to phones: who carries them. */
  connectorIds: number[];
  /** Of a route of messages from phones: where they go. */
  targets: MoTargetConfig[];
  /** Shares of a round robin, one for each connector or target; null: equal. */
  weights: number[] | null;
  enabled: boolean;
};

/** Where a message from a phone goes. */
export type MoTargetConfig =
  | { kind: 'HTTP'; connectorId: number }
  | { kind: 'SMPP_USER'; username: string }
  | { kind: 'INBOX' | 'WEBHOOK'; clientId: string }
  /** An inbox, for the texts whose first word it is. */
  | { kind: 'KEYWORD'; keyword: string; clientId: string };

/** What is in force: a whole, put into force at once. */
export type GatewayConfig = { version: number; connectors: ConnectorConfig[]; filters: FilterConfig[]; routes: RouteConfig[] };

/** What routing reads of a message. */
export type RoutingFacts = {
  sender: string;
  /** E.164 without the plus. */
  destination: string;
  text: string;
  userId: string | null;
  groupId: string | null;
  tags: readonly string[];
  at: Date;
};

/** Where a message goes, and why: every route that was tried, with the filter that said no. */
export type Routing = {
  routeId: number | null;
  connectorIds: number[];
  tried: { routeId: number; order: number; type: string; refusedBy: string | null }[];
};

type Predicate = (facts: RoutingFacts) => boolean;

/** Regular expressions of operators are no longer than this; they run on an engine whose time is linear. */
export const MOST_PATTERN_CHARACTERS = 200;

/** The filter types that routing understands, by their one parameter. */
const FILTERS: Readonly<Record<string, (parameters: Record<string, unknown>) => Predicate>> = {
  TransparentFilter: () => () => true,
  SourceAddrFilter: (parameters) => beginsWith(parameters['source_addr'], (facts) => facts.sender),
  DestinationAddrFilter: (parameters) => beginsWith(parameters['destination_addr'], (facts) => facts.destination),
  ShortMessageFilter: (parameters) => beginsWith(parameters['short_message'], (facts) => facts.text),
  UserFilter: (parameters) => (facts) => facts.userId === text(parameters, 'uid'),
  GroupFilter: (parameters) => (facts) => facts.groupId === text(parameters, 'gid'),
  TagFilter: (parameters) => (facts) => facts.tags.includes(text(parameters, 'tag')),
  DateIntervalFilter: (parameters) => {
    const [from, to] = interval(parameters, 'dateInterval', /^\d{4}-\d\d-\d\d$/);
    return (facts) => between(facts.at.toISOString().slice(0, 10), from, to);
  },
  TimeIntervalFilter: (parameters) => {
    const [from, to] = interval(parameters, 'timeInterval', /^\d\d:\d\d:\d\d$/);
    return (facts) => {
      const time = facts.at.toISOString().slice(11, 19);
      return from <= to ? between(time, from, to) : time >= from || time <= to; // a span may pass midnight
    };
  },
};

const MT_ROUTES = new Set(['DefaultRoute', 'StaticMTRoute']);

function text(parameters: Record<string, unknown>, name: string): string {
  const value = parameters[name];
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`${name} is missing`);
  return String(value);
}

function interval(parameters: Record<string, unknown>, name: string, form: RegExp): [string, string] {
  const [from = '', to = '', ...more] = text(parameters, name).split(';');
  if (!form.test(from) || !form.test(to) || more.length > 0) throw new Error(`${name} takes two values joined by a semicolon`);
  return [from, to];
}

const between = (value: string, from: string, to: string) => value >= from && value <= to;

function beginsWith(pattern: unknown, of: (facts: RoutingFacts) => string): Predicate {
  if (typeof pattern !== 'string' || pattern.length > MOST_PATTERN_CHARACTERS) throw new Error(`a pattern is a text of at most ${MOST_PATTERN_CHARACTERS} characters`);
  const compiled = RE2JS.compile(pattern);
  return (facts) => compiled.matcher(of(facts)).lookingAt();
}

/**
 * Prepares a configuration for routing many messages.
 * @throws Error that names the route or filter which cannot be used
 */
export function compileRoutes(config: GatewayConfig): (facts: RoutingFacts) => Routing {
  const filters = new Map(config.filters.map((filter) => [filter.id, { fid: filter.fid, matches: compileFilter(filter) }]));
  const routes = config.routes.filter((route) => route.direction === 'MT' && route.enabled).sort((a, b) => b.order - a.order).map((route) => {
    if (!MT_ROUTES.has(route.type)) throw new Error(`route ${route.order}: there is no type ${route.type}`);
    const its = route.filterIds.map((id) => {
      const filter = filters.get(id);
      if (!filter) throw new Error(`route ${route.order}: there is no filter ${id}`);
      return filter;
    });
    return { ...route, filters: its };
  });
  return (facts) => {
    const tried: Routing['tried'] = [];
    for (const { id, order, type, filters: its, connectorIds } of routes) {
      const refusing = its.find((filter) => !filter.matches(facts));
      tried.push({ routeId: id, order, type, refusedBy: refusing?.fid ?? null });
      if (!refusing) return { routeId: id, connectorIds, tried };
    }
    return { routeId: null, connectorIds: [], tried };
  };
}

function compileFilter(filter: FilterConfig): Predicate {
  const compile = FILTERS[filter.type];
  if (!compile) throw new Error(`filter ${filter.fid}: there is no type ${filter.type}`);
  try {
    return compile(filter.parameters);
  } catch (error) {
    throw new Error(`filter ${filter.fid}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** The MT routes that a connector serves. */
export function routesOf(config: GatewayConfig, connectorId: number): number[] {
  return config.routes.filter((route) => route.direction === 'MT' && route.enabled && route.connectorIds.includes(connectorId)).map(({ id }) => id);
}

/** Messages a second of each route whose connectors all have a limit: what `enqueue` cuts bulk chunks by. */
export function routeRates(config: GatewayConfig): Map<number, number> {
  const limits = new Map(config.connectors.map((connector) => [connector.id, Number(connector.settings['submit_throughput'] ?? 0)]));
  const rates = new Map<number, number>();
  for (const route of config.routes) {
    const its = route.connectorIds.map((id) => limits.get(id) ?? 0);
    if (its.length > 0 && its.every((limit) => limit > 0)) rates.set(route.id, its.reduce((sum, limit) => sum + limit, 0));
  }
  return rates;
}
