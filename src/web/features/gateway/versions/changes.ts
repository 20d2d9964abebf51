import type { ConfigChange, GatewayEntity } from '../../../../contract/api/gateway-config.ts';
import type { RouteFilter } from '../../../../contract/api/route-filters.ts';
import type { MoRoute, MtRoute } from '../../../../contract/api/routes.ts';
import { filterOf, type FilterFacts, type RouteFacts } from '../routes/laneChanges.ts';

type Routes = { mt: readonly MtRoute[]; mo: readonly MoRoute[] };

/** The facts beside the changes that their sentences need: routes and filters of the draft, and what is stopped. */
export function aroundOf(
  changes: readonly ConfigChange[],
  mt: Routes['mt'],
  mo: Routes['mo'],
  filters: readonly RouteFilter[],
) {
  const after = new Map<string, FilterFacts>(filters.map((filter) => [filter.fid, filter]));
  const before = new Map(after);
  for (const change of changes) {
    if (change.entity !== 'FILTER') continue;
    const known = after.get(change.id);
    if (change.change === 'ADDED') before.delete(change.id);
    else before.set(change.id, filterOf(change, 'before', known));
    if (change.change === 'REMOVED') after.delete(change.id);
    else after.set(change.id, filterOf(change, 'after', known));
  }
  const routes = new Map<string, RouteFacts>([
    ...mt.map((route): [string, RouteFacts] => [
      `MT ${String(route.routeId)}`,
      { ...factsOf(route), connectors: route.connectors.map(({ cid }) => cid), targets: [] },
    ]),
    ...mo.map((route): [string, RouteFacts] => [
      `MO ${String(route.routeId)}`,
      { ...factsOf(route), connectors: [], targets: [...route.targets] },
    ]),
  ]);
  const stopped = new Set(
    mt.flatMap(({ connectors }) =>
      connectors.filter(({ started }) => !started).map(({ cid }) => cid),
    ),
  );
  return { routes, before, after, stopped };
}

function factsOf({ order, type, filters, weights, enabled }: MtRoute | MoRoute) {
  return {
    order,
    type,
    filters: filters.map(({ fid }) => fid),
    weights: weights && [...weights],
    enabled,
  };
}

const RANK: Record<GatewayEntity, number> = { MT_ROUTE: 0, MO_ROUTE: 1, FILTER: 2, CONNECTOR: 3 };

const rankOf = ({ entity, change }: ConfigChange): number =>
  entity === 'CONNECTOR' && change === 'ADDED' ? -1 : RANK[entity];

/** New connectors before the routes that lead to them; routes from the first that is tried; then filters and connectors by name. */
export function sortedChanges(changes: readonly ConfigChange[]): ConfigChange[] {
  return changes.toSorted(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      (a.entity.endsWith('ROUTE')
        ? Number.parseInt(b.label, 10) - Number.parseInt(a.label, 10)
        : a.label.localeCompare(b.label)),
  );
}
