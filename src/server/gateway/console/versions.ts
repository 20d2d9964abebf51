/** Configuration versions: reload, rollback and differences. */
import { createHash } from 'node:crypto';
import type {
  configVersion,
  gatewayConfig,
  ConfigChange,
  Finding,
} from '../../../contract/api/gateway-config.ts';
import type { Parsed } from '../../../contract/endpoint.ts';
import type * as z from 'zod/mini';
import { record } from '../../core/audit/audit.ts';
import { listEntries } from '../../core/audit/audit.store.ts';
import type { Tx } from '../../infra/database/db.ts';
import { unsignedPage } from '../../infra/database/pages.ts';
import { loadConfigInForce, publishConfig } from '../../core/dispatch/routing/config-version.ts';
import {
  findVersionRow,
  getVersion,
  readConfigRows,
} from '../../core/dispatch/routing/config-version.store.ts';
import type { ConfigRows, VersionRow } from '../../core/dispatch/routing/config-version.store.ts';
import { conflict, draftInvalid, notFound } from '../../infra/errors.ts';
import {
  canonical,
  clientIdsOf,
  differences,
  nameRoutes,
} from '../carriers/config-differences.rules.ts';
import { restoreConnectors } from './connectors/connectors.store.ts';
import { findDraftFindings } from './draft.ts';
import { lockDraft, readClientNames, restoreRouting } from './routing/routing.store.ts';
import type { ConsoleCall } from './console-call.ts';

export const NOTHING: ConfigRows = { connectors: [], filters: [], routes: [] };

export function presentVersion(row: VersionRow): z.output<typeof configVersion> {
  return {
    version: row.version,
    timestamp: row.at.getTime() / 1000,
    actorId: row.actorId,
    actorName: row.actorName,
    inForce: row.inForce,
    connectorCount: row.connectorCount,
    filterCount: row.filterCount,
    mtRouteCount: row.mtRouteCount,
    moRouteCount: row.moRouteCount,
  };
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

/**
 * Puts the draft into force.
 * @throws draftInvalid, and conflict where another version came into force, or the draft was edited, since the caller read it
 */
export async function reload(
  tx: Tx,
  call: ConsoleCall,
  { seenVersion, seenDraft }: Parsed<typeof gatewayConfig.reload>,
): Promise<{ version: number; unchanged: boolean; changes: ConfigChange[]; findings: Finding[] }> {
  await lockDraft(tx);
  const inForce = await loadConfigInForce(tx);
  if (seenVersion !== undefined && seenVersion !== inForce?.version)
    throw conflict('configuration', 'CHANGED');
  const draft = await readConfigRows(tx);
  if (seenDraft !== undefined && seenDraft !== nameDraft(draft))
    throw conflict('configuration', 'EDITED');
  const findings = await findDraftFindings(tx, call.language);
  const errors = findings.filter(({ severity }) => severity === 'ERROR');
  if (errors.length > 0)
    throw draftInvalid(errors.map(({ label, message }) => `${label ?? ''}: ${message}`));
  const changes = await withEdits(
    tx,
    call,
    await namedDifferences(tx, inForce ?? NOTHING, draft),
    inForce?.version,
  );
  if (inForce && changes.length === 0)
    return { version: inForce.version, unchanged: true, changes, findings };
  // As it was compared: an edit of a connector that is committed meanwhile waits for its own reload.
  const { version } = await publishConfig(tx, call.session.clientId, draft);
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

/** Restores an earlier version, into force and into the draft. @throws notFound */
export async function rollback(
  tx: Tx,
  call: ConsoleCall,
  version: number,
): Promise<{ version: number; changes: ConfigChange[] }> {
  await lockDraft(tx);
  if (!(await findVersionRow(tx, version))) throw notFound('configuration');
  const config = await getVersion(tx, version);
  const inForce = await loadConfigInForce(tx);
  const changes = (await namedDifferences(tx, inForce ?? NOTHING, config)).map((change) => ({
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

/**
 * Returns the differences from version `from` (by default the one in force) to version `to` (by
 * default the draft).
 * @throws notFound
 */
export async function diff(
  tx: Tx,
  call: ConsoleCall,
  from: number | undefined,
  to: number | undefined,
): Promise<{
  from: number | null;
  to: number | null;
  draft: string | null;
  changes: ConfigChange[];
}> {
  const versionOf = async (version: number) => {
    if (!(await findVersionRow(tx, version))) throw notFound('configuration');
    return getVersion(tx, version);
  };
  const inForce = from === undefined ? await loadConfigInForce(tx) : undefined;
  const base = from ?? inForce?.version ?? null;
  const before = from === undefined ? (inForce ?? NOTHING) : await versionOf(from);
  const after = to === undefined ? await readConfigRows(tx) : await versionOf(to);
  const found = await namedDifferences(tx, before, after);
  return {
    from: base,
    to: to ?? null,
    draft: to === undefined ? nameDraft(after) : null,
    changes:
      to === undefined
        ? await withEdits(tx, call, found, base ?? undefined)
        : found.map((change) => ({ ...change, edits: [] })),
  };
}

/** A name for the content of a draft. Secrets are in it as they are stored, encrypted, so that it tells nothing of them. */
const nameDraft = (draft: ConfigRows): string =>
  createHash('sha256').update(canonical(draft)).digest('base64url');

async function namedDifferences(tx: Tx, before: ConfigRows, after: ConfigRows) {
  const clients = await readClientNames(tx, [before, after].flatMap(clientIdsOf));
  return differences(before, after, clients);
}

const MOST_EDITS = 1000;

/** Adds the edits of each entity since a version came into force. */
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
