/** Explains which route a message takes, whether it was sent or is only simulated. */
import type { Explanation } from '../../../../contract/api/gateway-config.ts';
import type { Direction, FilterType } from '../../../../contract/api/route-filters.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { loadConfigInForce } from '../../../core/dispatch/routing/config-version.ts';
import {
  findRouted,
  findVersionRow,
  getVersion,
  readConfigRows,
} from '../../../core/dispatch/routing/config-version.store.ts';
import type { ConfigRows, RoutedRow } from '../../../core/dispatch/routing/config-version.store.ts';
import { describeFilter, textParameters } from '../../../core/dispatch/routing/filters.rules.ts';
import type { RoutingFacts } from '../../../core/dispatch/routing/routing-facts.ts';
import {
  compileMoRoutes,
  compileRoutes,
  costOf,
  explainRefusal,
  servingNow,
} from '../../../core/dispatch/routing/routing.rules.ts';
import type { MoTargetConfig } from '../../../core/dispatch/routing/gateway-config.ts';
import type { RouteAttempt } from '../../../core/dispatch/routing/routing.rules.ts';
import { faultText } from '../../../core/dispatch/routing/config-fault.ts';
import { notFound } from '../../../infra/errors.ts';
import { factsOf } from '../draft.ts';
import type { Sample } from '../draft.ts';
import { lookAround, readClientNames } from './routing.store.ts';
import type { ConsoleCall } from '../console-call.ts';
import { NOTHING } from '../versions.ts';

/**
 * Returns the route that a message would take. A round robin of incoming messages draws by the
 * text, so that the same message takes the same route.
 */
export async function simulate(
  tx: Tx,
  call: ConsoleCall,
  direction: Direction,
  sample: Sample,
  draft: boolean,
): Promise<Explanation> {
  const inForce = draft ? undefined : await loadConfigInForce(tx);
  const config = draft ? await readConfigRows(tx) : (inForce ?? NOTHING);
  const facts = await factsOf(tx, call, sample, direction);
  if (direction === 'MT') {
    const { routeId, tried } = compileRoutes(config)(facts);
    return explanationOf(tx, call, config, {
      version: inForce?.version ?? null,
      direction,
      facts,
      tried,
      routeId,
      targets: [],
      chosen: null,
    });
  }
  const { routeId, targets, tried } = compileMoRoutes(config)(
    facts,
    [...facts.text].reduce(
      (sum, character) => (sum * 31 + character.codePointAt(0)!) % 1_000_003,
      7,
    ),
  );
  return explanationOf(tx, call, config, {
    version: inForce?.version ?? null,
    direction,
    facts,
    tried,
    routeId,
    targets,
    chosen: null,
  });
}

/** Returns the facts that routing read when a message was sent, from its row. */
export function sentFacts({
  sender,
  destination,
  text,
  facts,
}: Pick<RoutedRow, 'sender' | 'destination' | 'text' | 'facts'>): RoutingFacts {
  return {
    sender,
    destination,
    text,
    userId: facts?.user ?? null,
    groupId: facts?.group ?? null,
    tags: facts?.tags ?? [],
    at: new Date(facts?.at ?? 0),
  };
}

/**
 * Explains the route of a sent message: its version is evaluated again with the stored facts.
 * @throws notFound
 */
export async function explainSent(
  tx: Tx,
  call: ConsoleCall,
  messageId: string,
): Promise<Explanation> {
  const row = await findRouted(tx, messageId);
  if (!row || !(await findVersionRow(tx, row.version))) throw notFound('message');
  const config = await getVersion(tx, row.version);
  const facts = sentFacts(row);
  const { tried, routeId } = compileRoutes(config)(facts);
  return explanationOf(tx, call, config, {
    version: row.version,
    direction: 'MT',
    facts,
    tried,
    routeId,
    targets: [],
    chosen: row.connectorId,
  });
}

type Found = {
  version: number | null;
  direction: Direction;
  facts: RoutingFacts;
  tried: RouteAttempt[];
  routeId: number | null;
  targets: MoTargetConfig[];
  chosen: number | null;
};

async function explanationOf(
  tx: Tx,
  call: ConsoleCall,
  config: ConfigRows,
  found: Found,
): Promise<Explanation> {
  const { bound } = await lookAround(tx);
  const route = config.routes.find(({ id }) => id === found.routeId);
  const connectors = new Map(config.connectors.map((connector) => [connector.id, connector]));
  const serving = new Set(
    route && found.direction === 'MT'
      ? servingNow(route, connectors, (id) => bound.has(id)).map(({ connectorId }) => connectorId)
      : [],
  );
  const names = await readClientNames(
    tx,
    found.targets.flatMap((target) => ('clientId' in target ? [target.clientId] : [])),
  );
  const named = found.targets.map((target) =>
    target.kind === 'HTTP'
      ? {
          kind: 'HTTP' as const,
          cid: connectors.get(target.connectorId)?.cid ?? String(target.connectorId),
        }
      : 'clientId' in target
        ? { ...target, clientName: names.get(target.clientId) ?? null }
        : target,
  );
  return {
    version: found.version,
    direction: found.direction,
    routeId: found.routeId,
    order: route?.order ?? null,
    type: route?.type ?? null,
    targets: named,
    tried: found.tried.map((each) => ({
      ...each,
      ...refusalOf(call, config, each.refusedBy, found),
      matched: each.refusedBy === null ? filtersOf(config, each.routeId) : [],
    })),
    connectors:
      route && found.direction === 'MT'
        ? route.connectorIds.map((id, at) => {
            const connector = connectors.get(id)!;
            return {
              cid: connector.cid,
              kind: connector.kind,
              weight: route.weights?.[at] ?? null,
              cost: costOf(connector),
              live: bound.has(id),
              serves: serving.has(id),
              chosen: id === found.chosen,
            };
          })
        : [],
  };
}

function filtersOf(
  { routes, filters }: ConfigRows,
  routeId: number,
): Explanation['tried'][number]['matched'] {
  const route = routes.find(({ id }) => id === routeId);
  return filters.filter(({ id }) => route?.filterIds.includes(id)).map(presentFilter);
}

// Filters of a version were validated.
const presentFilter = ({ type, parameters }: ConfigRows['filters'][number]) => ({
  type: type as FilterType,
  parameters: textParameters(parameters),
});

function refusalOf(
  call: ConsoleCall,
  config: ConfigRows,
  fid: string | null,
  { facts, direction }: Found,
): Pick<Explanation['tried'][number], 'reason' | 'filter' | 'value'> {
  if (fid === null) return { reason: null, filter: null, value: null };
  const refusal = explainRefusal(config, fid, facts, direction);
  if (!refusal)
    return { reason: faultText(call.language, 'NO_KEYWORD'), filter: null, value: null };
  const { filter, value } = refusal;
  return {
    reason: faultText(call.language, 'SAYS_NO', { wanted: describeFilter(filter), value }),
    filter: presentFilter(filter),
    value,
  };
}
