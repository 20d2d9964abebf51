/** Routes as lanes: from their filters to the connectors or targets at their ends. */
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import type { Explanation } from '../../../../contract/api/gateway-config.ts';
import type { MoRoute, MtRoute } from '../../../../contract/api/routes.ts';
import type { FilterFacts, LaneChange, LaneChanges, RemovedRoute, Target } from './laneChanges.ts';

export type AnyRoute = MtRoute | MoRoute;

/** A connector or target at the end of a lane. */
export type End = {
  key: string;
  name: string;
  /** The connector's kind, for its page; a target of another kind has none. */
  kind?: ConnectorKind;
  cid?: string;
  /**
   * How it is now; targets without a link have none. A draft that is not started needs its start, one that is
   * new its reload alone.
   */
  state?: 'live' | 'slow' | 'down' | 'stopped' | 'draft' | 'new';
  cost?: number | null;
};

/** A route as its lane shows it. */
export type Lane = {
  routeId: number;
  order: number;
  type: string;
  enabled: boolean;
  filters: readonly (FilterFacts & { fid: string })[];
  ends: readonly End[];
  weights: readonly number[] | null;
  findings: readonly string[];
  change: LaneChange | { change: 'REMOVED' } | undefined;
};

/** A connector that keeps the messages of whole routes waiting, and the orders of those routes. */
export type Stopped = { cid: string; orders: readonly number[] };

/** The only connector of a route, where it is stopped and the lint says so. */
const stoppedOnly = (route: AnyRoute): string | undefined => {
  if (!('connectors' in route) || route.connectors.length !== 1) return undefined;
  const [{ cid, started } = { cid: '', started: true }] = route.connectors;
  return !started && route.findings.some((finding) => finding.includes(cid)) ? cid : undefined;
};

/** The stopped connectors of routes that have no other, in the order of their first routes. */
export function stoppedOf(routes: readonly AnyRoute[]): Stopped[] {
  const orders = new Map<string, number[]>();
  for (const route of routes) {
    const cid = stoppedOnly(route);
    if (cid !== undefined) orders.set(cid, [...(orders.get(cid) ?? []), route.order]);
  }
  return [...orders].map(([cid, of]) => ({ cid, orders: of }));
}

type Words = { target(target: Target): string };

/** @param slow the connectors with an open incident */
export function laneOf(
  route: AnyRoute,
  changes: LaneChanges,
  words: Words,
  slow: ReadonlySet<string> = new Set(),
): Lane {
  const stopped = stoppedOnly(route);
  const change =
    changes.routes.get(route.routeId) ??
    // A route whose filter was edited takes other messages, though it is the same itself.
    (route.filters.some(({ fid }) => changes.filters.has(fid))
      ? { change: 'CHANGED' as const, was: {}, edited: null }
      : undefined);
  return {
    ...route,
    // A line above the lanes says it once for all of them.
    findings: route.findings.filter((each) => stopped === undefined || !each.includes(stopped)),
    ends:
      'connectors' in route
        ? route.connectors.map((each) =>
            connectorEnd(each, changes.newConnectors.has(each.cid), slow.has(each.cid)),
          )
        : route.targets.map((target) => endOf(target, words)),
    change,
  };
}

/**
 * @param isNew true for a connector that is not in force
 * @param isSlow true for one that delivers less than usual
 */
export function connectorEnd(
  { cid, kind, started, live, cost }: MtRoute['connectors'][number],
  isNew = false,
  isSlow = false,
): End {
  return {
    key: cid,
    name: cid,
    kind,
    cid,
    cost,
    state: !started
      ? isNew
        ? 'draft'
        : 'stopped'
      : isNew
        ? 'new'
        : !live
          ? 'down'
          : isSlow
            ? 'slow'
            : 'live',
  };
}

export function endOf(target: Target, words: Words): End {
  const { cid } = target;
  return {
    key: JSON.stringify(target),
    name: words.target(target),
    ...(cid !== undefined && { kind: 'HTTP' as const, cid }),
  };
}

/** @param known the filters of the draft, in which a deleted route's may still be */
export function removedLane(
  { edited: _edited, filters, connectors, targets, ...route }: RemovedRoute,
  known: ReadonlyMap<string, FilterFacts>,
  words: Words,
): Lane {
  return {
    ...route,
    filters: filters.map((fid) => ({ fid, ...(known.get(fid) ?? { type: '', parameters: {} }) })),
    ends:
      connectors.length > 0
        ? connectors.map((cid) => ({ key: cid, name: cid }))
        : targets.map((target) => endOf(target, words)),
    findings: [],
    change: { change: 'REMOVED' },
  };
}

/** The lane's part in the trial of a message. */
export type Verdict =
  | { state: 'refused'; fid: string; value: string | null }
  | { state: 'taken' }
  /** Below the lane that takes it, or disabled. */
  | { state: 'untried' };

export function verdictOf(routeId: number, trial: Explanation | undefined): Verdict | undefined {
  if (!trial) return undefined;
  if (routeId === trial.routeId) return { state: 'taken' };
  const tried = trial.tried.find((each) => each.routeId === routeId);
  return tried?.refusedBy != null
    ? { state: 'refused', fid: tried.refusedBy, value: tried.filter ? tried.value : null }
    : { state: 'untried' };
}

/** Shares of a round robin, by weight; they add up to 1. */
export function sharesOf(count: number, weights: readonly number[] | null): number[] {
  const each = Array.from({ length: count }, (_, at) => weights?.[at] ?? 1);
  const all = each.reduce((sum, weight) => sum + weight, 0);
  return each.map((weight) => weight / all);
}
