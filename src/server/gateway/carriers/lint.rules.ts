/**
 * Findings about a configuration before it is put into force: routes that never match, filters
 * nobody uses.
 */
import type { Finding } from '../../../contract/api/gateway-config.ts';
import type { ConfigRows } from '../../core/dispatch/routing/config-version.store.ts';
import { compileFilter } from '../../core/dispatch/routing/filters.rules.ts';
import { routeFault } from '../../core/dispatch/routing/routing.rules.ts';
import type { FilterConfig, RouteConfig } from '../../core/dispatch/routing/gateway-config.ts';
import { faultText, Unusable } from '../../core/dispatch/routing/config-fault.ts';
import type { Fault } from '../../core/dispatch/routing/config-fault.ts';
import type { Language } from '../../i18n/language.ts';
import { canonical } from './config-differences.rules.ts';

/** Facts beside the draft that the lint needs. */
export type Around = {
  stopped: ReadonlySet<number>;
  /** Connectors that are not in force yet. */
  drafts: ReadonlySet<number>;
  usernames: ReadonlySet<string>;
  uids: ReadonlySet<string>;
  gids: ReadonlySet<string>;
  clientIds: ReadonlySet<string>;
  /** The day, UTC: 2026-11-21. */
  today: string;
};

type About = Pick<Finding, 'entity' | 'id' | 'label'>;
type Find = (
  code: Finding['code'],
  about: About,
  values?: Record<string, string | number>,
  how?: { fault?: Fault; severity?: Finding['severity'] },
) => void;

/** Returns the findings about a configuration; those that block it come first. */
export function lint(config: ConfigRows, around: Around, language: Language): Finding[] {
  const findings: Finding[] = [];
  const find: Find = (code, about, values = {}, { fault = code, severity = 'WARNING' } = {}) =>
    findings.push({ code, severity, ...about, message: faultText(language, fault, values) });
  for (const filter of config.filters) lintFilter(filter, config, around, language, find);
  for (const direction of ['MT', 'MO'] as const)
    lintRoutes(direction, config, around, language, find);
  for (const { id, cid } of config.connectors) {
    if (!config.routes.some((route) => route.enabled && route.connectorIds.includes(id)))
      find('CONNECTOR_UNREACHED', { entity: 'CONNECTOR', id: cid, label: cid });
  }
  return findings.sort(
    (a, b) => Number(a.severity === 'WARNING') - Number(b.severity === 'WARNING'),
  );
}

function lintFilter(
  filter: FilterConfig,
  { routes, connectors }: ConfigRows,
  around: Around,
  language: Language,
  find: Find,
): void {
  const about = { entity: 'FILTER' as const, id: filter.fid, label: filter.fid };
  try {
    compileFilter(filter);
  } catch (error) {
    const reason = error instanceof Unusable ? error.in(language) : String(error);
    return find('INVALID', about, { reason }, { severity: 'ERROR' });
  }
  if (!routes.some(({ filterIds }) => filterIds.includes(filter.id))) find('FILTER_UNUSED', about);
  const names = {
    uid: around.uids,
    gid: around.gids,
    cid: new Set(connectors.map(({ cid }) => cid)),
  };
  for (const [name, known] of Object.entries(names)) {
    const named = filter.parameters[name];
    if (typeof named === 'string' && !known.has(named))
      find('FILTER_NAMES_NOBODY', about, { name: named });
  }
  const lastDay =
    filter.type === 'DateIntervalFilter'
      ? String(filter.parameters['dateInterval']).split(';')[1]
      : undefined;
  if (lastDay !== undefined && lastDay < around.today) find('DATES_PAST', about);
}

function lintRoutes(
  direction: 'MT' | 'MO',
  config: ConfigRows,
  around: Around,
  language: Language,
  find: Find,
): void {
  const filters = new Map(config.filters.map((filter) => [filter.id, filter]));
  const connectors = new Map(config.connectors.map((connector) => [connector.id, connector]));
  const live = config.routes
    .filter((route) => route.direction === direction && route.enabled)
    .sort((a, b) => b.order - a.order);
  if (!live.some(({ order }) => order === 0) && (direction === 'MT' || live.length > 0))
    find(
      'NO_DEFAULT_ROUTE',
      { entity: `${direction}_ROUTE`, id: null, label: null },
      { direction, fate: faultText(language, `FATE_${direction}`) },
    );
  for (const [at, route] of live.entries()) {
    const about: About = {
      entity: `${direction}_ROUTE`,
      id: String(route.id),
      label: `${route.order} ${route.type}`,
    };
    const missing = route.connectorIds.find((id) => !connectors.has(id));
    if (missing !== undefined) {
      find('CONNECTOR_MISSING', about, { name: missing }, { severity: 'ERROR' });
      continue;
    }
    const fault = routeFault(route, {
      filter: (id) => filters.get(id),
      connector: (id) => connectors.get(id),
    });
    if (fault) {
      find('INVALID', about, { reason: fault.fault.in(language) }, { severity: 'ERROR' });
      continue;
    }
    const over = live.slice(0, at).find((other) => covers(other, route, filters));
    if (over) find('UNREACHABLE', about, { other: String(over.order) });
    const stopped = route.connectorIds.filter((id) => around.stopped.has(id));
    if (direction === 'MT' && stopped.length > 0 && stopped.length === route.connectorIds.length)
      find(
        'CONNECTOR_STOPPED',
        about,
        { name: connectors.get(stopped[0]!)!.cid },
        { fault: stoppedFault(stopped, around.drafts) },
      );
    for (const target of route.targets) {
      const name = missingTarget(target, around);
      if (name !== undefined) find('TARGET_MISSING', about, { name });
    }
  }
}

function stoppedFault(stopped: readonly number[], drafts: ReadonlySet<number>): Fault {
  if (stopped.length > 1) return 'ALL_STOPPED';
  return drafts.has(stopped[0]!) ? 'DRAFT_STOPPED' : 'CONNECTOR_STOPPED';
}

/** The user or client of a target, if there is none of that name. */
function missingTarget(
  target: RouteConfig['targets'][number],
  { usernames, clientIds }: Around,
): string | undefined {
  if (target.kind === 'HTTP') return undefined;
  if (target.kind === 'SMPP_USER')
    return usernames.has(target.username) ? undefined : target.username;
  return clientIds.has(target.clientId) ? undefined : target.clientId;
}

/**
 * True where a route above takes every message of this one: each filter of the upper
 * route must pass every message that some filter of the lower route passes.
 */
function covers(
  above: RouteConfig,
  route: RouteConfig,
  filters: ReadonlyMap<number, FilterConfig>,
): boolean {
  // Keywords are a filter too: only the same keywords, or none, cover those of the lower route.
  if (above.targets.length > 0 && above.targets.every(({ kind }) => kind === 'KEYWORD')) {
    const words = new Set(
      above.targets.map((target) =>
        target.kind === 'KEYWORD' ? target.keyword.toLowerCase() : '',
      ),
    );
    if (
      !route.targets.every(
        (target) => target.kind === 'KEYWORD' && words.has(target.keyword.toLowerCase()),
      )
    )
      return false;
  }
  const own = route.filterIds.map((id) => filters.get(id)!);
  return above.filterIds.every((id) => {
    const wide = filters.get(id)!;
    return wide.type === 'TransparentFilter' || own.some((narrow) => isWider(wide, narrow));
  });
}

function isWider(wide: FilterConfig, narrow: FilterConfig): boolean {
  if (wide.type !== narrow.type) return false;
  if (canonical(wide.parameters) === canonical(narrow.parameters)) return true;
  const [a, b] = [Object.values(wide.parameters)[0], Object.values(narrow.parameters)[0]].map(
    String,
  ) as [string, string];
  if (wide.type === 'DateIntervalFilter')
    return a.split(';')[0]! <= b.split(';')[0]! && a.split(';')[1]! >= b.split(';')[1]!;
  const [outer, inner] = [literalOf(a), literalOf(b)];
  return (
    /Addr|ShortMessage/.test(wide.type) &&
    (outer === '' || (outer !== undefined && inner !== undefined && inner.startsWith(outer)))
  );
}

/** Returns the literal prefix of a pattern that states nothing else. */
function literalOf(pattern: string): string | undefined {
  return /^\^?([\w ]*)(?:\.\*)?$/.exec(pattern)?.[1];
}
