/** Filters and routes as an operator edits them: the draft, until it is reloaded. */
import type { Direction } from '../../../../contract/api/route-filters.ts';
import type { MoTarget, moRoutes, mtRoutes } from '../../../../contract/api/routes.ts';
import type { Parsed } from '../../../../contract/endpoint.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { readRouteParts } from '../../../core/dispatch/routing/config-version.store.ts';
import { faultText } from '../../../core/dispatch/routing/config-fault.ts';
import { routeFault } from '../../../core/dispatch/routing/routing.rules.ts';
import type { MoTargetConfig, RouteConfig } from '../../../core/dispatch/routing/gateway-config.ts';
import { badInput, conflict, notFound, taken } from '../../../infra/errors.ts';
import type { Page, PageRequest } from '../../../infra/database/pages.ts';
import { sentence } from '../../../i18n/sentence.ts';
import { findDraftFindings } from '../draft.ts';
import { recordEdit } from '../edits.ts';
import { placeRoute } from './order.rules.ts';
import {
  deleteRoute,
  findRoute,
  findRouteAt,
  highestOrder,
  insertRoute,
  listOrders,
  listRoutes,
  lockDraft,
  putOrders,
  updateRoute,
} from './routing.store.ts';
import type { RouteView } from './routing.present.ts';
import type { RouteRow } from './routing.store.ts';
import type { ConsoleCall } from '../console-call.ts';

export const nameOf = ({ direction, order }: { direction: Direction; order: number }) =>
  `${direction} route ${order}`;

type ListFilter = Omit<Parsed<typeof mtRoutes.list>, 'pageSize' | 'pageToken'>;

export async function listRoutesOf(
  tx: Tx,
  call: ConsoleCall,
  direction: Direction,
  filter: ListFilter,
  page: PageRequest,
): Promise<Page<RouteView>> {
  const { rows, footer } = await listRoutes(
    tx,
    direction,
    {
      types: filter['filter.types'] ?? [],
      fids: filter['filter.fids'] ?? [],
      cids: filter['filter.cids'] ?? [],
      enabled: filter['filter.enabled'],
    },
    page,
  );
  return { rows: await withFindings(tx, call, rows), footer };
}

async function withFindings(tx: Tx, call: ConsoleCall, rows: RouteRow[]): Promise<RouteView[]> {
  const findings = await findDraftFindings(tx, call.language);
  return rows.map((row) => ({
    row,
    findings: findings
      .filter(({ entity, id }) => entity === `${row.direction}_ROUTE` && id === String(row.id))
      .map(({ message }) => message),
  }));
}

type Choices = Partial<
  Pick<Parsed<typeof mtRoutes.create>, 'filters' | 'connectors' | 'weights' | 'enabled' | 'order'> &
    Pick<Parsed<typeof moRoutes.create>, 'targets'>
> & { type?: string | undefined };

/** @throws badInput at the field that is wrong, taken for an order that another route has */
export async function createRoute(
  tx: Tx,
  call: ConsoleCall,
  direction: Direction,
  wanted: Choices & { type: string },
): Promise<RouteView> {
  return viewOf(tx, call, await addRoute(tx, call, direction, wanted));
}

/** As `createRoute`, without a look at all routes for findings, which an import of many would repeat for each. */
export async function addRoute(
  tx: Tx,
  call: ConsoleCall,
  direction: Direction,
  wanted: Choices & { type: string },
): Promise<RouteRow> {
  await lockDraft(tx);
  const order =
    wanted.order ??
    (wanted.type === 'DefaultRoute'
      ? 0
      : (Math.floor((await highestOrder(tx, direction)) / 10) + 1) * 10);
  const route = await resolve(
    tx,
    call,
    {
      id: 0,
      direction,
      order,
      type: wanted.type,
      filterIds: [],
      connectorIds: [],
      targets: [],
      weights: null,
      enabled: true,
    },
    wanted,
  );
  const id = await insertRoute(tx, route);
  return saved(tx, call, direction, id, null);
}

/** @throws notFound, badInput, taken */
export async function updateRouteOf(
  tx: Tx,
  call: ConsoleCall,
  direction: Direction,
  id: number,
  wanted: Choices,
): Promise<RouteView> {
  await lockDraft(tx);
  const before = await getRoute(tx, direction, id);
  // Settings that the new type lacks are dropped with the old type.
  const kept =
    wanted.type !== undefined && wanted.type !== before.type && wanted.weights === undefined
      ? { ...before, weights: null }
      : before;
  await updateRoute(tx, id, await resolve(tx, call, kept, wanted));
  return viewOf(tx, call, await saved(tx, call, direction, id, before));
}

export async function deleteRouteOf(
  tx: Tx,
  call: ConsoleCall,
  direction: Direction,
  id: number,
): Promise<void> {
  await lockDraft(tx);
  const before = await getRoute(tx, direction, id);
  await deleteRoute(tx, id);
  await recordEdit(tx, call, `${direction}_ROUTE`, id, { before: auditable(before), after: null });
}

/** Moves a route past the next one or past several. @throws conflict where there is none, or it is the default route */
export async function moveRoute(
  tx: Tx,
  call: ConsoleCall,
  direction: Direction,
  { routeId, direction: towards, pastRouteId }: Parsed<typeof mtRoutes.move>,
): Promise<RouteView> {
  await lockDraft(tx);
  const before = await getRoute(tx, direction, routeId);
  const placed =
    before.order === 0
      ? undefined
      : placeRoute(await listOrders(tx, direction), routeId, towards, pastRouteId);
  if (!placed)
    throw conflict('route', before.order === 0 ? 'DEFAULT' : towards === 'UP' ? 'FIRST' : 'LAST');
  const passed: RouteRow[] = [];
  for (const { id } of placed) if (id !== routeId) passed.push(await getRoute(tx, direction, id));
  await putOrders(tx, placed);
  for (const other of passed)
    await recordEdit(tx, call, `${direction}_ROUTE`, other.id, {
      before: auditable(other),
      after: auditable(await getRoute(tx, direction, other.id)),
    });
  return viewOf(tx, call, await saved(tx, call, direction, routeId, before));
}

async function saved(
  tx: Tx,
  call: ConsoleCall,
  direction: Direction,
  id: number,
  before: RouteRow | null,
): Promise<RouteRow> {
  const row = await getRoute(tx, direction, id);
  await recordEdit(tx, call, `${direction}_ROUTE`, id, {
    before: before && auditable(before),
    after: auditable(row),
  });
  return row;
}

const viewOf = async (tx: Tx, call: ConsoleCall, row: RouteRow): Promise<RouteView> =>
  (await withFindings(tx, call, [row]))[0]!;

async function getRoute(tx: Tx, direction: Direction, id: number): Promise<RouteRow> {
  const route = await findRoute(tx, direction, id);
  if (!route) throw notFound('route');
  return route;
}

const auditable = ({ order, type, filters, connectors, targets, weights, enabled }: RouteRow) => ({
  order,
  type,
  filters: filters.map(({ fid }) => fid),
  connectors: connectors.map(({ cid }) => cid),
  targets,
  weights,
  enabled,
});

/** Resolves a route's names to ids and checks every rule. */
async function resolve(
  tx: Tx,
  call: ConsoleCall,
  route: RouteConfig,
  wanted: Choices,
): Promise<RouteConfig> {
  const { connectors, filters } = await readRouteParts(tx, {
    cids: [
      ...(wanted.connectors ?? []),
      ...(wanted.targets ?? []).flatMap((target) => (target.kind === 'HTTP' ? [target.cid] : [])),
    ],
    fids: wanted.filters ?? [],
    connectorIds: route.connectorIds,
    filterIds: route.filterIds,
  });
  const missing = (field: string, value: string) =>
    badInput([{ field, message: sentence(call.language, 'NO_SUCH', { value }) }]);
  const connectorOf = (field: string, cid: string) => {
    const connector = connectors.find((each) => each.cid === cid);
    if (!connector) throw missing(field, cid);
    return connector;
  };
  const after = {
    ...route,
    order: wanted.order ?? route.order,
    type: wanted.type ?? route.type,
    enabled: wanted.enabled ?? route.enabled,
    weights: wanted.weights === undefined ? route.weights : wanted.weights,
  };
  if (wanted.filters) {
    after.filterIds = wanted.filters.map((fid) => {
      const filter = filters.find((each) => each.fid === fid);
      if (!filter) throw missing('filters', fid);
      return filter.id;
    });
  }
  if (wanted.connectors)
    after.connectorIds = wanted.connectors.map((cid) => connectorOf('connectors', cid).id);
  if (wanted.targets) {
    after.targets = wanted.targets.map((target: MoTarget): MoTargetConfig =>
      target.kind === 'HTTP'
        ? { kind: 'HTTP', connectorId: connectorOf('targets', target.cid).id }
        : target,
    );
    after.connectorIds = after.targets.flatMap((target) =>
      target.kind === 'HTTP' ? [target.connectorId] : [],
    );
  }
  const fault = routeFault(after, {
    filter: (id) => filters.find((each) => each.id === id),
    connector: (id) => connectors.find((each) => each.id === id),
  });
  if (fault) throw badInput([{ field: fault.field, message: fault.fault.in(call.language) }]);
  const there = await findRouteAt(tx, route.direction, after.order);
  if (there !== undefined && there !== route.id)
    throw taken(
      'order',
      String(after.order),
      faultText(call.language, after.order === 0 ? 'DEFAULT_TAKEN' : 'ORDER_TAKEN', {
        order: after.order,
        direction: route.direction,
      }),
    );
  return after;
}
