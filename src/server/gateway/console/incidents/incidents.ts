/** Incidents of routes that heal, as operators read and decide them, and the limits of healing. */
import type {
  HealingLimit,
  HealingLimits,
  Incident,
  IncidentCourse,
  IncidentStep,
} from '../../../../contract/api/healing.ts';
import { USUAL_LIMITS } from '../../../../contract/api/healing.ts';
import { NETWORKS } from '../../../../contract/shared/networks.ts';
import { record } from '../../../core/audit/audit.ts';
import { courseOf, courseSpan } from '../../../core/healing/course.rules.ts';
import { listCounts } from '../../../core/healing/course.store.ts';
import { QUIET_SECONDS } from '../../../core/healing/healing.rules.ts';
import {
  dropLimit,
  findIncident,
  insertStep,
  listLimits,
  markAcknowledged,
  markKept,
  moveIncident,
  putLimit,
} from '../../../core/healing/healing.store.ts';
import type { IncidentRow, LimitRow, StepRow } from '../../../core/healing/healing.store.ts';
import { readConfigRows } from '../../../core/dispatch/routing/config-version.store.ts';
import type { Tx } from '../../../infra/database/db.ts';
import { conflict, notFound } from '../../../infra/errors.ts';
import type { ConsoleCall } from '../console-call.ts';

export function presentIncident(row: IncidentRow): Incident {
  const { network = '', country = '' } = NETWORKS.get(row.network) ?? {};
  return {
    incidentId: row.incidentId,
    cid: row.cid ?? '',
    routeId: row.routeId,
    routeOrder: row.routeOrder,
    network,
    country,
    status: row.status,
    reason: row.reason,
    keep: row.keep,
    isKept: row.isKept,
    figures: row.figures,
    beganTimestamp: row.beganAt.getTime() / 1000,
    changedTimestamp: row.changedAt.getTime() / 1000,
    endedTimestamp: row.endedAt && row.endedAt.getTime() / 1000,
    acknowledgedBy: row.acknowledgedBy,
  };
}

export const presentStep = (step: StepRow): IncidentStep => ({
  kind: step.kind,
  reason: step.reason,
  keep: step.keep,
  figures: step.figures,
  operatorName: step.operatorName,
  timestamp: step.at.getTime() / 1000,
});

export async function getIncident(tx: Tx, incidentId: string): Promise<IncidentRow> {
  const row = await findIncident(tx, incidentId);
  if (!row) throw notFound('incident');
  return row;
}

/** The course of an incident over time, up to now. */
export async function readCourse(tx: Tx, row: IncidentRow): Promise<IncidentCourse> {
  const span = courseSpan({
    beganAt: row.beganAt.getTime(),
    endedAt: row.endedAt && row.endedAt.getTime(),
    now: Date.now(),
  });
  return courseOf(await listCounts(tx, row, span), span, row.figures.dueSeconds);
}

type IncidentDecision = 'MOVE_BACK' | 'KEEP' | 'LET_GO' | 'ACKNOWLEDGE';

const STEP_KINDS = {
  MOVE_BACK: 'ENDED',
  KEEP: 'KEPT',
  LET_GO: 'LET_GO',
  ACKNOWLEDGE: 'ACKNOWLEDGED',
} as const satisfies Record<IncidentDecision, StepRow['kind']>;

/** Decides an open incident, with a step of it and an entry of the audit log. */
export async function decideIncident(
  tx: Tx,
  call: ConsoleCall,
  incidentId: string,
  decision: IncidentDecision,
): Promise<Incident> {
  const before = await getIncident(tx, incidentId);
  const operatorId = call.session.clientId;
  const isChanged =
    decision === 'MOVE_BACK'
      ? await moveIncident(tx, incidentId, {
          status: 'ENDED',
          keep: 1,
          holdSeconds: 0,
          figures: null,
          quietSeconds: QUIET_SECONDS,
        })
      : decision === 'ACKNOWLEDGE'
        ? await markAcknowledged(tx, incidentId, operatorId)
        : await markKept(tx, incidentId, decision === 'KEEP');
  if (!isChanged && before.status === 'ENDED') throw conflict('incident', 'ENDED');
  if (isChanged) {
    await insertStep(tx, {
      incidentId,
      kind: STEP_KINDS[decision],
      reason: 'OPERATOR',
      keep: decision === 'MOVE_BACK' ? 1 : before.keep,
      figures: null,
      operatorId,
    });
    const { cid, network, routeOrder } = presentIncident(before);
    await record(tx, call, {
      action: 'INCIDENT_DECIDED',
      clientId: operatorId,
      after: { decision, incidentId, connector: cid, network, routeOrder },
    });
  }
  return presentIncident(await getIncident(tx, incidentId));
}

/** The route and connector that limits apply to: undefined stands for all. */
type LimitPlace = { routeId?: number | undefined; cid?: string | undefined };

/** The limits of all first, then those of routes and connectors. */
export async function readLimits(tx: Tx): Promise<HealingLimit[]> {
  const rows = await listLimits(tx);
  const draft = await readConfigRows(tx);
  const orders = new Map(draft.routes.map(({ id, order }) => [id, order]));
  const cids = new Map(draft.connectors.map(({ id, cid }) => [id, cid]));
  const ofAll = rows.find(({ routeId, connectorId }) => routeId === 0 && connectorId === 0);
  return [
    {
      ...USUAL_LIMITS,
      changeTimestamp: null,
      ...limitsIn(ofAll),
      routeId: null,
      routeOrder: null,
      cid: null,
    },
    ...rows
      .filter((row) => row !== ofAll)
      // Limits of what was deleted apply to nothing.
      .filter(({ routeId, connectorId }) =>
        routeId === 0 || orders.has(routeId) ? connectorId === 0 || cids.has(connectorId) : false,
      )
      .map((row) => ({
        ...limitsIn(row)!,
        routeId: row.routeId || null,
        routeOrder: orders.get(row.routeId) ?? null,
        cid: cids.get(row.connectorId) ?? null,
      })),
  ];
}

const limitsIn = (row: LimitRow | undefined) =>
  row && {
    mode: row.mode,
    leastPercent: row.leastPercent,
    mostPercent: row.mostPercent,
    changeTimestamp: row.updatedAt.getTime() / 1000,
  };

/** The ids of a place; 0 stands for all. @throws 404 for a route or connector that is not there */
async function placeOf(
  tx: Tx,
  { routeId, cid }: LimitPlace,
): Promise<Pick<LimitRow, 'routeId' | 'connectorId'>> {
  const draft = await readConfigRows(tx);
  const route = draft.routes.find(({ id, direction }) => id === routeId && direction === 'MT');
  if (routeId !== undefined && !route) throw notFound('route');
  const connector = draft.connectors.find((each) => each.cid === cid);
  if (cid !== undefined && !connector) throw notFound('connector');
  return { routeId: routeId ?? 0, connectorId: connector?.id ?? 0 };
}

export async function setLimit(
  tx: Tx,
  call: ConsoleCall,
  place: LimitPlace,
  limits: HealingLimits,
): Promise<HealingLimit> {
  const ids = await placeOf(tx, place);
  await putLimit(tx, { ...ids, ...limits });
  await recordLimits(tx, call, { ...place, ...limits });
  const isSame = (limit: HealingLimit) =>
    (limit.routeId ?? undefined) === place.routeId && (limit.cid ?? undefined) === place.cid;
  return (await readLimits(tx)).find(isSame)!;
}

export async function removeLimit(tx: Tx, call: ConsoleCall, place: LimitPlace): Promise<void> {
  if (!(await dropLimit(tx, await placeOf(tx, place)))) throw notFound('limit');
  await recordLimits(tx, call, { ...place, mode: null });
}

const recordLimits = (tx: Tx, call: ConsoleCall, after: Record<string, unknown>) =>
  record(tx, call, { action: 'HEALING_LIMITS_SET', clientId: call.session.clientId, after });
