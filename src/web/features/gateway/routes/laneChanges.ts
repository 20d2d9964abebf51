import type { ConfigChange } from '../../../../contract/api/gateway-config.ts';
import type { Direction } from '../../../../contract/api/route-filters.ts';
import type { MoRoute } from '../../../../contract/api/routes.ts';

export type Target = MoRoute['targets'][number];

/** The facts of a route as a difference names them. */
export type RouteFacts = {
  order: number;
  type: string;
  filters: string[];
  connectors: string[];
  targets: Target[];
  weights: number[] | null;
  enabled: boolean;
};

export type Edited = { by: string | null; at: number } | null;

/** How a route of the draft differs from the one in force. */
export type LaneChange =
  | { change: 'ADDED'; edited: Edited }
  | { change: 'CHANGED'; was: Partial<RouteFacts>; edited: Edited };

export type RemovedRoute = RouteFacts & { routeId: number; edited: Edited };

export type FilterFacts = { type: string; parameters: Record<string, string> };

export type LaneChanges = {
  routes: ReadonlyMap<number, LaneChange>;
  removed: readonly RemovedRoute[];
  /** Filters that were edited, as they are in force; null for a new one. */
  filters: ReadonlyMap<string, FilterFacts | null>;
  /** Connectors that are not in force yet. */
  newConnectors: ReadonlySet<string>;
};

/** Sorts the difference of a draft by what a lane shows of it. */
export function laneChanges(changes: readonly ConfigChange[], direction: Direction): LaneChanges {
  const routes = new Map<number, LaneChange>();
  const removed: RemovedRoute[] = [];
  const filters = new Map<string, FilterFacts | null>();
  const newConnectors = new Set<string>();
  for (const change of changes) {
    if (change.entity === 'FILTER')
      filters.set(change.id, change.change === 'ADDED' ? null : filterBefore(change));
    if (change.entity === 'CONNECTOR' && change.change === 'ADDED') newConnectors.add(change.id);
    if (change.entity !== `${direction}_ROUTE`) continue;
    const edited = editedOf(change);
    const id = Number(change.id);
    if (change.change === 'ADDED') routes.set(id, { change: 'ADDED', edited });
    if (change.change === 'CHANGED')
      routes.set(id, { change: 'CHANGED', was: factsOf(change, 'before'), edited });
    if (change.change === 'REMOVED')
      removed.push({ ...completed(factsOf(change, 'before')), routeId: id, edited });
  }
  return { routes, removed, filters, newConnectors };
}

function editedOf({ edits: [latest] }: ConfigChange): Edited {
  return latest ? { by: latest.actorName, at: latest.timestamp } : null;
}

/** The fields of a route's change that differ, as they were or are. */
export function factsOf(
  { fields }: Pick<ConfigChange, 'fields'>,
  side: 'before' | 'after',
): Partial<RouteFacts> {
  return Object.fromEntries(fields.map((each) => [each.field, each[side]]));
}

/** An absent fact of a route that was made or deleted is an empty one. */
export function completed(facts: Partial<RouteFacts>): RouteFacts {
  return {
    order: facts.order ?? 0,
    type: facts.type ?? '',
    filters: facts.filters ?? [],
    connectors: facts.connectors ?? [],
    targets: facts.targets ?? [],
    weights: facts.weights ?? null,
    enabled: facts.enabled ?? true,
  };
}

/** The filter of a change, on one side of it; what did not change is read from the other side. */
export function filterOf(
  { fields }: Pick<ConfigChange, 'fields'>,
  side: 'before' | 'after',
  known?: FilterFacts,
): FilterFacts {
  const values = new Map(fields.map((each) => [each.field, each[side]]));
  const type = values.get('type');
  // With another type it has other parameters; with the same type only those that are named changed.
  const parameters: Record<string, string> = type === undefined ? { ...known?.parameters } : {};
  for (const [name, value] of values)
    if (name !== 'type' && value !== null && value !== undefined) parameters[name] = String(value);
  return { type: typeof type === 'string' ? type : (known?.type ?? ''), parameters };
}

const filterBefore = (change: ConfigChange): FilterFacts => filterOf(change, 'before');

/** The routes of a draft and those that it deletes, in the order tried; a deleted one follows the route that took its order. */
export function withRemoved<R extends { order: number }>(
  routes: readonly R[],
  removed: readonly RemovedRoute[],
): (R | RemovedRoute)[] {
  return [...routes, ...removed].toSorted((a, b) => b.order - a.order);
}

/**
 * Returns the place among the others that a dragged lane has at a height.
 * @param middles of all lanes, in their order, as they were when the drag began
 * @param last the last place that a lane may take
 */
export function placeAt(
  middles: readonly number[],
  dragged: number,
  height: number,
  last: number,
): number {
  const above = middles.filter((middle, at) => at !== dragged && middle < height).length;
  return Math.min(above, last);
}
