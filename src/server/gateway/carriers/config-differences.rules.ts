/** Differences between two configurations. */
import type { ConfigChange, GatewayEntity } from '../../../contract/api/gateway-config.ts';
import type { Direction } from '../../../contract/api/route-filters.ts';
import type { ConfigRows } from '../../core/dispatch/routing/config-version.store.ts';
import type { MoTargetConfig } from '../../core/dispatch/routing/gateway-config.ts';

/** A target by the name that people use. */
export type NamedTarget = {
  kind: MoTargetConfig['kind'];
  cid?: string;
  username?: string;
  clientId?: string;
  clientName?: string | null;
  keyword?: string;
};

/** A route with names in place of ids. */
export type NamedRoute = {
  routeId: number;
  direction: Direction;
  order: number;
  type: string;
  filters: string[];
  connectors: string[];
  targets: NamedTarget[];
  weights: number[] | null;
  enabled: boolean;
};

/** The clients that routes of a configuration lead to. */
export function clientIdsOf({ routes }: ConfigRows): string[] {
  return routes.flatMap(({ targets }) =>
    targets.flatMap((target) => ('clientId' in target ? [target.clientId] : [])),
  );
}

/** @param clients the names of clients; a target without one keeps its id alone */
export function nameRoutes(
  config: ConfigRows,
  clients: ReadonlyMap<string, string> = new Map(),
): NamedRoute[] {
  const cids = new Map(config.connectors.map(({ id, cid }) => [id, cid]));
  const fids = new Map(config.filters.map(({ id, fid }) => [id, fid]));
  const cidOf = (id: number) => cids.get(id) ?? String(id);
  return config.routes.map(({ id, filterIds, connectorIds, targets, ...route }) => ({
    routeId: id,
    direction: route.direction,
    order: route.order,
    type: route.type,
    filters: filterIds.map((each) => fids.get(each) ?? String(each)),
    connectors: route.direction === 'MT' ? connectorIds.map(cidOf) : [],
    targets: targets.map((target) =>
      target.kind === 'HTTP'
        ? { kind: 'HTTP', cid: cidOf(target.connectorId) }
        : 'clientId' in target && clients.has(target.clientId)
          ? { ...target, clientName: clients.get(target.clientId)! }
          : target,
    ),
    weights: route.weights,
    enabled: route.enabled,
  }));
}

type Thing = { entity: GatewayEntity; id: string; label: string; fields: Record<string, unknown> };

function thingsOf(config: ConfigRows, clients?: ReadonlyMap<string, string>): Map<string, Thing> {
  const things: Thing[] = [
    ...config.connectors.map(({ cid, kind, settings, secret }): Thing => ({
      entity: 'CONNECTOR',
      id: cid,
      label: cid,
      fields: { kind, ...settings, secret },
    })),
    ...config.filters.map(({ fid, type, parameters }): Thing => ({
      entity: 'FILTER',
      id: fid,
      label: fid,
      fields: { type, ...parameters },
    })),
    ...nameRoutes(config, clients).map(({ routeId, direction, ...fields }): Thing => ({
      entity: `${direction}_ROUTE`,
      id: String(routeId),
      label: `${fields.order} ${fields.type}`,
      fields: {
        ...fields,
        ...(direction === 'MT' ? { targets: undefined } : { connectors: undefined }),
      },
    })),
  ];
  return new Map(things.map((thing) => [`${thing.entity} ${thing.id}`, thing]));
}

/** Returns a form in which the order of keys makes no difference. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      each !== null && typeof each === 'object' && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? 'null'
  );
}

/**
 * Lists the changes that lead from one configuration to the other. A changed secret is reported,
 * its value never.
 */
export function differences(
  before: ConfigRows,
  after: ConfigRows,
  clients?: ReadonlyMap<string, string>,
): Omit<ConfigChange, 'edits'>[] {
  const [old, now] = [thingsOf(before, clients), thingsOf(after, clients)];
  const hide = (field: string, value: unknown) =>
    field === 'secret' && value != null ? '***' : (value ?? null);
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    const { entity, id, label } = (is ?? was)!;
    const names = [
      ...new Set([...Object.keys(was?.fields ?? {}), ...Object.keys(is?.fields ?? {})]),
    ];
    const fields = names
      .filter(
        (name) => canonical(was?.fields[name] ?? null) !== canonical(is?.fields[name] ?? null),
      )
      .map((field) => ({
        field,
        before: hide(field, was?.fields[field]),
        after: hide(field, is?.fields[field]),
      }));
    if (was && is && fields.length === 0) return [];
    return [
      {
        entity,
        id,
        label,
        change: !was ? ('ADDED' as const) : !is ? ('REMOVED' as const) : ('CHANGED' as const),
        fields,
      },
    ];
  });
}
