/** Routes as operators see them. */
import type { FilterType } from '../../../../contract/api/route-filters.ts';
import type { MoRoute, MtRoute } from '../../../../contract/api/routes.ts';
import { describeFilter, textParameters } from '../../../core/dispatch/routing/filters.rules.ts';
import type { RouteRow } from './routing.store.ts';

export type RouteView = { row: RouteRow; findings: string[] };

function common({ row, findings }: RouteView) {
  return {
    routeId: row.id,
    direction: row.direction,
    order: row.order,
    filters: row.filters.map((filter) => ({
      fid: filter.fid,
      type: filter.type as FilterType, // saved filters were validated
      parameters: textParameters(filter.parameters),
      description: describeFilter(filter),
    })),
    weights: row.weights,
    enabled: row.enabled,
    findings,
    updateTimestamp: row.updatedAt.getTime() / 1000,
  };
}

export function presentMtRoute(shown: RouteView): MtRoute {
  return {
    ...common(shown),
    type: shown.row.type as MtRoute['type'],
    connectors: shown.row.connectors.map(({ cid, kind, started, live, cost }) => ({
      cid,
      kind,
      started,
      live,
      cost,
    })),
  };
}

export function presentMoRoute(shown: RouteView): MoRoute {
  const cids = new Map(shown.row.connectors.map(({ id, cid }) => [id, cid]));
  return {
    ...common(shown),
    type: shown.row.type as MoRoute['type'],
    targets: shown.row.targets.map((target) =>
      target.kind === 'HTTP'
        ? { kind: 'HTTP', cid: cids.get(target.connectorId) ?? String(target.connectorId) }
        : 'clientId' in target
          ? { ...target, clientName: shown.row.clients[target.clientId] ?? null }
          : target,
    ),
  };
}
