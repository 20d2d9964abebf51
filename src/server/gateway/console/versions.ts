/** What is in force, what will be, and why a message goes where it goes. */
import type {
  configVersion,
  ConfigChange,
  Explanation,
  Finding,
} from '../../../contract/api/gateway-config.ts';
import type { Direction } from '../../../contract/api/route-filters.ts';
import type * as z from 'zod/mini';
import { record } from '../../core/audit/audit.ts';
import { listEntries } from '../../core/audit/audit.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { unsignedPage } from '../../infra/database/pages.ts';
import { configInForce, publishConfig } from '../../core/dispatch/config-version.ts';
import {
  findRouted,
  findVersionRow,
  getVersion,
  readConfigRows,
  type ConfigRows,
  type RoutedRow,
  type VersionRow,
} from '../../core/dispatch/config-version.store.ts';
import type { RoutingFacts } from '../../core/dispatch/filters.rules.ts';
import {
  compileMoRoutes,
  compileRoutes,
  costOf,
  refusalOf,
  servingNow,
} from '../../core/dispatch/routing.rules.ts';
import type { MoTargetConfig, RouteAttempt } from '../../core/dispatch/routing.rules.ts';
import { faultText } from '../../core/dispatch/config-fault.ts';
import { conflict, draftInvalid, notFound } from '../../infra/errors.ts';
import { differences, nameRoutes } from '../carriers/config.rules.ts';
import { restoreConnectors } from './connectors.store.ts';
import { factsOf, findDraftFindings, type Sample } from './draft.ts';
import { lookAround, lockDraft, restoreRouting } from './routing.store.ts';
import type { ConsoleCall } from '../customers/users.ts';

const NOTHING: ConfigRows = { connectors: [], filters: [], routes: [] };

export function showVersion({ at, ...row }: VersionRow): z.output<typeof configVersion> {
  return { ...row, timestamp: at.getTime() / 1000 };
}

/** A version without its secrets. */
export async function configOf(tx: Tx, version: number) {
  const config = await getVersion(tx, version);
  return {
    connectors: config.connectors.map(({ cid, kind, settings }) => ({ cid, kind, settings })),
    filters: config.filters.map(({ fid, type, parameters }) => ({ fid, type, parameters })),
    routes: nameRoutes(config),
  };
}

// ---- the draft ----

/** Puts the draft into force. @throws draftInvalid, and conflict where another version came into force since the one that was seen */
export async function reload(
  tx: Tx,
  call: ConsoleCall,
  seenVersion: number | undefined,
): Promise<{ version: number; unchanged: boolean; changes: ConfigChange[]; findings: Finding[] }> {
  await lockDraft(tx);
  const inForce = await configInForce(tx);
  if (seenVersion !== undefined && seenVersion !== inForce?.version)
    throw conflict('configuration', 'CHANGED');
  const findings = await findDraftFindings(tx, call.language);
  const errors = findings.filter(({ severity }) => severity === 'ERROR');
  if (errors.length > 0)
    throw draftInvalid(errors.map(({ label, message }) => `${label ?? ''}: ${message}`));
  const changes = await withEdits(
    tx,
    call,
    differences(inForce ?? NOTHING, await readConfigRows(tx)),
    inForce?.version,
  );
  if (inForce && changes.length === 0)
    return { version: inForce.version, unchanged: true, changes, findings };
  const { version } = await publishConfig(tx, call.session.clientId);
  await record(tx, call, {
    action: 'GATEWAY_RELOADED',
    clientId: call.session.clientId,
    before: { version: inForce?.version ?? null },
    after: {
      version,
      changes: changes
        .map(({ entity, label, change }) => `${change} ${entity} ${label}`)
        .slice(0, 100),
    },
  });
  return { version, unchanged: false, changes, findings };
}

/** Puts an earlier version back, into force and into the draft. @throws notFound */
export async function rollback(
  tx: Tx,
  call: ConsoleCall,
  version: number,
): Promise<{ version: number; changes: ConfigChange[] }> {
  await lockDraft(tx);
  if (!(await findVersionRow(tx, version))) throw notFound('configuration');
  const config = await getVersion(tx, version);
  const inForce = await configInForce(tx);
  const changes = differences(inForce ?? NOTHING, config).map((change) => ({
    ...change,
    edits: [],
  }));
  await restoreConnectors(tx, config.connectors);
  await restoreRouting(tx, config);
  const published = await publishConfig(tx, call.session.clientId);
  await record(tx, call, {
    action: 'GATEWAY_ROLLED_BACK',
    clientId: call.session.clientId,
    before: { version: inForce?.version ?? null },
    after: { version: published.version, as: version },
  });
  return { version: published.version, changes };
}

/** What differs: from what is in force, where `from` is left out, to the draft, where `to` is. @throws notFound */
export async function diff(
  tx: Tx,
  call: ConsoleCall,
  from: number | undefined,
  to: number | undefined,
): Promise<{ from: number | null; to: number | null; changes: ConfigChange[] }> {
  const versionOf = async (version: number) => {
    if (!(await findVersionRow(tx, version))) throw notFound('configuration');
    return getVersion(tx, version);
  };
  const inForce = from === undefined ? await configInForce(tx) : undefined;
  const base = from ?? inForce?.version ?? null;
  const before = from === undefined ? (inForce ?? NOTHING) : await versionOf(from);
  const after = to === undefined ? await readConfigRows(tx) : await versionOf(to);
  const found = differences(before, after);
  return {
    from: base,
    to: to ?? null,
    changes:
      to === undefined
        ? await withEdits(tx, call, found, base ?? undefined)
        : found.map((change) => ({ ...change, edits: [] })),
  };
}

const MOST_EDITS = 1000;

/** Who edited each thing since a version came into force. */
async function withEdits(
  tx: Tx,
  call: ConsoleCall,
  changes: Omit<ConfigChange, 'edits'>[],
  since: number | undefined,
): Promise<ConfigChange[]> {
  const start = since === undefined ? undefined : (await findVersionRow(tx, since))?.at.getTime();
  const { rows } = await listEntries(
    tx,
    call.scope,
    {
      clientIds: [],
      actions: ['GATEWAY_EDITED'],
      start: start === undefined ? undefined : start / 1000,
      end: undefined,
    },
    unsignedPage(MOST_EDITS, undefined),
  );
  const edits = Map.groupBy(
    rows,
    ({ after }) => `${String(after?.['entity'])} ${String(after?.['id'])}`,
  );
  return changes.map((change) => ({
    ...change,
    edits: (edits.get(`${change.entity} ${change.id}`) ?? [])
      .slice(0, 10)
      .map(({ actorId, actorName, at }) => ({
        actorId,
        actorName,
        timestamp: at.getTime() / 1000,
      })),
  }));
}

// ---- why ----

/** Where a message would go. A round robin of messages from phones draws by the text, so that the same message goes the same way. */
export async function simulate(
  tx: Tx,
  call: ConsoleCall,
  direction: Direction,
  sample: Sample,
  draft: boolean,
): Promise<Explanation> {
  const inForce = draft ? undefined : await configInForce(tx);
  const config = draft ? await readConfigRows(tx) : (inForce ?? NOTHING);
  const facts = await factsOf(tx, call, sample);
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

/** What routing read of a message when it was sent, from what its row keeps. */
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

/** Why a message that was sent went where it went: its version is asked again with what was stored. @throws notFound */
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
  const named = found.targets.map((target) =>
    target.kind === 'HTTP'
      ? {
          kind: 'HTTP' as const,
          cid: connectors.get(target.connectorId)?.cid ?? String(target.connectorId),
        }
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
      reason: each.refusedBy === null ? null : reasonOf(call, config, each.refusedBy, found),
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

function reasonOf(
  call: ConsoleCall,
  config: ConfigRows,
  fid: string,
  { facts, direction }: Found,
): string {
  const refusal = refusalOf(config, fid, facts, direction);
  return refusal
    ? faultText(call.language, 'SAYS_NO', refusal)
    : faultText(call.language, 'NO_KEYWORD');
}
